#include "builder.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>

#include <algorithm>

#include "quoted.hpp"
#include "wording.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

constexpr std::string_view string_tag = "tag:yaml.org,2002:str";

}  // namespace

const Node* KeyIndex::find(const Node& mapping, std::string_view key) const {
  if (keys_.empty()) {
    const Entry* entry = mapping.find_entry(key);
    return entry == nullptr ? nullptr : entry->key;
  }
  const auto found = keys_.find(key);
  return found == keys_.end() ? nullptr : found->second;
}

void KeyIndex::added(const Node& mapping) {
  constexpr std::size_t small = 8;
  if (mapping.entries.size() <= small) return;
  if (keys_.empty()) {
    for (const Entry& entry : mapping.entries) keys_.emplace(entry.key->text, entry.key);
  } else {
    keys_.emplace(mapping.entries.back().key->text, mapping.entries.back().key);
  }
}

Builder::Builder(Document& document, Diagnostics& diagnostics)
    : document_(document), diagnostics_(diagnostics), text_(document.source->text), cursor_(text_) {}

void Builder::OnDocumentStart(const YAML::Mark& mark) {
  if (document_.root != nullptr) throw SecondDocument{static_cast<std::size_t>(mark.pos)};
}

void Builder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto begin = static_cast<std::size_t>(mark.pos);
  const std::size_t value = skip_properties(text_, begin);
  if (written_null(text_, value) != 0) {
    check_layout(begin, false);
    take(new_node(Kind::null, cursor_.at(value), anchor), value, {});
  } else if (value != begin) {
    check_layout(begin, false);
    take(new_node(Kind::null, cursor_.at(begin), anchor), begin, {});
  } else {
    check_omission(begin);
    take(new_node(Kind::null, omission_mark(begin), anchor), begin, {});
  }
}

void Builder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       const std::string& value) {
  const auto begin = static_cast<std::size_t>(mark.pos);
  std::size_t offset = skip_properties(text_, begin);
  const char first = char_at(text_, offset);
  const bool delimited = is_quote(first) || is_block_indicator(first);
  if (value.empty() && !delimited) offset = begin;
  check_layout(begin, false);
  Node& node = new_node(Kind::scalar, cursor_.at(offset), anchor);
  node.quoted = delimited || tag != "?";
  node.text = value;
  last_ = {&node, offset, offset + (delimited ? 1 : value.size())};
  if (first == '>') repair_line_ends(node, offset);
  if (is_quote(first)) decode_quoted(node, offset);
  const Node& owner = at_key() ? *frames_.back().node : node;
  check_tag(tag, true, begin, owner);
  if (node.text.find('\0') != std::string::npos) {
    fault(owner, "bad-encoding", place_at(offset, 1), "this text holds NUL, which no argument can hold",
          "remove the escape that stands for it");
  }
  take(node, offset, {});
}

void Builder::decode_quoted(Node& node, std::size_t offset) {
  QuotedReader reader(text_, offset);
  while (reader.step()) {
  }
  last_.end = reader.source_offset() + 1;
  node.text = std::move(reader.text());
  if (char_at(text_, reader.source_offset()) != '\\') return;
  const Wording wording = wording_of(YAML::ErrorMsg::INVALID_ESCAPE);
  diagnostics_.add("bad-syntax", place_at(reader.source_offset(), 2), std::string(wording.message),
                   std::string(wording.hint));
}

void Builder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                              YAML::EmitterStyle::value style) {
  open(mark, tag, anchor, Kind::sequence, style == YAML::EmitterStyle::Flow);
}

void Builder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) {
  open(mark, tag, anchor, Kind::mapping, style == YAML::EmitterStyle::Flow);
}

void Builder::OnMapEnd() {
  if (frames_.back().merge != nullptr && !exhausted_) merge(frames_.back());
  close();
}

Node& Builder::new_node(Kind kind, Mark mark, YAML::anchor_t anchor) {
  Node& node = document_.nodes.emplace_back();
  node.kind = kind;
  node.mark = mark;
  if (anchor != 0) {
    if (anchors_.size() <= anchor) anchors_.resize(anchor + 1);
    anchors_[anchor] = {&node, {}, kind == Kind::null || kind == Kind::scalar};
  }
  return node;
}

