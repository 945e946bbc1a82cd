// The one list of diagnostic codes. Codes are stable: scripts match on them.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace atomesh {

enum class Severity { error, warning, note };

/// A rule that can be broken: its stable code, how much it matters, and why it exists.
struct Check {
  std::string_view code;
  Severity severity;
  std::string_view why;
};

inline constexpr auto checks = std::to_array<Check>({
    // Reading files
    {"file-unreadable", Severity::error, "A file that was named and cannot be read would be dropped silently."},
    {"file-not-found", Severity::error, "Without models or recipes there is nothing to launch."},
    {"bad-encoding", Severity::error, "Text that is not UTF-8, or holds NUL, cannot reach argv unchanged."},
    {"bad-syntax", Severity::error, "The file is not YAML."},
    {"tab", Severity::error, "YAML forbids tabs as indentation; editors hide them."},
    {"many-documents", Severity::error, "Only the first document of a stream would be read."},
    {"duplicate-key", Severity::error, "YAML readers keep one of the two and drop the other without a word."},
    {"bad-merge", Severity::error, "A merge key (<<) takes a mapping or a list of mappings."},
    {"bad-alias", Severity::error, "An alias that contains itself has no value."},
    {"alias-expansion", Severity::error, "A few lines of nested aliases can stand for billions of values."},
    {"unsupported-tag", Severity::error, "Explicit type tags are read differently by every reader."},
    {"unknown-key", Severity::error, "A key that nothing reads would be dropped silently."},
    {"missing-key", Severity::error, "A required key is not there."},
    {"wrong-type", Severity::error, "The value is not of the type that its key takes."},
    {"ambiguous-scalar", Severity::error, "YAML 1.1 and YAML 1.2 read this value differently."},
    {"bad-value", Severity::error, "The value is outside of what its key takes."},
    {"null-model", Severity::error, "A model with nothing under it is usually an indentation mistake."},
    {"bad-quoting", Severity::error, "An unclosed quote would swallow the words after it."},
    {"bad-env-word", Severity::error, "An environment word is NAME=VALUE."},
    {"bad-json", Severity::error, "ATOM would refuse or misread this JSON."},
    {"bad-placeholder", Severity::error, "Only the documented placeholders are expanded; nothing else is."},
    {"mtp-flags-end", Severity::error, "The number of speculative tokens is appended to mtp_flags."},
});

namespace detail {
/// Index into `checks`. Not found: a compile error where the Code is written, because this throws.
consteval std::size_t check_index(std::string_view code) {
  for (std::size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].code == code) return i;
  }
  throw "no such code in the table of codes.hpp";
}
}  // namespace detail

/// A code of the table, checked when compiled: `diagnostics.add("unknown-key", …)`.
class Code {
 public:
  consteval Code(const char* code) : index_(detail::check_index(code)) {}  // NOLINT(google-explicit-constructor)
  constexpr const Check& check() const { return checks[index_]; }
  constexpr std::string_view name() const { return checks[index_].code; }
  constexpr Severity severity() const { return checks[index_].severity; }
  friend constexpr bool operator==(Code, Code) = default;

 private:
  std::size_t index_;
};

}  // namespace atomesh
