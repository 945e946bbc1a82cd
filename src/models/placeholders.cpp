#include "atomesh/placeholders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

struct Placeholder {
  std::string_view name;
  std::string PlaceholderValues::*value;
};

constexpr std::array<Placeholder, 5> known = {{{"HOST_IP", &PlaceholderValues::host_ip},
                                               {"MODEL_DIR", &PlaceholderValues::model_dir},
                                               {"MODEL_NAME", &PlaceholderValues::model_name},
                                               {"ROLE", &PlaceholderValues::role},
                                               {"RANK", &PlaceholderValues::rank}}};

/// One step through the text: literal characters, `$$`, or `${name}`.
struct Token {
  std::string_view text;
  bool placeholder = false;
  bool closed = true;
};

Token next_token(std::string_view text) {
  if (text.starts_with("$$")) return {text.substr(0, 2)};
  if (text.starts_with("${")) {
    const std::size_t end = text.find('}');
    if (end == std::string_view::npos) return {text, true, false};
    return {text.substr(0, end + 1), true};
  }
  return {text.substr(0, std::max<std::size_t>(1, std::min(text.find('$'), text.size())))};
}

const Placeholder* find(std::string_view token) {
  const std::string_view name = token.substr(2, token.size() - 3);
  const auto* found = std::ranges::find(known, name, &Placeholder::name);
  return found == known.end() ? nullptr : found;
}

std::string hint_for(std::string_view token) {
  const std::vector<std::string_view> names = placeholder_names();
  const auto close = nearest(token.substr(2, token.size() - 3), names);
  return close ? fmt::format("did you mean ${{{}}}? For the characters themselves write $${}", *close, token.substr(1))
               : fmt::format("known are ${{{}}}; for the characters themselves write $${}", fmt::join(names, "}, ${"),
                             token.substr(1));
}

}  // namespace

std::vector<std::string_view> placeholder_names() {
  std::vector<std::string_view> names;
  for (const Placeholder& each : known) names.push_back(each.name);
  return names;
}

bool check_placeholders(std::string_view text, const Place& place, Diagnostics& diagnostics) {
  bool good = true;
  while (!text.empty()) {
    const Token token = next_token(text);
    if (!token.closed) {
      diagnostics.add("bad-placeholder", place, fmt::format("'{}' is not closed with }}", token.text),
                      "write $$ for a plain $ before {");
      good = false;
    } else if (token.placeholder && find(token.text) == nullptr) {
      diagnostics.add("bad-placeholder", place, fmt::format("nothing is known as {}", token.text),
                      hint_for(token.text));
      good = false;
    }
    text.remove_prefix(token.text.size());
  }
  return good;
}

std::string expand_placeholders(std::string_view text, const PlaceholderValues& values, const Place& place,
                                Diagnostics& diagnostics) {
  std::string expanded;
  while (!text.empty()) {
    const Token token = next_token(text);
    if (token.text == "$$") {
      expanded += '$';
    } else if (const Placeholder* known_one = token.placeholder ? find(token.text) : nullptr) {
      const std::string& value = values.*(known_one->value);
      if (value.empty()) {
        diagnostics.add("bad-placeholder", place, fmt::format("{} has no value here", token.text),
                        fmt::format("set {} for this job", known_one->name));
      }
      expanded += value;
    } else {
      expanded += token.text;
    }
    text.remove_prefix(token.text.size());
  }
  return expanded;
}

}  // namespace atomesh
