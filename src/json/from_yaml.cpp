// A YAML value as compact JSON.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"

namespace atomesh::json {
namespace {

using yaml::Kind;
using yaml::Node;
using yaml::Type;

std::size_t count_digits(std::string_view text) { return std::min(text.find_first_not_of("0123456789"), text.size()); }

/// JSON's own grammar for numbers, which is narrower than YAML's.
bool is_json_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t whole = count_digits(text);
  if (whole == 0 || (whole > 1 && text[0] == '0')) return false;
  text.remove_prefix(whole);
  if (text.starts_with('.')) {
    const std::size_t fraction = count_digits(text.substr(1));
    if (fraction == 0) return false;
    text.remove_prefix(1 + fraction);
  }
  if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
  text.remove_prefix(1);
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && count_digits(text) == text.size();
}

bool is_ambiguous(const Node& scalar) { return !scalar.quoted && yaml::ambiguous(scalar.text); }

/// The plain ways to write what an ambiguous scalar may mean.
std::string way_out(std::string_view text) {
  const Type type = yaml::type_1_1(text);
  const std::string word = lower(text);
  if (type == Type::boolean || word == "y" || word == "n") {
    const bool truth = word == "yes" || word == "on" || word == "y";
    return fmt::format("write {}, or quote it if it is text", truth);
  }
  const bool number = type != Type::text && type != Type::timestamp;
  if (number || yaml::type_1_2(text) != Type::text) return "write a plain decimal number, or quote it if it is text";
  return "quote it if it is text";
}

/// How JSON writes the number: no plus sign, no superfluous zero, digits on both sides of the point.
std::string number_hint(std::string_view text) {
  std::string fixed(text.starts_with('+') ? text.substr(1) : text);
  const std::size_t sign = fixed.starts_with('-') ? 1 : 0;
  while (fixed.size() > sign + 1 && fixed[sign] == '0' && count_digits(fixed.substr(sign + 1)) != 0)
    fixed.erase(sign, 1);
  if (fixed[sign] == '.') fixed.insert(sign, "0");
  const std::size_t point = fixed.find('.');
  if (point != std::string::npos && count_digits(fixed.substr(point + 1)) == 0) fixed.insert(point + 1, "0");
  return is_json_number(fixed) ? fmt::format("write {}", fixed) : "quote it if it is text";
}

/// Emits a value; parse() bounds how deep values nest, also through aliases.
class Emitter {
 public:
  Emitter(const yaml::Document& document, Diagnostics& diagnostics) : document_(document), diagnostics_(diagnostics) {}

  void emit(const Node& node) {
    switch (node.kind) {
      case Kind::null:
        out_ += "null";
        break;
      case Kind::scalar:
        emit_scalar(node);
        break;
      case Kind::sequence:
        emit_sequence(node);
        break;
      case Kind::mapping:
        emit_mapping(node);
        break;
    }
  }
  std::string take() { return std::move(out_); }

 private:
  void emit_scalar(const Node& node);
  void emit_number(const Node& node);
  void emit_sequence(const Node& node);
  void emit_mapping(const Node& node);
  void refuse_ambiguous(const Node& node, std::string hint);

  const yaml::Document& document_;
  Diagnostics& diagnostics_;
  std::string out_;
};

void Emitter::refuse_ambiguous(const Node& node, std::string hint) {
  diagnostics_.add("ambiguous-scalar", yaml::place(document_, node),
                   fmt::format("YAML 1.1 and 1.2 read '{}' differently", node.text), std::move(hint));
}

void Emitter::emit_scalar(const Node& node) {
  if (is_ambiguous(node)) {
    refuse_ambiguous(node, way_out(node.text));
    return;
  }
  const Type type = node.quoted ? Type::text : yaml::type_1_2(node.text);
  switch (type) {
    case Type::integer:
    case Type::floating:
      emit_number(node);
      break;
    case Type::boolean:
      out_ += node.text[0] == 't' || node.text[0] == 'T' ? "true" : "false";
      break;
    default:
      out_ += quote(node.text);
  }
}

void Emitter::emit_number(const Node& node) {
  if (!is_json_number(node.text)) {
    diagnostics_.add("wrong-type", yaml::place(document_, node),
                     fmt::format("JSON cannot write the number '{}'", node.text), number_hint(node.text));
  }
  out_ += node.text;
}

void Emitter::emit_sequence(const Node& node) {
  out_ += '[';
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (i != 0) out_ += ',';
    emit(*node.items[i]);
  }
  out_ += ']';
}

void Emitter::emit_mapping(const Node& node) {
  out_ += '{';
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const yaml::Entry& entry = node.entries[i];
    if (i != 0) out_ += ',';
    if (is_ambiguous(*entry.key)) refuse_ambiguous(*entry.key, "quote it");
    out_ += quote(entry.key->text);
    out_ += ':';
    emit(*entry.value);
  }
  out_ += '}';
}

}  // namespace

std::string from_yaml(const yaml::Document& document, const yaml::Node& node, Diagnostics& diagnostics) {
  const std::size_t errors_before = diagnostics.error_count();
  Emitter emitter(document, diagnostics);
  emitter.emit(node);
  return diagnostics.error_count() == errors_before ? emitter.take() : std::string();
}

}  // namespace atomesh::json
