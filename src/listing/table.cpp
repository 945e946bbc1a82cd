// A listing as aligned columns, and as JSON.
#include <algorithm>
#include <numeric>
#include <span>

#include "../display.hpp"
#include "atomesh/listing.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr std::string_view gap = "  ";
constexpr std::size_t narrowest = 8;

/// A cell with secrets masked: any text of a recipe may be the address of a registry, with its password.
Value masked(Value value) {
  value.text = mask_text(value.text);
  for (Value& item : value.items) item = masked(std::move(item));
  return value;
}

std::string cell_text(const Value& value) {
  if (value.kind == Value::Kind::null) return "-";
  if (value.kind != Value::Kind::list) return mask_text(value.text);
  std::string text;
  for (const Value& item : value.items) text += (text.empty() ? "" : " ") + mask_text(item.text);
  return text.empty() ? "-" : text;
}

std::size_t width_of(std::span<const Cell> cells) { return static_cast<std::size_t>(columns_of(cells)); }

using Row = std::vector<std::vector<Cell>>;

std::vector<Row> table_rows(const Listing& listing) {
  std::vector<Row> rows(1);
  for (const Column& column : listing.columns) {
    std::string name(column.name);
    std::ranges::transform(name, name.begin(), [](char c) {
      if (c == '_') return ' ';
      return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    if (column.in_table) rows.front().push_back(to_cells(name));
  }
  for (const auto& values : listing.rows) {
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (listing.columns[i].in_table) row.push_back(to_cells(cell_text(values[i])));
    }
  }
  return rows;
}

/// The widths of the columns. The widest give way until a line fits, down to their names; the first only after all
/// others, because what stands there is copied.
std::vector<std::size_t> fit(const std::vector<Row>& rows, std::size_t width) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  std::vector<std::size_t> least;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  for (const std::vector<Cell>& name : rows.front()) least.push_back(std::max(narrowest, width_of(name)));
  const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), gap.size() * (widths.size() - 1)); };
  while (width != 0 && total() > width) {
    std::size_t widest = 0;
    for (std::size_t i = 1; i < widths.size(); ++i) {
      if (widths[i] > least[i] && (widest == 0 || widths[i] > widths[widest])) widest = i;
    }
    if (widths[widest] <= least[widest]) break;
    --widths[widest];
  }
  return widths;
}

/// How many cells of a text go on a line: up to the last blank or hyphen that fits, else as many as fit.
std::size_t cells_of_line(std::span<const Cell> cells, std::size_t width) {
  std::size_t used = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    used += static_cast<std::size_t>(cells[i].columns);
    if (used > width) return best != 0 ? best : std::max<std::size_t>(i, 1);
    const bool before_blank = i + 1 < cells.size() && cells[i + 1].text == " ";
    if (before_blank || cells[i].text == "-") best = i + 1;
  }
  return cells.size();
}

/// A text in lines of at most `width` columns.
std::vector<std::vector<Cell>> wrap(std::span<const Cell> cells, std::size_t width) {
  std::vector<std::vector<Cell>> lines;
  do {
    const std::size_t count = cells_of_line(cells, width);
    lines.emplace_back(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count));
    cells = cells.subspan(count);
    while (!cells.empty() && cells.front().text == " ") cells = cells.subspan(1);
  } while (!cells.empty());
  return lines;
}

/// One row: as many lines as its longest cell takes, no blanks at their ends.
std::string row_text(const Row& row, const std::vector<std::size_t>& widths) {
  std::vector<std::string> lines;
  std::vector<std::size_t> used;
  std::size_t begin = 0;
  for (std::size_t column = 0; column < row.size(); ++column) {
    const auto parts = wrap(row[column], widths[column]);
    lines.resize(std::max(lines.size(), parts.size()));
    used.resize(lines.size(), 0);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].empty()) continue;
      lines[i].append(begin - used[i], ' ');
      for (const Cell& cell : parts[i]) lines[i] += cell.text;
      used[i] = begin + width_of(parts[i]);
    }
    begin += widths[column] + gap.size();
  }
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

}  // namespace

std::string to_table(const Listing& listing, std::size_t width) {
  const std::vector<Row> rows = table_rows(listing);
  const std::vector<std::size_t> widths = fit(rows, width);
  std::string out;
  for (const Row& row : rows) out += row_text(row, widths);
  return out;
}

std::string to_json(const Listing& listing) {
  Value rows = Value::list();
  for (const auto& values : listing.rows) {
    Value row = Value::mapping();
    for (std::size_t i = 0; i < values.size(); ++i) row.set(listing.columns[i].name, masked(values[i]));
    rows.items.push_back(std::move(row));
  }
  return to_json(Value::mapping().set("format", Value::string(listing.format)).set(listing.key, std::move(rows)));
}

}  // namespace atomesh
