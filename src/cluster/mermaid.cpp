// A cluster as a picture that GitHub and GitLab draw.
#include <fmt/format.h>

#include "atomesh/cluster.hpp"

namespace atomesh {
namespace {

/// Mermaid reads quotes and `#` inside of a label.
std::string label_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"') {
      out += "#quot;";
    } else if (c == '#') {
      out += "#35;";
    } else {
      out += c;
    }
  }
  return out;
}

std::string node_name(const Process& process) {
  return process.plan.role == Role::router ? "router"
                                           : fmt::format("{}{}", to_string(process.plan.role), process.plan.worker);
}

std::string node_label(const Process& process) {
  const long long port = process.ports.empty() ? 0 : process.ports.front().first;
  std::string label = fmt::format("{}<br/>{}:{}", to_string(process.plan.role), process.host, port);
  if (process.tp > 0) label += fmt::format("<br/>TP {}", process.tp);
  return label_text(label);
}

}  // namespace

std::string to_mermaid(const Cluster& cluster) {
  std::string text = "flowchart LR\n  client([client])\n";
  for (const Process& process : cluster.processes) {
    const bool router = process.plan.role == Role::router;
    text += fmt::format("  {}{}\"{}\"{}\n", node_name(process), router ? "{{" : "[", node_label(process),
                        router ? "}}" : "]");
  }
  for (const Process& process : cluster.processes) {
    text += process.plan.role == Role::router ? "  client --> router\n"
                                              : fmt::format("  router --> {}\n", node_name(process));
  }
  for (const Process& from : cluster.processes) {
    for (const Process& to : cluster.processes) {
      if (from.plan.role != Role::prefill || to.plan.role != Role::decode) continue;
      text += fmt::format("  {} -. \"KV, {}\" .-> {}\n", node_name(from), label_text(cluster.connector), node_name(to));
    }
  }
  return text;
}

}  // namespace atomesh
