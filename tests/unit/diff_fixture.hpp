// Processes made of words, and changes as one line each.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diff.hpp"
#include "atomesh/words.hpp"

namespace atomesh::diff_test {

/// A server, or the router if the words begin otherwise than with an option.
inline DiffProcess process(std::string_view words, std::vector<EnvChange> env = {}) {
  DiffProcess made;
  const bool server = words.empty() || words.starts_with('-');
  made.plan.role = server ? Role::decode : Role::router;
  made.id.role = made.plan.role;
  Piece piece;
  if (server) piece.words = {{"python3", {}}, {"-m", {}}, {"server", {}}};
  for (const Word& word : split_words(words).words) piece.words.push_back({word.text, {}});
  made.plan.argv.push_back(std::move(piece));
  made.plan.env = std::move(env);
  return made;
}

/// `must-match option --block-size: 128 -> 64`; lists as `[…] -> […]`.
inline std::string line(const Change& change) {
  const auto texts = [&](const std::vector<std::string>& list) {
    if (change.elements) return fmt::format("[{}]", fmt::join(list, " "));
    return list.empty() ? std::string("none") : "'" + list.front() + "'";
  };
  return fmt::format("{} {} {}{}{}: {} -> {}\n", to_string(change.change_class), to_string(change.kind), change.name,
                     change.path.empty() ? "" : ".", change.path, texts(change.before), texts(change.after));
}

inline std::string lines(const std::vector<Change>& changes) {
  std::string text;
  for (const Change& change : changes) text += line(change);
  return text;
}

inline std::string compared(std::string_view before, std::string_view after) {
  return lines(compare(process(before), process(after)));
}

}  // namespace atomesh::diff_test
