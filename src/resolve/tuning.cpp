// The layers of one role's tuning values, put on top of each other (SPEC section 4, Tuning).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "atomesh/settings.hpp"
#include "parts.hpp"
#include "sources.hpp"

namespace atomesh {
namespace {

/// [1,2,4,8,16,24,…,256]: steps of 8 from 16 (SPEC section 5).
std::string default_capture_sizes() {
  std::string sizes = "[1,2,4,8";
  for (int size = 16; size <= 256; size += 8) sizes += fmt::format(",{}", size);
  return sizes + "]";
}

template <class T>
Setting<T> built_in_text(std::string_view key, std::string text) {
  return {T{text}, built_in(std::string(key)), text};
}

ScopedTuning built_in_layer(const Deployment& deployment) {
  ScopedTuning layer;
  layer.shared.block_size = built_in_text<PositiveInt>("block_size", "16");
  layer.shared.mem_frac_static = built_in_text<Fraction>("mem_frac_static", "0.85");
  layer.shared.max_num_seqs = built_in_text<PositiveInt>("max_num_seqs", "256");
  layer.shared.cudagraph_capture_sizes =
      built_in_text<CaptureSizes>("cudagraph_capture_sizes", default_capture_sizes());
  // SPEC section 4: decode's sequences follow the largest concurrency, unless some source gives decode_max_num_seqs.
  const Setting<int>& largest = deployment.max_concurrency;
  const std::string text = std::to_string(largest.value);
  layer.decode.max_num_seqs = Setting<PositiveInt>{{text, largest.value}, largest.origin, text};
  return layer;
}

/// Where the recipe's ATOMESH_ variable wins over another value of the environment's.
void warn_recipe_over_atomesh(const Tuning& chosen, const ScopedTuning& environment, Role role,
                              Diagnostics& diagnostics) {
  const Tuning asked = choose_tuning(role, {&environment, 1});
  for (const TuningKey& key : tuning_keys()) {
    std::visit(
        [&](auto member) {
          const auto& used = chosen.*member;
          const auto& lost = asked.*member;
          if (!used || !lost || used->origin.layer != Layer::recipe) return;
          warn_recipe_over_env(lost->origin.key, {used->written, used->origin}, {lost->written, lost->origin},
                               diagnostics);
        },
        key.member);
  }
}

}  // namespace

AskedTuning read_asked_tuning(const Request& request, const Environment& environment, Diagnostics& diagnostics) {
  const VariableSource variables(environment);
  return {tuning_from_options(request.set, diagnostics), tuning_from_atomesh_variables(variables, diagnostics),
          tuning_from_plain_variables(variables, diagnostics)};
}

Tuning resolve_tuning(const AskedTuning& asked, const Deployment& deployment, Role role, const VariableSource* recipe,
                      const ScopedTuning* model, const ScopedTuning* defaults, Diagnostics& diagnostics) {
  const ScopedTuning none;
  const auto from_recipe = [&](auto read) { return recipe != nullptr ? read(*recipe, diagnostics) : none; };
  const ScopedTuning recipe_atomesh = from_recipe(tuning_from_atomesh_variables);
  const ScopedTuning recipe_plain = from_recipe(tuning_from_plain_variables);
  const ScopedTuning layers[] = {asked.options,
                                 recipe_atomesh,
                                 asked.atomesh_variables,
                                 model != nullptr ? *model : none,
                                 defaults != nullptr ? *defaults : none,
                                 recipe_plain,
                                 asked.plain_variables,
                                 built_in_layer(deployment)};
  const Tuning chosen = choose_tuning(role, layers);
  for (const ScopedTuning* plain : {&recipe_plain, &asked.plain_variables}) {
    warn_ignored_plain(chosen, *plain, role, diagnostics);
  }
  warn_recipe_over_atomesh(chosen, asked.atomesh_variables, role, diagnostics);
  for (const ScopedTuning* shared : {&asked.options, &recipe_atomesh, &asked.atomesh_variables}) {
    warn_other_roles(*shared, role, diagnostics);
  }
  return chosen;
}

void warn_unused_settings(const Tuning& tuning, const Plan& plan, Mode mode, Diagnostics& diagnostics) {
  std::set<std::string_view> used;
  for (const Piece& piece : plan.argv) used.insert(piece.origin.where.label);
  // An env list shows in the origin of each variable by name, not by label; it is used whenever its mode is on.
  const auto in_use = [&](const TuningKey& key) {
    return key.name == "env" || (key.name == "tp_dp_env" && mode == Mode::tp_dpa) ||
           (key.name == "ep_dp_env" && mode == Mode::ep_dpa);
  };
  for (const TuningKey& key : tuning_keys()) {
    std::visit(
        [&](auto member) {
          const auto& slot = tuning.*member;
          if (!slot || slot->origin.layer != Layer::command_line || in_use(key)) return;
          if (used.contains(slot->origin.where.label)) return;
          diagnostics.add("unused-setting", slot->origin.where,
                          fmt::format("{} changes nothing in mode {}", key.name, to_string(mode)));
        },
        key.member);
  }
}

}  // namespace atomesh
