#include "ignores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "atomesh/findings.hpp"
#include "atomesh/text.hpp"
#include "codes.hpp"
#include "comments.hpp"

namespace atomesh {
namespace {

constexpr std::string_view signature = "atomesh:";
constexpr std::string_view verb = "ignore";
constexpr std::string_view blanks = " \t";

/// The rest of a comment after `atomesh: ignore`, which is a part of it; no data for another comment.
std::string_view arguments_of(std::string_view comment) {
  comment.remove_prefix(std::min(comment.find_first_not_of(blanks), comment.size()));
  if (!comment.starts_with(signature)) return {};
  comment.remove_prefix(signature.size());
  comment.remove_prefix(std::min(comment.find_first_not_of(blanks), comment.size()));
  if (!comment.starts_with(verb)) return {};
  comment.remove_prefix(verb.size());
  return comment.empty() || blanks.find(comment.front()) != std::string_view::npos ? comment : std::string_view();
}

/// The words that stand for codes: the first, those after a comma, and further ones as long as they are codes. What
/// comes then is prose. A missing word is empty.
std::vector<std::string_view> code_words(std::string_view arguments) {
  std::vector<std::string_view> words;
  bool expected = true;
  for (;;) {
    arguments.remove_prefix(std::min(arguments.find_first_not_of(blanks), arguments.size()));
    const std::string_view word = arguments.substr(0, arguments.find_first_of(" \t,"));
    if (!expected && find_check(word) == nullptr) return words;
    words.push_back(word);
    arguments.remove_prefix(word.size());
    const std::size_t next = std::min(arguments.find_first_not_of(blanks), arguments.size());
    expected = arguments.substr(next).starts_with(',');
    if (expected) arguments.remove_prefix(next + 1);
  }
}

/// Reads the comments of one file, from its end: one above others speaks of the same line as they do.
class IgnoreReader {
 public:
  IgnoreReader(const SourcePtr& source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics), layout_(read_layout(source->text)) {}

  Ignores run() {
    int lone_line = 0;  // of the comment that was read last, among those with a line of their own
    int target = 0;     // the line that it speaks of
    for (auto comment = layout_.comments.rbegin(); comment != layout_.comments.rend(); ++comment) {
      const int line = comment->mark.line;
      if (comment->alone) {
        if (line + 1 != lone_line) target = line + 1;
        lone_line = line;
      }
      read(*comment, joined(comment->alone ? target : line));
    }
    return std::move(ignores_);
  }

 private:
  void read(const Comment& comment, Lines lines);
  void add(const Comment& comment, Lines lines, std::string_view word);
  Lines joined(int line) const;

  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  LineLayout layout_;
  Ignores ignores_;
};

/// `lines`: those that the comment speaks of, beside its own.
void IgnoreReader::read(const Comment& comment, Lines lines) {
  const std::string_view arguments = arguments_of(comment.text);
  if (arguments.data() == nullptr) return;
  for (const std::string_view word : code_words(arguments)) add(comment, lines, word);
}

void IgnoreReader::add(const Comment& comment, Lines lines, std::string_view word) {
  Place place{source_, comment.mark, 1, {}};
  if (!word.empty()) {
    const auto before = static_cast<std::size_t>(word.data() - comment.text.data());
    place.mark.column += 1 + count_characters(comment.text.substr(0, before));
    place.width = count_characters(word);
  }
  const Check* check = find_check(word);
  if (word.empty()) {
    diagnostics_.add("unknown-code", place, "a code is missing in 'atomesh: ignore'", unknown_code_hint(word));
  } else if (check == nullptr) {
    diagnostics_.add("unknown-code", place, fmt::format("unknown code '{}'", word), unknown_code_hint(word));
  } else if (!can_be_ignored(word)) {
    diagnostics_.add("cannot-ignore", place, fmt::format("'{}' cannot be ignored", word),
                     std::string(cannot_ignore_hint));
  } else {
    ignores_.emplace(comment.mark.line, check->code);
    for (int line = lines.first; line <= lines.last; ++line) ignores_.emplace(line, check->code);
  }
}

/// The lines of the scalars that stand in this one.
Lines IgnoreReader::joined(int line) const {
  const auto& scalars = layout_.scalars;
  const auto found = std::lower_bound(scalars.begin(), scalars.end(), line,
                                      [](const Lines& lines, int number) { return lines.last < number; });
  return found != scalars.end() && found->first <= line ? *found : Lines{line, line};
}

}  // namespace

Ignores read_ignores(const SourcePtr& source, Diagnostics& diagnostics) {
  // Most files have no such comment, and finding that out must cost nothing.
  if (source->text.find(signature) == std::string::npos) return {};
  return IgnoreReader(source, diagnostics).run();
}

}  // namespace atomesh
