// The rules of validate: one free function each, over plans and loaded values. Private to `validate`.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/plan.hpp"
#include "atomesh/plan_options.hpp"
#include "atomesh/recipes.hpp"
#include "atomesh/validate.hpp"
#include "member_places.hpp"

namespace atomesh {

/// The plan of one process and its options.
struct CheckedProcess {
  Plan plan;
  ServerOptions options;
};

/// Each word of the server's argv as its argument parser takes it. Codes: option-*.
void check_server_options(const Plan& plan, const OptionTable& table, Diagnostics& diagnostics);

/// What ATOM itself demands of values that its parser lets through. Codes: draft-model, quant-config, kv-transfer-key.
void check_atom_rules(const CheckedProcess& process, Documents documents, Diagnostics& diagnostics);

/// Variables that the server of this date does not read. Codes: unread-env.
void check_env_names(const Plan& plan, const OptionTable& table, Diagnostics& diagnostics);

/// hf_overrides that switch off or thin out part of the model. Codes: hf-overrides-thins.
void check_overrides(const CheckedProcess& process, Documents documents, Diagnostics& diagnostics);

/// What both roles of one deployment must agree on. Codes: pair-disagrees.
void check_pair(const CheckedProcess& prefill, const CheckedProcess& decode, Documents documents,
                Diagnostics& diagnostics);

/// Every port and GPU of every process of one point, per node. Codes: port-clash, port-range, gpu-clash.
void check_nodes(std::span<const CheckedProcess> processes, const DeploymentPoint& point, Diagnostics& diagnostics);

/// Concurrency and lengths of one point. Codes: over-prefill-seqs, over-capture-sizes (notes), over-model-len.
void check_capacity(const yaml::Document& document, const Point& point, const CheckedProcess& prefill,
                    const CheckedProcess& decode, Diagnostics& diagnostics);

/// A recipe by itself. Codes: image-tag, router-version-missing.
void review_recipe(const yaml::Document& document, const Recipe& recipe, Diagnostics& diagnostics);

}  // namespace atomesh
