#include "scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "misplaced.hpp"
#include "position.hpp"
#include "utf8.hpp"
#include "written.hpp"

namespace atomesh::yaml {
namespace {

constexpr int max_reports = 20;

/// Characters that cannot stand in a file, what they are, and the way out.
struct Refused {
  char32_t first;
  char32_t last;
  std::string_view name;
  std::string_view hint;
};

constexpr std::string_view escape_hint = "remove it; in double quotes it can be written as an escape";

constexpr auto refused_characters = std::to_array<Refused>({
    {0x00, 0x00, "NUL, which no argument can hold", "remove it"},
    {0x0D, 0x0D, "a carriage return without a newline", "end lines with a newline"},
    {0x01, 0x08, "a control character", escape_hint},
    {0x0B, 0x1F, "a control character", escape_hint},
    {0x7F, 0x84, "a control character", escape_hint},
    {0x85, 0x85, "a line end in YAML 1.1 but not in 1.2", escape_hint},
    {0x86, 0x9F, "a control character", escape_hint},
    {0x2028, 0x2029, "a line end in YAML 1.1 but not in 1.2", escape_hint},
    {0xFEFF, 0xFEFF, "a byte order mark inside the text", "remove it"},
    {0xFFFE, 0xFFFF, "not a character", "remove it"},
});

const Refused* find_refused(char32_t character) {
  const auto found = std::find_if(refused_characters.begin(), refused_characters.end(), [&](const Refused& range) {
    return range.first <= character && character <= range.last;
  });
  return found == refused_characters.end() ? nullptr : &*found;
}

/// Adds findings of one kind: one for a line, and not more than `max_reports` for the file.
class Reports {
 public:
  Reports(const SourcePtr& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  void add(Code code, Mark mark, std::string message, std::string_view hint) {
    if (mark.line == last_line_ || ++count_ > max_reports) return;
    last_line_ = mark.line;
    diagnostics_.add(code, {source_, mark, 1, {}}, std::move(message), std::string(hint));
  }

 private:
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  int last_line_ = 0;
  int count_ = 0;
};

bool is_ordinary(char byte) { return (byte >= ' ' && byte <= '~') || byte == '\n' || byte == '\t'; }

void scan_encoding(const SourcePtr& source, Diagnostics& diagnostics) {
  const std::string_view text = source->text;
  Cursor cursor(text);
  Reports invalid(source, diagnostics);
  std::map<const Refused*, Reports> reports;
  for (std::size_t i = 0; i < text.size();) {
    if (is_ordinary(text[i])) {
      ++i;
      continue;
    }
    const auto [character, length] = decode_utf8(text.substr(i));
    if (length == 0) {
      invalid.add("bad-encoding", cursor.at(i),
                  fmt::format("byte 0x{:02X} is not UTF-8", static_cast<unsigned char>(text[i])),
                  "save the file as UTF-8");
    } else if (const Refused* refused = find_refused(character); refused != nullptr) {
      reports.try_emplace(refused, source, diagnostics)
          .first->second.add("bad-encoding", cursor.at(i),
                             fmt::format("U+{:04X} is {}", static_cast<unsigned>(character), refused->name),
                             refused->hint);
    }
    i += std::max<std::size_t>(length, 1);
  }
}

void report_tabs(const SourcePtr& source, const std::vector<std::size_t>& tabs, Diagnostics& diagnostics) {
  const std::string_view text = source->text;
  Cursor cursor(text);
  Reports reports(source, diagnostics);
  for (const std::size_t tab : tabs) {
    const std::string_view before = text.substr(0, tab);
    const bool indents = before.find_last_not_of(" \t") == before.rfind('\n');
    reports.add("tab", cursor.at(tab), indents ? "a tab in the indentation" : "a tab outside of quotes and comments",
                indents ? "indent with blanks" : "write blanks, or quote the value if the tab belongs to it");
  }
}

/// `%YAML 1.1` or `%YAML 1.2` before everything else, and a document marker after it.
bool is_version_directive(std::string_view text, std::size_t offset) {
  const std::string_view line = rest_of_line(text, offset);
  const bool version = line.starts_with("%YAML 1.1") || line.starts_with("%YAML 1.2");
  return version && skip_space(text, 0) == offset &&
         text.substr(skip_space(text, offset + line.size())).starts_with("---");
}

}  // namespace

void scan_text(const SourcePtr& source, Diagnostics& diagnostics) {
  scan_encoding(source, diagnostics);
  const Misplaced misplaced = find_misplaced(source->text);
  report_tabs(source, misplaced.tabs, diagnostics);
  Cursor cursor(source->text);
  Reports reports(source, diagnostics);
  for (const std::size_t directive : misplaced.directives) {
    if (is_version_directive(source->text, directive)) continue;
    reports.add("bad-syntax", cursor.at(directive), "a line that begins with '%' is a directive, and would be ignored",
                "remove it, or quote the value that begins with '%'");
  }
}

}  // namespace atomesh::yaml
