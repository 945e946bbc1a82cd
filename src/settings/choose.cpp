// The choice among the layers, and the warnings about what lost.
#include <fmt/format.h>

#include "atomesh/settings.hpp"

namespace atomesh {
namespace {

bool shared_speaks_to(const TuningKey& key, Role role) {
  switch (key.shared_scope) {
    case SharedScope::both:
      return true;
    case SharedScope::prefill:
      return role == Role::prefill;
    case SharedScope::decode:
      return role == Role::decode;
  }
  return false;
}

Tuning ScopedTuning::*own_scope(Role role) {
  return role == Role::prefill ? &ScopedTuning::prefill : &ScopedTuning::decode;
}

template <class T>
void offer(const Slot<T>& candidate, Slot<T>& chosen) {
  if (!candidate) return;
  if (!chosen) {
    chosen = candidate;
  } else {
    chosen->origin.shadowed.push_back({candidate->origin.where, candidate->written});
  }
}

}  // namespace

Tuning choose_tuning(Role role, std::span<const ScopedTuning> layers) {
  Tuning chosen;
  for (const TuningKey& key : tuning_keys()) {
    std::visit(
        [&](auto member) {
          for (const ScopedTuning& layer : layers) {
            offer(layer.*own_scope(role).*member, chosen.*member);
            if (shared_speaks_to(key, role)) offer(layer.shared.*member, chosen.*member);
          }
        },
        key.member);
  }
  return chosen;
}

void warn_ignored_plain(const Tuning& chosen, const ScopedTuning& plain, Role role, Diagnostics& diagnostics) {
  for (const TuningKey& key : tuning_keys()) {
    if (!key.plain_variable) continue;
    const char* scope = shared_speaks_to(key, role) ? "" : role == Role::prefill ? "PREFILL_" : "DECODE_";
    std::visit(
        [&](auto member) {
          const auto& ignored = plain.shared.*member;
          const auto& used = chosen.*member;
          if (!ignored || !used || used->written == ignored->written) return;
          const std::string name = env_spelling(key.name);
          diagnostics.add("env-ignored", ignored->origin.where,
                          fmt::format("{}={} is ignored: {} gives {}", name, ignored->written,
                                      describe(used->origin.where), used->written),
                          fmt::format("to overrule the file, set ATOMESH_{}{}={}", scope, name, ignored->written));
        },
        key.member);
  }
}

void warn_other_roles(const ScopedTuning& layer, Role role, Diagnostics& diagnostics) {
  for (const TuningKey& key : tuning_keys()) {
    if (shared_speaks_to(key, role)) continue;
    std::visit(
        [&](auto member) {
          const auto& slot = layer.shared.*member;
          if (!slot || layer.*own_scope(role).*member) return;
          diagnostics.add("other-roles-setting", slot->origin.where,
                          fmt::format("{} without a role does not speak to {}", key.name, to_string(role)),
                          fmt::format("write {}_{} to set it there", to_string(role), key.name));
        },
        key.member);
  }
}

}  // namespace atomesh
