// The command `schema`.
#include "atomesh/schema.hpp"

#include <memory>

#include "commands.hpp"
#include "output.hpp"

namespace atomesh {

Action declare_schema(OptionSet& set) {
  auto what = std::make_shared<std::string>();
  set.positional("WHAT", *what, {"models", "recipes"}, "models (models_atom.yaml) or recipes (amd-master.yaml)");
  return [what](const Invocation&) {
    return write_output(to_json(*what == "models" ? models_schema() : recipes_schema())) ? 0 : 1;
  };
}

}  // namespace atomesh
