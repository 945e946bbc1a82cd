#include "recorded_run.hpp"

#include "commands.hpp"
#include "output.hpp"

namespace atomesh {

std::optional<RecordedRun> read_recorded_run(const std::string& path, const Request& asked,
                                             const Environment& environment, Diagnostics& diagnostics) {
  const auto source = yaml::read_file(path, diagnostics);
  auto manifest = source ? read_manifest(**source, diagnostics) : std::nullopt;
  if (!manifest) return std::nullopt;
  const Place place = label(path);
  auto rerun = prepare_rerun(*manifest, asked, environment, place, diagnostics);
  if (!rerun) return std::nullopt;
  auto request = parse_request(rerun->options);
  if (!request) {
    diagnostics.add("bad-manifest", place, "the options of its request are not those of atomesh",
                    "run it with the atomesh that wrote it");
    return std::nullopt;
  }
  return RecordedRun{std::move(*manifest), std::move(rerun->plan), std::move(*request), std::move(rerun->environment),
                     place};
}

bool accept_differences(const Diagnostics& differences, bool force) {
  std::string text;
  for (const Diagnostic& difference : differences.sorted()) {
    text += to_text(difference, force ? Severity::warning : Severity::error);
  }
  write(stderr, text);
  return text.empty() || force;
}

}  // namespace atomesh
