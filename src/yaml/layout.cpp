// Where values stand. yaml-cpp takes a line without a colon for a key without a value, and a list with an empty place
// for a list with a null: both are mistakes that would change what is asked for.
#include <algorithm>

#include "builder.hpp"
#include "walk.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

/// The dash of the list item that ends, empty, before `offset`. Only comments stand between.
std::size_t dash_before(std::string_view text, std::size_t offset) {
  for (std::size_t end = offset;;) {
    const std::size_t begin = text.substr(0, end).rfind('\n') + 1;
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string_view::npos && line[first] != '#') {
      const std::size_t dash = line.substr(0, line.find_first_not_of(" -?:")).rfind('-');
      return dash == std::string_view::npos ? offset : begin + dash;
    }
    if (begin == 0) return offset;
    end = begin - 1;
  }
}

}  // namespace

/// A node begins at `begin`, with its anchor and tag.
void Builder::check_layout(std::size_t begin, bool block_sequence) {
  if (frames_.empty() || frames_.back().flow) return;
  Frame& frame = frames_.back();
  const Mark mark = cursor_.at(begin);
  if (at_key()) {
    frame.key_begin = mark;
    if (frame.column == 0) frame.column = mark.column;
    return;
  }
  if (block_sequence || mark.column > frame.column) return;
  if (frame.node->kind == Kind::sequence || mark.line > frame.key_begin.line) report_no_colon(begin);
}

/// Nothing stands where a value could, before `offset`.
void Builder::check_omission(std::size_t offset) {
  if (frames_.empty()) return;
  const Frame& frame = frames_.back();
  if (frame.flow && frame.node->kind == Kind::sequence) {
    diagnostics_.add("bad-syntax", place_at(offset, 1), "a value is missing in this list",
                     "remove the comma, or write ~ for an empty value");
  }
  if (frame.flow || frame.node->kind != Kind::mapping || frame.key == nullptr) return;
  const bool after_question_mark = frame.key_begin.column > frame.column;
  if (!after_question_mark && !has_colon(*frame.key, frame.key_offset)) report_no_colon(frame.key_offset);
}

bool Builder::has_colon(const Node& key, std::size_t offset) const {
  const char first = char_at(text_, offset);
  std::size_t end = skip_properties(text_, offset) + key.text.size();
  if (is_quote(first)) end = end_of_quoted(text_, offset);
  if (first == '*') end = end_of_name(text_, offset);
  while (is_blank(char_at(text_, end))) ++end;
  return char_at(text_, end) == ':';
}

void Builder::report_no_colon(std::size_t offset) {
  diagnostics_.add("bad-syntax", place_at(offset, 1), "this line has no ':', and it is not part of the value above it",
                   "write 'key: value', or indent the line more than the key above it");
}

Mark Builder::omission_mark(std::size_t offset) {
  if (frames_.empty()) return {};
  const Frame& frame = frames_.back();
  if (frame.has_key && frame.key != nullptr) return frame.key->mark;
  return cursor_.at(frame.node->kind == Kind::sequence ? dash_before(text_, offset) : offset);
}

// yaml-cpp drops one of the line ends that `>+` keeps, and takes blanks after the last line end of the file for a line.
void Builder::repair_line_ends(Node& node, std::size_t offset) const {
  const std::string_view header = text_.substr(offset, text_.find_first_of(" \n", offset) - offset);
  const bool keeps = header.find('+') != std::string_view::npos;
  const bool cut = node.text.ends_with(' ') && !text_.ends_with('\n');
  const std::size_t content = cut ? node.text.size() - 1 : node.text.find_last_not_of('\n') + 1;
  Walk walk(text_, offset, node.text);
  if ((!keeps && !cut) || content == 0 || !walk.to(content)) return;
  const std::string_view rest = text_.substr(walk.source_offset());
  const std::string_view blank = rest.substr(0, rest.find_first_not_of(" \n"));
  const auto line_ends = static_cast<std::size_t>(std::count(blank.begin(), blank.end(), '\n'));
  if (cut && (line_ends == 0 || blank.size() != rest.size())) return;
  node.text.resize(content);
  if (header.find('-') == std::string_view::npos) node.text.append(keeps ? line_ends : 1, '\n');
}

}  // namespace atomesh::yaml
