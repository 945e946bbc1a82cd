#include <unistd.h>

#include <climits>
#include <ctime>

#include "atomesh/host.hpp"

namespace atomesh {
namespace {

std::string now() {
  const std::time_t seconds = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[sizeof "2026-01-02T03:04:05Z"] = "";
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string current_directory() {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) != nullptr ? path : "";
}

}  // namespace

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

RunFacts read_run_facts(Build build) { return {std::move(build), now(), host_name(), current_directory()}; }

}  // namespace atomesh
