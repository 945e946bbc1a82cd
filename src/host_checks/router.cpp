#include <fmt/format.h>
#include <sys/stat.h>

#include "atomesh/exec.hpp"
#include "parts.hpp"

namespace atomesh::host_checks {
namespace {

bool is_this_program(const std::string& path) {
  struct stat other {
  }, own{};
  return stat(path.c_str(), &other) == 0 && stat("/proc/self/exe", &own) == 0 && other.st_dev == own.st_dev &&
         other.st_ino == own.st_ino;
}

}  // namespace

void check_router(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics) {
  constexpr auto hint = "give the router's path with --router-bin or ATOMESH_ROUTER_BIN";
  const Found router = find_program(plan.argv.front().words.front().text, search_path(input.environment));
  if (router.path.empty()) {
    diagnostics.add("host-router", program_place(plan),
                    fmt::format("there is no router to start: {}", router.failure.message), hint);
  } else if (is_this_program(router.path)) {
    diagnostics.add("host-router", program_place(plan),
                    fmt::format("{} is this launcher and not the router, which is also called atomesh", router.path),
                    hint);
  }
}

}  // namespace atomesh::host_checks
