// Looking things up in a parsed tree.
#include <algorithm>
#include <unordered_set>

#include "atomesh/yaml.hpp"

namespace atomesh::yaml {

const Entry* Node::find_entry(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key->text == key; });
  return found == entries.end() ? nullptr : &*found;
}

const Node* Node::find(std::string_view key) const {
  const Entry* entry = find_entry(key);
  return entry == nullptr ? nullptr : entry->value;
}

const Node* node_at(const Document& document, Mark mark) {
  // A collection is added before what is in it.
  const auto found = std::ranges::find(document.nodes, mark, &Node::mark);
  return found == document.nodes.end() ? nullptr : &*found;
}

bool report_faults(const Document& document, const Node& node, Diagnostics& diagnostics) {
  if (document.faults.empty()) return true;
  bool clean = true;
  std::unordered_set<const Node*> seen{&node};
  std::vector<const Node*> waiting{&node};
  const auto visit = [&](const Node* next) {
    if (seen.insert(next).second) waiting.push_back(next);
  };
  while (!waiting.empty()) {
    const Node* current = waiting.back();
    waiting.pop_back();
    if (const auto found = document.faults.find(current); found != document.faults.end()) {
      for (const Diagnostic& fault : found->second) diagnostics.add(fault);
      clean = false;
    }
    for (const Node* item : current->items) visit(item);
    for (const Entry& entry : current->entries) visit(entry.value);
  }
  return clean;
}

}  // namespace atomesh::yaml
