#include "screen.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace atomesh::node {
namespace {

std::size_t columns() {
  winsize size{};
  constexpr std::size_t usual = 80;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

}  // namespace

Screen::Screen() : out_(STDOUT_FILENO), err_(STDERR_FILENO), live_(isatty(STDERR_FILENO) == 1) {}

void Screen::say(std::string_view text) { errors().write(text); }

Outlet& Screen::output() {
  clear();
  return out_;
}

Outlet& Screen::errors() {
  clear();
  return err_;
}

/// A row that wrapped would be two when it is taken away.
void Screen::draw(const std::vector<std::string>& rows) {
  if (!live_ || err_.waiting() >= 0) return;
  clear();
  const std::size_t width = columns();
  std::string text;
  for (const std::string& row : rows) text += row.substr(0, width - 1) + "\n";
  drawn_ = rows.size();
  err_.write(text);
}

void Screen::clear() {
  if (drawn_ > 0) err_.write(fmt::format("\x1b[{}F\x1b[J", drawn_));
  drawn_ = 0;
}

void Screen::flush() {
  out_.flush();
  err_.flush();
}

void Screen::drain(std::chrono::milliseconds limit) {
  out_.drain(limit);
  err_.drain(limit);
}

}  // namespace atomesh::node
