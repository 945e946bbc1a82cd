// A listing as aligned columns, and as JSON.
#include <algorithm>
#include <numeric>

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

std::size_t width_of(const std::vector<Cell>& cells) {
  return std::accumulate(cells.begin(), cells.end(), std::size_t{0}, [](std::size_t sum, const Cell& cell) {
    return sum + static_cast<std::size_t>(cell.columns);
  });
}

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

/// The widths of the columns; the widest give way until a line fits.
std::vector<std::size_t> fit(const std::vector<Row>& rows, std::size_t width) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  const auto total = [&] { return std::accumulate(widths.begin(), widths.end(), gap.size() * (widths.size() - 1)); };
  while (width != 0 && total() > width) {
    const auto widest = std::ranges::max_element(widths);
    if (*widest <= narrowest) break;
    --*widest;
  }
  return widths;
}

void append_cell(const std::vector<Cell>& cells, std::size_t width, bool last, std::string& out) {
  const bool cut = width_of(cells) > width;
  std::size_t used = 0;
  for (const Cell& cell : cells) {
    const auto columns = static_cast<std::size_t>(cell.columns);
    if (cut && used + columns + 1 > width) break;
    out += cell.text;
    used += columns;
  }
  if (cut) {
    out += "…";
    ++used;
  }
  if (!last) out.append(width - used, ' ').append(gap);
}

}  // namespace

std::string to_table(const Listing& listing, std::size_t width) {
  const std::vector<Row> rows = table_rows(listing);
  const std::vector<std::size_t> widths = fit(rows, width);
  std::string out;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) append_cell(row[i], widths[i], i + 1 == row.size(), out);
    out += '\n';
  }
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
