// How the two YAML versions read plain scalars. Hand-written instead of regular expressions: those cost more at
// start-up than the whole rest of the run.
#include <algorithm>
#include <array>

#include "atomesh/yaml.hpp"

namespace atomesh::yaml {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view digits_1_1 = "0123456789_";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <std::size_t size>
bool one_of(std::string_view text, const std::array<std::string_view, size>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// Takes pieces from the front of a text.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return text_.empty(); }
  bool take(std::string_view prefix) {
    if (!text_.starts_with(prefix)) return false;
    text_.remove_prefix(prefix.size());
    return true;
  }
  bool take_one_of(std::string_view set) {
    if (text_.empty() || set.find(text_[0]) == std::string_view::npos) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// Number of characters taken.
  std::size_t take_all_of(std::string_view set) {
    const std::size_t count = std::min(text_.find_first_not_of(set), text_.size());
    text_.remove_prefix(count);
    return count;
  }
  bool take_digits(std::size_t least, std::size_t most) {
    const std::size_t count = std::min(text_.find_first_not_of(digits), text_.size());
    if (count < least || count > most) return false;
    text_.remove_prefix(count);
    return true;
  }

 private:
  std::string_view text_;
};

bool is_null(std::string_view text) {
  constexpr auto words = std::to_array<std::string_view>({"", "~", "null", "Null", "NULL"});
  return one_of(text, words);
}

bool is_boolean_1_2(std::string_view text) {
  constexpr auto words = std::to_array<std::string_view>({"true", "True", "TRUE", "false", "False", "FALSE"});
  return one_of(text, words);
}

bool is_boolean_1_1(std::string_view text) {
  constexpr auto words =
      std::to_array<std::string_view>({"yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"});
  return is_boolean_1_2(text) || one_of(text, words);
}

bool is_infinity(Reader rest) {
  if (!rest.take(".")) return false;
  return (rest.take("inf") || rest.take("Inf") || rest.take("INF")) && rest.done();
}

bool is_nan(std::string_view text) {
  constexpr auto words = std::to_array<std::string_view>({".nan", ".NaN", ".NAN"});
  return one_of(text, words);
}

/// One or more `:0` to `:59`, the sexagesimal digits of YAML 1.1.
bool take_sexagesimal(Reader& rest) {
  bool any = false;
  while (rest.take(":")) {
    if (rest.take_one_of("012345")) {
      rest.take_one_of(digits);
    } else if (!rest.take_one_of(digits)) {
      return false;
    }
    any = true;
  }
  return any;
}

bool is_integer_1_1(std::string_view text) {
  Reader rest(text);
  rest.take_one_of("+-");
  if (rest.take("0")) {
    if (rest.done()) return true;
    if (rest.take("b")) return rest.take_all_of("01_") != 0 && rest.done();
    if (rest.take("x")) return rest.take_all_of("0123456789abcdefABCDEF_") != 0 && rest.done();
    return rest.take_all_of("01234567_") != 0 && rest.done();
  }
  if (!rest.take_one_of("123456789")) return false;
  rest.take_all_of(digits_1_1);
  return rest.done() || (take_sexagesimal(rest) && rest.done());
}

/// Nothing, or e, a sign and digits. YAML 1.2 can do without the sign.
bool take_exponent(Reader& rest, bool needs_sign) {
  if (!rest.take_one_of("eE")) return true;
  if (!rest.take_one_of("+-") && needs_sign) return false;
  return rest.take_all_of(digits) != 0;
}

bool is_floating_1_1(std::string_view text) {
  if (is_nan(text)) return true;
  Reader rest(text);
  // PyYAML takes no sign before a leading point.
  const bool sign = rest.take_one_of("+-");
  if (is_infinity(rest)) return true;
  if (rest.take(".")) {
    if (sign || !rest.take_one_of(digits)) return false;
    rest.take_all_of(digits_1_1);
    return take_exponent(rest, true) && rest.done();
  }
  if (!rest.take_one_of(digits)) return false;
  rest.take_all_of(digits_1_1);
  if (take_sexagesimal(rest)) return rest.take(".") && (rest.take_all_of(digits_1_1), rest.done());
  if (!rest.take(".")) return false;
  rest.take_all_of(digits_1_1);
  return take_exponent(rest, true) && rest.done();
}

/// `Z`, or a sign, hours and perhaps minutes, after blanks; or nothing.
bool take_zone(Reader& rest) {
  if (rest.done()) return true;
  rest.take_all_of(" \t");
  if (rest.take("Z")) return true;
  if (!rest.take_one_of("+-") || !rest.take_digits(1, 2)) return false;
  return !rest.take(":") || rest.take_digits(2, 2);
}

bool is_timestamp_1_1(std::string_view text) {
  const auto is_date = [](std::string_view date) {
    return date.size() == 10 && date[4] == '-' && date[7] == '-' &&
           std::count_if(date.begin(), date.end(), is_digit) == 8;
  };
  if (is_date(text)) return true;
  Reader rest(text);
  if (!rest.take_digits(4, 4) || !rest.take("-") || !rest.take_digits(1, 2)) return false;
  if (!rest.take("-") || !rest.take_digits(1, 2)) return false;
  if (!rest.take_one_of("Tt") && rest.take_all_of(" \t") == 0) return false;
  if (!rest.take_digits(1, 2) || !rest.take(":") || !rest.take_digits(2, 2)) return false;
  if (!rest.take(":") || !rest.take_digits(2, 2)) return false;
  if (rest.take(".")) rest.take_all_of(digits);
  return take_zone(rest) && rest.done();
}

bool is_integer_1_2(std::string_view text) {
  Reader rest(text);
  if (rest.take("0o")) return rest.take_all_of("01234567") != 0 && rest.done();
  if (rest.take("0x")) return rest.take_all_of("0123456789abcdefABCDEF") != 0 && rest.done();
  rest.take_one_of("+-");
  return rest.take_all_of(digits) != 0 && rest.done();
}

bool is_floating_1_2(std::string_view text) {
  if (is_nan(text)) return true;
  Reader rest(text);
  rest.take_one_of("+-");
  if (is_infinity(rest)) return true;
  const bool whole = rest.take_all_of(digits) != 0;
  const bool fraction = rest.take(".") && rest.take_all_of(digits) != 0;
  return (whole || fraction) && take_exponent(rest, false) && rest.done();
}

/// A spelling that both versions may call an integer but that few readers agree about: `017`, `0x80`.
bool is_based(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0';
}

}  // namespace

Type type_1_1(std::string_view plain) {
  if (is_null(plain)) return Type::null;
  if (is_boolean_1_1(plain)) return Type::boolean;
  if (is_integer_1_1(plain)) return Type::integer;
  if (is_floating_1_1(plain)) return Type::floating;
  return is_timestamp_1_1(plain) ? Type::timestamp : Type::text;
}

Type type_1_2(std::string_view plain) {
  if (is_null(plain)) return Type::null;
  if (is_boolean_1_2(plain)) return Type::boolean;
  if (is_integer_1_2(plain)) return Type::integer;
  return is_floating_1_2(plain) ? Type::floating : Type::text;
}

bool ambiguous(std::string_view plain) {
  // What YAML 1.1 calls booleans though PyYAML does not, and its merge and default keys, which PyYAML refuses as
  // values.
  constexpr auto special = std::to_array<std::string_view>({"y", "Y", "n", "N", "<<", "="});
  const Type type = type_1_1(plain);
  return type != type_1_2(plain) || (type == Type::integer && is_based(plain)) || one_of(plain, special);
}

}  // namespace atomesh::yaml