void Builder::open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Kind kind, bool flow) {
  const auto begin = static_cast<std::size_t>(mark.pos);
  const std::size_t offset = skip_properties(text_, begin);
  check_layout(begin, kind == Kind::sequence && !flow);
  Node& node = new_node(kind, cursor_.at(offset), anchor);
  check_tag(tag, false, begin, node);
  if (document_.root == nullptr) document_.root = &node;
  if (at_key()) {
    fault(*frames_.back().node, "wrong-type", place_at(offset, 1),
          fmt::format("a key must be text, not a {}", kind == Kind::mapping ? "mapping" : "list"),
          "quote the key if it begins with a bracket");
  }
  Frame frame;
  frame.node = &node;
  frame.anchor = anchor;
  frame.flow = flow;
  if (kind == Kind::sequence || (char_at(text_, offset) == '?' && ends_token(text_, offset + 1))) {
    frame.column = node.mark.column;
  }
  frames_.push_back(std::move(frame));
}

void Builder::close() {
  const Frame& frame = frames_.back();
  if (frame.anchor != 0) {
    anchors_[frame.anchor].extent = frame.extent;
    anchors_[frame.anchor].complete = true;
  }
  Node& node = *frame.node;
  const Extent extent = frame.extent;
  frames_.pop_back();
  if (!frames_.empty()) take(node, 0, extent);
}

void Builder::take(Node& node, std::size_t offset, Extent extent) {
  if (frames_.empty()) {
    document_.root = &node;
    return;
  }
  Frame& frame = frames_.back();
  if (at_key()) {
    take_key(node, offset);
    return;
  }
  ++own_values_;
  frame.extent.values += extent.values;
  frame.extent.height = std::max(frame.extent.height, extent.height + 1);
  if (frame.node->kind == Kind::sequence) {
    frame.node->items.push_back(&node);
  } else {
    take_value(node);
  }
}

void Builder::take_key(Node& node, std::size_t offset) {
  Frame& frame = frames_.back();
  frame.has_key = true;
  frame.key = node.kind == Kind::scalar ? &node : nullptr;
  frame.key_is_merge = node.kind == Kind::scalar && !node.quoted && node.text == "<<";
  frame.key_offset = offset;
  if (node.kind == Kind::null) {
    fault(*frame.node, "wrong-type", place_at(offset, 1), "a key must be text, not empty", "quote the key");
  }
  if (frame.key == nullptr) return;
  const bool merged_before = frame.key_is_merge && frame.merge != nullptr;
  const Node* earlier = frame.key_is_merge ? nullptr : frame.index.find(*frame.node, node.text);
  if (earlier == nullptr && !merged_before) return;
  fault(*frame.node, "duplicate-key", place_at(offset, width_at(text_, offset, node)),
        fmt::format("duplicate key '{}': first given at line {}", node.text,
                    merged_before ? frame.merge_mark.line : earlier->mark.line),
        merged_before ? "write one list of mappings: <<: [*one, *two]" : "remove one of the two");
}

void Builder::take_value(const Node& node) {
  Frame& frame = frames_.back();
  frame.has_key = false;
  if (frame.key == nullptr) return;
  if (frame.key_is_merge) {
    if (frame.merge != nullptr) return;
    frame.merge = &node;
    frame.merge_mark = frame.key->mark;
    frame.merge_offset = frame.key_offset;
    return;
  }
  frame.node->entries.push_back({frame.key, &node, false});
  frame.index.added(*frame.node);
}

bool Builder::at_key() const {
  return !frames_.empty() && frames_.back().node->kind == Kind::mapping && !frames_.back().has_key;
}

void Builder::check_tag(const std::string& tag, bool is_scalar, std::size_t offset, const Node& owner) {
  if (tag.empty() || tag == "?" || tag == "!" || (is_scalar && tag == string_tag)) return;
  while (char_at(text_, offset) == '&') offset = skip_space(text_, end_of_name(text_, offset));
  const std::string_view written = text_.substr(offset, end_of_name(text_, offset) - offset);
  fault(owner, "unsupported-tag", place_at(offset, count_characters(written)),
        fmt::format("the tag {} is not supported", written),
        is_scalar ? "remove it; quote the value if it is text" : "remove it");
}

void Builder::fault(const Node& owner, Code code, Place where, std::string message, std::string hint) {
  document_.faults[&owner].push_back({code, std::move(where), std::move(message), std::move(hint)});
}

Place Builder::place_at(std::size_t offset, int width) { return {document_.source, cursor_.at(offset), width, {}}; }

}  // namespace atomesh::yaml
