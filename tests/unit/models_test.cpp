// SPEC section 2: the entries of models_atom.yaml.
#include "atomesh/models.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

struct Loaded {
  std::optional<Model> model;
  std::string report;
};

Loaded load(std::string_view text, std::string_view name = "Tiny") {
  Diagnostics diagnostics;
  Loaded loaded;
  const auto document = yaml::parse(yaml::make_source("m.yaml", text), diagnostics);
  const yaml::Entry* entry = document ? find_model(*document, name) : nullptr;
  if (entry != nullptr) loaded.model = load_model(*document, *entry, diagnostics);
  loaded.report = test::report(diagnostics);
  return loaded;
}

std::string check_file(std::string_view text) {
  Diagnostics diagnostics;
  const auto document = yaml::parse(yaml::make_source("m.yaml", text), diagnostics);
  const bool good = check_models_file(*document, diagnostics);
  EXPECT_EQ(good, !diagnostics.has_errors());
  return test::report(diagnostics);
}

TEST(ModelsFile, IsAMappingOfNames) {
  EXPECT_EQ(check_file("Tiny: {}\n"), "");
  EXPECT_EQ(check_file("# nothing\n"),
            "m.yaml: error: the file holds no models [wrong-type]\n"
            "    hint: write `MODEL_NAME:` at the start of a line and its keys indented below it\n");
  EXPECT_EQ(check_file("- Tiny\n"), R"(m.yaml:1:1: error: the top level is not a mapping of model names [wrong-type]
    - Tiny
    ^
    hint: write `MODEL_NAME:` at the start of a line and its keys indented below it
)");
}

TEST(ModelsFile, NamesAreNeitherDefaultsNorNotes) {
  Diagnostics diagnostics;
  const auto document = yaml::parse(yaml::make_source("m.yaml", "defaults: {}\nx-note: 1\nB: {}\nA: ~\n"), diagnostics);
  EXPECT_EQ(model_names(*document), (std::vector<std::string_view>{"B", "A"}));
  EXPECT_EQ(find_model(*document, "A")->key->mark.line, 4);
  EXPECT_EQ(find_model(*document, "defaults")->key->mark.line, 1);
  EXPECT_EQ(find_model(*document, "x-note"), nullptr);
  EXPECT_EQ(find_model(*document, "C"), nullptr);
}

TEST(Model, NullIsAnError) {
  for (const std::string_view null : {"Tiny:\n", "Tiny: ~\n"}) {
    const Loaded loaded = load(null);
    EXPECT_FALSE(loaded.model);
    EXPECT_EQ(loaded.report,
              fmt::format("m.yaml:1:1: error: 'Tiny' has nothing under it [null-model]\n    {}    ^~~~\n"
                          "    hint: indent its keys below it, or write Tiny: {{}} for a model without settings\n",
                          null));
  }
}

TEST(Model, IsAMapping) {
  EXPECT_EQ(load("Tiny: 3\n").report, R"(m.yaml:1:7: error: 'Tiny' is not a mapping of keys [wrong-type]
    Tiny: 3
          ^
)");
  EXPECT_EQ(load("Tiny: [block_size]\n").report, R"(m.yaml:1:7: error: 'Tiny' is not a mapping of keys [wrong-type]
    Tiny: [block_size]
          ^
)");
}

TEST(Model, WithoutKeysHasNoSettings) {
  const Loaded loaded = load("Tiny: {}\n");
  EXPECT_EQ(loaded.report, "");
  EXPECT_EQ(loaded.model->name, "Tiny");
  EXPECT_FALSE(loaded.model->tuning.shared.block_size);
}

TEST(Model, RolesHaveTheirOwnForms) {
  const Loaded loaded = load("Tiny:\n  block_size: 16\n  prefill_block_size: 32\n  decode_block_size: 64\n");
  EXPECT_EQ(loaded.model->tuning.shared.block_size->value.text, "16");
  EXPECT_EQ(loaded.model->tuning.prefill.block_size->value.text, "32");
  EXPECT_EQ(loaded.model->tuning.decode.block_size->value.text, "64");
}

TEST(Model, ValuesKnowWhereTheyStand) {
  const Loaded loaded = load("Tiny:\n  decode_block_size: 64\n");
  const Origin& origin = loaded.model->tuning.decode.block_size->origin;
  EXPECT_EQ(origin.layer, Layer::models);
  EXPECT_EQ(origin.key, "Tiny.decode_block_size");
  EXPECT_EQ(describe(origin.where), "m.yaml:2:22");
}

TEST(Model, UnknownKeysAreErrorsWithTheNearestName) {
  EXPECT_EQ(load("Tiny:\n  blok_size: 16\n").report, R"(m.yaml:2:3: error: unknown key 'blok_size' [unknown-key]
      blok_size: 16
      ^~~~~~~~~
    hint: did you mean 'block_size'?
)");
  EXPECT_EQ(load("Tiny:\n  decode_blok_size: 16\n").report,
            R"(m.yaml:2:3: error: unknown key 'decode_blok_size' [unknown-key]
      decode_blok_size: 16
      ^~~~~~~~~~~~~~~~
    hint: did you mean 'decode_block_size'?
)");
  EXPECT_EQ(load("Tiny:\n  router_block_size: 16\n").report,
            R"(m.yaml:2:3: error: unknown key 'router_block_size' [unknown-key]
      router_block_size: 16
      ^~~~~~~~~~~~~~~~~
    hint: did you mean 'prefill_block_size'?
)");
  EXPECT_EQ(load("Tiny:\n  temperature: 1\n").report, R"(m.yaml:2:3: error: unknown key 'temperature' [unknown-key]
      temperature: 1
      ^~~~~~~~~~~
)");
}

