// A difference for a terminal of 80 columns.
#include <fmt/format.h>

#include <algorithm>

#include "../display.hpp"
#include "groups.hpp"

namespace atomesh {
namespace {

constexpr std::size_t page = 80;

std::size_t columns(std::string_view text) {
  std::size_t sum = 0;
  for (const Cell& cell : to_cells(text)) sum += static_cast<std::size_t>(cell.columns);
  return sum;
}

/// Where a line of at most `width` columns ends; after a blank or comma if there is one in its second half.
std::size_t line_end(const std::vector<Cell>& cells, std::size_t begin, std::size_t width) {
  std::size_t used = 0;
  std::size_t end = begin;
  std::size_t good = begin;
  for (; end < cells.size(); ++end) {
    used += static_cast<std::size_t>(cells[end].columns);
    if (used > width) break;
    if (cells[end].text == " " || cells[end].text == ",") good = end + 1;
  }
  if (end == cells.size()) return end;
  return good > begin + (end - begin) / 2 ? good : std::max(end, begin + 1);
}

/// The text behind `first`, whose further lines are indented by `indent` columns.
std::string wrapped(std::string first, std::string_view text, std::size_t indent) {
  const std::vector<Cell> cells = to_cells(text);
  std::string lines = std::move(first);
  for (std::size_t begin = 0; begin < cells.size();) {
    const std::size_t end = line_end(cells, begin, page - indent);
    std::string line;
    for (std::size_t i = begin; i < end; ++i) line += cells[i].text;
    while (line.ends_with(' ')) line.pop_back();
    lines += begin == 0 ? line : fmt::format("\n{:{}}{}", "", indent, line);
    begin = end;
    while (begin < cells.size() && cells[begin].text == " ") ++begin;
  }
  while (lines.ends_with(' ')) lines.pop_back();
  return lines + "\n";
}

/// The lines of a value, without what stands before them.
std::vector<std::string> value_lines(const Change& change, std::size_t width) {
  const std::string path = change.path.empty() ? "" : change.path + ": ";
  if (change.elements) return {path + diff::signed_elements(change)};
  const std::string before = change.before.empty() ? "" : diff::short_value(change.before.front());
  const std::string after = change.after.empty() ? "" : diff::short_value(change.after.front());
  const bool both = !change.before.empty() && !change.after.empty();
  if (!both) {
    const std::string sign = change.path.empty() ? "" : change.before.empty() ? "+ " : "- ";
    return {path + sign + before + after};
  }
  std::string line = fmt::format("{}{} → {}", path, before.empty() ? "''" : before, after.empty() ? "''" : after);
  if (columns(line) <= width) return {std::move(line)};
  std::vector<std::string> lines = {"- " + before, "+ " + after};
  if (!path.empty()) lines.insert(lines.begin(), change.path + ":");
  return lines;
}

std::string change_text(const Change& change, std::size_t name_width) {
  constexpr std::size_t deep = 8;
  const std::string name = diff::name_of(change);
  std::string head = fmt::format("  {:<10} {} ", to_string(change.change_class), diff::sign_of(change));
  const std::size_t beside = columns(head) + name_width + 2;
  const bool fits = columns(name) <= name_width;
  const std::size_t indent = fits ? beside : deep;
  head += fits ? fmt::format("{:<{}}  ", name, name_width) : fmt::format("{}\n{:{}}", name, "", deep);
  std::string text;
  for (const std::string& line : value_lines(change, page - indent)) {
    const std::size_t hanging = line.starts_with("- ") || line.starts_with("+ ") ? indent + 2 : indent;
    text += wrapped(text.empty() ? head : std::string(indent, ' '), line, hanging);
  }
  return text;
}

std::string owner_text(const diff::Owner& owner, std::string_view end) {
  const std::string name = owner.kind.empty() ? "" : fmt::format("{} {}", owner.kind, owner.name);
  const std::string detail = owner.detail.empty() || name.empty() ? owner.detail : fmt::format(" ({})", owner.detail);
  return wrapped("", fmt::format("{}{}{}", name, detail, end), 4);
}

std::string group_text(const diff::Group& group) {
  constexpr std::size_t widest = 28;
  std::string text;
  for (const diff::Owner& owner : group.owners) text += owner_text(owner, "");
  std::size_t name_width = 0;
  for (const Change& change : group.changes) {
    const std::size_t width = columns(diff::name_of(change));
    if (width <= widest) name_width = std::max(name_width, width);
  }
  for (const Change& change : group.changes) text += change_text(change, name_width);
  return text;
}

}  // namespace

std::string to_text(const Diff& diff) {
  if (diff.empty()) return "";
  std::string text = fmt::format("--- {}\n+++ {}\n", escape_controls(diff.from), escape_controls(diff.to));
  for (const diff::Arrival& arrival : diff::arrivals_of(diff)) {
    text += (arrival.added ? "+ " : "- ") + owner_text(arrival.owner, arrival.added ? " added" : " removed");
  }
  for (const diff::Group& group : diff::groups_of(diff)) text += "\n" + group_text(group);
  return text + "\n" + diff::summary_of(diff) + "\n";
}

}  // namespace atomesh
