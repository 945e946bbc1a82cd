// Four recipes shaped like the real ones, edits of them, and short forms of what is found.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "atomesh/recipes.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh::recipe_test {

/// Line numbers stand before each line for the tables of tests; `base_text` takes them off.
inline constexpr std::string_view numbered_text = R"(
 1|disagg:
 2|  image: registry.example/atom:2026-07-01
 3|  model: deepseek-ai/DeepSeek-V4-Pro
 4|  model-prefix: dsv4
 5|  runner: mi355x-disagg
 6|  precision: fp4
 7|  framework: atom-disagg
 8|  router: { name: atomesh, version: "087b82d9" }
 9|  kv-p2p-transfer: mooncake
10|  multinode: true
11|  disagg: true
12|  scenarios:
13|    fixed-seq-len:
14|    - isl: 8192
15|      osl: 1024
16|      search-space:
17|      # 2P1D
18|      - conc-list: [ 256, 512 ]
19|        spec-decoding: mtp
20|        prefill:
21|          num-worker: 2
22|          tp: 8
23|          ep: 1
24|          dp-attn: true
25|          additional-settings:
26|          - "PREFILL_NODES=2"
27|        decode:
28|          num-worker: 1
29|          tp: 8
30|          ep: 8
31|          dp-attn: true
32|          additional-settings:
33|          - "DECODE_NODES=1"
34|          - "DECODE_MTP_SIZE=3"
35|      - conc-start: 4
36|        conc-end: 64
37|        prefill: { num-worker: 1, tp: 4, ep: 1, dp-attn: false }
38|        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, additional-settings: [ "HSA_NO_SCRATCH=1" ] }
39|
40|single:
41|  image: registry.example/sglang:v0.5.12
42|  model: amd/DeepSeek-R1-0528-MXFP4
43|  model-prefix: dsr1
44|  runner: mi355x
45|  precision: fp4
46|  framework: sglang
47|  multinode: false
48|  scenarios:
49|    fixed-seq-len:
50|    - isl: 1024
51|      osl: 1024
52|      search-space:
53|      - { tp: 8, ep: 1, conc-start: 4, conc-end: 64, spec-decoding: none }
54|      - { tp: 4, dp-attn: true, conc-list: [ 1, 2 ] }
55|
56|agentic:
57|  image: registry.example/vllm:v0.27.1
58|  model: MiniMaxAI/MiniMax-M3-MXFP8
59|  model-prefix: minimaxm3
60|  runner: cluster:mi300x
61|  precision: fp8
62|  framework: vllm
63|  multinode: false
64|  scenarios:
65|    agentic-coding:
66|    - dram-utilization: 0.80
67|      search-space:
68|      - { tp: 8, kv-offloading: none, conc-list: [ 2, 4 ] }
69|      - { tp: 8, kv-offloading: dram, kv-offload-backend: { name: lmcache, version: "0.5.3" }, conc-list: [ 16 ] }
70|
71|agentic-disagg:
72|  image: registry.example/sglang:v0.5.17
73|  model: deepseek-ai/DeepSeek-V4-Pro
74|  model-prefix: dsv4
75|  runner: cluster:mi355x
76|  precision: fp4
77|  framework: sglang-disagg
78|  kv-p2p-transfer: mori
79|  multinode: true
80|  disagg: true
81|  scenarios:
82|    agentic-coding:
83|    - search-space:
84|      - conc-list: [ 1, 2 ]
85|        prefill: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: mi355x }
86|        decode: { num-worker: 1, tp: 8, ep: 1, dp-attn: false, hardware: mi325x, additional-settings: [ "any text" ] }
)";
inline constexpr std::size_t base_recipes = 4;

inline std::vector<std::string> base_lines() {
  std::vector<std::string> lines;
  std::string_view rest = numbered_text.substr(1);
  while (!rest.empty()) {
    const std::size_t newline = rest.find('\n');
    lines.emplace_back(rest.substr(3, newline - 3));
    rest.remove_prefix(newline + 1);
  }
  return lines;
}

/// In one line, one text that stands there once is replaced. No `from`: the whole line. A removed line takes its
/// newline.
struct Edit {
  int line;
  std::string_view from;
  std::string_view to;
};

inline std::string edited(const std::vector<Edit>& edits) {
  std::vector<std::string> lines = base_lines();
  for (std::string& line : lines) line += '\n';
  for (const Edit& edit : edits) {
    std::string& line = lines.at(static_cast<std::size_t>(edit.line) - 1);
    if (edit.from.empty()) {
      line = edit.to.empty() ? "" : std::string(edit.to) + '\n';
      continue;
    }
    const std::size_t found = line.find(edit.from);
    if (found == std::string::npos || line.find(edit.from, found + 1) != std::string::npos) {
      throw std::logic_error(fmt::format("'{}' does not stand once in line {}: {}", edit.from, edit.line, line));
    }
    line.replace(found, edit.from.size(), edit.to);
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

struct Loaded {
  yaml::Document document;
  Diagnostics diagnostics;
  std::vector<Recipe> recipes;

  const Recipe& recipe(std::string_view name) const {
    for (const Recipe& recipe : recipes) {
      if (recipe.name == name) return recipe;
    }
    throw std::logic_error(fmt::format("recipe {} was not loaded", name));
  }
};

inline Loaded load(std::string_view text) {
  Loaded loaded;
  auto document = yaml::parse(yaml::make_source("r.yaml", text), loaded.diagnostics);
  if (!document) return loaded;
  loaded.document = std::move(*document);
  loaded.recipes = load_recipes(loaded.document, loaded.diagnostics);
  return loaded;
}

inline Loaded load(const std::vector<Edit>& edits) { return load(std::string_view(edited(edits))); }

/// `unknown-key 3:5` and so on, in order of position, joined by commas.
inline std::string found(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& one : diagnostics.sorted()) {
    all +=
        fmt::format("{}{} {}:{}", all.empty() ? "" : ", ", one.code.name(), one.where.mark.line, one.where.mark.column);
  }
  return all;
}

/// Edits of one recipe and all that is found: code and line:column.
struct Fault {
  const char* name;
  std::vector<Edit> edits;
  const char* found;
};

/// The faulty recipe alone is left out.
inline void expect_faults(const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.name);
    const auto loaded = load(fault.edits);
    EXPECT_EQ(found(loaded.diagnostics), fault.found) << test::report(loaded.diagnostics);
    EXPECT_EQ(loaded.recipes.size(), base_recipes - 1);
  }
}

}  // namespace atomesh::recipe_test
