// A difference as a comment of a pull request.
#include <fmt/format.h>

#include <algorithm>

#include "groups.hpp"

namespace atomesh {
namespace {

/// Code within a table: a fence longer than any run of backticks, and no bar that would end the cell.
std::string code(std::string_view text) {
  if (text.empty()) return "";
  std::size_t longest = 0;
  std::size_t run = 0;
  std::string escaped;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  const std::string fence(longest + 1, '`');
  const std::string_view blank = longest > 0 ? " " : "";
  return fmt::format("{}{}{}{}{}", fence, blank, escaped, blank, fence);
}

std::string codes(const std::vector<std::string>& texts) {
  constexpr std::size_t most = 12;
  std::string joined;
  for (std::size_t i = 0; i < std::min(texts.size(), most); ++i) {
    const std::string text = diff::short_value(texts[i]);
    joined += fmt::format("{}{}", i == 0 ? "" : ", ", text.empty() ? "(given)" : code(text));
  }
  return texts.size() > most ? fmt::format("{}, … and {} more", joined, texts.size() - most) : joined;
}

std::string row(const Change& change) {
  const std::string path = change.path.empty() ? "" : " " + code(change.path);
  const bool must_match = change.change_class == ChangeClass::must_match;
  return fmt::format("| {} | {}{} | {} | {} |\n", must_match ? "**must-match**" : "tuning", code(diff::name_of(change)),
                     path, codes(change.before), codes(change.after));
}

std::string owner_text(const diff::Owner& owner) {
  if (owner.kind.empty()) return owner.detail;
  return fmt::format("{} {}{}", owner.kind, code(owner.name),
                     owner.detail.empty() ? "" : fmt::format(" ({})", owner.detail));
}

std::string group_text(const diff::Group& group) {
  std::string text = "\n";
  for (const diff::Owner& owner : group.owners) {
    text += fmt::format("{}{}", text.size() > 1 ? "<br>\n" : "", owner_text(owner));
  }
  text += "\n\n| class | setting | before | after |\n|---|---|---|---|\n";
  for (const Change& change : group.changes) text += row(change);
  return text;
}

std::string arrivals_text(const Diff& diff) {
  std::string text;
  for (const diff::Arrival& arrival : diff::arrivals_of(diff)) {
    text += fmt::format("{}- {} {}\n", text.empty() ? "\n" : "", owner_text(arrival.owner),
                        arrival.added ? "**added**" : "**removed**");
  }
  return text;
}

/// Whole blocks as long as they fit; says how many did not.
std::string within_limit(std::string text, const std::vector<std::string>& blocks) {
  constexpr std::size_t limit = 60000;  // GitHub takes 65536 characters
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (text.size() + blocks[i].size() > limit) {
      return text +
             fmt::format("\n… and {} more groups of changes: `atomesh diff` shows them all.\n", blocks.size() - i);
    }
    text += blocks[i];
  }
  return text;
}

}  // namespace

std::string to_markdown(const Diff& diff) {
  std::string text = fmt::format("### atomesh diff {} {}\n\n", code(diff.from), code(diff.to));
  if (diff.empty()) return text + "No process changes.\n";
  text += fmt::format("{}.\n", diff::summary_of(diff));
  std::vector<std::string> blocks = {arrivals_text(diff)};
  for (const diff::Group& group : diff::groups_of(diff)) blocks.push_back(group_text(group));
  return within_limit(std::move(text), blocks);
}

}  // namespace atomesh
