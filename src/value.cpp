#include "atomesh/value.hpp"

#include <algorithm>

#include "atomesh/json.hpp"

namespace atomesh {
namespace {

bool is_scalar(const Value& value) { return value.kind != Value::Kind::list && value.kind != Value::Kind::mapping; }

std::string scalar_json(const Value& value) {
  if (value.kind == Value::Kind::null) return "null";
  return value.kind == Value::Kind::raw ? value.text : json::quote(value.text);
}

/// Negative: everything on one line, without blanks.
struct Layout {
  int depth = 0;

  bool compact() const { return depth < 0; }
  Layout deeper() const { return {compact() ? depth : depth + 1}; }
  std::string newline() const { return compact() ? "" : "\n" + std::string(2 * static_cast<std::size_t>(depth), ' '); }
};

void append_json(const Value& value, Layout layout, std::string& out);

void append_items(const Value& value, Layout layout, std::string& out) {
  const bool mapping = value.kind == Value::Kind::mapping;
  const bool one_line = !mapping && std::ranges::all_of(value.items, is_scalar);
  const Layout inner = layout.deeper();
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (i != 0) out += one_line && !layout.compact() ? ", " : ",";
    if (!one_line) out += inner.newline();
    if (mapping) out += json::quote(value.names[i]) + (layout.compact() ? ":" : ": ");
    append_json(value.items[i], inner, out);
  }
  if (!one_line && !value.items.empty()) out += layout.newline();
}

void append_json(const Value& value, Layout layout, std::string& out) {
  if (is_scalar(value)) {
    out += scalar_json(value);
    return;
  }
  const bool mapping = value.kind == Value::Kind::mapping;
  out += mapping ? '{' : '[';
  append_items(value, layout, out);
  out += mapping ? '}' : ']';
}

}  // namespace

Value Value::raw(std::string json) { return {Kind::raw, std::move(json), {}, {}}; }
Value Value::number(long long value) { return raw(std::to_string(value)); }
Value Value::boolean(bool value) { return raw(value ? "true" : "false"); }
Value Value::string(std::string_view text) { return {Kind::text, std::string(text), {}, {}}; }
Value Value::list(std::vector<Value> items) { return {Kind::list, {}, std::move(items), {}}; }
Value Value::mapping() { return {Kind::mapping, {}, {}, {}}; }

Value Value::strings(const std::vector<std::string>& texts) {
  Value value = list();
  for (const std::string& text : texts) value.items.push_back(string(text));
  return value;
}

Value Value::numbers(const std::vector<long long>& numbers) {
  Value value = list();
  for (const long long each : numbers) value.items.push_back(number(each));
  return value;
}

Value& Value::set(std::string_view name, Value value) {
  names.emplace_back(name);
  items.push_back(std::move(value));
  return *this;
}

std::string to_json(const Value& value) {
  std::string out;
  append_json(value, {}, out);
  return out + "\n";
}

std::string to_compact_json(const Value& value) {
  std::string out;
  append_json(value, {-1}, out);
  return out;
}

}  // namespace atomesh
