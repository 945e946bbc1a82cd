#include <fmt/format.h>

#include <cstring>

#include "atomesh/exec.hpp"
#include "parts.hpp"
#include "run_quietly.hpp"

namespace atomesh::host_checks {
namespace {

/// An exit code of its own: an interpreter that fails for another reason exits with 1.
constexpr int exit_no_module = 3;
constexpr auto look_for_atom =
    "import importlib.util,sys; sys.exit(3 if importlib.util.find_spec('atom') is None else 0)";
constexpr auto name_another = "name the image's interpreter with --python or ATOMESH_PYTHON";

/// What is wrong, after the interpreter's path; empty: nothing.
std::string explain(const RunResult& result, std::chrono::milliseconds limit) {
  switch (result.end) {
    case End::not_started:
      return fmt::format("cannot be started: {}", strerror(result.code));
    case End::timed_out:
      return fmt::format("did not say within {} s whether it has the module atom",
                         static_cast<double>(limit.count()) / 1000);
    case End::signalled:
      return fmt::format("died of signal {} ({}) when it was asked for the module atom", result.code,
                         strsignal(result.code));
    case End::exited:
      break;
  }
  if (result.code == 0) return "";
  if (result.code == exit_no_module) return "has no module atom";
  return fmt::format("ended with exit code {} when it was asked for the module atom", result.code);
}

std::string way_out(const RunResult& result, const std::string& path) {
  if (result.end == End::timed_out) {
    return "is a file system of PYTHONPATH or of the interpreter hanging, or the node overloaded?";
  }
  if (result.end == End::exited && result.code == exit_no_module) {
    return fmt::format("is this ATOM's image? {}", name_another);
  }
  return fmt::format("try {} -c 'import atom'; {}", path, name_another);
}

}  // namespace

void check_interpreter(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics) {
  const std::string& name = plan.argv.front().words.front().text;
  const Found python = find_program(name, search_path(input.environment));
  if (python.path.empty()) {
    const std::string& hint = python.failure.hint;
    diagnostics.add("host-python", program_place(plan),
                    fmt::format("there is no interpreter to start: {}", python.failure.message),
                    hint.empty() ? name_another : fmt::format("{}; {}", hint, name_another));
    return;
  }
  // The name and not the path: an interpreter finds its virtual environment through argv[0], as it will at launch.
  const RunResult result = run_quietly(python.path, {name, "-c", look_for_atom}, input.environment, input.import_limit);
  const std::string problem = explain(result, input.import_limit);
  if (problem.empty()) return;
  diagnostics.add("host-atom", program_place(plan), fmt::format("{} {}", python.path, problem),
                  way_out(result, python.path));
}

}  // namespace atomesh::host_checks
