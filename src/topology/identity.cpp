#include <fmt/format.h>

#include "atomesh/topology.hpp"

namespace atomesh {
namespace {

struct Ranks {
  int first = 0;
  int count = 0;
  bool contains(int rank) const { return rank >= first && rank < first + count; }
};

Ranks ranks_of(Role role, int prefill, int decode) {
  switch (role) {
    case Role::prefill:
      return {0, prefill};
    case Role::decode:
      return {prefill, decode};
    case Role::router:
      return {0, 1};
  }
  return {};
}

std::string in_words(Ranks ranks) {
  if (ranks.count == 0) return "no rank";
  return ranks.count == 1 ? fmt::format("rank {}", ranks.first)
                          : fmt::format("ranks {} to {}", ranks.first, ranks.first + ranks.count - 1);
}

std::string layout(int prefill, int decode) {
  return fmt::format("{}P{}D: prefill is {}, decode {}", prefill, decode,
                     in_words(ranks_of(Role::prefill, prefill, decode)),
                     in_words(ranks_of(Role::decode, prefill, decode)));
}

std::optional<Identity> identify_by_rank(std::optional<Role> asked, const Setting<int>& rank, int prefill, int decode,
                                         Diagnostics& diagnostics) {
  if (rank.value < 0 || rank.value >= prefill + decode) {
    diagnostics.add("rank-range", rank.origin.where,
                    fmt::format("rank {} is outside of the job of {} nodes", rank.value, prefill + decode),
                    layout(prefill, decode));
    return std::nullopt;
  }
  const Role by_rank = rank.value < prefill ? Role::prefill : Role::decode;
  if (asked && !ranks_of(*asked, prefill, decode).contains(rank.value)) {
    diagnostics.add("role-rank", rank.origin.where,
                    fmt::format("rank {} is not a {} in this job", rank.value, to_string(*asked)),
                    layout(prefill, decode) + "; the router is rank 0");
    return std::nullopt;
  }
  return Identity{asked.value_or(by_rank), rank.value, rank.origin};
}

}  // namespace

std::optional<Identity> identify(std::optional<Role> asked, const Slot<int>& rank, int prefill, int decode,
                                 Diagnostics& diagnostics) {
  if (rank) return identify_by_rank(asked, *rank, prefill, decode, diagnostics);
  if (asked) {
    const Ranks ranks = ranks_of(*asked, prefill, decode);
    if (ranks.count == 1) return Identity{*asked, ranks.first, {Layer::command_line, label("--role"), "--role", {}}};
    if (ranks.count == 0) {
      diagnostics.add("role-rank", label("--role"), fmt::format("this job has no {} worker", to_string(*asked)),
                      layout(prefill, decode));
      return std::nullopt;
    }
  } else if (prefill + decode == 1) {
    return Identity{prefill == 1 ? Role::prefill : Role::decode, 0, built_in("rank")};
  }
  diagnostics.add(
      "rank-unset", label("env NODE_RANK"),
      fmt::format("the rank of this node is not known, in a job of {} nodes", prefill + decode),
      "set NODE_RANK or --rank, or start it with srun, which sets SLURM_PROCID; " + layout(prefill, decode));
  return std::nullopt;
}

}  // namespace atomesh
