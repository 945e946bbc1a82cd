#include "json_value.hpp"

#include "atomesh/json.hpp"
#include "atomesh/yaml.hpp"

namespace atomesh {
namespace {

Value tree_of(const yaml::Node& node) {
  switch (node.kind) {
    case yaml::Kind::null:
      return {};
    case yaml::Kind::scalar:
      return node.quoted ? Value::string(node.text) : Value::raw(node.text);
    case yaml::Kind::sequence: {
      Value list = Value::list();
      for (const yaml::Node* item : node.items) list.items.push_back(tree_of(*item));
      return list;
    }
    case yaml::Kind::mapping: {
      Value mapping = Value::mapping();
      for (const yaml::Entry& entry : node.entries) mapping.set(entry.key->text, tree_of(*entry.value));
      return mapping;
    }
  }
  return {};
}

/// JSON is YAML, but for corners that the comparison in json_value finds.
std::optional<yaml::Document> parse(std::string_view text) {
  Diagnostics unused;
  return yaml::parse(yaml::make_source("", text), unused);
}

/// What a key makes of the tree; empty: it refuses it.
std::string read_back(const Value& tree) {
  const auto document = parse(to_yaml(tree));
  Diagnostics unused;
  return document ? json::from_yaml(*document, *document->root, unused) : "";
}

}  // namespace

Value json_value(const std::string& json) {
  const auto document = parse(json);
  if (!document) return Value::string(json);
  Value tree = tree_of(*document->root);
  return read_back(tree) == json ? tree : Value::string(json);
}

}  // namespace atomesh
