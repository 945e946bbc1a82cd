#include "inputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "atomesh/text.hpp"
#include "git.hpp"

namespace atomesh::diff {
namespace {

constexpr std::string_view models_name = "models_atom.yaml";
constexpr std::string_view recipes_name = "amd-master.yaml";

bool is_directory(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// The places of the two files below a directory, the preferred ones first; `top` is empty or ends with a slash.
std::vector<std::string> paths_below(const std::string& top, std::string_view file, bool configs_first) {
  std::vector<std::string> paths = {fmt::format("{}{}", top, file), fmt::format("{}configs/{}", top, file)};
  if (configs_first) std::ranges::reverse(paths);
  return paths;
}

/// Puts a file where its content says that it belongs.
bool take(Input& input, SourcePtr source, Diagnostics& diagnostics) {
  if (kind_of_text(*source) == FileKind::plan) {
    input.plans = read_plans(*source, diagnostics);
    return input.plans.has_value();
  }
  auto document = yaml::parse(std::move(source), diagnostics);
  if (!document) return false;
  auto& into = kind_of(*document) == FileKind::models ? input.models : input.recipes;
  into = std::move(*document);
  return true;
}

void refuse_empty(const std::string& word, const std::vector<std::string>& tried, Diagnostics& diagnostics) {
  diagnostics.add(
      "file-not-found", {},
      fmt::format("{} holds no {} and no {}; tried {}", word, models_name, recipes_name, fmt::join(tried, ", ")),
      "name a directory, a models file, a recipes file, a plan, or git:REV");
}

std::optional<Input> read_directory(const std::string& word, Diagnostics& diagnostics) {
  Input input{word, true, {}, {}, {}};
  const std::string top = word.ends_with('/') ? word : word + "/";
  std::vector<std::string> tried;
  bool good = true;
  const auto find = [&](std::string_view file, std::optional<yaml::Document>& into) {
    const std::vector<std::string> paths = paths_below(top, file, false);
    tried.insert(tried.end(), paths.begin(), paths.end());
    const auto found = std::ranges::find_if(paths, [](const auto& path) { return access(path.c_str(), F_OK) == 0; });
    if (found == paths.end()) return;
    const auto source = yaml::read_file(*found, diagnostics);
    if (source) into = yaml::parse(*source, diagnostics);
    good = good && into.has_value();
  };
  find(models_name, input.models);
  find(recipes_name, input.recipes);
  if (!good) return std::nullopt;
  if (input.models || input.recipes) return input;
  refuse_empty(word, tried, diagnostics);
  return std::nullopt;
}

struct RevisionReader {
  const Git& git;
  const Revision& revision;
  Diagnostics& diagnostics;

  std::optional<SourcePtr> source(const TreeEntry& entry) const {
    const auto text = git.read(revision, entry, diagnostics);
    if (!text) return std::nullopt;
    return yaml::make_source(fmt::format("git:{}:{}", revision.name, entry.path), *text);
  }

  std::optional<Input> file(const TreeEntry& entry) const {
    Input input{revision.text, false, {}, {}, {}};
    auto read = source(entry);
    if (!read || !take(input, std::move(*read), diagnostics)) return std::nullopt;
    return input;
  }

  std::optional<Input> tree(const std::string& top) const {
    Input input{revision.text, true, {}, {}, {}};
    const std::vector<std::string> models = paths_below(top, models_name, top.empty());
    const std::vector<std::string> recipes = paths_below(top, recipes_name, top.empty());
    std::vector<std::string> all = models;
    all.insert(all.end(), recipes.begin(), recipes.end());
    const auto entries = git.list(revision, all, diagnostics);
    if (!entries) return std::nullopt;
    if (entries->empty()) {
      refuse_empty(revision.text, all, diagnostics);
      return std::nullopt;
    }
    if (!first(*entries, models, input.models) || !first(*entries, recipes, input.recipes)) return std::nullopt;
    return input;
  }

  /// The first of the paths that is there; false after an error.
  bool first(const std::vector<TreeEntry>& entries, const std::vector<std::string>& paths,
             std::optional<yaml::Document>& into) const {
    for (const std::string& path : paths) {
      const auto entry = std::ranges::find(entries, path, &TreeEntry::path);
      if (entry == entries.end()) continue;
      auto read = source(*entry);
      if (read) into = yaml::parse(std::move(*read), diagnostics);
      return into.has_value();
    }
    return true;
  }
};

std::optional<Input> read_revision(const Revision& revision, const Environment& environment, Diagnostics& diagnostics) {
  const auto git = Git::find(environment, diagnostics);
  if (!git) return std::nullopt;
  const RevisionReader reader{*git, revision, diagnostics};
  if (revision.path.empty()) return reader.tree("");
  const auto entries = git->list(revision, {revision.path}, diagnostics);
  if (!entries) return std::nullopt;
  if (entries->empty()) {
    diagnostics.add("file-not-found", label(revision.text),
                    fmt::format("revision {} has no '{}'", revision.name, revision.path),
                    "the path is taken from the top of the repository");
    return std::nullopt;
  }
  return entries->front().is_directory ? reader.tree(revision.path + "/") : reader.file(entries->front());
}

}  // namespace

FileKind kind_of_text(const Source& source) {
  const std::string_view text = trim(source.text);
  const bool json = text.starts_with('{') || text.starts_with('[');
  return json && text.find("\"atomesh.plan") != std::string_view::npos ? FileKind::plan : FileKind::models;
}

FileKind kind_of(const yaml::Document& document) {
  constexpr auto keys = std::to_array<std::string_view>({"image", "framework", "scenarios"});
  if (document.root->entries.empty() && document.source->name.ends_with(recipes_name)) return FileKind::recipes;
  for (const yaml::Entry& entry : document.root->entries) {
    if (entry.value->kind != yaml::Kind::mapping) continue;
    const bool recipe = std::ranges::any_of(keys, [&](auto key) { return entry.value->find(key) != nullptr; });
    if (recipe) return FileKind::recipes;
  }
  return FileKind::models;
}

std::optional<Input> read_input(const std::string& word, const Environment& environment, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  if (const auto revision = parse_revision(word, diagnostics)) {
    return read_revision(*revision, environment, diagnostics);
  }
  if (diagnostics.error_count() > errors) return std::nullopt;
  if (is_directory(word)) return read_directory(word, diagnostics);
  Input input{word, false, {}, {}, {}};
  const auto source = yaml::read_file(word == "-" ? "/dev/stdin" : word, diagnostics);
  if (!source || !take(input, *source, diagnostics)) return std::nullopt;
  return input;
}

}  // namespace atomesh::diff
