// Text in the language of man(7).
#pragma once

#include <string>
#include <string_view>

namespace atomesh {

/// Text as troff prints it back: its own special characters and dashes escaped, also at the beginning of a line. ASCII
/// only.
std::string to_roff(std::string_view text);

/// A manual page that is written from the top to the bottom. All texts are plain; none is read as roff.
class ManualPage {
 public:
  /// `source`: who brings the page, shown at its foot.
  ManualPage(std::string_view name, std::string_view number, std::string_view source);

  void section(std::string_view title);
  void subsection(std::string_view title);
  void paragraph(std::string_view text);
  /// A name in bold, what follows it in italics (may be empty), and indented below what it is about.
  void item(std::string_view name, std::string_view argument, std::string_view about);
  /// Lines that stay as they are.
  void verbatim(std::string_view lines);

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace atomesh
