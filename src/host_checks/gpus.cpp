// GPUs: what the kernel's driver lists, and what the variables leave of it.
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>

#include "files.hpp"
#include "gpu_filter.hpp"
#include "parts.hpp"

namespace atomesh::host_checks {
namespace {

/// A number of a properties file (`simd_count 304`); 0 if it is not there. 64 bits: unique_id uses them all.
std::uint64_t property(std::string_view properties, std::string_view name) {
  std::uint64_t value = 0;
  for (const std::string_view line : lines_of(properties)) {
    const auto fields = fields_of(line);
    if (fields.size() != 2 || fields[0] != name) continue;
    std::from_chars(fields[1].data(), fields[1].data() + fields[1].size(), value);
  }
  return value;
}

struct Node {
  std::string directory;
  std::vector<Gpu> gpus;
  int closed = 0;  ///< nodes whose properties the kernel does not show: GPUs that this container was not given
};

/// The nodes of the KFD topology; those with SIMD units are GPUs, in the order that the runtime counts them.
Node read_node(const HostRoots& roots) {
  Node node{roots.sys + "/class/kfd/kfd/topology/nodes", {}, 0};
  for (const std::string& name : list_names(node.directory)) {
    const auto properties = read_text(fmt::format("{}/{}/properties", node.directory, name));
    if (!properties) {
      ++node.closed;
    } else if (property(*properties, "simd_count") > 0) {
      const std::uint64_t id = property(*properties, "unique_id");
      node.gpus.push_back({static_cast<int>(node.gpus.size()), id == 0 ? "" : fmt::format("GPU-{:016x}", id)});
    }
  }
  return node;
}

/// One variable that chooses, and what it chooses from.
struct Filter {
  std::string name;
  std::string value;
  Choice choice;
  std::size_t among = 0;
  std::string chooser;  ///< the variable, with its value, that left those; empty: the node has them

  std::string written() const { return fmt::format("{}={}", name, value); }
};

std::optional<Filter> apply(const std::string& name, const Environment& environment, const std::vector<Gpu>& gpus,
                            const std::optional<Filter>& before) {
  const auto found = environment.find(name);
  if (found == environment.end()) return std::nullopt;
  Filter filter{name, found->second, {}, gpus.size(), before ? before->written() : ""};
  if (!filter.value.empty()) filter.choice = choose_gpus(filter.value, gpus);
  return filter;
}

std::string describe_choice(const Choice& choice) {
  std::vector<std::string> parts;
  if (!choice.missing.empty()) parts.push_back(fmt::format("there is no GPU {}", enumerate(choice.missing)));
  if (!choice.repeated.empty()) parts.push_back(fmt::format("{} names a GPU again", enumerate(choice.repeated)));
  for (const std::string& entry : choice.malformed) {
    parts.push_back(fmt::format("'{}' is neither an index nor a UUID (GPU-…)", entry));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string describe_range(const Filter& filter) {
  const std::string count = fmt::format("{} GPU{}", filter.among, filter.among == 1 ? "" : "s");
  const std::string range = filter.among > 1 ? fmt::format(" (0 to {})", filter.among - 1) : "";
  if (filter.chooser.empty()) return fmt::format("the node has {}{}", count, range);
  return fmt::format("it counts among what {} leaves: {}{}", filter.chooser, count, range);
}

class GpuCheck {
 public:
  GpuCheck(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics)
      : plan_(plan), input_(input), diagnostics_(diagnostics), node_(read_node(input.roots)) {}

  void run() {
    if (node_.gpus.empty()) return add_count(no_gpu(), "is the amdgpu driver loaded, and /dev/kfd in the container?");
    const auto rocr = apply("ROCR_VISIBLE_DEVICES", input_.environment, node_.gpus, std::nullopt);
    const std::vector<Gpu>& left = rocr ? rocr->choice.gpus : node_.gpus;
    const auto hip = apply("HIP_VISIBLE_DEVICES", input_.environment, left, rocr);
    const auto cuda = apply("CUDA_VISIBLE_DEVICES", input_.environment, left, rocr);
    bool good = true;
    for (const auto* filter : {&rocr, &hip, &cuda}) good = (!*filter || judge(**filter)) && good;
    if (good && hip && cuda) good = judge_pair(*hip, *cuda);
    // HIP reads its own variable, and CUDA's only in its absence.
    const auto& last = hip ? hip : cuda;
    if (node_.gpus.size() < needed() || (good && (last ? last->choice.gpus : left).size() < needed())) {
      count(rocr, last);
    }
  }

 private:
  std::size_t needed() const { return static_cast<std::size_t>(input_.tp); }

  void add_count(const std::string& what, std::string hint) {
    diagnostics_.add("host-gpus", flag_place(plan_, "-tp"),
                     fmt::format("-tp {} needs {} GPU{}: {}", input_.tp, input_.tp, input_.tp == 1 ? "" : "s", what),
                     std::move(hint));
  }

  std::string closed() const {
    return node_.closed == 0 ? "" : fmt::format(" ({} more closed to this container)", node_.closed);
  }

  std::string no_gpu() const { return fmt::format("{} lists none{}", node_.directory, closed()); }

  bool judge(const Filter& filter) {
    const Place where = variable_place(plan_, filter.name);
    if (filter.value.empty()) {
      diagnostics_.add("host-gpus", where, fmt::format("{} is set to nothing, which hides every GPU", filter.name),
                       fmt::format("take it out with --unset-env {}", filter.name));
      return false;
    }
    if (filter.choice.good()) return true;
    diagnostics_.add(
        "host-gpus", where,
        fmt::format("{}: {}; {}", filter.written(), describe_choice(filter.choice), describe_range(filter)),
        filter.chooser.empty()
            ? "the runtime hides everything from the first bad entry on"
            : fmt::format("count from 0 among those, or take it out with --unset-env {}", filter.name));
    return false;
  }

  bool judge_pair(const Filter& hip, const Filter& cuda) {
    std::vector<int> numbers[2];
    for (const Gpu& gpu : hip.choice.gpus) numbers[0].push_back(gpu.number);
    for (const Gpu& gpu : cuda.choice.gpus) numbers[1].push_back(gpu.number);
    if (numbers[0] == numbers[1]) return true;
    diagnostics_.add("host-gpus", variable_place(plan_, cuda.name),
                     fmt::format("{} and {} choose different GPUs", hip.written(), cuda.written()),
                     "HIP follows the first, other libraries the second: set only one of them");
    return false;
  }

  void count(const std::optional<Filter>& rocr, const std::optional<Filter>& last) {
    std::string what = fmt::format("the node has {}{}", node_.gpus.size(), closed());
    for (const auto* filter : {&rocr, &last}) {
      if (!*filter) continue;
      what += fmt::format(", {} leaves {}", (*filter)->written(), (*filter)->choice.gpus.size());
    }
    add_count(what, node_.gpus.size() < needed() ? "a smaller TP, or a node with more GPUs"
                                                 : "make more GPUs visible, or use a smaller TP");
  }

  const Plan& plan_;
  const HostCheckInput& input_;
  Diagnostics& diagnostics_;
  Node node_;
};

}  // namespace

void check_gpus(const Plan& plan, const HostCheckInput& input, Diagnostics& diagnostics) {
  if (input.tp > 0) GpuCheck(plan, input, diagnostics).run();
}

}  // namespace atomesh::host_checks
