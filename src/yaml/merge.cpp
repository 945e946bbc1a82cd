// Merge keys: `<<: *base`, `<<: [*first, *second]`.
#include <fmt/format.h>

#include <algorithm>

#include "builder.hpp"

namespace atomesh::yaml {
namespace {

std::string_view kind_name(const Node& node) {
  switch (node.kind) {
    case Kind::null:
      return "nothing";
    case Kind::scalar:
      return "text";
    case Kind::sequence:
      return "a list";
    case Kind::mapping:
      return "a mapping";
  }
  return "";
}

}  // namespace

void Builder::merge(Frame& frame) {
  const Node& value = *frame.merge;
  adopt_faults(*frame.node, value);
  if (value.kind == Kind::mapping) {
    append_merged(frame, value);
    return;
  }
  const auto wrong = std::find_if(value.items.begin(), value.items.end(),
                                  [](const Node* item) { return item->kind != Kind::mapping; });
  if (value.kind == Kind::sequence && wrong == value.items.end()) {
    for (const Node* item : value.items) append_merged(frame, *item);
    return;
  }
  const std::string given = value.kind == Kind::sequence ? fmt::format("a list with {} in it", kind_name(**wrong))
                                                         : std::string(kind_name(value));
  fault(*frame.node, "bad-merge", place_at(frame.merge_offset, 2),
        fmt::format("a merge key (<<) takes a mapping or a list of mappings, not {}", given),
        "write <<: *name or <<: [*one, *two]; quote \"<<\" if it is an ordinary key");
}

void Builder::append_merged(Frame& frame, const Node& source) {
  if (exhausted_) return;
  added_values_ += source.entries.size();
  if (!bounded(added_values_)) {
    exhaust(place_at(frame.merge_offset, 2), "the merge key (<<)");
    return;
  }
  adopt_faults(*frame.node, source);
  for (const Entry& entry : source.entries) {
    if (frame.index.find(*frame.node, entry.key->text) != nullptr) continue;
    frame.node->entries.push_back({entry.key, entry.value, true});
    frame.index.added(*frame.node);
  }
}

// What was wrong with a merged mapping is wrong with the one that takes its entries, wherever that one is judged.
void Builder::adopt_faults(const Node& owner, const Node& source) {
  const auto found = document_.faults.find(&source);
  if (found == document_.faults.end()) return;
  std::vector<Diagnostic>& own = document_.faults[&owner];
  for (const Diagnostic& fault : found->second) {
    const bool known = std::any_of(own.begin(), own.end(), [&](const Diagnostic& other) {
      return other.code == fault.code && other.where.mark == fault.where.mark;
    });
    if (!known) own.push_back(fault);
  }
}

}  // namespace atomesh::yaml
