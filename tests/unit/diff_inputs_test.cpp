// What a side may be, and what becomes of its files.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "diagnostics_fixture.hpp"
#include "diff/git.hpp"
#include "diff/inputs.hpp"
#include "diff_fixture.hpp"
#include "validate_fixture.hpp"

namespace atomesh::diff_test {
namespace {

using diff::FileKind;
using validate_test::base_models;
using validate_test::base_recipes;
using validate_test::edited;

/// A directory that goes when the test ends.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "atomesh-diff-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, std::string_view text) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  std::string path(const std::string& name = "") const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The difference as text without its first two lines; where a side cannot be read, the report, the folder as `DIR`.
std::string differences(const Folder& folder, const std::string& a, const std::string& b,
                        const std::string& models = "") {
  Diagnostics diagnostics;
  auto sides = read_diff_sides(folder.path(a), folder.path(b), models, {}, diagnostics);
  std::string text = test::report(diagnostics);
  if (sides) {
    const std::string shown = to_text(compare(std::move(sides->first), std::move(sides->second)));
    const std::size_t second = shown.find('\n', shown.find('\n') + 1);
    if (!shown.empty()) text += shown.substr(second + 1);
  }
  const std::string path = folder.path();
  for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos;) text.replace(at, path.size(), "DIR/");
  return text;
}

TEST(DiffInputs, AreKnownByTheirContent) {
  const auto kind = [](std::string name, std::string_view text) {
    Diagnostics diagnostics;
    const SourcePtr source = yaml::make_source(std::move(name), text);
    if (diff::kind_of_text(*source) == FileKind::plan) return FileKind::plan;
    return diff::kind_of(*yaml::parse(source, diagnostics));
  };
  EXPECT_EQ(kind("x", base_models), FileKind::models);
  EXPECT_EQ(kind("x", base_recipes), FileKind::recipes);
  EXPECT_EQ(kind("x", "half: { framework: vllm }"), FileKind::recipes);
  EXPECT_EQ(kind("x", "{Tiny: {max_num_seqs: 8}}"), FileKind::models);
  EXPECT_EQ(kind("x", ""), FileKind::models);
  EXPECT_EQ(kind("configs/amd-master.yaml", ""), FileKind::recipes);
  EXPECT_EQ(kind("x", " {\"format\": \"atomesh.plan/1\"}"), FileKind::plan);
  EXPECT_EQ(kind("x", "[{\"format\": \"atomesh.plans/1\"}]"), FileKind::plan);
}

TEST(DiffInputs, CompareFilesOfOneKind) {
  const Folder folder;
  folder.write("a.yaml", base_models);
  folder.write("b.yaml", edited(base_models, "9216", "10240"));
  EXPECT_EQ(differences(folder, "a.yaml", "a.yaml"), "");
  EXPECT_EQ(differences(folder, "a.yaml", "b.yaml"), R"(
model Tiny (prefill, decode: tp)
  tuning     ~ --max-model-len  9216 → 10240

2 processes changed in tuning only
)");
}

TEST(DiffInputs, ResolveRecipesWithOneModelsFileForBoth) {
  const Folder folder;
  const std::string models = folder.write("m.yaml", base_models);
  folder.write("a.yaml", base_recipes);
  folder.write("b.yaml", edited(base_recipes, "prefill: { num-worker: 1, tp: 8", "prefill: { num-worker: 1, tp: 4"));
  const std::string_view expected = R"(
recipe tiny (point 0: prefill)
  must-match ~ -tp  8 → 4

1 process changed in what must match
)";
  EXPECT_EQ(differences(folder, "a.yaml", "b.yaml", models), expected);
  folder.write("whole/models_atom.yaml", base_models);
  folder.write("whole/amd-master.yaml", base_recipes);
  EXPECT_EQ(differences(folder, "whole", "b.yaml"), expected);
}

TEST(DiffInputs, TakeAMissingFileOfADirectoryForAnEmptyOne) {
  const Folder folder;
  folder.write("a/models_atom.yaml", base_models);
  folder.write("b/configs/models_atom.yaml", base_models);
  folder.write("b/configs/amd-master.yaml", base_recipes);
  EXPECT_EQ(differences(folder, "a", "b"),
            "+ recipe tiny (1 point, 3 processes) added\n\n0 processes changed, 3 added\n");
  EXPECT_EQ(differences(folder, "b", "a"),
            "- recipe tiny (1 point, 3 processes) removed\n\n0 processes changed, 3 removed\n");
}

