// A process of a manifest as options and environment, to be resolved anew.
#include <fmt/format.h>

#include <algorithm>

#include "atomesh/manifest.hpp"
#include "atomesh/sbatch.hpp"
#include "read_variables.hpp"

namespace atomesh {
namespace {

constexpr std::string_view mask = "***";
constexpr auto address_options = std::to_array<std::string_view>({"--ips", "--node0-addr", "--host-ip"});

/// What `asked` may say, with everything else removed.
Request allowed_part(const Request& asked) {
  Request part;
  part.role = asked.role;
  part.worker = asked.worker;
  part.models_file = asked.models_file;
  part.recipes_file = asked.recipes_file;
  part.addresses = asked.addresses;
  part.node0_address = asked.node0_address;
  part.host_ip = asked.host_ip;
  return part;
}

std::string name_of(const RecordedPlan& plan) {
  const std::string role(to_string(plan.role));
  return plan.worker ? fmt::format("{} worker {}", role, *plan.worker) : role;
}

const RecordedPlan* choose_plan(const Manifest& manifest, const Request& asked, const Place& place,
                                Diagnostics& diagnostics) {
  std::string names;
  std::vector<const RecordedPlan*> fitting;
  for (const RecordedPlan& plan : manifest.plans) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(plan));
    const bool fits = (!asked.role || plan.role == *asked.role) && (!asked.worker || plan.worker == asked.worker);
    if (fits) fitting.push_back(&plan);
  }
  if (fitting.size() == 1) return fitting.front();
  diagnostics.add("bad-manifest", place, fmt::format("the manifest tells of {}", names),
                  "choose one of them with --role, or --worker where there are several of a role");
  return nullptr;
}

bool has_own_addresses(const Manifest& manifest, const Request& asked, const Environment& environment) {
  if (!asked.addresses.empty() || !asked.node0_address.empty() || !asked.host_ip.empty()) return true;
  return std::ranges::any_of(address_variables, [&](std::string_view name) {
    const auto here = VariableSource(environment).find(name);
    const auto recorded = manifest.environment.find(std::string(name));
    return here && (recorded == manifest.environment.end() || recorded->second != here->text);
  });
}

void add_missing_secret(std::string_view what, std::string hint, const Place& place, Diagnostics& diagnostics) {
  diagnostics.add("manifest-secret", place, fmt::format("the secret of {} is not in the manifest", what),
                  std::move(hint));
}

std::string export_hint(std::string_view name) { return fmt::format("export {} with its value", name); }

/// A word of the options with its secret. Only `--env NAME=***` says where to find it.
std::string with_secret(const std::string& word, std::string_view option, const Environment& environment,
                        const Place& place, Diagnostics& diagnostics) {
  if (word.find(mask) == std::string::npos) return word;
  const std::string name = word.substr(0, word.find('='));
  if (option != "--env" || word != fmt::format("{}={}", name, mask)) {
    add_missing_secret(fmt::format("{} {}", option, word), "give the options themselves in place of --from", place,
                       diagnostics);
    return word;
  }
  const auto here = environment.find(name);
  if (here != environment.end()) return name + "=" + here->second;
  add_missing_secret(fmt::format("--env {}", name), export_hint(name), place, diagnostics);
  return word;
}

/// Without the files, which are named by their paths, and addresses if there are others. Every option is followed by
/// its value, but for switches, which hold theirs.
std::vector<std::string> options_again(const Manifest& manifest, bool own_addresses, const Environment& environment,
                                       const Place& place, Diagnostics& diagnostics) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < manifest.options.size(); ++i) {
    const std::string& option = manifest.options[i];
    if (option.find('=') != std::string::npos || i + 1 == manifest.options.size()) {
      words.push_back(option);
      continue;
    }
    const std::string& value = manifest.options[++i];
    const bool file = option == "--models" || option == "--recipes";
    if (file || (own_addresses && std::ranges::find(address_options, option) != address_options.end())) continue;
    words.push_back(option);
    words.push_back(with_secret(value, option, environment, place, diagnostics));
  }
  return words;
}

