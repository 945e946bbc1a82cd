#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

#include "atomesh/cli.hpp"
#include "atomesh/exec.hpp"

namespace {

/// Whoever starts us may have closed a standard stream. The next file that is opened would take its number, and what
/// is printed would end up there: in us, and in the server.
void open_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", O_RDWR) == -1) return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  open_standard_streams();
  try {
    return atomesh::run(argc, argv, environ);
  } catch (const std::exception& bug) {
    std::fprintf(stderr, "atomesh: internal error: %s\n", bug.what());
  } catch (...) {
    std::fprintf(stderr, "atomesh: internal error\n");
  }
  return atomesh::exit_internal;
}
