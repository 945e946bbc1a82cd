// Finding and reading models_atom.yaml and amd-master.yaml.
#include <fmt/format.h>
#include <unistd.h>

#include <climits>

#include "atomesh/host.hpp"

namespace atomesh {
namespace {

struct FileKind {
  const char* name;
  const char* option;
  const char* variable;
};
constexpr FileKind models_kind{"models_atom.yaml", "--models", "ATOMESH_MODELS"};
constexpr FileKind recipes_kind{"amd-master.yaml", "--recipes", "ATOMESH_RECIPES"};

/// The directory above the one that holds this program: `/usr/local` of `/usr/local/bin/atomesh`.
std::string own_prefix() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0) return "";
  std::string_view text(path, static_cast<std::size_t>(length));
  for (int i = 0; i < 2; ++i) text = text.substr(0, text.rfind('/') == std::string_view::npos ? 0 : text.rfind('/'));
  return std::string(text);
}

std::vector<std::string> search_paths(const FileKind& kind, const Environment& environment) {
  std::vector<std::string> paths;
  if (const auto given = VariableSource(environment).find("ATOM_WS_PATH"))
    paths.push_back(given->text + "/" + kind.name);
  paths.push_back(fmt::format("configs/{}", kind.name));
  paths.push_back(fmt::format("{}/share/atomesh/{}", own_prefix(), kind.name));
  return paths;
}

std::optional<std::string> locate(const FileKind& kind, const std::string& option, const Environment& environment,
                                  Diagnostics& diagnostics) {
  if (!option.empty()) return option;
  if (const auto given = VariableSource(environment).find(kind.variable)) return given->text;
  const std::vector<std::string> paths = search_paths(kind, environment);
  for (const std::string& path : paths) {
    if (access(path.c_str(), F_OK) == 0) return path;
  }
  diagnostics.add("file-not-found", {}, fmt::format("{} was not found; tried {}", kind.name, fmt::join(paths, ", ")),
                  fmt::format("name it with {} or {}", kind.option, kind.variable));
  return std::nullopt;
}

std::string read_standard_input() {
  std::string text;
  char buffer[65536];
  for (ssize_t size = 0; (size = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  return text;
}

std::optional<yaml::Document> read_document(const FileKind& kind, const std::string& option,
                                            const Environment& environment, Diagnostics& diagnostics) {
  const auto path = locate(kind, option, environment, diagnostics);
  if (!path) return std::nullopt;
  auto source = *path == "-" ? std::optional(yaml::make_source("<stdin>", read_standard_input()))
                             : yaml::read_file(*path, diagnostics);
  if (!source) return std::nullopt;
  return yaml::parse(std::move(*source), diagnostics);
}

}  // namespace

Config read_config(const Request& request, const Environment& environment, Diagnostics& diagnostics) {
  Config config;
  // The router serves no model, so it needs no models.
  if (request.role != Role::router) config.models = read_models(request.models_file, environment, diagnostics);
  if (!request.recipe.empty()) config.recipes = read_recipes(request.recipes_file, environment, diagnostics);
  return config;
}

std::optional<yaml::Document> read_models(const std::string& path, const Environment& environment,
                                          Diagnostics& diagnostics) {
  return read_document(models_kind, path, environment, diagnostics);
}

std::optional<yaml::Document> read_recipes(const std::string& path, const Environment& environment,
                                           Diagnostics& diagnostics) {
  return read_document(recipes_kind, path, environment, diagnostics);
}

}  // namespace atomesh
