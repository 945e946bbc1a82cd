// Reads a manifest back, as far as it is needed to run again.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "atomesh/manifest.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::json;

/// Null where it is not there.
Json member(const Json& object, const char* key) { return object.is_object() ? object.value(key, Json()) : Json(); }

/// Reads into a manifest. The first thing that is wrong is kept: `'host' is not a text`.
class Reader {
 public:
  std::string text(const Json& object, const char* key) {
    const Json value = member(object, key);
    if (value.is_string()) return value.get<std::string>();
    fault(key, "a text");
    return "";
  }

  void files(const Json& document, Manifest& into) {
    into.models = file(member(document, "models"));
    into.recipes = file(member(document, "recipes"));
  }

  void request(const Json& request, Manifest& into) {
    const Json options = member(request, "options");
    if (!options.is_array()) return fault("options", "a list of texts");
    for (const Json& word : options) {
      if (!word.is_string()) return fault("options", "a list of texts");
      into.options.push_back(word.get<std::string>());
    }
    const Json variables = member(request, "env");
    if (!variables.is_object()) return fault("env", "an object of texts");
    for (const auto& [name, value] : variables.items()) {
      if (!value.is_string() && !value.is_null()) return fault("env", "an object of texts");
      into.environment.emplace(name, value.is_null() ? std::nullopt : std::optional(value.get<std::string>()));
    }
  }

  void plans(const Json& plans, Manifest& into) {
    if (!plans.is_array() || plans.empty()) return fault("plans", "a list of plans");
    for (const Json& plan : plans) into.plans.push_back(this->plan(plan));
  }

  const std::string& fault() const { return fault_; }

 private:
  void fault(const char* key, std::string_view expected) {
    if (fault_.empty()) fault_ = fmt::format("'{}' is not {}", key, expected);
  }

  std::optional<ConfigFile> file(const Json& json) {
    if (json.is_null()) return std::nullopt;
    return ConfigFile{text(json, "path"), text(json, "sha256")};
  }

  RecordedPlan plan(const Json& json) {
    RecordedPlan plan;
    const auto role = parse_role(text(json, "role"));
    if (!role) fault("role", "prefill, decode or router");
    plan.role = role.value_or(Role::prefill);
    const Json rank = member(json, "rank");
    if (!rank.is_number_integer()) fault("rank", "a number");
    plan.rank = rank.is_number_integer() ? rank.get<int>() : 0;
    const Json worker = member(json, "worker");
    if (!worker.is_null() && !worker.is_number_integer()) fault("worker", "a number");
    if (worker.is_number_integer()) plan.worker = worker.get<int>();
    plan.sha256 = text(json, "sha256");
    return plan;
  }

  std::string fault_;
};

std::string read(const Json& document, Manifest& manifest) {
  if (document.is_discarded()) return "it is not JSON";
  if (member(document, "format") != "atomesh.manifest/1") return "its format is not atomesh.manifest/1";
  Reader reader;
  const Json build = member(document, "atomesh");
  manifest.facts.build = {reader.text(build, "version"), reader.text(build, "commit")};
  manifest.facts.time = reader.text(document, "time");
  manifest.facts.host = reader.text(document, "host");
  manifest.facts.directory = reader.text(document, "directory");
  reader.files(document, manifest);
  reader.request(member(document, "request"), manifest);
  reader.plans(member(document, "plans"), manifest);
  return reader.fault();
}

}  // namespace

std::optional<Manifest> read_manifest(const Source& source, Diagnostics& diagnostics) {
  Manifest manifest;
  const std::string fault = read(Json::parse(source.text, nullptr, false), manifest);
  if (fault.empty()) return manifest;
  diagnostics.add("bad-manifest", label(source.name), fmt::format("this is no manifest to run again: {}", fault),
                  "`launch --manifest FILE` and `run-node --manifest FILE` write them");
  return std::nullopt;
}

}  // namespace atomesh
