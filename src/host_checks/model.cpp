// A model's directory: what the server will open minutes after its start.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "atomesh/json.hpp"
#include "atomesh/text.hpp"
#include "files.hpp"
#include "parts.hpp"

namespace atomesh::host_checks {
namespace {

constexpr auto index_name = "model.safetensors.index.json";
constexpr auto incomplete = "was the model copied or downloaded to its end?";

struct Report {
  const std::string& directory;
  const Place& where;
  Diagnostics& diagnostics;

  void add(std::string message, std::string hint) const {
    diagnostics.add("host-model", where, std::move(message), std::move(hint));
  }
  std::string path(std::string_view name) const { return fmt::format("{}/{}", directory, name); }
};

/// `name` or `organisation/name` in the hub's characters; what is longer or begins with `/` or `.` can only be a path.
bool can_be_hub_id(std::string_view model) {
  const auto fits = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_' || c == '/';
  };
  return std::ranges::all_of(model, fits) && std::ranges::count(model, '/') <= 1 && model.front() != '/' &&
         model.back() != '/' && model.front() != '.';
}

/// Why a file cannot be used; empty: it can.
std::string fault_of_file(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    const int error = errno;
    const bool link = lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
    if (error == ENOENT) return link ? "is a link to nothing" : "is missing";
    return fmt::format("cannot be read: {}", strerror(error));
  }
  if (!S_ISREG(status.st_mode)) return "is not a file";
  if (status.st_size == 0) return "is empty";
  return access(path.c_str(), R_OK) == 0 ? "" : fmt::format("cannot be read: {}", strerror(errno));
}

/// How far the path leads, and what else is there.
std::string hint_for_missing(const std::string& directory) {
  const std::size_t slash = directory.find_last_of('/');
  const std::string parent = slash == std::string::npos ? "." : directory.substr(0, std::max<std::size_t>(slash, 1));
  if (access(parent.c_str(), F_OK) != 0) return fmt::format("{} is not there either: is it mounted?", parent);
  const std::vector<std::string> names = list_names(parent);
  const std::vector<std::string_view> views(names.begin(), names.end());
  std::string meant = did_you_mean(directory.substr(slash == std::string::npos ? 0 : slash + 1), views);
  if (!meant.empty()) return meant;
  if (names.empty()) return fmt::format("{} is there, but empty: is it mounted?", parent);
  return fmt::format("{} holds {}", parent, enumerate(names));
}

bool check_directory(const Report& report) {
  struct stat status {};
  if (stat(report.directory.c_str(), &status) != 0) {
    const int error = errno;
    const bool missing = error == ENOENT;
    report.add(fmt::format("the model's directory {} {}", report.directory,
                           missing ? "is not there" : fmt::format("cannot be opened: {}", strerror(error))),
               missing ? hint_for_missing(report.directory) : "");
    return false;
  }
  if (S_ISDIR(status.st_mode)) return true;
  report.add(fmt::format("the model {} is not a directory", report.directory),
             "name the directory that holds config.json");
  return false;
}

std::string first_fault(const json::Fault& fault, std::string_view text) {
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(fault.offset), '\n') + 1;
  return fmt::format("line {}: {}", line, fault.message);
}

/// The text of a JSON file of the model; nothing after a finding.
std::optional<std::string> read_json(const Report& report, std::string_view name) {
  const std::string path = report.path(name);
  if (const std::string fault = fault_of_file(path); !fault.empty()) {
    report.add(fmt::format("{} {}", path, fault), incomplete);
    return std::nullopt;
  }
  auto text = read_text(path);
  if (!text) {
    report.add(fmt::format("{} cannot be read: {}", path, strerror(errno)), "");
    return std::nullopt;
  }
  if (const json::Fault fault = json::check_loads(*text); !fault.message.empty()) {
    report.add(fmt::format("{} is not JSON: {}", path, first_fault(fault, *text)), incomplete);
    return std::nullopt;
  }
  if (trim(*text).front() == '{') return text;
  report.add(fmt::format("{} is JSON, but not an object", path), incomplete);
  return std::nullopt;
}

/// A JSON string literal, decoded.
std::string decoded(const std::string& literal) { return json::members("{" + literal + ":0}").front().key; }

/// The files that the index names; none after a finding.
std::set<std::string> read_shards(const Report& report) {
  const auto text = read_json(report, index_name);
  if (!text) return {};
  // Stricter than Python, and what `members` needs: no key twice, no half of a surrogate pair.
  std::set<std::string> literals;
  bool good = json::check_object(*text).message.empty();
  if (good) {
    const auto members = json::members(*text);
    const auto map = std::ranges::find(members, "weight_map", &json::Member::key);
    good = map != members.end() && map->value.starts_with('{');
    for (json::Member& tensor : good ? json::members(map->value) : std::vector<json::Member>{}) {
      good = good && tensor.value.starts_with('"');
      literals.insert(std::move(tensor.value));
    }
  }
  if (!good || literals.empty()) {
    report.add(fmt::format("{} has no weight_map from tensors to files", report.path(index_name)), incomplete);
    return {};
  }
  std::set<std::string> shards;
  for (const std::string& literal : literals) shards.insert(decoded(literal));
  return shards;
}

/// One finding per broken file, the first few by name.
void check_files(const Report& report, const std::set<std::string>& names) {
  constexpr std::size_t named = 5;
  std::size_t broken = 0;
  for (const std::string& name : names) {
    const std::string fault = fault_of_file(report.path(name));
    if (!fault.empty() && ++broken <= named) report.add(fmt::format("{} {}", report.path(name), fault), incomplete);
  }
  if (broken <= named) return;
  report.add(fmt::format("{} more of the {} weight files of {} are missing or broken", broken - named, names.size(),
                         report.directory),
             incomplete);
}

void check_weights(const Report& report) {
  struct stat status {};
  std::set<std::string> shards;
  // A link to nothing is an index that is missing, not a model without one.
  if (lstat(report.path(index_name).c_str(), &status) == 0) {
    shards = read_shards(report);
  } else {
    for (std::string& name : list_names(report.directory)) {
      if (name.ends_with(".safetensors")) shards.insert(std::move(name));
    }
    if (shards.empty()) {
      report.add(fmt::format("{} holds no weights: neither {} nor any *.safetensors", report.directory, index_name),
                 incomplete);
    }
  }
  check_files(report, shards);
}

}  // namespace

void check_model(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics) {
  if (input.model.empty()) return;
  const Place where = flag_place(plan, "--model");
  if (can_be_hub_id(input.model) && access(input.model.c_str(), F_OK) != 0) {
    diagnostics.add(
        "host-model-hub", where,
        fmt::format("{} is not a directory here: the server takes it for a name on the model hub", input.model),
        "give an absolute path if a directory is meant");
    return;
  }
  const Report report{input.model, where, diagnostics};
  if (!check_directory(report)) return;
  read_json(report, "config.json");
  check_weights(report);
}

}  // namespace atomesh::host_checks
