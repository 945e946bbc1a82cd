#include "commands.hpp"

namespace atomesh {

void add_validate_options(OptionSet& set, ValidateOptions& v) {
  set.text("--models", v.models, "FILE", "models_atom.yaml; alone, recipes are not judged; - is standard input");
  set.repeatable("--recipes", v.recipes, "FILE", "amd-master.yaml; several are one set; alone, models are not judged");
  set.one_of("--format", v.format, {"text", "json", "github", "sarif"},
             "text, json, github (default under GitHub Actions) or sarif");
  set.flag("--strict", v.findings.strict, "Warnings fail too");
  set.repeatable("--ignore", v.findings.ignore, "CODE", "Leave out the findings of a code");
  set.repeatable("--error", v.findings.as_error, "CODE", "Make the findings of a code errors");
  set.text("--atom-args", v.atom_args, "DATE", "Server options to check against: auto (by image), a date, or none");
  set.flag("--list-checks", v.list_checks, "List every code, its severity and why it exists");
}

}  // namespace atomesh
