// What is asked of the machine: environment, network, files. Everything comes back as plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "atomesh/manifest.hpp"
#include "atomesh/resolve.hpp"

namespace atomesh {

/// The process environment. Entries without `=` are left out.
Environment read_environment(char** environ);

/// Facts for one plan. Only what the request needs is looked up. `self`: the path of this program.
HostFacts read_host_facts(const Request& request, const Environment& environment);

std::string host_name();

/// Clock, host and current directory.
RunFacts read_run_facts(Build build);

/// Reads the two files, as far as the request needs them. Order of the search (when no path is given): ATOMESH_MODELS /
/// ATOMESH_RECIPES, $ATOM_WS_PATH, ./configs, share/atomesh beside the directory of this program. Errors:
/// file-not-found, which lists what was tried, and those of yaml::parse.
Config read_config(const Request& request, const Environment& environment, Diagnostics& diagnostics);

/// One of the two files: at `path` (`-` is standard input), or found by the search above if it is empty.
std::optional<yaml::Document> read_models(const std::string& path, const Environment& environment,
                                          Diagnostics& diagnostics);
std::optional<yaml::Document> read_recipes(const std::string& path, const Environment& environment,
                                           Diagnostics& diagnostics);

}  // namespace atomesh
