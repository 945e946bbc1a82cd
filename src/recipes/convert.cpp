#include "convert.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "atomesh/text.hpp"
#include "scalars.hpp"

namespace atomesh::recipes {
namespace {

/// `'tp'`, or `an item of 'conc-list'`.
std::string subject_of(const Field& field, const yaml::Node& node) {
  const bool item =
      (field.type == Type::text_list || field.type == Type::integer_list || field.type == Type::object_list) &&
      node.kind != yaml::Kind::sequence;
  return item ? fmt::format("an item of '{}'", field.key) : fmt::format("'{}'", field.key);
}

Converted wrong_type(const Context& context, const Field& field, const yaml::Node& node, std::string_view takes,
                     std::string hint = {}) {
  const char* verb = node.kind == yaml::Kind::null ? "there is" : "this is";
  context.add("wrong-type", node,
              fmt::format("{} takes {}, but {} {}", subject_of(field, node), takes, verb, describe_value(node)),
              std::move(hint));
  return {};
}

Converted bad_value(const Context& context, const yaml::Node& node, std::string message, std::string hint = {}) {
  context.add("bad-value", node, std::move(message), std::move(hint));
  return {};
}

/// SPEC section 3: a text given as a bare number, boolean or date is an error, because a reader may rewrite it: 1.10
/// would become 1.1.
Converted wrong_text(const Context& context, const Field& field, const yaml::Node& node) {
  return wrong_type(context, field, node, "text",
                    node.kind == yaml::Kind::scalar ? fmt::format("quote it: \"{}\"", node.text) : "");
}

Converted convert_text(const Context& context, const Field& field, const yaml::Node& node) {
  const auto text = to_text(node);
  if (!text) return wrong_text(context, field, node);
  if (field.limit == Limit::filled && text->empty()) {
    return bad_value(context, node, fmt::format("'{}' is empty", field.key));
  }
  return {*text, true};
}

Converted convert_choice(const Context& context, const Field& field, const yaml::Node& node) {
  const auto text = to_text(node);
  if (!text) return wrong_type(context, field, node, describe_type(field));
  if (std::ranges::find(field.choices, *text) != field.choices.end()) return {*text, true};
  return bad_value(context, node,
                   fmt::format("'{}' takes {}, but this is '{}'", field.key, describe_type(field), *text),
                   did_you_mean(*text, field.choices));
}

bool is_huge(const yaml::Node& node) {
  return node.kind == yaml::Kind::scalar && !node.quoted && yaml::type_1_1(node.text) == yaml::Type::integer &&
         !to_strict_integer(node);
}

Converted convert_integer(const Context& context, const Field& field, const yaml::Node& node) {
  const bool strict = field.type == Type::strict_integer;
  const auto value = strict ? to_strict_integer(node) : to_integer(node);
  if (!value && is_huge(node)) {
    return bad_value(context, node,
                     fmt::format("{} is {}, which does not fit into 64 bits", subject_of(field, node), node.text));
  }
  if (!value) {
    const bool loose = strict && to_integer(node).has_value();
    return wrong_type(context, field, node, loose ? "an integer that is neither quoted nor a float" : "an integer",
                      loose ? fmt::format("write {}", *to_integer(node)) : "");
  }
  if (field.limit == Limit::positive && *value <= 0) {
    return bad_value(context, node, fmt::format("{} must be above 0, but is {}", subject_of(field, node), *value));
  }
  return {*value, true};
}

Converted convert_boolean(const Context& context, const Field& field, const yaml::Node& node) {
  const auto value = to_boolean(node);
  if (!value) return wrong_type(context, field, node, "true or false");
  return {*value, true};
}

Converted convert_number(const Context& context, const Field& field, const yaml::Node& node) {
  const auto value = to_number(node);
  if (!value) return wrong_type(context, field, node, "a number");
  if (field.limit == Limit::fraction && !(*value > 0 && *value <= 1)) {
    return bad_value(context, node,
                     fmt::format("'{}' must be above 0 and at most 1, but is {}", field.key, trim(node.text)));
  }
  return {*value, true};
}

Converted convert_integer_list(const Context& context, const Field& field, const yaml::Node& node) {
  std::vector<long long> values;
  values.reserve(node.items.size());
  bool good = true;
  for (const yaml::Node* item : node.items) {
    const Converted converted = convert_integer(context, field, *item);
    good &= converted.good;
    if (converted.good) values.push_back(std::get<long long>(converted.value));
  }
  if (field.limit == Limit::positive && node.items.empty()) {
    return bad_value(context, node, fmt::format("'{}' is empty", field.key), "list at least one number");
  }
  return good ? Converted{std::move(values), true} : Converted{};
}

Converted convert_text_list(const Context& context, const Field& field, const yaml::Node& node) {
  bool good = true;
  for (const yaml::Node* item : node.items) {
    if (to_text(*item)) continue;
    wrong_text(context, field, *item);
    good = false;
  }
  return {&node, good};
}

Converted convert_object_list(const Context& context, const Field& field, const yaml::Node& node) {
  bool good = true;
  for (const yaml::Node* item : node.items) {
    if (item->kind == yaml::Kind::mapping) continue;
    wrong_type(context, field, *item, "a mapping");
    good = false;
  }
  return {&node, good};
}

Converted convert_list(const Context& context, const Field& field, const yaml::Node& node) {
  if (node.kind != yaml::Kind::sequence) {
    context.add("wrong-type", node,
                fmt::format("'{}' takes {}, but this is {}", field.key, describe_type(field), describe_value(node)));
    return {};
  }
  if (field.type == Type::integer_list) return convert_integer_list(context, field, node);
  if (field.type == Type::text_list) return convert_text_list(context, field, node);
  return convert_object_list(context, field, node);
}

Converted convert_object(const Context& context, const Field& field, const yaml::Node& node) {
  if (node.kind == yaml::Kind::mapping) return {&node, true};
  if (field.type == Type::object_or_name && to_text(node)) return {&node, true};
  return wrong_type(context, field, node, describe_type(field));
}

/// The keys that a mapping cannot do without; all of them if it can do without each.
std::string keys_of(const Shape& shape) {
  std::vector<std::string_view> required;
  std::vector<std::string_view> all;
  for (const Field& field : shape.fields) {
    all.push_back(field.key);
    if (field.need == Need::required) required.push_back(field.key);
  }
  return fmt::format("{}", fmt::join(required.empty() ? all : required, ", "));
}

}  // namespace

Converted convert(const Context& context, const Field& field, const yaml::Node& node) {
  switch (field.type) {
    case Type::text:
      return convert_text(context, field, node);
    case Type::choice:
      return convert_choice(context, field, node);
    case Type::integer:
    case Type::strict_integer:
      return convert_integer(context, field, node);
    case Type::boolean:
      return convert_boolean(context, field, node);
    case Type::number:
      return convert_number(context, field, node);
    case Type::text_list:
    case Type::integer_list:
    case Type::object_list:
      return convert_list(context, field, node);
    case Type::object:
    case Type::object_or_name:
      return convert_object(context, field, node);
  }
  return {};
}

std::string describe_type(const Field& field) {
  const std::string_view limit = field.limit == Limit::positive ? " above 0" : "";
  switch (field.type) {
    case Type::text:
      return "text";
    case Type::choice:
      return fmt::format("one of {}", fmt::join(field.choices, ", "));
    case Type::integer:
    case Type::strict_integer:
      return fmt::format("an integer{}", limit);
    case Type::boolean:
      return "true or false";
    case Type::number:
      return field.limit == Limit::fraction ? "a number above 0 and at most 1" : "a number";
    case Type::text_list:
      return "a list of texts";
    case Type::integer_list:
      return fmt::format("a list of integers{}", limit);
    case Type::object:
    case Type::object_or_name:
      return fmt::format("a mapping of {}", keys_of(*field.shape));
    case Type::object_list:
      return "a list of mappings";
  }
  return {};
}

}  // namespace atomesh::recipes
