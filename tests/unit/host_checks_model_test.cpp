#include "host_checks/parts.hpp"
#include "host_checks_fixture.hpp"

namespace atomesh::test {
namespace {

class HostModel : public HostChecks {
 protected:
  void SetUp() override {
    HostChecks::SetUp();
    input_.model = at("models/Tiny");
  }
  std::string model() const {
    return say([this](Diagnostics& d) { host_checks::check_model(plan_, input_, d); });
  }
  /// A directory that is complete: `count` shards with an index.
  void write_model(int count) const {
    write("models/Tiny/config.json", R"({"model_type": "tiny", "time_step_limit": [0.0, Infinity]})");
    std::string map;
    for (int i = 1; i <= count; ++i) {
      write("models/Tiny/" + shard(i), "x");
      map += fmt::format(R"({}"layer.{}": "{}", "layer.{}.bias": "{}")", map.empty() ? "" : ", ", i, shard(i), i,
                         shard(i));
    }
    write_index(fmt::format(R"({{"metadata": {{"total_size": 1}}, "weight_map": {{{}}}}})", map));
  }
  void write_index(const std::string& text) const { write("models/Tiny/model.safetensors.index.json", text); }
  static std::string shard(int number) { return fmt::format("model-{:05}-of-00009.safetensors", number); }

