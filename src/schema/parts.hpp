// Small pieces of schemas. Private to `schema`.
#pragma once

#include <initializer_list>
#include <string_view>

#include "atomesh/value.hpp"

namespace atomesh::schema {

/// `{"type": "string"}`, or of several types.
Value type(std::string_view name);
Value types(const std::vector<std::string>& names);

/// A text that matches; patterns mean the same in Python and JavaScript.
Value text_like(std::string_view pattern);

Value any_of(std::vector<Value> alternatives);
Value all_of(std::vector<Value> parts);
Value negated(Value schema);
Value reference(std::string_view definition);

/// `{"properties": {key: schema}}`
Value with(std::string_view key, Value schema);

/// Lists whose every item is so; anything else passes.
Value items_are(Value schema);

/// `{"if": condition, "then": consequence}`
Value when(Value condition, Value consequence);

/// True of a mapping where the key is there and not null.
Value given(std::string_view key);
Value not_given(std::string_view key);

/// Frame of a whole file: names to entries, notes (`x-…`) beside them.
Value file_schema(std::string_view title, std::string_view comment);

}  // namespace atomesh::schema
