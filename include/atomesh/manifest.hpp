// The record of a run, atomesh.manifest/1: what is started, what decided it, and what is needed to do it again.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "atomesh/resolve.hpp"

namespace atomesh {

/// Which atomesh it was.
struct Build {
  std::string version, commit;

  friend bool operator==(const Build&, const Build&) = default;
};

/// What the machine says about a run; nothing in it decides a plan.
struct RunFacts {
  Build build;
  std::string time;  ///< ISO 8601, UTC
  std::string host;
  std::string directory;  ///< the current one
};

/// One of the two files as it was read: without byte order mark and carriage returns, which is the file as it is where
/// it has none.
struct ConfigFile {
  std::string path;  ///< absolute; `<stdin>`
  std::string sha256;

  friend bool operator==(const ConfigFile&, const ConfigFile&) = default;
};

/// One process. `document`: its plan as atomesh.plan/1 with origins, secrets masked; empty in a manifest that was read.
struct RecordedPlan {
  Role role = Role::prefill;
  int rank = 0;
  std::optional<int> worker;  ///< where its node has several
  std::string sha256;         ///< plan_hash
  std::string document;
};

/// What only `run-node` records.
struct NodeRecord {
  int nodes = 0;
  std::vector<std::pair<std::string, std::string>> peers;  ///< name and URL
  std::vector<std::string> command;                        ///< secrets masked
};

struct Manifest {
  RunFacts facts;
  Environment slurm;  ///< ids of job, step and task
  std::optional<ConfigFile> models, recipes;
  /// The request: its options, secrets masked, and the variables that were read for it. A value with a secret in it is
  /// not kept: nothing.
  std::vector<std::string> options;
  std::map<std::string, std::optional<std::string>> environment;
  std::vector<RecordedPlan> plans;
  std::optional<NodeRecord> node;
};

/// The record of what a request, its files and its environment lead to. No plan is in it yet.
Manifest record_run(const Request& request, const Config& config, const Environment& environment, RunFacts facts);

/// Adds the plan that the three resolve to. Warnings, which leave it out: manifest-not-written (it is not UTF-8).
void add_plan(const Plan& plan, const Request& request, const Config& config, const Environment& environment,
              Manifest& manifest, Diagnostics& diagnostics);

/// The document, with its final newline.
std::string to_json(const Manifest& manifest);

/// Replaces the file at `path` (see replace_file). Warnings: manifest-not-written; a run is never stopped by its
/// record.
void write_manifest(const std::string& path, const Manifest& manifest, Diagnostics& diagnostics);

/// Reads a document back, without `node` and the documents of the plans. Errors: bad-manifest.
std::optional<Manifest> read_manifest(const Source& source, Diagnostics& diagnostics);

/// One process of a manifest, to be resolved anew.
struct Rerun {
  std::vector<std::string> options;
  Environment environment;
  RecordedPlan plan;
};

/// What `asked` may say beside a manifest: where the files are, which process of several, and new addresses.
/// Empty: it says nothing else; else the option that does.
std::string find_other_option(const Request& asked);

/// The process that `asked` names by its role and worker; if it names none, the only one. Its options are those of the
/// manifest, with the files, role and rank of that process. Its environment is the one here, but with the variables of
/// the manifest in place of those that decide plans. Addresses are those of the manifest unless `asked` or the
/// environment gives others: then none of them is. Secrets that are not in the manifest are taken from the environment.
/// Errors: bad-manifest, manifest-secret.
std::optional<Rerun> prepare_rerun(const Manifest& manifest, const Request& asked, const Environment& environment,
                                   const Place& place, Diagnostics& diagnostics);

/// How this program and the files that were read differ from those of the manifest. Errors: manifest-differs.
void compare_sources(const Manifest& manifest, const Build& build, const Config& config, const Place& place,
                     Diagnostics& diagnostics);

/// The same of the plan's hash.
void compare_plan(const RecordedPlan& plan, std::string_view sha256, const Place& place, Diagnostics& diagnostics);

}  // namespace atomesh
