#include "atomesh/role.hpp"

namespace atomesh {

std::string_view to_string(Role role) {
  switch (role) {
    case Role::prefill:
      return "prefill";
    case Role::decode:
      return "decode";
    case Role::router:
      return "router";
  }
  return "";
}

std::optional<Role> parse_role(std::string_view name) {
  for (const Role role : {Role::prefill, Role::decode, Role::router}) {
    if (to_string(role) == name) return role;
  }
  return std::nullopt;
}

Mode mode_of(bool dp_attention, bool expert_parallel) {
  if (dp_attention) return expert_parallel ? Mode::ep_dpa : Mode::tp_dpa;
  return expert_parallel ? Mode::ep : Mode::tp;
}

std::string_view to_string(Mode mode) {
  switch (mode) {
    case Mode::tp:
      return "tp";
    case Mode::tp_dpa:
      return "tp+dpa";
    case Mode::ep_dpa:
      return "ep+dpa";
    case Mode::ep:
      return "ep";
  }
  return "";
}

}  // namespace atomesh
