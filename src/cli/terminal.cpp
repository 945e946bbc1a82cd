#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include "atomesh/text.hpp"

namespace atomesh {
namespace {

constexpr int narrowest = 60;
constexpr int widest = 1000;

int columns(const Environment& environment) {
  if (const std::size_t width = terminal_width(); width > 0) return static_cast<int>(width);
  const auto given = environment.find("COLUMNS");
  const auto value = given == environment.end() ? std::nullopt : parse_integer(given->second);
  return value && *value > 0 && *value <= widest ? static_cast<int>(*value) : Terminal().width;
}

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  return isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

Terminal find_terminal(std::string_view when, const Environment& environment) {
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  const auto no_colour = environment.find("NO_COLOR");
  const bool wanted = no_colour == environment.end() || no_colour->second.empty();
  const bool colour = when == "always" || (when == "auto" && is_terminal && wanted);
  return {std::max(columns(environment), narrowest), colour};
}

}  // namespace atomesh