TEST(DiffInputs, KeepWorkersApartFromTheOtherRoles) {
  const Folder folder;
  const std::string models = folder.write("m.yaml", base_models);
  folder.write("a.yaml", base_recipes);
  folder.write("b.yaml", edited(edited(base_recipes, "PREFILL_NODES=1", "PREFILL_NODES=2"), "prefill: { num-worker: 1",
                                "prefill: { num-worker: 2"));
  EXPECT_EQ(differences(folder, "a.yaml", "b.yaml", models), R"(+ recipe tiny (point 0: prefill 1) added

recipe tiny (point 0: router)
  tuning     ~ --prefill  + http://192.0.2.2:8010

1 process changed in tuning only, 1 added
)");
}

TEST(DiffInputs, KnowAPointByItsLengths) {
  const Folder folder;
  const std::string models = folder.write("m.yaml", edited(base_models, "  max_model_len: 9216\n", ""));
  const std::string before = folder.write("a.yaml", base_recipes);
  const std::string other = R"(    - isl: 1024
      osl: 1024
      search-space:
      - conc-list: [ 8 ]
        prefill: { num-worker: 1, tp: 4, ep: 1, dp-attn: false }
        decode: { num-worker: 1, tp: 4, ep: 1, dp-attn: false }
)";
  folder.write("b.yaml", edited(base_recipes, "    - isl: 8192\n", other + "    - isl: 8192\n"));
  EXPECT_EQ(differences(folder, "a.yaml", "b.yaml", models), R"(+ recipe tiny (point 0: prefill, decode, router) added

0 processes changed, 3 added
)");
}

TEST(DiffInputs, TellOfRecipesWithoutAModel) {
  const Folder folder;
  const std::string models = folder.write("m.yaml", edited(base_models, "Tiny:", "Other:"));
  folder.write("a.yaml", base_recipes);
  EXPECT_EQ(
      differences(folder, "a.yaml", "a.yaml", models),
      R"(DIR/a.yaml:3:3: warning: 'Tiny' is not in DIR/m.yaml: the processes of this recipe are not compared [recipe-model]
      model: example/Tiny
      ^~~~~
    hint: name a models file that has it with --models
)");
}

TEST(DiffInputs, ReportAllThatIsWrongWithBothSides) {
  const Folder folder;
  folder.write("a.yaml", "Tiny:\n  block_size: none\n  blok_size: 1\n");
  folder.write("b.yaml", "Tiny:\n  mem_frac_static: 2\n");
  const std::string report = differences(folder, "a.yaml", "b.yaml");
  for (const std::string_view part : {"a.yaml:2:15", "a.yaml:3:3", "b.yaml:2:20"}) {
    EXPECT_NE(report.find(part), std::string::npos) << part << '\n' << report;
  }
}

TEST(DiffInputs, AreRefusedWhereTheyHaveNothingInCommon) {
  const Folder folder;
  folder.write("m.yaml", base_models);
  folder.write("r.yaml", base_recipes);
  folder.write("p.json", R"({"format":"atomesh.plan/1","role":"decode","rank":1,"model":"T","argv":["x"],"env":{}})");
  std::filesystem::create_directory(folder.path("empty"));
  EXPECT_EQ(differences(folder, "m.yaml", "r.yaml"),
            "atomesh: error: DIR/m.yaml is a models file and DIR/r.yaml is a recipes file: they have nothing in common "
            "[not-comparable]\n    hint: name two of one kind, or directories that hold both files\n");
  EXPECT_NE(differences(folder, "p.json", "r.yaml").find("is a plan and"), std::string::npos);
  EXPECT_EQ(differences(folder, "m.yaml", "empty"),
            "atomesh: error: DIR/empty holds no models_atom.yaml and no amd-master.yaml; tried "
            "DIR/empty/models_atom.yaml, DIR/empty/configs/models_atom.yaml, DIR/empty/amd-master.yaml, "
            "DIR/empty/configs/amd-master.yaml [file-not-found]\n"
            "    hint: name a directory, a models file, a recipes file, a plan, or git:REV\n");
}

// ---- plans

