// Builds the tree from the events of yaml-cpp.
#pragma once

#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "atomesh/yaml.hpp"
#include "position.hpp"

namespace atomesh::yaml {

/// Thrown by the builder where a second document begins, to end the run of yaml-cpp.
struct SecondDocument {
  std::size_t offset;
};

/// The earlier of two equal keys of one mapping. A linear search while the mapping is small.
class KeyIndex {
 public:
  const Node* find(const Node& mapping, std::string_view key) const;
  /// Call after the entry has been appended to the mapping.
  void added(const Node& mapping);

 private:
  std::unordered_map<std::string_view, const Node*> keys_;
};

/// Receives the events of one document. Faults go to the document, by node; what makes the whole file unusable goes to
/// the diagnostics.
class Builder : public YAML::EventHandler {
 public:
  Builder(Document& document, Diagnostics& diagnostics);

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

  /// The innermost collection that is still open, or null.
  const Node* innermost_open() const { return frames_.empty() ? nullptr : frames_.back().node; }
  /// The same, if it is written in brackets.
  const Node* open_flow() const { return frames_.empty() || !frames_.back().flow ? nullptr : frames_.back().node; }
  struct Scalar {
    const Node* node = nullptr;
    std::size_t offset = 0;
    std::size_t end = 0;  ///< behind it, but a plain or block scalar may go on over more lines
  };
  /// The last scalar; without a node if there was none.
  const Scalar& last() const { return last_; }

 private:
  /// What a value stands for once its aliases are expanded.
  struct Extent {
    std::size_t values = 1;
    std::size_t height = 0;
  };
  struct Anchor {
    Node* node = nullptr;
    Extent extent;
    bool complete = false;
  };
  struct Frame {
    Node* node = nullptr;
    YAML::anchor_t anchor = 0;
    bool flow = false;
    int column = 0;  ///< of the keys or dashes of a block collection; 0 before the first key
    Extent extent;
    bool has_key = false;
    const Node* key = nullptr;  ///< the key whose value comes next; null if that entry cannot be kept
    bool key_is_merge = false;  ///< that key is a plain <<
    std::size_t key_offset = 0;
    Mark key_begin;               ///< as key_offset, but before its anchor and tag
    const Node* merge = nullptr;  ///< the value of <<
    Mark merge_mark;
    std::size_t merge_offset = 0;
    KeyIndex index;
  };

  Node& new_node(Kind kind, Mark mark, YAML::anchor_t anchor);
  void open(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor, Kind kind, bool flow);
  void close();
  void take(Node& node, std::size_t offset, Extent extent);
  void take_key(Node& node, std::size_t offset);
  void take_value(const Node& node);
  bool at_key() const;
  void check_layout(std::size_t begin, bool block_sequence);
  void check_omission(std::size_t offset);
  bool has_colon(const Node& key, std::size_t offset) const;
  void report_no_colon(std::size_t offset);
  Mark omission_mark(std::size_t offset);
  void decode_quoted(Node& node, std::size_t offset);
  void repair_line_ends(Node& node, std::size_t offset) const;
  bool fits(std::size_t offset, const Anchor& target);
  bool bounded(std::size_t added) const;
  void exhaust(Place where, std::string_view culprit);

  void merge(Frame& frame);
  void append_merged(Frame& frame, const Node& source);
  void adopt_faults(const Node& owner, const Node& source);
  void check_tag(const std::string& tag, bool is_scalar, std::size_t offset, const Node& owner);
  void fault(const Node& owner, Code code, Place where, std::string message, std::string hint);
  Place place_at(std::size_t offset, int width);

  Document& document_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  Cursor cursor_;
  std::vector<Frame> frames_;
  std::vector<Anchor> anchors_;
  std::size_t own_values_ = 0;    ///< values that the file itself holds
  std::size_t added_values_ = 0;  ///< values that aliases and merges add to them
  bool exhausted_ = false;
  Scalar last_;
};

}  // namespace atomesh::yaml
