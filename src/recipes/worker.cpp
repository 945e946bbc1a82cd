// Readers of the small structs: router, KV offload backend, worker group.
#include <fmt/format.h>

#include "readers.hpp"
#include "scalars.hpp"

namespace atomesh::recipes {

std::optional<Router> read_router(const Context& context, const Values& owner) {
  const yaml::Node* node = owner.container("router");
  if (node == nullptr) return std::nullopt;
  const Values values(context, {*node, owner.key_node("router")}, tables::router);
  Router router{values.string("name"), values.string("version")};
  if (router.version.starts_with("image:")) {
    context.add("router-version-image", values.value_node("version"),
                fmt::format("the router's version '{}' names an image", router.version),
                "write the commit or the release of the router");
  }
  return router;
}

std::optional<KvOffloadBackend> read_kv_offload_backend(const Context& context, const Values& point) {
  constexpr std::string_view key = "kv-offload-backend";
  const yaml::Node* node = point.container(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == yaml::Kind::mapping) {
    const Values values(context, {*node, point.key_node(key)}, tables::kv_offload_backend);
    return KvOffloadBackend{values.string("name"), values.optional_string("version")};
  }
  context.add("kv-offload-backend-name", *node, fmt::format("'{}' is a plain name, as in older files", key),
              fmt::format("write {}: {{ name: {} }}", key, node->text));
  return KvOffloadBackend{node->text, std::nullopt};
}

WorkerGroup read_worker(const Values& worker, const yaml::Node& node) {
  WorkerGroup group;
  group.num_worker = worker.integer("num-worker").value_or(0);
  group.tp = worker.integer("tp").value_or(0);
  group.ep = worker.integer("ep").value_or(0);
  group.dp_attn = worker.boolean("dp-attn").value_or(false);
  group.pp = worker.integer("pp");
  group.dcp_size = worker.integer("dcp-size");
  group.pcp_size = worker.integer("pcp-size");
  group.hardware = worker.optional_string("hardware");
  if (const yaml::Node* settings = worker.container("additional-settings")) {
    for (const yaml::Node* item : settings->items) group.additional_settings.push_back(item->text);
  }
  group.node = &node;
  return group;
}

}  // namespace atomesh::recipes
