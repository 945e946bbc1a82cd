#include "excerpt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "display.hpp"
#include "secret_lines.hpp"

namespace atomesh {
namespace {

constexpr std::string_view indent = "    ";
constexpr int max_columns = 160;
/// What stays visible before the caret of a line that is cut.
constexpr int columns_before_caret = 100;

/// Bytes. A longer line is data, not text: its place must do.
constexpr std::size_t longest_line = std::size_t{1} << 16U;

/// A half-open range of cells.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::optional<std::string_view> line_of(const Source& source, int number) {
  std::string_view text = source.text;
  const auto index = static_cast<std::size_t>(number - 1);
  if (index < source.line_starts.size()) {
    text.remove_prefix(source.line_starts[index]);
    return text.substr(0, text.find('\n'));
  }
  for (; number > 1; --number) {
    const std::size_t newline = text.find('\n');
    if (newline == std::string_view::npos) return std::nullopt;
    text.remove_prefix(newline + 1);
  }
  return text.substr(0, text.find('\n'));
}

/// Number of characters at the beginning of the line that masking left where they were.
std::size_t unmoved(std::string_view line, std::string_view masked) {
  const auto [differs, _] = std::mismatch(line.begin(), line.end(), masked.begin(), masked.end());
  return to_cells(line.substr(0, static_cast<std::size_t>(differs - line.begin()))).size();
}

/// The cells under the caret, or nothing where the caret would point at the wrong ones.
std::optional<Span> caret_span(const Place& place, std::string_view line, std::string_view masked) {
  if (place.mark.column < 1) return std::nullopt;
  const std::size_t known = unmoved(line, masked);
  const auto column = static_cast<std::size_t>(place.mark.column - 1);
  if (column > known && masked != line) return std::nullopt;
  const std::size_t begin = std::min(column, known);
  const auto width = static_cast<std::size_t>(std::max(place.width, 1));
  return Span{begin, std::max(begin + 1, std::min(begin + width, known))};
}

int columns_of(const std::vector<Cell>& cells, Span span) {
  int columns = 0;
  for (std::size_t i = span.begin; i < std::min(span.end, cells.size()); ++i) columns += cells[i].columns;
  return columns;
}

/// The part of a line to show: all of it, or as much as fits around `focus`.
Span window(const std::vector<Cell>& cells, std::size_t focus) {
  Span shown{0, cells.size()};
  if (columns_of(cells, shown) <= max_columns) return shown;
  shown.begin = std::min(focus, cells.size());
  int before = 0;
  while (shown.begin > 0 && before < columns_before_caret) before += cells[--shown.begin].columns;
  shown.end = shown.begin;
  int columns = 0;
  while (shown.end < cells.size() && columns < max_columns) columns += cells[shown.end++].columns;
  return shown;
}

std::string render(const std::vector<Cell>& cells, Span shown) {
  std::string text = shown.begin > 0 ? "…" : "";
  for (std::size_t i = shown.begin; i < shown.end; ++i) text += cells[i].text;
  if (shown.end < cells.size()) text += "…";
  return text;
}

std::string render_caret(const std::vector<Cell>& cells, Span shown, Span caret) {
  const int ellipsis = shown.begin > 0 ? 1 : 0;
  const int before = columns_of(cells, {shown.begin, caret.begin});
  const int width = columns_of(cells, {caret.begin, std::min(caret.end, shown.end)});
  const std::string blanks(static_cast<std::size_t>(ellipsis + before), ' ');
  return blanks + '^' + std::string(static_cast<std::size_t>(std::max(width - 1, 0)), '~');
}

}  // namespace

std::string excerpt(const Place& place) {
  if (!place.source || place.mark.line < 1) return {};
  const auto line = line_of(*place.source, place.mark.line);
  if (!line || line->size() > longest_line) return {};
  const std::string masked = mask_line(place.source->text, *line);
  const auto caret = caret_span(place, *line, masked);
  const std::vector<Cell> cells = to_cells(masked);
  const Span shown = window(cells, caret ? caret->begin : 0);
  std::string text = fmt::format("{}{}\n", indent, render(cells, shown));
  if (caret) text += fmt::format("{}{}\n", indent, render_caret(cells, shown, *caret));
  return text;
}

}  // namespace atomesh
