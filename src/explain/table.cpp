// Explanations as two wrapped columns.
#include <fmt/format.h>

#include <algorithm>

#include "../display.hpp"
#include "atomesh/explain.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr int gap = 2;
constexpr std::string_view dim = "\x1b[2m";
constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view plain = "\x1b[0m";

/// True if a line may end behind this character.
bool breaks_after(const Cell& cell) { return cell.text == " " || cell.text == "," || cell.text == "/"; }

/// The text in lines of at most `width` columns, broken behind blanks, commas and slashes where there are any.
std::vector<std::string> wrap(std::string_view text, int width) {
  const std::vector<Cell> cells = to_cells(text);
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < cells.size()) {
    int columns = 0;
    std::size_t end = begin, good = begin;
    for (; end < cells.size() && columns + cells[end].columns <= width; ++end) {
      columns += cells[end].columns;
      if (breaks_after(cells[end])) good = end + 1;
    }
    if (end < cells.size() && good > begin) end = good;
    if (end == begin) ++end;  // one character that is wider than the column
    std::string line;
    for (std::size_t i = begin; i < end; ++i) line += cells[i].text;
    while (line.ends_with(' ')) line.pop_back();
    lines.push_back(std::move(line));
    begin = end;
  }
  if (lines.empty()) lines.emplace_back();
  return lines;
}

/// A row before it is wrapped.
struct Row {
  std::string what;
  std::vector<std::string> from;  ///< the source, then what it shadowed
};

Row row_of(const Explanation& entry) {
  Row row{entry.text, {presentable(describe(entry.origin))}};
  for (const Shadowed& lost : entry.origin.shadowed) {
    row.from.push_back(presentable(fmt::format("over {}: {}", describe(lost.where), lost.value)));
  }
  return row;
}

/// Columns for the left side: what its longest text needs, but never more than half.
int left_width(const std::vector<Row>& rows, int width) {
  int longest = 0;
  for (const Row& row : rows) longest = std::max(longest, columns_of(to_cells(row.what)));
  return std::clamp(longest, 20, std::max(20, (width - gap) / 2));
}

void append_row(std::string& text, const Row& row, int left, int right, bool colour) {
  const std::vector<std::string> whats = wrap(row.what, left);
  std::vector<std::pair<std::string, bool>> froms;
  for (std::size_t i = 0; i < row.from.size(); ++i) {
    for (std::string& line : wrap(row.from[i], right)) froms.emplace_back(std::move(line), i > 0);
  }
  for (std::size_t i = 0; i < std::max(whats.size(), froms.size()); ++i) {
    const std::string what = i < whats.size() ? whats[i] : "";
    text += what;
    if (i < froms.size()) {
      const int missing = std::max(left - columns_of(to_cells(what)), 0) + gap;
      text.append(static_cast<std::size_t>(missing), ' ');
      const bool faint = colour && froms[i].second;
      text += faint ? fmt::format("{}{}{}", dim, froms[i].first, plain) : froms[i].first;
    }
    text += '\n';
  }
}

}  // namespace

std::string to_table(const std::vector<Explanation>& explanations, TableLook look) {
  std::vector<Row> rows;
  rows.reserve(explanations.size());
  for (const Explanation& entry : explanations) rows.push_back(row_of(entry));
  const int left = left_width(rows, look.width);
  const int right = std::max(look.width - gap - left, 20);
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool variable = explanations[i].kind != Explanation::Kind::argv;
    const bool first = i == 0 || variable != (explanations[i - 1].kind != Explanation::Kind::argv);
    if (first) {
      const std::string_view heading = variable ? "environment" : "command";
      text += fmt::format("{}{}{}{}\n", i == 0 ? "" : "\n", look.colour ? bold : "", heading, look.colour ? plain : "");
    }
    append_row(text, rows[i], left, right, look.colour);
  }
  return text;
}

}  // namespace atomesh
