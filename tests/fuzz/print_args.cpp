// A whole `print-args`: lines NAME=VALUE up to an empty one are the environment, the rest is models_atom.yaml. Whatever
// is printed as one shell command splits into the very words of the plan.
#include <algorithm>

#include "atomesh/render.hpp"
#include "atomesh/resolve.hpp"
#include "atomesh/words.hpp"
#include "fuzz.hpp"

namespace {

using namespace atomesh;

Environment take_environment(std::string_view& text) {
  Environment environment;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) break;
    const std::size_t equals = line.find('=');
    if (equals == 0 || equals == std::string_view::npos || line.find('\0') != std::string_view::npos) continue;
    environment.insert_or_assign(std::string(line.substr(0, equals)), std::string(line.substr(equals + 1)));
  }
  return environment;
}

HostFacts host_facts() {
  HostFacts host;
  host.default_route_ip = "192.0.2.1";
  host.router = {{"/usr/local/bin/atomesh", built_in("router"), true, false}};
  return host;
}

void check_shell_form(const Plan& plan, Diagnostics& diagnostics) {
  RenderOptions options;
  options.show_secrets = true;
  const auto shell = render(plan, Format::shell, options, diagnostics);
  if (!shell) return;
  const Split split = split_words(std::string_view(*shell).substr(0, shell->size() - 1));
  const std::vector<std::string> argv = argv_of(plan);
  fuzz::require(split.error.empty() && split.words.size() >= argv.size());
  const std::size_t first = split.words.size() - argv.size();
  for (std::size_t i = 0; i < argv.size(); ++i) fuzz::require(split.words[first + i].text == argv[i]);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  const Environment environment = take_environment(text);
  Diagnostics diagnostics;
  Config config;
  config.models = yaml::parse(yaml::make_source("models.yaml", text), diagnostics);
  if (!config.models) return 0;
  Request request;
  if (const auto names = model_names(*config.models); !names.empty()) request.model = std::string(names.front());
  const auto plan = resolve(request, config, environment, host_facts(), diagnostics);
  fuzz::require(plan.has_value() != diagnostics.has_errors());
  if (plan) check_shell_form(*plan, diagnostics);
  fuzz::tell(diagnostics);
  return 0;
}
