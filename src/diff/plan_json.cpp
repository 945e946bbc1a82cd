// Plans as print-args and plan write them.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "inputs.hpp"

namespace atomesh::diff {
namespace {

using Json = nlohmann::json;

/// Reads one plan; the first thing that is wrong with it goes to `fault`.
class PlanReader {
 public:
  std::optional<Plan> read(const Json& document) {
    Plan plan;
    if (!document.is_object()) {
      fault_ = "a process is not an object";
      return std::nullopt;
    }
    if (const auto role = parse_role(text(document, "role"))) {
      plan.role = *role;
    } else {
      fault("role", "prefill, decode or router");
    }
    const auto rank = document.find("rank");
    if (rank != document.end() && rank->is_number_integer()) {
      plan.rank = rank->get<int>();
    } else {
      fault("rank", "a number");
    }
    const auto worker = document.find("worker");
    plan.has_mates = worker != document.end() && worker->is_number_integer();
    plan.worker = plan.has_mates ? worker->get<int>() : plan.role == Role::router ? 0 : plan.rank;
    plan.model = document.contains("model") ? text(document, "model") : "";
    read_argv(document, plan);
    read_environment(document, plan);
    return fault_.empty() ? std::optional(std::move(plan)) : std::nullopt;
  }

  const std::string& fault() const { return fault_; }

 private:
  void fault(std::string_view key, std::string_view expected) {
    if (fault_.empty()) fault_ = fmt::format("'{}' is not {}", key, expected);
  }

  std::string text(const Json& document, const char* key) {
    const auto found = document.find(key);
    if (found != document.end() && found->is_string()) return found->get<std::string>();
    fault(key, "a text");
    return "";
  }

  std::vector<std::string> texts(const Json& list, std::string_view key) {
    std::vector<std::string> read;
    if (!list.is_array()) fault(key, "a list of texts");
    for (const Json& element : list) {
      if (!element.is_string()) {
        fault(key, "a list of texts");
        return {};
      }
      read.push_back(element.get<std::string>());
    }
    return read;
  }

  void read_argv(const Json& document, Plan& plan) {
    const std::vector<std::string> words = texts(document.value("argv", Json()), "argv");
    if (words.empty()) fault("argv", "a list of texts");
    Piece& piece = plan.argv.emplace_back();
    for (const std::string& word : words) piece.words.push_back({word, {}});
  }

  void read_environment(const Json& document, Plan& plan) {
    const Json environment = document.value("env", Json());
    if (!environment.is_object()) return fault("env", "an object of texts");
    for (const auto& [name, value] : environment.items()) {
      if (!value.is_string()) return fault("env", "an object of texts");
      plan.env.push_back({name, value.get<std::string>(), {}});
    }
    for (std::string& name : texts(document.value("unset_env", Json::array()), "unset_env")) {
      plan.unset_env.push_back({std::move(name), {}});
    }
  }

  std::string fault_;
};

/// Reads a whole document.
struct DocumentReader {
  std::vector<DiffProcess> processes = {};
  std::string fault = {};

  DiffProcess* add(const Json& document) {
    PlanReader reader;
    auto plan = reader.read(document);
    if (!plan) {
      fault = reader.fault();
      return nullptr;
    }
    DiffProcess& process = processes.emplace_back();
    process.id.role = plan->role;
    process.id.worker = plan->worker;
    process.plan = std::move(*plan);
    return &process;
  }

  /// A deployment without a recipe is known by its place.
  void add_deployment(const Json& deployment, int place) {
    const bool good = deployment.is_object() && deployment.value("processes", Json()).is_array();
    if (!good) fault = "a deployment has no list 'processes'";
    if (!good || !fault.empty()) return;
    const Json recipe = deployment.value("recipe", Json());
    const Json point = deployment.value("point", Json());
    std::map<Role, int> workers;
    for (const Json& document : deployment.at("processes")) {
      DiffProcess* process = add(document);
      if (process == nullptr) return;
      process->id.worker = workers[process->id.role]++;
      process->id.number = place;
      if (!recipe.is_string() || !point.is_number_integer()) continue;
      process->id.recipe = recipe.get<std::string>();
      process->id.number = point.get<int>();
      process->point = process->id.number;
    }
  }

  void read(const Json& document) {
    if (document.is_discarded()) {
      fault = "it is not JSON";
    } else if (document.is_array()) {
      for (const Json& element : document) {
        if (fault.empty()) read(element);
      }
    } else if (!document.is_object()) {
      fault = "a plan is not an object";
    } else if (document.value("format", Json()) == Json("atomesh.plan/1")) {
      add(document);
    } else if (document.value("format", Json()) == Json("atomesh.plans/1")) {
      int place = 0;
      for (const Json& deployment : document.value("deployments", Json::array())) {
        add_deployment(deployment, place++);
      }
    } else {
      fault = "its format is neither atomesh.plan/1 nor atomesh.plans/1";
    }
  }
};

}  // namespace

std::optional<std::vector<DiffProcess>> read_plans(const Source& source, Diagnostics& diagnostics) {
  DocumentReader reader;
  reader.read(Json::parse(source.text, nullptr, false));
  if (reader.fault.empty()) return std::move(reader.processes);
  Place place;
  place.label = source.name;
  diagnostics.add("bad-plan", place, fmt::format("this is no plan: {}", reader.fault),
                  "write plans with `atomesh print-args --format json`");
  return std::nullopt;
}

}  // namespace atomesh::diff
