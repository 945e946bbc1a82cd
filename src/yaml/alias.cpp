// Aliases, and what they may make of a file.
#include <fmt/format.h>

#include "builder.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

// Above yaml-cpp's own limit for nesting in the text, and low enough for every later stage to recurse.
constexpr std::size_t max_depth = 1000;
constexpr std::size_t max_values = 1'000'000;

}  // namespace

void Builder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto offset = static_cast<std::size_t>(mark.pos);
  check_layout(offset, false);
  const Anchor target = anchors_.at(anchor);
  if (!fits(offset, target)) {
    take(new_node(Kind::null, cursor_.at(offset), 0), offset, {});
    return;
  }
  if (at_key() && target.node->kind == Kind::scalar) {
    Node& key = new_node(Kind::scalar, cursor_.at(offset), 0);
    key.quoted = target.node->quoted;
    key.text = target.node->text;
    take(key, offset, {});
    return;
  }
  if (!at_key()) added_values_ += target.extent.values;
  take(*target.node, offset, target.extent);
}

bool Builder::fits(std::size_t offset, const Anchor& target) {
  if (exhausted_) return false;
  const std::size_t end = end_of_name(text_, offset);
  const std::string_view name = text_.substr(offset, end - offset);
  const auto place = [&] { return place_at(offset, count_characters(name)); };
  if (!target.complete) {
    diagnostics_.add("bad-alias", place(), fmt::format("the alias {} stands inside the value that it names", name),
                     "repeat the value, or move the anchor");
    return false;
  }
  if (frames_.size() + target.extent.height > max_depth) {
    diagnostics_.add("alias-expansion", place(),
                     fmt::format("the alias {} nests values more than {} levels deep", name, max_depth));
    exhausted_ = true;
  } else if (!bounded(added_values_ + target.extent.values)) {
    exhaust(place(), fmt::format("the alias {}", name));
  }
  return !exhausted_;
}

// A huge file without aliases is fine: what they add counts only once it outgrows the file itself.
bool Builder::bounded(std::size_t added) const { return own_values_ + added <= max_values || added <= own_values_; }

void Builder::exhaust(Place where, std::string_view culprit) {
  exhausted_ = true;
  diagnostics_.add("alias-expansion", std::move(where),
                   fmt::format("with {} this file stands for more than {} values", culprit, max_values));
}

}  // namespace atomesh::yaml
