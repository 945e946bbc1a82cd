// Which point of a recipe is meant.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "atomesh/recipes.hpp"

namespace atomesh {
namespace {

using Points = std::vector<const Point*>;

bool fits(const Point& point, const PointRequest& request) {
  const auto same = [](std::optional<long long> asked, std::optional<long long> value) {
    return !asked || asked == value;
  };
  const auto& listed = point.concurrency;
  return same(request.isl, point.isl) && same(request.osl, point.osl) && same(request.point, point.index) &&
         (!request.conc || std::ranges::find(listed, *request.conc) != listed.end());
}

Points points_that_fit(const Recipe& recipe, const PointRequest& request) {
  Points found;
  for (const Point& point : recipe.points) {
    if (fits(point, request)) found.push_back(&point);
  }
  return found;
}

std::string parallelism(long long tp, bool ep, bool dp_attention) {
  return fmt::format("tp{}{}{}", tp, ep ? " ep" : "", dp_attention ? " dp-attn" : "");
}

std::string shape_of(const WorkerGroup& group, const RolePoint* role) {
  return parallelism(role == nullptr ? group.tp : role->tp, group.ep > 1, group.dp_attn);
}

std::string shape_of_workers(const Point& point) {
  const DeploymentPoint* deployment = point.deployment ? &*point.deployment : nullptr;
  const std::string prefill = shape_of(*point.prefill, deployment == nullptr ? nullptr : &deployment->prefill);
  const std::string decode = shape_of(*point.decode, deployment == nullptr ? nullptr : &deployment->decode);
  const std::string workers = fmt::format("{}P{}D", point.prefill->num_worker, point.decode->num_worker);
  const std::string mtp =
      deployment == nullptr || deployment->mtp_size == 0 ? "" : fmt::format(" mtp{}", deployment->mtp_size);
  if (prefill == decode) return fmt::format("{} {}{}", workers, prefill, mtp);
  return fmt::format("{} prefill {}, decode {}{}", workers, prefill, decode, mtp);
}

/// `point 1: isl 8192 osl 1024, 2P1D tp8 dp-attn, conc 256 512`
std::string describe(const Point& point) {
  const std::string lengths = point.scenario == ScenarioKind::fixed_seq_len
                                  ? fmt::format("isl {} osl {}", point.isl.value_or(0), point.osl.value_or(0))
                                  : "agentic-coding";
  return fmt::format("point {}: {}, {}, conc {}", point.index, lengths, describe_shape(point),
                     fmt::join(point.concurrency, " "));
}

std::string describe(const Points& points) {
  std::vector<std::string> lines;
  for (const Point* point : points) lines.push_back(describe(*point));
  return fmt::format("{}", fmt::join(lines, "; "));
}

/// ` with isl 8192 and conc 16`; empty if nothing was asked.
std::string describe(const PointRequest& request) {
  std::vector<std::string> parts;
  const auto append = [&parts](std::string_view name, std::optional<long long> value) {
    if (value) parts.push_back(fmt::format("{} {}", name, *value));
  };
  append("isl", request.isl);
  append("osl", request.osl);
  append("conc", request.conc);
  append("number", request.point);
  return parts.empty() ? "" : fmt::format(" with {}", fmt::join(parts, " and "));
}

/// `--isl, --conc or --point`: the options that tell these points apart.
std::string options_that_decide(const Points& points) {
  std::string options;
  const auto append = [&](std::string_view option, auto member) {
    const auto differs = [&](const Point* point) { return point->*member != points.front()->*member; };
    if (!std::ranges::any_of(points, differs)) return;
    options += fmt::format("{}{}", options.empty() ? "" : ", ", option);
  };
  append("--isl", &Point::isl);
  append("--osl", &Point::osl);
  append("--conc", &Point::concurrency);
  return options.empty() ? "--point" : options + " or --point";
}

}  // namespace

std::string describe_shape(const Point& point) {
  if (point.prefill && point.decode) return shape_of_workers(point);
  return fmt::format("tp{}{}{}", point.tp.value_or(0), point.ep.value_or(1) > 1 ? " ep" : "",
                     point.dp_attn.value_or(false) ? " dp-attn" : "");
}

const Point* select_point(const yaml::Document& document, const Recipe& recipe, const PointRequest& request,
                          Diagnostics& diagnostics) {
  const Points found = points_that_fit(recipe, request);
  if (found.size() == 1) return found.front();
  const Place where = yaml::place(document, *recipe.name_node);
  if (found.empty()) {
    const Points all = points_that_fit(recipe, {});
    diagnostics.add("no-such-point", where, fmt::format("recipe '{}' has no point{}", recipe.name, describe(request)),
                    all.empty() ? "its search-space is empty" : fmt::format("it has {}", describe(all)));
  } else {
    diagnostics.add("ambiguous-point", where,
                    fmt::format("recipe '{}' has {} points{}", recipe.name, found.size(), describe(request)),
                    fmt::format("choose by {}: {}", options_that_decide(found), describe(found)));
  }
  return nullptr;
}

}  // namespace atomesh
