// Any text as SLURM's host list: a bounded number of names, or nothing.
#include "atomesh/topology.hpp"
#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto names = atomesh::expand_host_list(atomesh::fuzz::text_of(data, size));
  atomesh::fuzz::require(!names || names->size() <= 65536);
  return 0;
}
