// Manifests: what they record, that they are read back, and what is run again from them.
#include "atomesh/manifest.hpp"

#include <gtest/gtest.h>

#include "atomesh/plan_hash.hpp"
#include "atomesh/sha256.hpp"
#include "resolve_fixture.hpp"

namespace atomesh {
namespace {

constexpr std::string_view tiny = "Tiny: {}\n";

Config config_of(std::string_view models, std::string name = "configs/m.yaml") {
  Diagnostics diagnostics;
  Config config;
  config.models = yaml::parse(yaml::make_source(std::move(name), models), diagnostics);
  return config;
}

RunFacts facts() { return {{"0.1.0", "0123456789ab"}, "2026-01-02T03:04:05Z", "node-a", "/work/run"}; }

/// A job of one node of two, recorded with its plan.
struct Recorded {
  Request request = test::job_of(Role::decode).request;
  Environment environment = {{"SLURM_JOB_ID", "7"}, {"SLURM_PROCID", "1"}, {"HOME", "/root"}, {"MODEL_NAME", ""}};
  Config config = config_of(tiny);

  Manifest manifest() const {
    Diagnostics diagnostics;
    Manifest manifest = record_run(request, config, environment, facts());
    const auto plan = resolve(request, config, environment, {}, diagnostics);
    if (plan) add_plan(*plan, request, config, environment, manifest, diagnostics);
    EXPECT_EQ(test::report(diagnostics), "");
    return manifest;
  }
};

std::optional<Manifest> read_back(std::string_view text, std::string& report) {
  Diagnostics diagnostics;
  auto manifest = read_manifest(*yaml::make_source("m.json", text), diagnostics);
  report = test::report(diagnostics);
  return manifest;
}

TEST(Manifest, TellsWhatIsRunAndWhatDecidedIt) {
  const std::string text = to_json(Recorded().manifest());
  const std::string head = text.substr(0, text.find("    {\n      \"format\": \"atomesh.plan/1\""));
  EXPECT_EQ(head, R"({
  "format": "atomesh.manifest/1",
  "atomesh": {
    "version": "0.1.0",
    "commit": "0123456789ab"
  },
  "time": "2026-01-02T03:04:05Z",
  "host": "node-a",
  "directory": "/work/run",
  "slurm": {
    "SLURM_JOB_ID": "7",
    "SLURM_PROCID": "1"
  },
  "models": {
    "path": "/work/run/configs/m.yaml",
    "sha256": ")" + sha256(tiny) +
                      R"("
  },
  "recipes": null,
  "request": {
    "options": [
      "--model",
      "Tiny",
      "--model-dir",
      "/models",
      "--host-ip",
      "192.0.2.2"
    ],
    "env": {
      "SLURM_PROCID": "1"
    }
  },
  "plans": [
)");
  EXPECT_NE(text.find(R"("origins": [)"), std::string::npos);
}

TEST(Manifest, OfANodeTellsMore) {
  Manifest manifest = Recorded().manifest();
  manifest.node = NodeRecord{2, {{"prefill-0", "http://192.0.2.1:8010"}}, {"./bench.sh"}};
  const std::string text = to_json(manifest);
  EXPECT_NE(text.find(R"(  "nodes": 2,
  "peers": [
    {
      "name": "prefill-0",
      "url": "http://192.0.2.1:8010"
    }
  ],
  "command": [
    "./bench.sh"
  ],
  "plans": [)"),
            std::string::npos)
      << text;
}

TEST(Manifest, HoldsNoSecret) {
  Recorded run;
  run.request.env = {"HF_TOKEN=sesame"};
  run.request.server_args = {"--api-key", "sesame"};
  run.request.set = {"extra_flags=--user-token sesame", "env=API_KEY=sesame"};
  run.request.model_path = "https://user:sesame@192.0.2.9/Tiny";
  run.environment["EXTRA_SERVER_ARGS"] = "--admin-key sesame";
  run.environment["ATOMESH_PREFILL_ENV"] = "A_TOKEN=sesame";
  const Manifest manifest = run.manifest();
  EXPECT_EQ(to_json(manifest).find("sesame"), std::string::npos) << to_json(manifest);
  EXPECT_EQ(manifest.environment.at("EXTRA_SERVER_ARGS"), std::nullopt);
  EXPECT_EQ(manifest.plans.size(), 1);
}

TEST(Manifest, LeavesOutAPlanThatIsNotUtf8) {
  const Recorded run;
  Plan plan;
  plan.argv.push_back({{{"\xff", {}}}, {}});
  Manifest manifest;
  Diagnostics diagnostics;
  add_plan(plan, run.request, run.config, run.environment, manifest, diagnostics);
  EXPECT_EQ(manifest.plans.size(), 0);
  EXPECT_EQ(test::report(diagnostics),
            "--manifest: warning: the plan of prefill rank 0 is not UTF-8, and JSON must be [manifest-not-written]\n"
            "    hint: it is run all the same\n");
}

TEST(ReadManifest, BringsBackWhatIsRunAgain) {
  Recorded run;
  run.environment["ATOMESH_ENV"] = "HF_TOKEN=sesame";
  const Manifest manifest = run.manifest();
  std::string report;
  const auto again = read_back(to_json(manifest), report);
  ASSERT_TRUE(again) << report;
  EXPECT_EQ(again->facts.build, manifest.facts.build);
  EXPECT_EQ(again->models, manifest.models);
  EXPECT_EQ(again->recipes, std::nullopt);
  EXPECT_EQ(again->options, manifest.options);
  EXPECT_EQ(again->environment, manifest.environment);
  ASSERT_EQ(again->plans.size(), 1);
  EXPECT_EQ(again->plans[0].role, Role::decode);
  EXPECT_EQ(again->plans[0].rank, 1);
  EXPECT_EQ(again->plans[0].sha256, manifest.plans[0].sha256);
}

TEST(ReadManifest, SaysWhatIsMissing) {
  const std::string good = to_json(Recorded().manifest());
  const auto edited = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  for (const auto& [text, fault] : std::vector<std::pair<std::string, std::string>>{
           {"{", "it is not JSON"},
           {"[]", "its format is not atomesh.manifest/1"},
           {edited("manifest/1", "manifest/2"), "its format is not atomesh.manifest/1"},
           {edited("\"commit\"", "\"comit\""), "'commit' is not a text"},
           {edited("\"options\": [", "\"options\": [ 1,"), "'options' is not a list of texts"},
           {edited("\"SLURM_PROCID\": \"1\"\n    }\n  },", "\"SLURM_PROCID\": 1\n    }\n  },"),
            "'env' is not an object of texts"},
           {edited("\"plans\"", "\"plan\""), "'plans' is not a list of plans"},
           {edited("\"decode\"", "\"decoder\""), "'role' is not prefill, decode or router"},
           {edited("\"rank\": 1", "\"rank\": \"1\""), "'rank' is not a number"},
       }) {
    std::string report;
    EXPECT_FALSE(read_back(text, report));
    EXPECT_EQ(report, "m.json: error: this is no manifest to run again: " + fault +
                          " [bad-manifest]\n    hint: `launch --manifest FILE` and `run-node --manifest FILE` write "
                          "them\n");
  }
}

struct Again {
  std::optional<Rerun> rerun;
  std::string report;

  std::string options() const { return rerun ? join_words(rerun->options) : "none"; }
  std::string variable(const char* name) const {
    const auto found = rerun->environment.find(name);
    return found == rerun->environment.end() ? "-" : found->second;
  }
};

Again again(const Manifest& manifest, const Request& asked = {}, const Environment& environment = {}) {
  Diagnostics diagnostics;
  Again result;
  result.rerun = prepare_rerun(manifest, asked, environment, label("m.json"), diagnostics);
  result.report = test::report(diagnostics);
  return result;
}

TEST(Rerun, HasTheRecordedOptionsFilesRoleAndRank) {
  EXPECT_EQ(again(Recorded().manifest()).options(),
            "--model Tiny --model-dir /models --host-ip 192.0.2.2 --models /work/run/configs/m.yaml --role decode "
            "--rank 1");
  Request asked;
  asked.models_file = "other.yaml";
  EXPECT_EQ(again(Recorded().manifest(), asked).options(),
            "--model Tiny --model-dir /models --host-ip 192.0.2.2 --models other.yaml --role decode --rank 1");
}

TEST(Rerun, HasTheRecordedVariablesInPlaceOfThoseThatDecidePlans) {
  Recorded run;
  run.environment["xP"] = "1";
  const Again result =
      again(run.manifest(), {},
            {{"SLURM_PROCID", "0"}, {"ATOMESH_BLOCK_SIZE", "64"}, {"HOME", "/home"}, {"DRY_RUN", "1"}, {"yD", "9"}});
  EXPECT_EQ(result.variable("SLURM_PROCID"), "1");
  EXPECT_EQ(result.variable("xP"), "1");
  EXPECT_EQ(result.variable("yD"), "-");
  EXPECT_EQ(result.variable("ATOMESH_BLOCK_SIZE"), "-");
  EXPECT_EQ(result.variable("HOME"), "/home");
  EXPECT_EQ(result.variable("DRY_RUN"), "1");
}

TEST(Rerun, TakesAllAddressesFromHereIfAnyIsAnother) {
  Recorded run;
  run.environment["IPADDRS"] = "192.0.2.1,192.0.2.2";
  const Manifest manifest = run.manifest();
  EXPECT_EQ(again(manifest, {}, {{"IPADDRS", "192.0.2.1,192.0.2.2"}}).variable("IPADDRS"), "192.0.2.1,192.0.2.2");
  const Again other = again(manifest, {}, {{"SLURM_JOB_NODELIST", "node-[1-2]"}});
  EXPECT_EQ(other.variable("SLURM_JOB_NODELIST"), "node-[1-2]");
  EXPECT_EQ(other.variable("IPADDRS"), "-");
  EXPECT_EQ(other.options(),
            "--model Tiny --model-dir /models --models /work/run/configs/m.yaml --role decode --rank 1");
  Request asked;
  asked.host_ip = "192.0.2.8";
  EXPECT_EQ(again(manifest, asked).variable("IPADDRS"), "-");
  EXPECT_NE(again(manifest, asked).options().find("--host-ip 192.0.2.8"), std::string::npos);
}

TEST(Rerun, TakesSecretsFromTheEnvironment) {
  Recorded run;
  run.request.env = {"HF_TOKEN=sesame"};
  run.environment["ATOMESH_ENV"] = "A_KEY=sesame";
  const Again result = again(run.manifest(), {}, {{"HF_TOKEN", "new"}, {"ATOMESH_ENV", "A_KEY=new"}});
  EXPECT_NE(result.options().find("--env HF_TOKEN=new"), std::string::npos) << result.options();
  EXPECT_EQ(result.variable("ATOMESH_ENV"), "A_KEY=new");
  EXPECT_EQ(again(run.manifest()).report,
            "m.json: error: the secret of --env HF_TOKEN is not in the manifest [manifest-secret]\n"
            "    hint: export HF_TOKEN with its value\n"
            "m.json: error: the secret of ATOMESH_ENV is not in the manifest [manifest-secret]\n"
            "    hint: export ATOMESH_ENV with its value\n");
}

TEST(Rerun, RefusesWhatNobodyCanFillIn) {
  Recorded run;
  run.request.server_args = {"--api-key", "sesame"};
  EXPECT_EQ(again(run.manifest()).report,
            "m.json: error: the secret of --server-arg *** is not in the manifest [manifest-secret]\n"
            "    hint: give the options themselves in place of --from\n");
  run.request.server_args.clear();
  run.config = config_of(tiny, "<stdin>");
  EXPECT_EQ(again(run.manifest()).report,
            "m.json: error: the file of --models was read from standard input [bad-manifest]\n"
            "    hint: name a file of the same text with --models\n");
}

TEST(Rerun, ChoosesAmongPlansByRole) {
  Manifest manifest = Recorded().manifest();
  manifest.plans.push_back({Role::router, 0, {}, "", ""});
  EXPECT_EQ(again(manifest).report,
            "m.json: error: the manifest tells of decode, router [bad-manifest]\n"
            "    hint: choose one of them with --role, or --worker where there are several of a role\n");
  Request asked;
  asked.role = Role::router;
  EXPECT_EQ(again(manifest, asked).rerun->plan.role, Role::router);
  asked.role = Role::prefill;
  EXPECT_FALSE(again(manifest, asked).rerun);
}

TEST(Rerun, ChoosesAmongWorkersOfANode) {
  Manifest manifest = Recorded().manifest();
  manifest.plans = {{Role::prefill, 0, 0, "aa", ""}, {Role::prefill, 0, 1, "bb", ""}};
  Request asked;
  asked.role = Role::prefill;
  EXPECT_EQ(again(manifest, asked).report,
            "m.json: error: the manifest tells of prefill worker 0, prefill worker 1 [bad-manifest]\n"
            "    hint: choose one of them with --role, or --worker where there are several of a role\n");
  asked.worker = 1;
  const auto rerun = again(manifest, asked).rerun;
  ASSERT_TRUE(rerun);
  EXPECT_EQ(rerun->plan.sha256, "bb");
  EXPECT_EQ(rerun->options[rerun->options.size() - 2], "--worker");
  EXPECT_EQ(rerun->options.back(), "1");
}

TEST(Rerun, TakesNoOtherOption) {
  Request asked;
  asked.models_file = "m.yaml";
  asked.recipes_file = "r.yaml";
  asked.addresses = "192.0.2.1";
  asked.host_ip = "192.0.2.1";
  asked.role = Role::decode;
  EXPECT_EQ(find_other_option(asked), "");
  asked.both.dp_attention = false;
  EXPECT_EQ(find_other_option(asked), "--dp-attn");
  asked.model = "Tiny";
  EXPECT_EQ(find_other_option(asked), "--model");
  Request ranked;
  ranked.rank = 1;
  EXPECT_EQ(find_other_option(ranked), "--rank");
}

std::string differences(const Manifest& manifest, const Build& build, std::string_view models) {
  Diagnostics diagnostics;
  compare_sources(manifest, build, config_of(models, "/work/run/configs/m.yaml"), label("m.json"), diagnostics);
  return test::report(diagnostics);
}

TEST(CompareSources, NamesTheFileAndBothHashes) {
  const Manifest manifest = Recorded().manifest();
  EXPECT_EQ(differences(manifest, facts().build, tiny), "");
  EXPECT_EQ(differences(manifest, facts().build, "Tiny: {} # changed\n"),
            "m.json: error: /work/run/configs/m.yaml is not what was run: its SHA-256 is " +
                sha256("Tiny: {} # changed\n") + ", and " + sha256(tiny) +
                " in the manifest [manifest-differs]\n"
                "    hint: name the file as it was with --models or --recipes, or run what is there with --force\n");
  EXPECT_EQ(differences(manifest, {"0.1.0", "ffff"}, tiny),
            "m.json: error: it was run by atomesh 0.1.0, commit 0123456789ab, and this is 0.1.0, commit ffff "
            "[manifest-differs]\n    hint: run it with that one, or with this one and --force\n");
}

TEST(ComparePlan, NamesBothHashes) {
  Diagnostics diagnostics;
  const RecordedPlan plan{Role::decode, 1, {}, "aa", ""};
  compare_plan(plan, "aa", label("m.json"), diagnostics);
  EXPECT_EQ(test::report(diagnostics), "");
  compare_plan(plan, "bb", label("m.json"), diagnostics);
  EXPECT_EQ(test::report(diagnostics),
            "m.json: error: the plan is not what was run: its SHA-256 is bb, and aa in the manifest "
            "[manifest-differs]\n"
            "    hint: `atomesh print-args --from FILE --force` prints what it is now; --force runs it\n");
}

}  // namespace
}  // namespace atomesh
