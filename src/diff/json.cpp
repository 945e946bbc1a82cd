// The document atomesh.diff/1.
#include <nlohmann/json.hpp>

#include "atomesh/diff.hpp"

namespace atomesh {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json process_json(const DiffProcess& process) {
  Json json = Json::object();
  const ProcessId& id = process.id;
  if (!id.recipe.empty()) {
    json["recipe"] = id.recipe;
    json["point"] = {
        {"index", or_null(process.point)}, {"isl", or_null(id.isl)}, {"osl", or_null(id.osl)}, {"number", id.number}};
  }
  json["model"] = id.model.empty() ? process.plan.model : id.model;
  if (id.mode) json["mode"] = to_string(*id.mode);
  json["role"] = to_string(process.plan.role);
  if (!id.mode) json["rank"] = process.plan.rank;
  return json;
}

Json change_json(const Change& change) {
  Json json = {{"class", to_string(change.change_class)}, {"kind", to_string(change.kind)}, {"name", change.name}};
  if (!change.path.empty()) json["path"] = change.path;
  if (change.elements) {
    json["removed"] = change.before;
    json["added"] = change.after;
  } else {
    json["before"] = change.before.empty() ? Json() : Json(change.before.front());
    json["after"] = change.after.empty() ? Json() : Json(change.after.front());
  }
  return json;
}

Json processes_json(const std::vector<DiffProcess>& processes) {
  Json list = Json::array();
  for (const DiffProcess& process : processes) list.push_back(process_json(process));
  return list;
}

}  // namespace

std::string to_json(const Diff& diff) {
  Json document = {{"format", "atomesh.diff/1"},
                   {"added", processes_json(diff.added)},
                   {"removed", processes_json(diff.removed)},
                   {"changed", Json::array()}};
  for (const ChangedProcess& process : diff.changed) {
    Json element = process_json(process.after);
    element["changes"] = Json::array();
    for (const Change& change : process.changes) element["changes"].push_back(change_json(change));
    document["changed"].push_back(std::move(element));
  }
  // Only an environment could bring bytes that are not UTF-8, and no plan here has one.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace atomesh
