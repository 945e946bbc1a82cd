#include "codes.hpp"

#include <algorithm>
#include <vector>

#include "atomesh/findings.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr auto unignorable =
    std::to_array<Code>({"file-unreadable", "file-not-found", "not-checked", "bad-encoding", "tab", "bad-syntax",
                         "many-documents", "duplicate-key", "bad-alias", "alias-expansion", "bad-option-table"});

}  // namespace

const Check* find_check(std::string_view code) {
  const auto* found = std::find_if(checks.begin(), checks.end(), [code](const Check& row) { return row.code == code; });
  return found == checks.end() ? nullptr : found;
}

std::string unknown_code_hint(std::string_view code) {
  std::vector<std::string_view> codes;
  codes.reserve(checks.size());
  for (const Check& check : checks) codes.push_back(check.code);
  const std::string hint = did_you_mean(code, codes);
  return hint.empty() ? "`atomesh validate --list-checks` lists every code" : hint;
}

bool can_be_ignored(std::string_view code) {
  return std::none_of(unignorable.begin(), unignorable.end(), [code](Code other) { return other.name() == code; });
}

}  // namespace atomesh
