#include <algorithm>

#include "atomesh/validate.hpp"

namespace atomesh {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// YYYYMMDD at the start of a run of digits, as a date; empty if it is none.
std::string as_date(std::string_view digits) {
  if (digits.size() < 8 || !digits.starts_with("20")) return "";
  const std::string_view month = digits.substr(4, 2);
  const std::string_view day = digits.substr(6, 2);
  if (month < "01" || month > "12" || day < "01" || day > "31") return "";
  return std::string(digits.substr(0, 4)) + "-" + std::string(month) + "-" + std::string(day);
}

}  // namespace

std::string image_date(std::string_view image) {
  image = image.substr(0, image.find('@'));  // the digits of a digest are no date
  const std::size_t slash = image.rfind('/');
  const std::size_t colon = image.find(':', slash == std::string_view::npos ? 0 : slash);
  if (colon == std::string_view::npos) return "";
  const std::string_view tag = image.substr(colon + 1);
  std::string date;
  for (std::size_t i = 0; i < tag.size();) {
    const auto* end = std::find_if_not(tag.begin() + static_cast<std::ptrdiff_t>(i), tag.end(), is_digit);
    const std::size_t length = static_cast<std::size_t>(end - tag.begin()) - i;
    if (std::string found = as_date(tag.substr(i, length)); !found.empty()) date = std::move(found);
    i += std::max<std::size_t>(length, 1);
  }
  return date;
}

const OptionTable& table_for_image(std::string_view image, std::string_view router_version) {
  const std::span<const OptionTable> tables = option_tables();
  if (const std::string date = image_date(image); !date.empty()) {
    const OptionTable* newest = &tables.front();
    for (const OptionTable& table : tables) {
      if (table.date <= date) newest = &table;
    }
    return *newest;
  }
  for (const OptionTable& table : tables) {
    if (router_version.size() >= 7 &&
        (router_version.starts_with(table.commit) || table.commit.starts_with(router_version))) {
      return table;
    }
  }
  return tables.back();
}

}  // namespace atomesh
