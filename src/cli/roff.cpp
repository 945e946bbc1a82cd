#include "roff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace atomesh {
namespace {

struct Escape {
  char character;
  std::string_view roff;
};

/// What troff prints as another character than the one that a reader would copy, or does not print at all.
constexpr auto escapes = std::to_array<Escape>(
    {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}, {'"', "\\(dq"}});

std::string_view trim_newlines(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::string to_roff(std::string_view text) {
  std::string roff;
  bool begins_line = true;
  for (const char character : text) {
    if (begins_line && character == '.') roff += "\\&";  // it would be a request
    const auto* const found = std::ranges::find(escapes, character, &Escape::character);
    if (found == escapes.end()) {
      roff += character;
    } else {
      roff += found->roff;
    }
    begins_line = character == '\n';
  }
  return roff;
}

ManualPage::ManualPage(std::string_view name, std::string_view number, std::string_view source) {
  // No date: the same program has to give the same page every day.
  text_ = fmt::format(".TH \"{}\" \"{}\" \"\" \"{}\"\n.nh\n.ad l\n", to_roff(name), to_roff(number), to_roff(source));
}

void ManualPage::section(std::string_view title) { text_ += fmt::format(".SH \"{}\"\n", to_roff(title)); }

void ManualPage::subsection(std::string_view title) { text_ += fmt::format(".SS \"{}\"\n", to_roff(title)); }

void ManualPage::paragraph(std::string_view text) { text_ += fmt::format(".PP\n{}\n", to_roff(trim_newlines(text))); }

void ManualPage::item(std::string_view name, std::string_view argument, std::string_view about) {
  text_ += fmt::format(".TP\n\\fB{}\\fR", to_roff(name));
  if (!argument.empty()) text_ += fmt::format(" \\fI{}\\fR", to_roff(argument));
  text_ += fmt::format("\n{}\n", to_roff(about));
}

void ManualPage::verbatim(std::string_view lines) {
  text_ += fmt::format(".PP\n.nf\n{}\n.fi\n", to_roff(trim_newlines(lines)));
}

}  // namespace atomesh
