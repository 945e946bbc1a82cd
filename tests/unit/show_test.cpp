#include "atomesh/show.hpp"

#include <gtest/gtest.h>

#include "atomesh/settings.hpp"
#include "diagnostics_fixture.hpp"
#include "show_fixture.hpp"
#include "source_files.hpp"
#include "yaml_helpers.hpp"

namespace atomesh {
namespace {

yaml::Document parsed(std::string_view text) { return std::move(*yaml::parse_text(text).document); }

Model load_only_model(const yaml::Document& document, std::string_view name) {
  Diagnostics diagnostics;
  const yaml::Entry* entry = find_model(document, name);
  auto model = entry != nullptr ? load_model(document, *entry, diagnostics) : std::nullopt;
  EXPECT_EQ(test::report(diagnostics), "");
  return model ? std::move(*model) : Model{};
}

std::string entry_text(std::string_view name, const Value& entry, bool json) {
  const Value file = Value::mapping().set(name, entry);
  return json ? to_json(file) : to_yaml(file);
}

constexpr std::string_view every_type = R"(
defaults:
  block_size: 32
  env: { A: from-defaults }
Base: &base
  env: "A=1 HF_TOKEN=hf_abcdefghijkl QUOTED='two words'"
  prefill_tp_dp_flags: --enable-dp-attention --enable-tbo prefill
  kv_cache_flags: []
  decode_mem_frac_static: "0.80"
  max_num_seqs: 8
  x-note: is for people
Full:
  <<: *base
  enable_prefix_caching: true
  scheduler_delay_factor: 0.5
  hf_overrides: { "n": 0.80, deep: [ { a: null, b: true } ] }
  online_quant_config: '{"a": 1}'
  prefill_online_quant_config: '{"a":1}'
  decode_online_quant_config: '{"a":"\u00e9"}'
  kv_transfer_config: '{"api_key":"sesame","n":1e3}'
  cudagraph_capture_sizes: [1, 2]
  decode_cudagraph_capture_sizes: '[1, 2]'
  extra_flags: [--api-key, sesame, "", "on"]
)";

TEST(ShowModel, ResolvesMergesAndSpellingsInTheOrderOfTheTable) {
  const yaml::Document document = parsed(every_type);
  EXPECT_EQ(to_yaml(show_model(load_only_model(document, "Full"), {true})), R"(env:
  A: '1'
  HF_TOKEN: hf_abcdefghijkl
  QUOTED: 'two words'
prefill_tp_dp_flags: [--enable-dp-attention, --enable-tbo, prefill]
kv_cache_flags: []
decode_mem_frac_static: 0.80
max_num_seqs: 8
scheduler_delay_factor: 0.5
enable_prefix_caching: true
hf_overrides:
  'n': 0.80
  deep:
    - a: null
      b: true
online_quant_config: '{"a": 1}'
prefill_online_quant_config:
  a: 1
decode_online_quant_config: '{"a":"\u00e9"}'
kv_transfer_config: '{"api_key":"sesame","n":1e3}'
cudagraph_capture_sizes: [1, 2]
decode_cudagraph_capture_sizes: '[1, 2]'
extra_flags: [--api-key, sesame, '', 'on']
)");
}

TEST(ShowModel, LoadsAgainInBothForms) {
  const yaml::Document document = parsed(every_type);
  for (const char* name : {"defaults", "Base", "Full"}) {
    const Model model = load_only_model(document, name);
    for (const bool json : {false, true}) {
      const std::string text = entry_text(name, show_model(model, {true}), json);
      EXPECT_EQ(test::told(load_only_model(parsed(text), name)), test::told(model)) << text;
    }
  }
}

TEST(ShowModel, MasksSecrets) {
  const std::string text = to_json(show_model(load_only_model(parsed(every_type), "Full"), {}));
  EXPECT_EQ(text.find("sesame"), std::string::npos);
  EXPECT_EQ(text.find("hf_abc"), std::string::npos);
  EXPECT_NE(text.find(R"("HF_TOKEN": "***")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(["--api-key", "***", "", "on"])"), std::string::npos) << text;
}

TEST(ShowResolvedModel, PutsDefaultsAndTheRolesOwnFormsTogether) {
  const yaml::Document document = parsed(every_type);
  const Model defaults = load_only_model(document, "defaults");
  EXPECT_EQ(to_yaml(show_resolved_model(load_only_model(document, "Base"), &defaults, {})), R"(prefill_env:
  A: '1'
  HF_TOKEN: '***'
  QUOTED: 'two words'
prefill_tp_dp_flags: [--enable-dp-attention, --enable-tbo, prefill]
prefill_kv_cache_flags: []
prefill_block_size: 32
prefill_max_num_seqs: 8
decode_env:
  A: '1'
  HF_TOKEN: '***'
  QUOTED: 'two words'
decode_kv_cache_flags: []
decode_block_size: 32
decode_mem_frac_static: 0.80
)");
}

/// A file of the project, and those of the benchmark where they are beside it.
std::vector<std::string> files(const std::string& name) {
  std::vector<std::string> found = {"configs/" + name};
  for (const char* commit : {"137640700", "6b431f92b", "843c6254f"}) {
    const std::string path = std::string("../shared/upstream/") + commit + "/" + name;
    if (std::filesystem::exists(std::filesystem::path(SOURCE_DIR) / path)) found.push_back(path);
  }
  return found;
}

TEST(ShowModel, OfEveryFileLoadsAgain) {
  for (const std::string& path : files("models_atom.yaml")) {
    const yaml::Document document = parsed(test::read(path));
    Diagnostics diagnostics;
    const yaml::Entry* base = find_model(document, "defaults");
    const auto defaults = base != nullptr ? load_model(document, *base, diagnostics) : std::nullopt;
    for (const yaml::Entry* entry : model_entries(document)) {
      const std::string& name = entry->key->text;
      const auto model = load_model(document, *entry, diagnostics);
      if (!model) continue;  // the bash launcher's quoting, which is an error here
      const std::string text = entry_text(name, show_model(*model, {true}), false);
      EXPECT_EQ(test::told(load_only_model(parsed(text), name)), test::told(*model)) << path << "\n" << text;

      const Model* below = defaults ? &*defaults : nullptr;
      const std::string resolved = entry_text(name, show_resolved_model(*model, below, {true}), false);
      const Model again = load_only_model(parsed(resolved), name);
      for (const Role role : {Role::prefill, Role::decode}) {
        const ScopedTuning layers[] = {model->tuning, below != nullptr ? below->tuning : ScopedTuning()};
        EXPECT_EQ(test::told(choose_tuning(role, {&again.tuning, 1})), test::told(choose_tuning(role, layers)))
            << path << "\n"
            << resolved;
      }
    }
  }
}

TEST(ShowRecipe, OfEveryFileLoadsAgain) {
  std::size_t shown = 0;
  for (const std::string& path : files("amd-master.yaml")) {
    const yaml::Document document = parsed(test::read(path));
    Diagnostics diagnostics;
    for (const Recipe& recipe : load_recipes(document, diagnostics)) {
      for (const bool json : {false, true}) {
        const yaml::Document again = parsed(entry_text(recipe.name, show_recipe(recipe, {true}), json));
        Diagnostics warnings;
        const std::vector<Recipe> loaded = load_recipes(again, warnings);
        ASSERT_EQ(loaded.size(), 1) << path << " " << recipe.name << "\n" << test::report(warnings);
        EXPECT_EQ(test::told(loaded.front()), test::told(recipe)) << path;
      }
      ++shown;
    }
    EXPECT_FALSE(diagnostics.has_errors()) << path << "\n" << test::report(diagnostics);
  }
  EXPECT_GE(shown, 6U);
}

TEST(ShowRecipe, IsPlainWhateverTheSpelling) {
  const yaml::Document document = parsed(R"(
x-point: &point
  tp: 8.0
  dcp-size: 2
  dp-attn: "off"
  conc-start: 4
  conc-end: 0x10
agentic:
  scenarios:
    fixed-seq-len: []
    agentic-coding:
    - search-space:
      - { <<: *point, kv-offloading: dram, kv-offload-backend: mooncake }
      dram-utilization: "0.80"
  runner: cluster:node-a
  image: registry.example/atom:2026-07-01
  model: example/Tiny
  model-prefix: "on"
  precision: fp4
  framework: vllm
  multinode: no
)");
  Diagnostics diagnostics;
  const std::vector<Recipe> recipes = load_recipes(document, diagnostics);
  ASSERT_EQ(recipes.size(), 1) << test::report(diagnostics);
  EXPECT_EQ(to_yaml(show_recipe(recipes.front(), {})), R"(image: 'registry.example/atom:2026-07-01'
model: example/Tiny
model-prefix: 'on'
precision: fp4
framework: vllm
runner: 'cluster:node-a'
multinode: false
scenarios:
  fixed-seq-len: []
  agentic-coding:
    - dram-utilization: 0.8
      search-space:
        - tp: 8
          dp-attn: false
          dcp-size: 2
          kv-offloading: dram
          kv-offload-backend: mooncake
          conc-start: 4
          conc-end: 16
)");
}

}  // namespace
}  // namespace atomesh
