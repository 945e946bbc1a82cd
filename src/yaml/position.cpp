#include "position.hpp"

#include <algorithm>

namespace atomesh::yaml {

int count_characters(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

Mark Cursor::at(std::size_t offset) {
  offset = std::min(offset, text_.size());
  if (offset < offset_) {
    const std::string_view skipped = text_.substr(offset, offset_ - offset);
    mark_.line -= static_cast<int>(std::count(skipped.begin(), skipped.end(), '\n'));
    const std::string_view before = text_.substr(0, offset);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
    mark_.column = 1 + count_characters(before.substr(line_start));
    offset_ = offset;
  }
  for (; offset_ < offset; ++offset_) {
    if (text_[offset_] == '\n') {
      mark_ = {mark_.line + 1, 1};
    } else if (!is_continuation(text_[offset_])) {
      ++mark_.column;
    }
  }
  return mark_;
}

std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> lines{0};
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    lines.push_back(end + 1);
  }
  return lines;
}

std::size_t offset_of(std::string_view text, const std::vector<std::size_t>& lines, Mark mark) {
  const auto line = static_cast<std::size_t>(std::max(mark.line, 1)) - 1;
  if (line >= lines.size()) return text.size();
  std::size_t offset = lines[line];
  for (int column = 1; column < mark.column && offset < text.size() && text[offset] != '\n'; ++column) {
    ++offset;
    while (offset < text.size() && is_continuation(text[offset])) ++offset;
  }
  return offset;
}

std::string_view rest_of_line(std::string_view text, std::size_t offset) {
  text.remove_prefix(std::min(offset, text.size()));
  return text.substr(0, text.find('\n'));
}

}  // namespace atomesh::yaml
