// A manifest as a document, and as a file.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "../replace_file.hpp"
#include "atomesh/manifest.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::ordered_json;

Json file_json(const std::optional<ConfigFile>& file) {
  return file ? Json{{"path", file->path}, {"sha256", file->sha256}} : Json();
}

Json request_json(const Manifest& manifest) {
  Json environment = Json::object();
  for (const auto& [name, value] : manifest.environment) environment[name] = value ? Json(*value) : Json();
  return {{"options", manifest.options}, {"env", std::move(environment)}};
}

Json plan_json(const RecordedPlan& plan) {
  Json json = Json::parse(plan.document);
  json["sha256"] = plan.sha256;
  return json;
}

void add_node(const NodeRecord& node, Json& document) {
  document["nodes"] = node.nodes;
  document["peers"] = Json::array();
  for (const auto& [name, url] : node.peers) document["peers"].push_back({{"name", name}, {"url", url}});
  document["command"] = node.command;
}

}  // namespace

std::string to_json(const Manifest& manifest) {
  const RunFacts& facts = manifest.facts;
  Json document;
  document["format"] = "atomesh.manifest/1";
  document["atomesh"] = {{"version", facts.build.version}, {"commit", facts.build.commit}};
  document["time"] = facts.time;
  document["host"] = facts.host;
  document["directory"] = facts.directory;
  document["slurm"] = manifest.slurm;
  document["models"] = file_json(manifest.models);
  document["recipes"] = file_json(manifest.recipes);
  document["request"] = request_json(manifest);
  if (manifest.node) add_node(*manifest.node, document);
  document["plans"] = Json::array();
  for (const RecordedPlan& plan : manifest.plans) document["plans"].push_back(plan_json(plan));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_manifest(const std::string& path, const Manifest& manifest, Diagnostics& diagnostics) {
  const int error = replace_file(path, to_json(manifest));
  if (error == 0) return;
  diagnostics.add("manifest-not-written", label("--manifest"), fmt::format("{}: {}", path, strerror(error)),
                  error == ELOOP ? "it is a symbolic link: name the file itself"
                                 : "is its directory there and writable? it is run all the same");
}

}  // namespace atomesh
