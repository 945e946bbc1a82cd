// The schema of models_atom.yaml.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/placeholders.hpp"
#include "atomesh/schema.hpp"
#include "atomesh/tuning.hpp"
#include "parts.hpp"

namespace atomesh {
namespace {

using namespace schema;  // NOLINT(google-build-using-namespace)

constexpr std::string_view comment =
    "The loader, `atomesh validate`, refuses more than a schema can express. (1) Plain scalars that YAML 1.1 and 1.2 "
    "read differently: on, yes, 017, 0x80, 0o17, 1_000, 12:30, 1e3, 2026-01-02. Editors read YAML 1.2 and see other "
    "values there. (2) Numbers by their text: 128.0 is an integer to a schema and none to ATOM; .5 is a number to a "
    "schema and not to JSON. (3) Duplicate keys. (4) What a text holds: JSON, NAME=VALUE words, escaped quotes, and "
    "that mtp_flags ends in its count flag.";

/// Any text but one with an unknown `${…}`: `$$` is a dollar sign, and so is one before other characters.
std::string placeholder_pattern() {
  return fmt::format(R"(^(?:[^$]|\$\$|\$\{{(?:{})\}}|\$(?![${{]))*$)", fmt::join(placeholder_names(), "|"));
}

/// Words with closed quotes, and nothing after the last backslash missing.
constexpr std::string_view closed_quotes = R"(^(?:[^'"\\]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")*$)";
constexpr std::string_view env_name = "^[A-Za-z_][A-Za-z0-9_]*$";

Value patterned(Value schema, std::string_view pattern) { return schema.set("pattern", Value::string(pattern)); }

/// What the words of lists and the values of env mappings may be.
Value word() { return patterned(types({"string", "number", "boolean"}), placeholder_pattern()); }

/// A list of words as one text.
Value words_as_text() {
  return all_of({patterned(types({"string", "number", "boolean", "null"}), placeholder_pattern()),
                 Value::mapping().set("pattern", Value::string(closed_quotes))});
}

Value list_of(Value item) { return type("array").set("items", std::move(item)); }

struct TypeSchema {
  Value operator()(Slot<EnvList> Tuning::*) const {
    Value mapping = type("object");
    mapping.set("propertyNames", Value::mapping().set("pattern", Value::string(env_name)));
    mapping.set("additionalProperties", word());
    Value text = all_of({words_as_text(), patterned(types({"string", "null"}), R"(^\s*$|=)")});
    return any_of({std::move(mapping), std::move(text)});
  }
  Value operator()(Slot<FlagList> Tuning::*) const { return any_of({list_of(word()), words_as_text()}); }
  Value operator()(Slot<PositiveInt> Tuning::*) const {
    return any_of({type("integer").set("minimum", Value::number(1)).set("maximum", Value::raw("9223372036854775807")),
                   text_like("^(?:[1-9][0-9]{0,18})?$"), type("null")});
  }
  Value operator()(Slot<Fraction> Tuning::*) const {
    return any_of({type("number").set("exclusiveMinimum", Value::number(0)).set("maximum", Value::number(1)),
                   text_like(R"(^(?:0\.[0-9]*[1-9][0-9]*|1(?:\.0+)?|(?:0|[1-9][0-9]*)\.[0-9]+[eE][+-][0-9]+)?$)"),
                   type("null")});
  }
  Value operator()(Slot<NonNegative> Tuning::*) const {
    return any_of({type("number").set("minimum", Value::number(0)),
                   text_like(R"(^(?:(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][+-][0-9]+)?)?)?$)"), type("null")});
  }
  Value operator()(Slot<bool> Tuning::*) const {
    return any_of({type("boolean"), text_like("^(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee])?$"), type("null")});
  }
  Value operator()(Slot<JsonObject> Tuning::*) const {
    return any_of({type("object"), text_like(R"(^$|^\s*\{[\s\S]*\}\s*$)"), type("null")});
  }
  Value operator()(Slot<CaptureSizes> Tuning::*) const {
    Value size = any_of({type("integer").set("minimum", Value::number(1)), text_like("^[1-9][0-9]{0,18}$")});
    Value sizes = list_of(std::move(size)).set("minItems", Value::number(1));
    return any_of(
        {std::move(sizes), text_like(R"(^$|^\s*\[\s*[1-9][0-9]*\s*(?:,\s*[1-9][0-9]*\s*)*\]\s*$)"), type("null")});
  }
};

/// One definition for each type of key, named as the type is.
std::string definition_of(const TuningKey& key) {
  if (key.name == "mtp_flags") return "mtp-flag-list";
  std::string name(type_name(key));
  if (const std::size_t limits = name.find_first_of("(>"); limits != std::string::npos) {
    name = name.find('>') != std::string::npos ? "number-from-0" : "fraction";
  }
  std::ranges::replace(name, ' ', '-');
  return name;
}

/// Of a list, only that the flag is in it can be said; the loader says that it is the last.
Value mtp_flags(Value flag_list) {
  Value list = type("array").set("contains", text_like("^--num[-_]speculative[-_]tokens$"));
  Value text = text_like(R"(^\s*$|--num[-_]speculative[-_]tokens['"]?\s*$)");
  return all_of({std::move(flag_list), any_of({std::move(list), std::move(text), type("null")})});
}

std::string description_of(const std::string& spelling, const TuningKey& key) {
  if (spelling == key.name) return std::string(key.help);
  return fmt::format("{} alone: {}", spelling.starts_with("prefill_") ? "Prefill" : "Decode", key.help);
}

Value definitions() {
  Value definitions = Value::mapping();
  for (const TuningKey& key : tuning_keys()) {
    const std::string name = definition_of(key);
    if (std::ranges::find(definitions.names, name) != definitions.names.end()) continue;
    Value schema = std::visit(TypeSchema{}, key.member);
    definitions.set(name, key.name == "mtp_flags" ? mtp_flags(std::move(schema)) : std::move(schema));
  }
  return definitions;
}

Value model() {
  Value properties = Value::mapping();
  for (const std::string& spelling : tuning_key_spellings()) {
    const TuningKey& key = *find_tuning_key(spelling)->key;
    Value schema = Value::mapping().set("description", Value::string(description_of(spelling, key)));
    properties.set(spelling, schema.set("$ref", Value::string("#/$defs/" + definition_of(key))));
  }
  return type("object")
      .set("properties", std::move(properties))
      .set("patternProperties", Value::mapping().set("^x-", Value::boolean(true)))
      .set("additionalProperties", Value::boolean(false));
}

}  // namespace

Value models_schema() {
  Value all = definitions().set("model", model());
  Value defaults =
      Value::mapping().set("description", Value::string("What holds for every model that does not say it."));
  return file_schema("models_atom.yaml: how each model is served", comment)
      .set("properties", Value::mapping().set("defaults", defaults.set("$ref", Value::string("#/$defs/model"))))
      .set("additionalProperties", reference("model"))
      .set("$defs", std::move(all));
}

}  // namespace atomesh
