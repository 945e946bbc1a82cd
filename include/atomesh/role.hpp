// The words of the field that everything else is built on (SPEC section 1).
#pragma once

#include <optional>
#include <string_view>

namespace atomesh {

/// prefill produces KV cache, decode consumes it, the router stands in front of both.
enum class Role { prefill, decode, router };

std::string_view to_string(Role role);
std::optional<Role> parse_role(std::string_view name);

/// How one role spreads a model: DP attention and expert parallelism are the two switches.
enum class Mode { tp, tp_dpa, ep_dpa, ep };

Mode mode_of(bool dp_attention, bool expert_parallel);
std::string_view to_string(Mode mode);

}  // namespace atomesh
