#include <unistd.h>

#include <cstdio>
#include <exception>

#include "atomesh/cli.hpp"
#include "atomesh/exec.hpp"

int main(int argc, char** argv) {
  try {
    return atomesh::run(argc, argv, environ);
  } catch (const std::exception& bug) {
    std::fprintf(stderr, "atomesh: internal error: %s\n", bug.what());
  } catch (...) {
    std::fprintf(stderr, "atomesh: internal error\n");
  }
  return atomesh::exit_internal;
}
