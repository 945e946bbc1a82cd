#include "values.hpp"

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes a sign from the front.
void skip_sign(std::string_view& text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
}

/// Removes digits, with single underscores between them, from the front. False if there are none.
bool skip_digits(std::string_view& text) {
  bool digit_before = false;
  while (!text.empty()) {
    const bool underscore = digit_before && text.size() > 1 && text[0] == '_' && is_digit(text[1]);
    if (!is_digit(text[0]) && !underscore) break;
    digit_before = true;
    text.remove_prefix(1);
  }
  return digit_before;
}

bool skip_exponent(std::string_view& text) {
  if (!text.starts_with('e') && !text.starts_with('E')) return true;
  text.remove_prefix(1);
  skip_sign(text);
  return skip_digits(text);
}

}  // namespace

bool is_python_int(std::string_view text) {
  text = trim(text);
  skip_sign(text);
  return skip_digits(text) && text.empty();
}

bool is_python_float(std::string_view text) {
  text = trim(text);
  skip_sign(text);
  const std::string word = lower(text);
  if (word == "inf" || word == "infinity" || word == "nan") return true;
  const bool whole = skip_digits(text);
  bool fraction = false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = skip_digits(text);
  }
  return (whole || fraction) && skip_exponent(text) && text.empty();
}

}  // namespace atomesh
