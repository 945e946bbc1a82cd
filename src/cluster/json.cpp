// A cluster as the document atomesh.plans/1.
#include <nlohmann/json.hpp>

#include "atomesh/cluster.hpp"
#include "atomesh/render.hpp"
#include "atomesh/text.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::ordered_json;

Json process_json(const Process& process) {
  Diagnostics unused;
  const auto plan = render(process.plan, Format::json, {}, unused);
  // A word that is not UTF-8 is for `print-args` to refuse; here its process is told without its command.
  Json json = plan ? Json::parse(*plan) : Json{{"role", to_string(process.plan.role)}, {"rank", process.plan.rank}};
  json.erase("format");
  json["host"] = process.host;
  json["gpus"] = Json::array();
  for (const std::string& gpu : process.gpus) {
    const auto number = parse_integer(gpu);
    json["gpus"].push_back(number ? Json(*number) : Json(gpu));
  }
  json["ports"] = Json::array();
  for (const Listener& listener : process.ports) {
    json["ports"].push_back({{"first", listener.first}, {"count", listener.count}, {"owner", listener.owner}});
  }
  return json;
}

Json cluster_json(const Cluster& cluster) {
  Json json;
  json["recipe"] = cluster.recipe.empty() ? Json() : Json(cluster.recipe);
  json["point"] = cluster.recipe.empty() ? Json() : Json(cluster.point);
  json["model"] = cluster.model;
  json["prefill"] = cluster.prefill;
  json["decode"] = cluster.decode;
  if (cluster.layout != Layout::multi_node) json["layout"] = to_string(cluster.layout);
  json["kv_connector"] = cluster.connector;
  json["router_url"] = cluster.router_url;
  json["example_hosts"] = cluster.example_hosts;
  json["processes"] = Json::array();
  for (const Process& process : cluster.processes) json["processes"].push_back(process_json(process));
  return json;
}

}  // namespace

std::string to_json(const std::vector<Cluster>& clusters) {
  Json document;
  document["format"] = "atomesh.plans/1";
  document["deployments"] = Json::array();
  for (const Cluster& cluster : clusters) document["deployments"].push_back(cluster_json(cluster));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace atomesh