TEST(Model, NotesAreIgnored) {
  const Loaded loaded = load("Tiny:\n  x-note: [anything, {at: all}]\n  x-: ~\n  block_size: 16\n");
  EXPECT_EQ(loaded.report, "");
  EXPECT_TRUE(loaded.model->tuning.shared.block_size);
}

TEST(Model, DuplicateKeysNameBothLines) {
  const Loaded loaded = load("Tiny:\n  block_size: 16\n  env: {A: 1, A: 2}\n  block_size: 32\n");
  EXPECT_FALSE(loaded.model);
  EXPECT_EQ(loaded.report, R"(m.yaml:3:15: error: duplicate key 'A': first given at line 3 [duplicate-key]
      env: {A: 1, A: 2}
                  ^
    hint: remove one of the two
m.yaml:4:3: error: duplicate key 'block_size': first given at line 2 [duplicate-key]
      block_size: 32
      ^~~~~~~~~~
    hint: remove one of the two
)");
}

TEST(Model, IsLoadedWholeOrNotAtAllWithAllErrorsByPosition) {
  const Loaded loaded = load("Tiny:\n  block_size: 0\n  max_num_seqs: 256\n  temperature: 1\n  mem_frac_static: 2\n");
  EXPECT_FALSE(loaded.model);
  EXPECT_EQ(loaded.report, R"(m.yaml:2:15: error: '0' is not a positive whole number [bad-value]
      block_size: 0
                  ^
    hint: write plain decimal digits, such as 128
m.yaml:4:3: error: unknown key 'temperature' [unknown-key]
      temperature: 1
      ^~~~~~~~~~~
m.yaml:5:20: error: '2' is not a number above 0 and at most 1 [bad-value]
      mem_frac_static: 2
                       ^
    hint: write it like 0.85
)");
}

TEST(Model, MergeKeysAndAnchorsWork) {
  const Loaded loaded = load("Base: &base {block_size: 16, max_num_seqs: 8}\nTiny:\n  <<: *base\n  block_size: 32\n");
  EXPECT_EQ(loaded.report, "");
  EXPECT_EQ(loaded.model->tuning.shared.block_size->value.text, "32");
  EXPECT_EQ(loaded.model->tuning.shared.max_num_seqs->value.text, "8");
}

TEST(Model, ByteOrderMarkAndCarriageReturnsAreAccepted) {
  const Loaded loaded = load("\xEF\xBB\xBFTiny:\r\n  extra_flags: [--level, '2']\r\n  hf_overrides: '{\"a\": 1}'\r\n");
  EXPECT_EQ(loaded.report, "");
  EXPECT_EQ(loaded.model->tuning.shared.extra_flags->written, "--level 2");
  EXPECT_EQ(loaded.model->tuning.shared.hf_overrides->value.text, "{\"a\": 1}");
}

TEST(TuningKeys, AreTheKeysOfTheSpecification) {
  std::string table;
  for (const TuningKey& key : tuning_keys()) table += fmt::format("{}: {}\n", key.name, type_name(key));
  EXPECT_EQ(table, R"(env: env list
tp_dp_env: env list
ep_dp_env: env list
tp_dp_flags: flag list
ep_dp_flags: flag list
ep_flags: flag list
mtp_flags: flag list
kv_cache_flags: flag list
block_size: positive int
mem_frac_static: number in (0, 1]
max_num_seqs: positive int
max_model_len: positive int
max_num_batched_tokens: positive int
scheduler_delay_factor: number >= 0
enable_prefix_caching: bool
hf_overrides: JSON object
online_quant_config: JSON object
online_quant_dpa_config: JSON object
kv_transfer_config: JSON object
cudagraph_capture_sizes: list of positive ints
extra_flags: flag list
)");
}

TEST(TuningKeys, OfThePlainVariablesAreSix) {
  std::set<std::string> plain;
  for (const TuningKey& key : tuning_keys()) {
    if (key.plain_variable) plain.insert(env_spelling(key.name));
    EXPECT_FALSE(key.help.empty()) << key.name;
  }
  EXPECT_EQ(plain, (std::set<std::string>{"BLOCK_SIZE", "MEM_FRAC_STATIC", "MAX_MODEL_LEN", "MAX_NUM_SEQS",
                                          "MAX_NUM_BATCHED_TOKENS", "SCHEDULER_DELAY_FACTOR"}));
}

TEST(TuningKeys, EverySpellingIsFoundInItsScope) {
  EXPECT_EQ(tuning_key_spellings().size(), 3 * tuning_keys().size());
  for (const std::string& spelling : tuning_key_spellings()) {
    const auto found = find_tuning_key(spelling);
    ASSERT_TRUE(found) << spelling;
    const std::string prefix = found->scope == &ScopedTuning::prefill  ? "prefill_"
                               : found->scope == &ScopedTuning::decode ? "decode_"
                                                                       : "";
    EXPECT_EQ(prefix + std::string(found->key->name), spelling);
  }
  for (const std::string_view unknown :
       {"", "prefill_", "decode_prefill_env", "Block_size", "block-size", "blocksize"}) {
    EXPECT_FALSE(find_tuning_key(unknown)) << unknown;
  }
}

}  // namespace
}  // namespace atomesh
