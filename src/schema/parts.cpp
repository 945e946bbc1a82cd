#include "parts.hpp"

namespace atomesh::schema {

Value type(std::string_view name) { return Value::mapping().set("type", Value::string(name)); }
Value types(const std::vector<std::string>& names) { return Value::mapping().set("type", Value::strings(names)); }

Value text_like(std::string_view pattern) { return type("string").set("pattern", Value::string(pattern)); }

Value any_of(std::vector<Value> alternatives) {
  return Value::mapping().set("anyOf", Value::list(std::move(alternatives)));
}
Value all_of(std::vector<Value> parts) { return Value::mapping().set("allOf", Value::list(std::move(parts))); }
Value negated(Value schema) { return Value::mapping().set("not", std::move(schema)); }
Value reference(std::string_view definition) {
  return Value::mapping().set("$ref", Value::string("#/$defs/" + std::string(definition)));
}

Value with(std::string_view key, Value schema) {
  return Value::mapping().set("properties", Value::mapping().set(key, std::move(schema)));
}

Value items_are(Value schema) { return Value::mapping().set("items", std::move(schema)); }

Value when(Value condition, Value consequence) {
  return Value::mapping().set("if", std::move(condition)).set("then", std::move(consequence));
}

Value given(std::string_view key) {
  return with(key, negated(type("null"))).set("required", Value::strings({std::string(key)}));
}

Value not_given(std::string_view key) { return with(key, type("null")); }

Value file_schema(std::string_view title, std::string_view comment) {
  return Value::mapping()
      .set("$schema", Value::string("https://json-schema.org/draft/2020-12/schema"))
      .set("title", Value::string(title))
      .set("$comment", Value::string(comment))
      .set("type", Value::string("object"))
      .set("patternProperties", Value::mapping().set("^x-", Value::boolean(true)));
}

}  // namespace atomesh::schema
