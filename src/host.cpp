#include "atomesh/host.hpp"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "atomesh/exec.hpp"

namespace atomesh {
namespace {

/// The source address that the kernel would use for the default route. Connecting a datagram socket sends nothing.
std::string default_route_ip() {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return "";
  sockaddr_in peer{};
  peer.sin_family = AF_INET;
  peer.sin_port = htons(53);
  peer.sin_addr.s_addr = htonl(0xC0000201);  // 192.0.2.1: documentation only, so that no other route can match
  sockaddr_in own{};
  socklen_t size = sizeof own;
  char text[INET_ADDRSTRLEN] = "";
  const bool known = connect(fd, reinterpret_cast<sockaddr*>(&peer), sizeof peer) == 0 &&
                     getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size) == 0;
  if (known) inet_ntop(AF_INET, &own.sin_addr, text, sizeof text);
  close(fd);
  return text;
}

bool is_directory(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// SPEC section 5: mooncake's libraries inside the image's virtual environment, then ROCm's.
std::vector<std::string> library_dirs() {
  const std::string parent = "/opt/venv/lib";
  std::vector<std::string> found;
  if (DIR* directory = opendir(parent.c_str())) {
    while (const dirent* entry = readdir(directory)) {
      const std::string_view name = entry->d_name;
      const std::string path = parent + "/" + std::string(name) + "/site-packages/mooncake";
      if (name.starts_with("python3.") && is_directory(path)) found.push_back(path);
    }
    closedir(directory);
  }
  std::ranges::sort(found);
  if (is_directory("/opt/rocm/lib")) found.emplace_back("/opt/rocm/lib");
  return found;
}

bool is_self(const std::string& path) {
  struct stat other {
  }, self{};
  return stat(path.c_str(), &other) == 0 && stat("/proc/self/exe", &self) == 0 && other.st_dev == self.st_dev &&
         other.st_ino == self.st_ino;
}

RouterCandidate probe(const std::string& name, Origin origin, const Environment& environment) {
  const Found found = find_program(name, search_path(environment));
  const std::string& resolved = found.path.empty() ? name : found.path;
  return {resolved, std::move(origin), !found.path.empty(), is_self(resolved)};
}

/// What was asked for stands alone: another router in its place would be a silent change. Only one that is ourselves
/// is passed over.
std::vector<RouterCandidate> router_candidates(const Request& request, const Environment& environment) {
  std::vector<RouterCandidate> candidates;
  std::vector<std::pair<std::string, Origin>> asked;
  if (!request.router_bin.empty()) {
    asked.push_back({request.router_bin, {Layer::command_line, label("--router-bin"), "--router-bin", {}}});
  }
  if (auto given = VariableSource(environment).find("ATOMESH_ROUTER_BIN")) {
    asked.emplace_back(given->text, std::move(given->origin));
  }
  for (auto& [path, origin] : asked) {
    candidates.push_back(probe(path, std::move(origin), environment));
    if (!candidates.back().is_self) return candidates;
  }
  for (const char* path : {"/app/ATOM/atom/mesh/target/release/atomesh", "/usr/local/bin/atomesh"}) {
    candidates.push_back(probe(path, built_in("router"), environment));
  }
  return candidates;
}

}  // namespace

Environment read_environment(char** environ) {
  Environment environment;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string_view entry = *at;
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    environment.emplace(entry.substr(0, equals), entry.substr(equals + 1));
  }
  return environment;
}

HostFacts read_host_facts(const Request& request, const Environment& environment) {
  HostFacts facts;
  facts.default_route_ip = default_route_ip();
  facts.library_dirs = library_dirs();
  if (request.role == Role::router) facts.router = router_candidates(request, environment);
  return facts;
}

}  // namespace atomesh