std::string plans(std::string_view text) {
  Diagnostics diagnostics;
  const auto read = diff::read_plans({"p.json", std::string(text)}, diagnostics);
  if (!read) return test::report(diagnostics);
  std::string shown;
  for (const DiffProcess& one : *read) {
    shown += fmt::format("{} {}.{} {} {} {}: {} {} -{}\n", one.id.recipe, one.id.number, one.id.worker,
                         to_string(one.plan.role), one.plan.rank, one.plan.model, join_words(argv_of(one.plan)),
                         one.plan.env.empty() ? "" : one.plan.env.front().name + "=" + one.plan.env.front().value,
                         one.plan.unset_env.empty() ? "" : one.plan.unset_env.front().name);
  }
  return shown;
}

TEST(DiffPlans, AreReadAsTheyAreWritten) {
  EXPECT_EQ(plans(R"({"format":"atomesh.plan/1","role":"decode","rank":2,"model":"T","argv":["x","a b"],
                      "env":{"N":"v"},"unset_env":["U"]})"),
            " 0.2 decode 2 T: x 'a b' N=v -U\n");
  const std::string_view process = R"({"role":"decode","rank":1,"model":"T","argv":["x"],"env":{},"host":"node-a"})";
  EXPECT_EQ(plans(fmt::format(R"({{"format":"atomesh.plans/1","deployments":[
                                {{"recipe":"r","point":4,"processes":[{0},{0}]}},
                                {{"recipe":null,"point":null,"processes":[{0}]}}]}})",
                              process)),
            "r 4.0 decode 1 T: x  -\n"
            "r 4.1 decode 1 T: x  -\n"
            " 1.0 decode 1 T: x  -\n");
}

TEST(DiffPlans, AreRefusedWhole) {
  struct Case {
    std::string_view text;
    std::string_view fault;
  };
  const std::vector<Case> cases = {
      {"{", "it is not JSON"},
      {R"(["atomesh.plan/1"])", "a plan is not an object"},
      {R"({"format":"atomesh.plan/2"})", "its format is neither atomesh.plan/1 nor atomesh.plans/1"},
      {R"({"format":"atomesh.plan/1"})", "'role' is not a text"},
      {R"({"format":"atomesh.plan/1","role":"x"})", "'role' is not prefill, decode or router"},
      {R"({"format":"atomesh.plan/1","role":"decode","rank":"1"})", "'rank' is not a number"},
      {R"({"format":"atomesh.plan/1","role":"decode","rank":1})", "'argv' is not a list of texts"},
      {R"({"format":"atomesh.plan/1","role":"decode","rank":1,"argv":["x",1]})", "'argv' is not a list of texts"},
      {R"({"format":"atomesh.plan/1","role":"decode","rank":1,"argv":["x"]})", "'env' is not an object of texts"},
      {R"({"format":"atomesh.plan/1","role":"decode","rank":1,"argv":["x"],"env":{"A":1}})",
       "'env' is not an object of texts"},
      {R"({"format":"atomesh.plans/1","deployments":[{}]})", "a deployment has no list 'processes'"},
      {R"({"format":"atomesh.plans/1","deployments":[{"processes":[1]}]})", "a process is not an object"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(plans(one.text), fmt::format("p.json: error: this is no plan: {} [bad-plan]\n    hint: write plans with "
                                           "`atomesh print-args --format json`\n",
                                           one.fault));
  }
}

// ---- revisions

TEST(DiffRevisions, AreTakenApart) {
  Diagnostics diagnostics;
  EXPECT_FALSE(diff::parse_revision("configs", diagnostics));
  const auto whole = diff::parse_revision("git:HEAD~1", diagnostics);
  EXPECT_EQ(whole->name + "|" + whole->path, "HEAD~1|");
  const auto path = diff::parse_revision("git:origin/main:configs//", diagnostics);
  EXPECT_EQ(path->name + "|" + path->path, "origin/main|configs");
  EXPECT_FALSE(diagnostics.has_errors());
  for (const std::string_view word : {"git:", "git::configs", "git:--help"}) {
    Diagnostics refused;
    EXPECT_FALSE(diff::parse_revision(word, refused));
    EXPECT_EQ(test::report(refused),
              fmt::format("atomesh: error: '{}' names no revision [git-failed]\n    hint: write git:REV or "
                          "git:REV:PATH, such as git:origin/main or git:HEAD~1:configs\n",
                          word));
  }
}

}  // namespace
}  // namespace atomesh::diff_test
