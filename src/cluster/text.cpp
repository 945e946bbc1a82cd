// A cluster for people: a table, and the commands as they can be pasted.
#include "atomesh/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "atomesh/cluster.hpp"
#include "atomesh/render.hpp"

namespace atomesh {
namespace {

using Columns = std::array<std::string, 6>;

std::string_view name_of(Listener::Kind kind) {
  switch (kind) {
    case Listener::Kind::http:
    case Listener::Kind::router:
      return "HTTP";
    case Listener::Kind::handshake:
      return "KV handshake";
    case Listener::Kind::engine:
      return "engine";
    case Listener::Kind::rendezvous:
      return "DP rendezvous";
    case Listener::Kind::dp_base:
      return "DP base";
    case Listener::Kind::prometheus:
      return "Prometheus";
  }
  return "";
}

/// `0-3`, `4,6-7`: numbers that follow each other as a range.
std::string gpus_text(const std::vector<std::string>& gpus) {
  std::string text;
  for (std::size_t first = 0; first < gpus.size();) {
    std::size_t last = first;
    const auto number = parse_integer(gpus[first]);
    while (number && last + 1 < gpus.size() &&
           parse_integer(gpus[last + 1]) == *number + static_cast<long long>(last + 1 - first)) {
      ++last;
    }
    text += fmt::format("{}{}", text.empty() ? "" : ",", gpus[first]);
    if (last > first) text += fmt::format("-{}", gpus[last]);
    first = last + 1;
  }
  return text.empty() ? "-" : text;
}

/// In a layout where a rank may host several, a worker goes by its name.
std::string process_text(const Process& process, Layout layout) {
  const bool named = layout != Layout::multi_node && process.plan.role != Role::router;
  return named ? name_of(process.plan) : std::string(to_string(process.plan.role));
}

Columns columns_of(const Process& process, Layout layout) {
  std::string ports;
  for (const Listener& listener : process.ports) {
    ports += fmt::format("{}{} {}", ports.empty() ? "" : ", ", range_text(listener), name_of(listener.kind));
  }
  return {std::to_string(process.plan.rank), process.host,
          process_text(process, layout),     process.tp == 0 ? "-" : std::to_string(process.tp),
          gpus_text(process.gpus),           ports};
}

/// The ports, which are last, go on in further lines where the width ends.
std::string table(const Cluster& cluster, int width) {
  std::vector<Columns> rows = {{"rank", "host", "process", "TP", "GPUs", "ports"}};
  for (const Process& process : cluster.processes) rows.push_back(columns_of(process, cluster.layout));
  std::array<std::size_t, 6> widths{};
  for (const Columns& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Columns& row : rows) {
    std::string line;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    const std::size_t left = line.size();
    std::string_view ports = row.back();
    while (left + ports.size() > static_cast<std::size_t>(width)) {
      const std::size_t room =
          static_cast<std::size_t>(width) > left + 20 ? static_cast<std::size_t>(width) - left : 20;
      const std::size_t comma = ports.substr(0, room).rfind(", ");
      if (comma == std::string_view::npos) break;
      text += fmt::format("{}{},\n", line, ports.substr(0, comma));
      line.assign(left, ' ');
      ports.remove_prefix(comma + 2);
    }
    text += fmt::format("{}{}\n", line, ports);
  }
  return text;
}

std::string title(const Cluster& cluster) {
  const std::string what =
      cluster.recipe.empty() ? cluster.model : fmt::format("{} point {}", cluster.recipe, cluster.point);
  std::string text = fmt::format(
      "{}: {}{}P{}D{}, KV by {}, router {}", what, cluster.recipe.empty() ? "" : cluster.model + " ", cluster.prefill,
      cluster.decode, cluster.layout == Layout::multi_node ? "" : fmt::format(" {}", to_string(cluster.layout)),
      cluster.connector, cluster.router_url);
  return cluster.example_hosts ? text + " (no addresses are given: hosts are examples)" : text;
}

std::string command_of(const Process& process) {
  Diagnostics unused;  // the shell form holds every plan
  return render(process.plan, Format::shell, {}, unused).value_or("");
}

std::string heading(const Process& process, Layout layout) {
  return fmt::format("# rank {} on {}: {}", process.plan.rank, process.host, process_text(process, layout));
}

}  // namespace

std::string to_text(const Cluster& cluster, int width) {
  return presentable(title(cluster)) + "\n\n" + table(cluster, width) + "\n" + to_shell(cluster);
}

std::string to_shell(const Cluster& cluster) {
  std::string text;
  for (const Process& process : cluster.processes) {
    text += fmt::format("{}{}\n{}", text.empty() ? "" : "\n", heading(process, cluster.layout), command_of(process));
  }
  return text;
}

}  // namespace atomesh
