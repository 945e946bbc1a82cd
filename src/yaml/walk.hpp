// Which bytes of the source the text of a plain or block scalar came from.
#pragma once

#include <cstddef>
#include <string_view>

namespace atomesh::yaml {

/// Goes through the source of a scalar and its text at once. The source decides how, the text proves it: a step that
/// does not yield the next bytes of the text ends the walk.
class Walk {
 public:
  /// `offset`: where the scalar begins in the source.
  Walk(std::string_view source, std::size_t offset, std::string_view text);

  /// Goes on to byte `target` of the text. False if source and text disagree.
  bool to(std::size_t target);
  /// The byte of the source that the next byte of the text comes from.
  std::size_t source_offset() const { return at_; }

 private:
  void enter_block();
  void skip_indent();
  bool step();
  bool at_fold() const;
  bool step_fold();

  std::string_view source_;
  std::string_view text_;
  std::size_t at_;
  std::size_t done_ = 0;  ///< bytes of the text
  char style_;            ///< | and > for blocks, NUL for plain
  std::size_t indent_ = 0;
};

}  // namespace atomesh::yaml
