// Python's json.loads on top of nlohmann_json: what only Python takes is replaced by something as long that both take.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "atomesh/json.hpp"
#include "explain.hpp"
#include "listener.hpp"
#include "scan.hpp"

namespace atomesh::json {
namespace {

constexpr auto python_numbers = std::to_array<std::string_view>({"NaN", "-Infinity", "Infinity"});

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_exponent(char c) { return c == 'e' || c == 'E'; }

/// `\ud800` and its like become `\u0800`: Python takes them without a partner.
void neutralise_string(std::string& text, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i + 2 < end; ++i) {
    if (text[i] != '\\') continue;
    ++i;
    if (text[i] == 'u' && (text[i + 1] == 'd' || text[i + 1] == 'D')) text[i + 1] = '0';
  }
}

/// A blank, `0` and blanks: a number of its own, that cannot join what stands around it.
std::size_t neutralise_word(std::string& text, std::size_t at) {
  for (const std::string_view word : python_numbers) {
    if (std::string_view(text).substr(at, word.size()) != word) continue;
    text.replace(at, word.size(), word.size(), ' ');
    text[at + 1] = '0';
    return word.size();
  }
  return 0;
}

/// 1e999 is infinity to Python and an error to the parser.
void neutralise_exponent(std::string& text, std::size_t at) {
  std::size_t i = at + 1;
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  for (; i < text.size() && is_digit(text[i]); ++i) text[i] = '0';
}

std::string neutral(std::string_view original) {
  std::string text(original);
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '"') {
      const std::size_t end = value_end(text, i);
      neutralise_string(text, i, end);
      i = end;
    } else if (const std::size_t length = neutralise_word(text, i); length > 0) {
      i += length;
    } else {
      if (is_exponent(text[i]) && i > 0 && (is_digit(text[i - 1]) || text[i - 1] == '.')) neutralise_exponent(text, i);
      ++i;
    }
  }
  return text;
}

}  // namespace

Fault check_loads(std::string_view text) {
  if (text.find_first_not_of(blanks) == std::string_view::npos) return {"is empty", "", 0};
  if (text.starts_with("\xEF\xBB\xBF")) return {"starts with a byte order mark", "remove it", 0};
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) return {"holds a NUL byte", "", nul};
  const std::string checked = neutral(text);
  Listener listener(checked, Repetitions::allowed);
  nlohmann::json::sax_parse(checked, &listener);
  return listener.fault();
}

}  // namespace atomesh::json
