// The schema of amd-master.yaml, from the tables of its shape.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/recipe_shape.hpp"
#include "atomesh/schema.hpp"
#include "recipe_rules.hpp"

namespace atomesh {
namespace {

using namespace recipes;
using namespace schema;

constexpr std::string_view comment =
    "The loader, `atomesh validate`, refuses more than a schema can express. (1) Plain scalars are read as YAML 1.1 "
    "does: quote a text such as 1.10, on, 12:30 or 2026-01-02. (2) pp, dcp-size and pcp-size are integers by their "
    "text; a schema takes 2.0 for one. (3) Integers beyond 64 bits, and duplicate keys. (4) Numbers that are compared: "
    "conc-start is at most conc-end, dcp-size divides tp. (5) What the additional-settings of atom-disagg recipes say: "
    "which names stand where, no name with two values, PREFILL_NODES and its like as numbers, DECODE_MTP_SIZE beside "
    "spec-decoding, nodes × tp divisible by num-worker; and a kv-p2p-transfer that is empty.";

constexpr std::string_view integer_text = R"(^\s*[+-]?[0-9](?:_?[0-9])*(?:\.0+)?\s*$)";
constexpr std::string_view number_text =
    R"(^\s*[+-]?(?:[0-9](?:_?[0-9])*\.?(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*)(?:[eE][+-]?[0-9]+)?\s*$)";
constexpr std::string_view fraction_text =
    R"(^\s*\+?(?:0*\.0*[1-9][0-9]*|0*1(?:\.0*)?|[0-9.][0-9.]*[eE][+-]?[0-9]+)\s*$)";

/// `fixed-seq-len-scenario` of "the fixed-seq-len scenario".
std::string definition_of(const Shape& shape) {
  std::string name(shape.name.starts_with("the ") ? shape.name.substr(4) : shape.name);
  std::erase(name, '\'');
  std::ranges::replace(name, ' ', '-');
  return name;
}

Value text_of(const Field& field) {
  return field.limit == Limit::filled ? type("string").set("minLength", Value::number(1)) : type("string");
}

Value choice_of(const Field& field) {
  Value words = Value::list();
  for (const std::string_view word : field.choices) words.items.push_back(Value::string(word));
  return Value::mapping().set("enum", std::move(words));
}

Value strict_integer_of(const Field& field) {
  return field.limit == Limit::positive ? type("integer").set("minimum", Value::number(1)) : type("integer");
}

Value integer_of(const Field& field) {
  return field.limit == Limit::positive ? positive_integer() : any_of({type("integer"), text_like(integer_text)});
}

Value number_of(const Field& field) {
  if (field.limit != Limit::fraction) return any_of({type("number"), text_like(number_text)});
  return any_of({type("number").set("exclusiveMinimum", Value::number(0)).set("maximum", Value::number(1)),
                 text_like(fraction_text)});
}

Value list_of(const Field& field, Value item) {
  Value list = type("array").set("items", std::move(item));
  return field.limit == Limit::positive ? list.set("minItems", Value::number(1)) : list;
}

/// Where `multinode` decides, a rule of the recipe adds the shape.
Value object_list_of(const Field& field) {
  return list_of(field, field.multinode_shape != nullptr ? type("object") : reference(definition_of(*field.shape)));
}

Value value_of(const Field& field) {
  switch (field.type) {
    case Type::text:
      return text_of(field);
    case Type::choice:
      return choice_of(field);
    case Type::integer:
      return integer_of(field);
    case Type::strict_integer:
      return strict_integer_of(field);
    case Type::boolean:
      return boolean();
    case Type::number:
      return number_of(field);
    case Type::text_list:
      return list_of(field, type("string"));
    case Type::integer_list:
      return list_of(field, integer_of(field));
    case Type::object:
      return reference(definition_of(*field.shape));
    case Type::object_or_name:
      return any_of({reference(definition_of(*field.shape)), type("string")});
    case Type::object_list:
      return object_list_of(field);
  }
  return {};
}

/// Null is "not given" for what may lack, but for texts: there it is a slip.
bool may_be_null(const Field& field) {
  return field.need == Need::optional && field.type != Type::text && field.type != Type::choice;
}

Value property_of(const Field& field) {
  Value property = Value::mapping().set("description", Value::string(field.about));
  Value value = may_be_null(field) ? any_of({value_of(field), type("null")}) : value_of(field);
  for (std::size_t i = 0; i < value.items.size(); ++i) property.set(value.names[i], std::move(value.items[i]));
  return property;
}

Value definition(const Shape& shape) {
  Value properties = Value::mapping();
  Value required = Value::list();
  for (const Field& field : shape.fields) {
    properties.set(field.key, property_of(field));
    if (field.need == Need::required) required.items.push_back(Value::string(field.key));
  }
  Value schema = type("object").set("properties", std::move(properties));
  schema.set("required", std::move(required)).set("additionalProperties", Value::boolean(false));
  std::vector<Value> rules = rules_of(shape);
  return rules.empty() ? schema : schema.set("allOf", Value::list(std::move(rules)));
}

}  // namespace

Value recipes_schema() {
  Value definitions = Value::mapping();
  for (const Shape* shape : tables::all) definitions.set(definition_of(*shape), definition(*shape));
  return file_schema("amd-master.yaml: which deployments are benchmarked", comment)
      .set("additionalProperties", reference(definition_of(tables::recipe)))
      .set("$defs", std::move(definitions));
}

}  // namespace atomesh
