// The GPUs of a node, and the variables that choose among them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace atomesh::host_checks {

/// One GPU: its number among the node's, and its UUID as ROCm writes it (`GPU-` and 16 hex digits; empty: it has none).
struct Gpu {
  int number = 0;
  std::string uuid;
};

/// What a list such as `0,1` or `GPU-6fd1…` chooses, and its entries that are no good.
struct Choice {
  std::vector<Gpu> gpus;
  std::vector<std::string> missing;    ///< an index or UUID that none has
  std::vector<std::string> repeated;   ///< a GPU that stands there already
  std::vector<std::string> malformed;  ///< neither an index nor a UUID
  bool good() const { return missing.empty() && repeated.empty() && malformed.empty(); }
};

/// Reads a value of ROCR_VISIBLE_DEVICES, HIP_VISIBLE_DEVICES or CUDA_VISIBLE_DEVICES: indices into `gpus`, and UUIDs
/// or their beginnings, separated by commas.
Choice choose_gpus(std::string_view value, const std::vector<Gpu>& gpus);

}  // namespace atomesh::host_checks
