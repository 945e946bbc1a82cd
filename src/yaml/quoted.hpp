// Quoted scalars, decoded by us: yaml-cpp loses line ends at their beginning and writes `\N` and `\_` as invalid UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace atomesh::yaml {

/// Decodes from the opening quote on, and knows where each byte came from.
class QuotedReader {
 public:
  /// `offset`: of the opening quote.
  QuotedReader(std::string_view source, std::size_t offset);

  /// Decodes one character, escape or line fold. False at the closing quote, the end of the source, or an escape that
  /// YAML does not have.
  bool step();
  /// Goes over escaped line ends, which yield nothing.
  void skip_joins();
  /// What was decoded so far.
  std::string& text() { return text_; }
  /// The byte of the source that comes next.
  std::size_t source_offset() const { return at_; }

 private:
  bool at_join() const;
  bool read_join();
  bool read_escape();
  bool read_code(std::size_t digits);
  bool read_fold();

  std::string_view source_;
  std::size_t at_;
  char quote_;
  std::string text_;
};

}  // namespace atomesh::yaml
