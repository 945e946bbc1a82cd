// A value as block YAML.
#include <algorithm>

#include "atomesh/json.hpp"
#include "atomesh/value.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {
namespace {

constexpr std::size_t widest_flow = 100;

bool is_alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

/// Plain text for every reader, in block and in flow context.
bool is_plain(std::string_view text) {
  const auto harmless = [](char c) {
    return is_alnum(c) || std::string_view("_./=+-").find(c) != std::string_view::npos;
  };
  if (text.empty() || !std::ranges::all_of(text, harmless)) return false;
  const bool good_start = is_alnum(text[0]) || text[0] == '/' || text[0] == '_' || text.starts_with("--");
  if (!good_start || text == "--" || text.starts_with("---")) return false;
  return yaml::type_1_1(text) == yaml::Type::text && !yaml::ambiguous(text);
}

std::string written_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  const auto needs_escape = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(text, needs_escape)) {
    std::string quoted = json::quote(text);
    // JSON may hold DEL as it is, YAML may not.
    for (std::size_t at = 0; (at = quoted.find('\x7f')) != std::string::npos;) quoted.replace(at, 1, "\\x7f");
    return quoted;
  }
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "''" : std::string(1, c);
  return quoted + "'";
}

std::string written_scalar(const Value& value) {
  if (value.kind == Value::Kind::null) return "null";
  return value.kind == Value::Kind::raw ? value.text : written_text(value.text);
}

bool is_scalar(const Value& value) { return value.kind != Value::Kind::list && value.kind != Value::Kind::mapping; }

/// `[a, b]`, `{}` or a scalar; empty if it takes lines of its own.
std::string on_one_line(const Value& value) {
  if (is_scalar(value)) return written_scalar(value);
  if (value.items.empty()) return value.kind == Value::Kind::list ? "[]" : "{}";
  if (value.kind == Value::Kind::mapping || !std::ranges::all_of(value.items, is_scalar)) return "";
  std::string out = "[";
  for (const Value& item : value.items) out += (out.size() > 1 ? ", " : "") + written_scalar(item);
  return out.size() < widest_flow ? out + "]" : "";
}

void append_lines(const Value& value, std::size_t indent, std::string& out);

void append_mapping(const Value& value, std::size_t indent, std::string& out) {
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    // The first name of a list's item stands behind its dash.
    if (!out.ends_with("- ")) out.append(indent, ' ');
    out += written_text(value.names[i]) + ":";
    const std::string line = on_one_line(value.items[i]);
    if (!line.empty()) {
      out += " " + line + "\n";
    } else {
      out += "\n";
      append_lines(value.items[i], indent + 2, out);
    }
  }
}

void append_lines(const Value& value, std::size_t indent, std::string& out) {
  if (value.kind == Value::Kind::mapping) {
    append_mapping(value, indent, out);
    return;
  }
  for (const Value& item : value.items) {
    out.append(indent, ' ').append("- ");
    const std::string line = on_one_line(item);
    if (!line.empty()) {
      out += line + "\n";
    } else {
      append_lines(item, indent + 2, out);
    }
  }
}

}  // namespace

std::string to_yaml(const Value& value) {
  const std::string line = on_one_line(value);
  if (!line.empty()) return line + "\n";
  std::string out;
  append_lines(value, 0, out);
  return out;
}

}  // namespace atomesh
