// What `--from FILE` runs again.
#pragma once

#include <optional>
#include <string>

#include "atomesh/manifest.hpp"

namespace atomesh {

/// A process of a manifest, with the request and the environment that it is resolved from anew.
struct RecordedRun {
  Manifest manifest;
  RecordedPlan plan;
  Request request;
  Environment environment;
  Place place;  ///< the manifest, for messages
};

/// `asked`: what the command line says besides; prepare_rerun tells what it may. Errors: file-unreadable and those of
/// read_manifest and prepare_rerun.
std::optional<RecordedRun> read_recorded_run(const std::string& path, const Request& asked,
                                             const Environment& environment, Diagnostics& diagnostics);

/// Reports what differs from the manifest: as errors, or as warnings if it is to be run all the same. True if it is.
bool accept_differences(const Diagnostics& differences, bool force);

}  // namespace atomesh
