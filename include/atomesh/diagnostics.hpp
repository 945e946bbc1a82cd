// What is wrong with the input, where, and the way out. Stages add to a sink; only `cli` prints.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/codes.hpp"

namespace atomesh {

/// One input file: the name it is reported under, and its text without byte order mark and carriage returns.
struct Source {
  std::string name;
  std::string text;
  std::vector<std::size_t> line_starts = {};  ///< byte offset of each line; empty: not known, and looked for each time
};
using SourcePtr = std::shared_ptr<const Source>;

/// A position in a Source, 1-based; columns count Unicode characters. {0, 0} is the file as a whole.
struct Mark {
  int line = 0;
  int column = 0;
  auto operator<=>(const Mark&) const = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 misreads it
};

/// Where a value stands: in a file (source, mark, width in characters) or, without a source, under a label such as
/// `env BLOCK_SIZE`, `--set block_size` or `built-in`.
struct Place {
  SourcePtr source;
  Mark mark;
  int width = 1;
  std::string label;
};

/// `configs/models_atom.yaml:12:3`, or the label.
std::string describe(const Place& place);

/// One finding. `hint` may be empty; it says what to type instead.
struct Diagnostic {
  Code code;
  Place where;
  std::string message;
  std::string hint;
};

/// Collects findings. Never throws, never prints.
class Diagnostics {
 public:
  void add(Code code, Place where, std::string message, std::string hint = {});
  void add(Diagnostic diagnostic) { findings_.push_back(std::move(diagnostic)); }

  bool has_errors() const;
  /// Number of errors added so far; a stage compares it before and after to know whether it failed.
  std::size_t error_count() const;
  /// By file in order of first report, then position; values without a file first. Exact repetitions appear once.
  std::vector<Diagnostic> sorted() const;

 private:
  std::vector<Diagnostic> findings_;
};

std::string_view to_string(Severity severity);

/// Any text as it may be shown on one line: secrets masked, control characters and invalid UTF-8 escaped.
std::string presentable(std::string_view text);

/// The text form: `where: severity: message [code]`, the source line, a caret, `hint: …`; secrets masked. Ends with a
/// newline.
std::string to_text(const Diagnostic& diagnostic);
/// The same with another severity than the code's own.
std::string to_text(const Diagnostic& diagnostic, Severity severity);

}  // namespace atomesh
