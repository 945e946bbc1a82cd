#include "git.hpp"

#include <fmt/format.h>

#include <cstring>

#include "../host_checks/run_quietly.hpp"
#include "atomesh/exec.hpp"
#include "atomesh/text.hpp"

namespace atomesh::diff {
namespace {

constexpr std::string_view prefix = "git:";

/// What git says is wrong, without its own prefix and without the usage that may follow.
std::string complaint(const host_checks::RunOutput& run) {
  using host_checks::End;
  switch (run.result.end) {
    case End::not_started:
      return fmt::format("cannot be started: {}", std::strerror(run.result.code));
    case End::timed_out:
      return "did not answer";
    case End::signalled:
      return fmt::format("was killed by signal {}", run.result.code);
    case End::exited:
      break;
  }
  std::string_view text = trim(run.error);
  text = text.substr(0, text.find('\n'));
  for (const std::string_view word : {"fatal: ", "error: "}) {
    if (text.starts_with(word)) text.remove_prefix(word.size());
  }
  return text.empty() ? fmt::format("ended with {}", run.result.code) : fmt::format("says: {}", text);
}

std::string hint_for(std::string_view message, const Revision& revision) {
  if (message.find("not a git repository") != std::string_view::npos) return "run atomesh inside of the repository";
  if (message.find("dubious ownership") != std::string_view::npos) {
    return "tell git that this is fine: git config --global --add safe.directory \"$PWD\"";
  }
  if (message.find("Not a valid object name") != std::string_view::npos) {
    return fmt::format(
        "`git rev-parse {}` must know it; a shallow clone, as CI makes one, has the newest commit only: "
        "fetch-depth: 0",
        revision.name);
  }
  return "";
}

/// `MODE TYPE ID<tab>PATH`
std::optional<TreeEntry> parse_entry(std::string_view line) {
  const std::size_t type = line.find(' ');
  const std::size_t tab = line.find('\t');
  if (type == std::string_view::npos || tab == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(type + 1, tab - type - 1);
  const std::size_t id = rest.find(' ');
  if (id == std::string_view::npos) return std::nullopt;
  return TreeEntry{std::string(line.substr(tab + 1)), std::string(rest.substr(id + 1)), rest.substr(0, id) == "tree"};
}

}  // namespace

std::optional<Revision> parse_revision(std::string_view word, Diagnostics& diagnostics) {
  if (!word.starts_with(prefix)) return std::nullopt;
  const std::string_view rest = word.substr(prefix.size());
  const std::size_t colon = rest.find(':');
  Revision revision{std::string(word), std::string(rest.substr(0, colon)), ""};
  if (colon != std::string_view::npos) revision.path = rest.substr(colon + 1);
  while (revision.path.ends_with('/')) revision.path.pop_back();
  if (!revision.name.empty() && !revision.name.starts_with('-')) return revision;
  diagnostics.add("git-failed", {}, fmt::format("'{}' names no revision", word),
                  "write git:REV or git:REV:PATH, such as git:origin/main or git:HEAD~1:configs");
  return std::nullopt;
}

std::optional<Git> Git::find(const Environment& environment, Diagnostics& diagnostics) {
  const Found found = find_program("git", search_path(environment));
  if (found.path.empty()) {
    diagnostics.add("git-failed", {}, fmt::format("git: was asked for, but {}", found.failure.message),
                    "install git, or compare directories");
    return std::nullopt;
  }
  Git git;
  git.program_ = found.path;
  git.environment_ = environment;
  git.environment_["LC_ALL"] = "C";
  git.environment_["GIT_TERMINAL_PROMPT"] = "0";
  return git;
}

std::optional<std::string> Git::run(const Revision& revision, std::vector<std::string> words,
                                    Diagnostics& diagnostics) const {
  constexpr std::chrono::seconds limit{60};
  words.insert(words.begin(), "git");
  host_checks::RunOutput run = host_checks::run_for_output(program_, std::move(words), environment_, limit);
  if (run.result.end == host_checks::End::exited && run.result.code == 0) return std::move(run.output);
  const std::string message = complaint(run);
  diagnostics.add("git-failed", label(revision.text), fmt::format("git {}", message), hint_for(message, revision));
  return std::nullopt;
}

std::optional<std::vector<TreeEntry>> Git::list(const Revision& revision, const std::vector<std::string>& paths,
                                                Diagnostics& diagnostics) const {
  std::vector<std::string> words = {"ls-tree", "-z", "--full-tree", revision.name, "--"};
  words.insert(words.end(), paths.begin(), paths.end());
  const auto output = run(revision, std::move(words), diagnostics);
  if (!output) return std::nullopt;
  std::vector<TreeEntry> entries;
  for (std::size_t at = 0; at < output->size();) {
    const std::size_t end = std::min(output->find('\0', at), output->size());
    if (auto entry = parse_entry(std::string_view(*output).substr(at, end - at))) entries.push_back(std::move(*entry));
    at = end + 1;
  }
  return entries;
}

std::optional<std::string> Git::read(const Revision& revision, const TreeEntry& entry, Diagnostics& diagnostics) const {
  return run(revision, {"cat-file", "blob", entry.id}, diagnostics);
}

}  // namespace atomesh::diff
