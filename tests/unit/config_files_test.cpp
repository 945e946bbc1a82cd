// Where models_atom.yaml and amd-master.yaml are looked for.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "atomesh/host.hpp"
#include "diagnostics_fixture.hpp"

namespace atomesh {
namespace {

namespace fs = std::filesystem;

/// An empty directory as the current one, with `ws` and `configs` in it.
class ConfigFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "atomesh-config-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
    before_ = fs::current_path();
    fs::current_path(root_);
    for (const char* directory : {"ws", "configs"}) fs::create_directory(directory);
  }
  void TearDown() override {
    fs::current_path(before_);
    fs::remove_all(root_);
  }

  static void write(const std::string& path) { std::ofstream(path) << "Tiny: {}\n"; }

  /// The names of the files that were read, models then recipes; after errors, their report.
  static std::string read(const Request& request, const Environment& environment) {
    Diagnostics diagnostics;
    const Config config = read_config(request, environment, diagnostics);
    if (diagnostics.has_errors()) return test::report(diagnostics);
    const auto name = [](const auto& document) { return document ? document->source->name : std::string("-"); };
    return name(config.models) + " " + name(config.recipes);
  }

  fs::path root_, before_;
};

TEST_F(ConfigFiles, AreTakenFromTheFirstPlaceThatNamesThem) {
  for (const char* path : {"option.yaml", "variable.yaml", "ws/models_atom.yaml", "configs/models_atom.yaml"})
    write(path);
  Request request;
  Environment environment;
  EXPECT_EQ(read(request, environment), "configs/models_atom.yaml -");
  environment["ATOM_WS_PATH"] = "ws";
  EXPECT_EQ(read(request, environment), "ws/models_atom.yaml -");
  environment["ATOMESH_MODELS"] = "variable.yaml";
  EXPECT_EQ(read(request, environment), "variable.yaml -");
  request.models_file = "option.yaml";
  EXPECT_EQ(read(request, environment), "option.yaml -");
}

TEST_F(ConfigFiles, OfTheWorkspaceMayBeMissing) {
  write("configs/models_atom.yaml");
  EXPECT_EQ(read({}, {{"ATOM_WS_PATH", "ws"}}), "configs/models_atom.yaml -");
}

TEST_F(ConfigFiles, OfRecipesAreReadForARecipeOnly) {
  write("configs/models_atom.yaml");
  write("configs/amd-master.yaml");
  Request request;
  request.recipe = "tiny";
  EXPECT_EQ(read(request, {}), "configs/models_atom.yaml configs/amd-master.yaml");
  EXPECT_EQ(read(request, {{"ATOMESH_RECIPES", "configs/models_atom.yaml"}}),
            "configs/models_atom.yaml configs/models_atom.yaml");
}

TEST_F(ConfigFiles, OfModelsAreNotTheRouters) {
  Request request;
  request.role = Role::router;
  EXPECT_EQ(read(request, {}), "- -");
}

TEST_F(ConfigFiles, ThatAreNowhereAreAnErrorThatListsThePlaces) {
  const std::string prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path().string();
  EXPECT_EQ(
      read({}, {{"ATOM_WS_PATH", "ws"}}),
      "atomesh: error: models_atom.yaml was not found; tried ws/models_atom.yaml, configs/models_atom.yaml, " + prefix +
          "/share/atomesh/models_atom.yaml [file-not-found]\n    hint: name it with --models or ATOMESH_MODELS\n");
}

TEST_F(ConfigFiles, ThatAreNamedAndMissingAreAnErrorWhateverElseIsThere) {
  write("configs/models_atom.yaml");
  Request request;
  request.models_file = "none.yaml";
  EXPECT_EQ(read(request, {}),
            "none.yaml: error: cannot read this file: No such file or directory [file-unreadable]\n");
  EXPECT_EQ(read({}, {{"ATOMESH_MODELS", "none.yaml"}}),
            "none.yaml: error: cannot read this file: No such file or directory [file-unreadable]\n");
}

TEST_F(ConfigFiles, WithFaultsGiveTheErrorsOfBoth) {
  std::ofstream("configs/models_atom.yaml") << "A: [\n";
  Request request;
  request.recipe = "tiny";
  request.recipes_file = "none.yaml";
  const std::string text = read(request, {});
  EXPECT_NE(text.find("[bad-syntax]"), std::string::npos) << text;
  EXPECT_NE(text.find("none.yaml: error: cannot read this file: No such file or directory [file-unreadable]"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace atomesh
