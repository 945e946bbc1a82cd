// A recipe's entry from its tree, driven by the tables of its shape.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "../recipes/scalars.hpp"
#include "atomesh/recipe_shape.hpp"
#include "atomesh/show.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

using recipes::Field;
using recipes::Shape;
using recipes::Type;

struct Shower {
  ShowOptions options;
  bool multinode = false;

  Value text(const yaml::Node& node) const {
    return Value::string(options.show_secrets ? node.text : mask_text(node.text));
  }

  Value texts(const yaml::Node& list) const {
    std::vector<std::string> words;
    for (const yaml::Node* item : list.items) words.push_back(item->text);
    return Value::strings(options.show_secrets ? words : mask_words(words));
  }

  static Value integer(const yaml::Node& node) { return Value::number(recipes::to_integer(node).value_or(0)); }

  static Value integers(const yaml::Node& list) {
    Value numbers = Value::list();
    for (const yaml::Node* item : list.items) numbers.items.push_back(integer(*item));
    return numbers;
  }

  const Shape& shape_of(const Field& field) const {
    return multinode && field.multinode_shape != nullptr ? *field.multinode_shape : *field.shape;
  }

  Value objects(const yaml::Node& list, const Shape& shape) const {
    Value out = Value::list();
    for (const yaml::Node* item : list.items) out.items.push_back(object(*item, shape));
    return out;
  }

  Value object(const yaml::Node& node, const Shape& shape) const {
    Value mapping = Value::mapping();
    for (const Field& field : shape.fields) {
      const yaml::Node* value = node.find(field.key);
      if (value != nullptr && value->kind != yaml::Kind::null) mapping.set(field.key, value_of(*value, field));
    }
    return mapping;
  }

  Value value_of(const yaml::Node& node, const Field& field) const {
    switch (field.type) {
      case Type::text:
      case Type::choice:
        return text(node);
      case Type::integer:
      case Type::strict_integer:
        return integer(node);
      case Type::boolean:
        return Value::boolean(recipes::to_boolean(node).value_or(false));
      case Type::number:
        return Value::raw(fmt::format("{}", recipes::to_number(node).value_or(0)));
      case Type::text_list:
        return texts(node);
      case Type::integer_list:
        return integers(node);
      case Type::object:
        return object(node, shape_of(field));
      case Type::object_or_name:
        return node.kind == yaml::Kind::mapping ? object(node, shape_of(field)) : text(node);
      case Type::object_list:
        return objects(node, shape_of(field));
    }
    return {};
  }
};

}  // namespace

Value show_recipe(const Recipe& recipe, ShowOptions options) {
  return Shower{options, recipe.multinode}.object(*recipe.node, recipes::tables::recipe);
}

}  // namespace atomesh
