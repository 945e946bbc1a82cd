// Files as of a revision, asked of git: private to `diff`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"
#include "atomesh/variables.hpp"

namespace atomesh::diff {

/// `git:REV` or `git:REV:PATH`, as it was asked for.
struct Revision {
  std::string text;
  std::string name;
  std::string path;  ///< from the top of the repository; empty: not given
};

/// Nothing for a word that does not begin with `git:`. Errors: git-failed (no revision, or one that is an option).
std::optional<Revision> parse_revision(std::string_view word, Diagnostics& diagnostics);

/// One entry of a revision's tree.
struct TreeEntry {
  std::string path;
  std::string id;
  bool is_directory = false;
};

/// Runs git in the current directory, without a shell.
class Git {
 public:
  /// Errors: git-failed (there is no git). `environment`: git's; its PATH says where git is.
  static std::optional<Git> find(const Environment& environment, Diagnostics& diagnostics);

  /// Those of the paths that exist in the revision. Errors: git-failed (no repository, no such revision).
  std::optional<std::vector<TreeEntry>> list(const Revision& revision, const std::vector<std::string>& paths,
                                             Diagnostics& diagnostics) const;
  /// The bytes of a file. Errors: git-failed.
  std::optional<std::string> read(const Revision& revision, const TreeEntry& entry, Diagnostics& diagnostics) const;

 private:
  std::optional<std::string> run(const Revision& revision, std::vector<std::string> words,
                                 Diagnostics& diagnostics) const;

  std::string program_;
  Environment environment_;
};

}  // namespace atomesh::diff