  static std::string finding(const std::string& message) {
    return fmt::format(
        "env MODEL_NAME: error: {} [host-model]\n    hint: was the model copied or downloaded to its end?\n", message);
  }
};

TEST_F(HostModel, ACompleteDirectoryIsGood) {
  write_model(9);
  EXPECT_EQ(model(), "");
}

TEST_F(HostModel, WeightsWithoutAnIndexAreGood) {
  write("models/Tiny/config.json", "{}");
  write("models/Tiny/model.safetensors", "x");
  EXPECT_EQ(model(), "");
}

TEST_F(HostModel, NothingIsSaidWithoutAModel) {
  input_.model = "";
  EXPECT_EQ(model(), "");
}

TEST_F(HostModel, AMissingDirectoryIsSearchedFor) {
  EXPECT_EQ(model(),
            "env MODEL_NAME: error: the model's directory T/models/Tiny is not there [host-model]\n"
            "    hint: T/models is not there either: is it mounted?\n");
  std::filesystem::create_directories(at("models"));
  EXPECT_EQ(model(),
            "env MODEL_NAME: error: the model's directory T/models/Tiny is not there [host-model]\n"
            "    hint: T/models is there, but empty: is it mounted?\n");
  std::filesystem::create_directories(at("models/Large-Model"));
  EXPECT_EQ(model(),
            "env MODEL_NAME: error: the model's directory T/models/Tiny is not there [host-model]\n"
            "    hint: T/models holds Large-Model\n");
  std::filesystem::create_directories(at("models/tiny"));
  EXPECT_EQ(model(),
            "env MODEL_NAME: error: the model's directory T/models/Tiny is not there [host-model]\n"
            "    hint: did you mean 'tiny'?\n");
}

TEST_F(HostModel, AFileIsNoModel) {
  write("models/Tiny", "x");
  EXPECT_EQ(model(),
            "env MODEL_NAME: error: the model T/models/Tiny is not a directory [host-model]\n"
            "    hint: name the directory that holds config.json\n");
  input_.model = at("models/Tiny/more");
  EXPECT_EQ(model(),
            "env MODEL_NAME: error: the model's directory T/models/Tiny/more cannot be opened: Not a directory "
            "[host-model]\n");
}

TEST_F(HostModel, AnEmptyDirectoryLacksEverything) {
  std::filesystem::create_directories(at("models/Tiny"));
  EXPECT_EQ(model(), finding("T/models/Tiny/config.json is missing") +
                         finding("T/models/Tiny holds no weights: neither model.safetensors.index.json nor any "
                                 "*.safetensors"));
}

struct FileCase {
  const char* name;
  const char* text;
  const char* fault;
};

constexpr FileCase config_cases[] = {
    {"empty", "", "is empty"},
    {"cut off", "{\n\"a\": 1,\n", "is not JSON: line 3: ends before its closing `}`"},
    {"a list", " [1]", "is JSON, but not an object"},
};

TEST_F(HostModel, ConfigMustBeAJsonObject) {
  for (const FileCase& c : config_cases) {
    write_model(1);
    write("models/Tiny/config.json", c.text);
    EXPECT_EQ(model(), finding("T/models/Tiny/config.json " + std::string(c.fault))) << c.name;
  }
}

constexpr FileCase index_cases[] = {
    {"empty", "", "is empty"},
    {"no map", R"({"metadata": {}})", "has no weight_map from tensors to files"},
    {"an empty map", R"({"weight_map": {}})", "has no weight_map from tensors to files"},
    {"a map that is none", R"({"weight_map": ["a"]})", "has no weight_map from tensors to files"},
    {"a number for a file", R"({"weight_map": {"a": "x", "b": 1}})", "has no weight_map from tensors to files"},
    {"a key twice", R"({"weight_map": {"a": "x", "a": "y"}})", "has no weight_map from tensors to files"},
};

TEST_F(HostModel, TheIndexMustNameFiles) {
  for (const FileCase& c : index_cases) {
    write_model(1);
    write_index(c.text);
    EXPECT_EQ(model(), finding("T/models/Tiny/model.safetensors.index.json " + std::string(c.fault))) << c.name;
  }
}

TEST_F(HostModel, AnIndexThatIsALinkToNothingIsMissing) {
  write("models/Tiny/config.json", "{}");
  write("models/Tiny/model.safetensors", "x");
  link("models/Tiny/model.safetensors.index.json", "../blobs/1");
  EXPECT_EQ(model(), finding("T/models/Tiny/model.safetensors.index.json is a link to nothing"));
}

TEST_F(HostModel, EachBrokenShardIsNamed) {
  write_model(9);
  std::filesystem::remove(at("models/Tiny/" + shard(2)));
  link("models/Tiny/" + shard(2), "../blobs/2");
  std::filesystem::remove(at("models/Tiny/" + shard(4)));
  std::filesystem::create_directories(at("models/Tiny/" + shard(4)));
  write("models/Tiny/" + shard(7), "");
  std::filesystem::remove(at("models/Tiny/" + shard(9)));
  EXPECT_EQ(model(), finding("T/models/Tiny/model-00002-of-00009.safetensors is a link to nothing") +
                         finding("T/models/Tiny/model-00004-of-00009.safetensors is not a file") +
                         finding("T/models/Tiny/model-00007-of-00009.safetensors is empty") +
                         finding("T/models/Tiny/model-00009-of-00009.safetensors is missing"));
}

TEST_F(HostModel, FiveAreNamedAndTheOthersCounted) {
  write_model(9);
  for (int i = 2; i <= 9; ++i) std::filesystem::remove(at("models/Tiny/" + shard(i)));
  std::string expected;
  for (int i = 2; i <= 6; ++i) expected += finding("T/models/Tiny/" + shard(i) + " is missing");
  EXPECT_EQ(model(), expected + finding("3 more of the 9 weight files of T/models/Tiny are missing or broken"));
}

TEST_F(HostModel, ANameMayBeEscaped) {
  write("models/Tiny/config.json", "{}");
  write_index(R"({"weight_map": {"a": "sub\/caf\u00e9.safetensors"}})");
  EXPECT_EQ(model(), finding("T/models/Tiny/sub/café.safetensors is missing"));
}

TEST_F(HostModel, AHubNameIsANote) {
  for (const char* name : {"example/Tiny-8B", "Tiny"}) {
    input_.model = name;
    EXPECT_EQ(model(),
              fmt::format("env MODEL_NAME: note: {} is not a directory here: the server takes it for a name on "
                          "the model hub [host-model-hub]\n    hint: give an absolute path if a directory is "
                          "meant\n",
                          name));
  }
}

TEST_F(HostModel, WhatCanOnlyBeAPathIsNoHubName) {
  for (const char* path : {"./none", "../none", "a/b/none", "~/none", "none/", "/nowhere/none"}) {
    input_.model = path;
    EXPECT_NE(model().find(fmt::format("the model's directory {} is not there [host-model]", path)), std::string::npos)
        << model();
  }
}

}  // namespace
}  // namespace atomesh::test
