// What validate looks at, which option table it takes, and what it says of the project's own files.
#include <gtest/gtest.h>

#include "source_files.hpp"
#include "validate_fixture.hpp"

namespace atomesh::validate_test {
namespace {

std::string summary(const ValidateCounts& counts) {
  return fmt::format("{} models {} recipes {} points {} processes", counts.models, counts.recipes, counts.points,
                     counts.processes);
}

TEST(Validate, FindsNothingInTheBase) {
  const Checked checked = check(base_models, {base_recipes});
  EXPECT_EQ(checked.report, "");
  EXPECT_EQ(summary(checked.counts), "1 models 1 recipes 1 points 5 processes");
}

TEST(Validate, PlansEveryModeOfBothRolesAndEveryRank) {
  const std::string models = edited(base_models, "  max_model_len: 9216\n",
                                    "  max_model_len: 9216\n"
                                    "  tp_dp_flags: [--enable-dp-attention]\n"
                                    "  ep_dp_flags: [--enable-expert-parallel, --enable-dp-attention]\n"
                                    "  ep_flags: [--enable-expert-parallel]\n"
                                    "  mtp_flags: [--method, mtp, --num-speculative-tokens]\n");
  const std::string recipes = edited(edited(base_recipes, "PREFILL_NODES=1", "PREFILL_NODES=2"),
                                     "prefill: { num-worker: 1", "prefill: { num-worker: 2");
  const Checked checked = check(models, {recipes});
  EXPECT_EQ(checked.report, "");
  EXPECT_EQ(summary(checked.counts), "1 models 1 recipes 1 points 12 processes");
}

TEST(Validate, PlansTheModesOfTheRoleThatHasThem) {
  const std::string models = edited(base_models, "  max_model_len: 9216\n",
                                    "  max_model_len: 9216\n  decode_ep_flags: [--enable-expert-parallel]\n");
  EXPECT_EQ(summary(check(models, {}).counts), "1 models 0 recipes 0 points 3 processes");
}

TEST(Validate, JudgesOneSideAlone) {
  const Checked models = check(base_models, {});
  EXPECT_EQ(models.report, "");
  EXPECT_EQ(summary(models.counts), "1 models 0 recipes 0 points 2 processes");
  const Checked recipes = check("", {base_recipes});
  EXPECT_EQ(recipes.report, "");
  EXPECT_EQ(summary(recipes.counts), "0 models 1 recipes 1 points 0 processes");
}

TEST(Validate, TakesOneNameFromOneFile) {
  EXPECT_EQ(check(base_models, {base_recipes, base_recipes}).report,
            R"(r2.yaml:1:1: error: recipe 'tiny' is also at r.yaml:1:1 [duplicate-recipe]
    tiny:
    ^~~~
    hint: rename or remove one of the two
)");
}

TEST(Validate, ShowsAModelThatNoRecipeServes) {
  EXPECT_EQ(check(edited(base_models, "Tiny:\n", "Other: {}\nTiny:\n"), {base_recipes}).report,
            R"(m.yaml:1:1: warning: no recipe serves 'Other' [model-unused]
    Other: {}
    ^~~~~
)");
}

TEST(Validate, HoldsOptionsAgainstTheTableThatIsAskedFor) {
  using Kind = OptionTableChoice::Kind;
  const Fault spelling{"", "--enforce-eager", "--enforce_eager", ""};
  const Fault unknown{"", "--enforce-eager", "--frobnicate", ""};
  EXPECT_EQ(report_of(spelling, {Kind::fixed, find_table("2026-08-22")}), "");
  EXPECT_NE(report_of(spelling, {Kind::fixed, find_table("2026-06-10")}).find("[option-other-date]"),
            std::string::npos);
  EXPECT_EQ(report_of(unknown, {Kind::none, nullptr}), "");
}

TEST(Validate, TakesTheDateFromTheImagesTag) {
  struct Case {
    const char* image;
    const char* date;
  };
  for (const Case& one : std::vector<Case>{{"rocm/atom-dev:nightly_202606101403", "2026-06-10"},
                                           {"rocm/atom:rocm7.2.4_ubuntu24.04_atomesh_20260511", "2026-05-11"},
                                           {"registry.example:5000/atom", ""},
                                           {"registry.example:5000/20260701:dev", ""},
                                           {"atom:nightly_20261301", ""},
                                           {"atom:nightly_2026070", ""},
                                           {"atom@sha256:20260701abcdef", ""},
                                           {"atom:nightly_20260701@sha256:20260822abcdef", "2026-07-01"},
                                           {"atom:latest", ""},
                                           {"", ""}}) {
    EXPECT_EQ(image_date(one.image), one.date) << one.image;
  }
}

TEST(Validate, TakesTheTableOfTheImagesDateOrTheRoutersCommit) {
  struct Case {
    const char* image;
    const char* router_version;
    const char* date;
  };
  for (const Case& one : std::vector<Case>{{"atom:nightly_202606101403", "", "2026-06-10"},
                                           {"atom:nightly_20260511", "", "2026-06-10"},
                                           {"atom:nightly_202606301200", "", "2026-06-10"},
                                           {"atom:nightly_202607011530", "", "2026-07-01"},
                                           {"atom:nightly_202608211200", "", "2026-07-01"},
                                           {"atom:nightly_202612241200", "", "2026-08-22"},
                                           {"atom:nightly_202606101403", "04b120d3", "2026-06-10"},
                                           {"atom:dev", "04b120d3040e0dd1a6915e88a3a3c1f588e6684a", "2026-07-01"},
                                           {"atom:dev", "087b82d", "2026-06-10"},
                                           {"atom:dev", "087b", "2026-08-22"},
                                           {"atom:dev", "0123456789", "2026-08-22"},
                                           {"atom:dev", "", "2026-08-22"}}) {
    EXPECT_EQ(table_for_image(one.image, one.router_version).date, one.date) << one.image << ' ' << one.router_version;
  }
}

TEST(Validate, FindsNoErrorInTheProjectsFiles) {
  const std::string models = test::read("configs/models_atom.yaml");
  const std::string recipes = test::read("configs/amd-master.yaml");
  const Checked checked = check(models, {recipes});
  EXPECT_EQ(checked.report.find(": error: "), std::string::npos) << checked.report;
  EXPECT_EQ(checked.codes,
            "unread-env m.yaml, "
            "over-prefill-seqs r.yaml, over-capture-sizes r.yaml, over-prefill-seqs r.yaml, over-capture-sizes r.yaml, "
            "over-prefill-seqs r.yaml, over-capture-sizes r.yaml, over-prefill-seqs r.yaml, over-capture-sizes r.yaml");
  EXPECT_EQ(summary(checked.counts), "4 models 6 recipes 15 points 71 processes");
}

}  // namespace
}  // namespace atomesh::validate_test
