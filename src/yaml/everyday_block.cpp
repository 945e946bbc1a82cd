// Mappings and lists by indentation.
#include "everyday.hpp"
#include "everyday_reader.hpp"

namespace atomesh::yaml {
namespace {

constexpr std::string_view marker_line = "---\n";

/// Tabs, directives, and document markers but for a line of its own at the beginning.
bool has_uncommon(std::string_view text) {
  if (text.starts_with(marker_line)) text.remove_prefix(marker_line.size() - 1);
  return text.starts_with("---") || text.find('\t') != std::string_view::npos || text.starts_with('%') ||
         text.starts_with("...") || text.find("\n%") != std::string_view::npos ||
         text.find("\n---") != std::string_view::npos || text.find("\n...") != std::string_view::npos;
}

}  // namespace

bool send_everyday_events(std::string_view text, YAML::EventHandler& handler) {
  return !has_uncommon(text) && EverydayReader(text, handler).read_document();
}

bool EverydayReader::read_document() {
  if (text_.starts_with(marker_line)) at_ = line_start_ = marker_line.size();
  if (!skip_to_token() || at_ == text_.size() || column() != 0) return false;
  handler_.OnDocumentStart(mark(0));
  if (!read_node({at_, 0}, true) || !skip_to_token() || at_ != text_.size()) return false;
  handler_.OnDocumentEnd();
  return true;
}

/// What stands behind the colon or dash of a collection whose keys or dashes are in column `parent`.
bool EverydayReader::read_value(int parent, bool after_dash) {
  skip_blanks();
  Start start{at_, 0};
  if (peek() == '&' && !read_anchor(start)) return false;
  if (at_line_end()) return read_below(parent, after_dash, start);
  const bool compact = after_dash && start.anchor == 0;
  if (at_dash() && !compact) return false;
  return read_node(start, compact);
}

/// A value on the lines below its key or dash.
bool EverydayReader::read_below(int parent, bool after_dash, Start start) {
  if (!skip_to_token() || at_ == text_.size()) return false;
  if (start.anchor == 0) start.offset = at_;
  if (column() > parent) return read_node(start, true);
  const bool unindented_list = !after_dash && start.anchor == 0 && column() == parent && at_dash();
  return unindented_list && read_sequence(start, parent);
}

bool EverydayReader::read_node(Start start, bool may_be_mapping) {
  if (at_dash()) return read_sequence(start, column());
  if (peek() == '[' || peek() == '{') return read_flow(start) && finish_line();
  if (peek() == '*') return start.anchor == 0 && read_alias() && finish_line();
  const int key_column = column();
  Scalar scalar;
  if (!read_scalar(false, scalar)) return false;
  if (at_colon()) return may_be_mapping && read_mapping(start, key_column, scalar);
  send_scalar(scalar, start);
  return finish_line();
}

bool EverydayReader::read_mapping(Start start, int column_of_keys, Scalar key) {
  if (++depth_ > max_depth) return false;
  handler_.OnMapStart(mark(start.offset), "?", start.anchor, YAML::EmitterStyle::Block);
  for (;;) {
    if (!send_key(key) || !read_value(column_of_keys, false) || !skip_to_token()) return false;
    if (at_ == text_.size() || column() < column_of_keys) break;
    if (column() > column_of_keys || !read_scalar(false, key)) return false;
  }
  handler_.OnMapEnd();
  --depth_;
  return true;
}

bool EverydayReader::read_sequence(Start start, int column_of_dashes) {
  if (++depth_ > max_depth) return false;
  handler_.OnSequenceStart(mark(start.offset), "?", start.anchor, YAML::EmitterStyle::Block);
  while (at_dash() && column() == column_of_dashes) {
    ++at_;
    if (!read_value(column_of_dashes, true) || !skip_to_token()) return false;
    if (at_ == text_.size()) break;
  }
  handler_.OnSequenceEnd();
  --depth_;
  return at_ == text_.size() || column() <= column_of_dashes;
}

}  // namespace atomesh::yaml