Environment environment_again(const Manifest& manifest, bool own_addresses, const Environment& here, const Place& place,
                              Diagnostics& diagnostics) {
  const auto is_address = [](std::string_view name) {
    return std::ranges::find(address_variables, name) != address_variables.end();
  };
  Environment environment;
  for (const auto& [name, value] : here) {
    if (!is_read_for_plans(name) || (own_addresses && is_address(name))) environment.emplace(name, value);
  }
  for (const auto& [name, value] : manifest.environment) {
    if (own_addresses && is_address(name)) continue;
    const auto known = here.find(name);
    if (value) {
      environment.insert_or_assign(name, *value);
    } else if (known != here.end()) {
      environment.insert_or_assign(name, known->second);
    } else {
      add_missing_secret(name, export_hint(name), place, diagnostics);
    }
  }
  return environment;
}

void add_option(std::string_view name, const std::string& value, std::vector<std::string>& words) {
  if (!value.empty()) words.insert(words.end(), {std::string(name), value});
}

/// The path that is asked for, else that of the manifest.
void add_file(std::string_view option, const std::string& asked, const std::optional<ConfigFile>& recorded,
              const Place& place, std::vector<std::string>& words, Diagnostics& diagnostics) {
  const std::string path = asked.empty() && recorded ? recorded->path : asked;
  if (path == "<stdin>") {
    diagnostics.add("bad-manifest", place, fmt::format("the file of {} was read from standard input", option),
                    fmt::format("name a file of the same text with {}", option));
  }
  add_option(option, path, words);
}

void compare_file(const std::optional<ConfigFile>& recorded, const std::optional<ConfigFile>& here, const Place& place,
                  Diagnostics& diagnostics) {
  if (!recorded || !here || recorded->sha256 == here->sha256) return;
  diagnostics.add("manifest-differs", place,
                  fmt::format("{} is not what was run: its SHA-256 is {}, and {} in the manifest", here->path,
                              here->sha256, recorded->sha256),
                  "name the file as it was with --models or --recipes, or run what is there with --force");
}

std::string describe(const Build& build) { return fmt::format("{}, commit {}", build.version, build.commit); }

}  // namespace

std::string find_other_option(const Request& asked) {
  const Request allowed = allowed_part(asked);
  if (asked == allowed) return "";
  const std::vector<std::string> known = words_of(allowed);
  for (const std::string& word : words_of(asked)) {
    if (word.starts_with("--") && std::ranges::find(known, word) == known.end()) return word.substr(0, word.find('='));
  }
  return "--rank";
}

std::optional<Rerun> prepare_rerun(const Manifest& manifest, const Request& asked, const Environment& environment,
                                   const Place& place, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const RecordedPlan* plan = choose_plan(manifest, asked, place, diagnostics);
  if (plan == nullptr) return std::nullopt;
  const bool own = has_own_addresses(manifest, asked, environment);
  Rerun rerun{options_again(manifest, own, environment, place, diagnostics),
              environment_again(manifest, own, environment, place, diagnostics), *plan};
  add_file("--models", asked.models_file, manifest.models, place, rerun.options, diagnostics);
  add_file("--recipes", asked.recipes_file, manifest.recipes, place, rerun.options, diagnostics);
  add_option("--ips", asked.addresses, rerun.options);
  add_option("--node0-addr", asked.node0_address, rerun.options);
  add_option("--host-ip", asked.host_ip, rerun.options);
  add_option("--role", std::string(to_string(plan->role)), rerun.options);
  add_option("--rank", std::to_string(plan->rank), rerun.options);
  if (plan->worker) add_option("--worker", std::to_string(*plan->worker), rerun.options);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return rerun;
}

void compare_sources(const Manifest& manifest, const Build& build, const Config& config, const Place& place,
                     Diagnostics& diagnostics) {
  const Build& recorded = manifest.facts.build;
  if (recorded != build) {
    diagnostics.add("manifest-differs", place,
                    fmt::format("it was run by atomesh {}, and this is {}", describe(recorded), describe(build)),
                    "run it with that one, or with this one and --force");
  }
  const Manifest here = record_run({}, config, {}, {});
  compare_file(manifest.models, here.models, place, diagnostics);
  compare_file(manifest.recipes, here.recipes, place, diagnostics);
}

void compare_plan(const RecordedPlan& plan, std::string_view sha256, const Place& place, Diagnostics& diagnostics) {
  if (plan.sha256 == sha256) return;
  diagnostics.add(
      "manifest-differs", place,
      fmt::format("the plan is not what was run: its SHA-256 is {}, and {} in the manifest", sha256, plan.sha256),
      "`atomesh print-args --from FILE --force` prints what it is now; --force runs it");
}

}  // namespace atomesh
