#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "atomesh/flags.hpp"
#include "atomesh/yaml.hpp"
#include "diagnostics_fixture.hpp"
#include "source_files.hpp"

namespace atomesh {
namespace {

struct Loaded {
  std::optional<LoadedOptionTable> table;
  Diagnostics diagnostics;
};

Loaded load(std::string_view text) {
  Loaded loaded;
  loaded.table = read_option_table(yaml::make_source("t.json", text), loaded.diagnostics);
  return loaded;
}

/// All of a table but the names of environment variables, one option a line.
std::string outline(const OptionTable& table) {
  std::string text = fmt::format("{} {}\n", table.date, table.commit);
  for (const Option& option : table.options) {
    text += fmt::format("{} [{}] arity {} type {} choices [{}]\n", option.dest, fmt::join(option.names, ","),
                        static_cast<int>(option.arity), static_cast<int>(option.type), fmt::join(option.choices, ","));
  }
  return text;
}

TEST(TableFile, EqualsTheEmbeddedTable) {
  std::size_t read = 0;
  for (const std::string& path : test::files_below("configs/atom-args")) {
    if (path.ends_with("env-names.json")) continue;
    Diagnostics diagnostics;
    const auto source = yaml::read_file(std::string(SOURCE_DIR) + "/" + path, diagnostics);
    ASSERT_TRUE(source) << path;
    const auto loaded = read_option_table(*source, diagnostics);
    ASSERT_TRUE(loaded) << test::report(diagnostics);
    EXPECT_EQ(test::report(diagnostics), "");
    const OptionTable* embedded = find_table(loaded->table.date);
    ASSERT_NE(embedded, nullptr) << path;
    EXPECT_EQ(outline(loaded->table), outline(*embedded));
    EXPECT_TRUE(loaded->table.env_names.empty());
    ++read;
  }
  EXPECT_EQ(read, option_tables().size());
}

constexpr std::string_view every_feature = R"({
"server": "atom.entrypoints.openai_server", "atom_commit": "0123abcd", "atom_date": "2027-02-28",
"options": [
{"options": ["--model", "-m"], "dest": "model", "kind": "value", "type": "str", "nargs": null, "choices": null,
"default": "\"caf\u00e9\/é"},
{"options": ["--quiet"], "dest": "quiet", "kind": "switch", "type": null, "nargs": null, "choices": null,
"default": false},
{"options": ["--dtype"], "dest": "dtype", "kind": "value", "type": "str", "nargs": "?", "choices": ["bf16", "caf\u00e9"],
"default": null},
{"options": ["--cache", "--no-cache"], "dest": "cache", "kind": "bool", "default": true},
{"options": ["--share"], "dest": "share", "kind": "value", "type": "float", "default": 1e-05},
{"options": ["--size"], "dest": "size", "kind": "value", "type": "int", "default": 16},
{"options": ["--extra"], "dest": "extra", "kind": "value", "type": "loads", "default": {"a": [1, {}]}}],
"env_names": ["ATOM_A", "ATOM_B"]
})";

constexpr std::string_view every_feature_outline =
    "2027-02-28 0123abcd\n"
    "model [--model,-m] arity 2 type 0 choices []\n"
    "quiet [--quiet] arity 0 type 0 choices []\n"
    "dtype [--dtype] arity 3 type 0 choices [bf16,café]\n"
    "cache [--cache,--no-cache] arity 1 type 0 choices []\n"
    "share [--share] arity 2 type 2 choices []\n"
    "size [--size] arity 2 type 1 choices []\n"
    "extra [--extra] arity 2 type 3 choices []\n";

TEST(TableFile, ReadsEveryFeature) {
  const Loaded loaded = load(every_feature);
  ASSERT_TRUE(loaded.table) << test::report(loaded.diagnostics);
  EXPECT_EQ(outline(loaded.table->table), every_feature_outline);
  EXPECT_EQ(fmt::format("{}", fmt::join(loaded.table->table.env_names, " ")), "ATOM_A ATOM_B");
}

TEST(TableFile, ReadsTabsAndOneLine) {
  std::string text(every_feature);
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (std::size_t at = text.find("\": "); at != std::string::npos; at = text.find("\": ")) text.erase(at + 2, 1);
  Loaded loaded = load(text);
  ASSERT_TRUE(loaded.table) << test::report(loaded.diagnostics);
  EXPECT_EQ(outline(loaded.table->table), every_feature_outline);
  std::replace(text.begin(), text.end(), ' ', '\t');
  loaded = load(text);
  ASSERT_TRUE(loaded.table) << test::report(loaded.diagnostics);
  EXPECT_EQ(outline(loaded.table->table), every_feature_outline);
}

TEST(TableFile, ViewsStayGoodWhenItIsMoved) {
  std::vector<LoadedOptionTable> tables;
  for (int i = 0; i < 5; ++i) tables.push_back(std::move(*load(every_feature).table));
  LoadedOptionTable assigned;
  assigned = std::move(tables.front());
  tables.erase(tables.begin());
  EXPECT_EQ(outline(assigned.table), every_feature_outline);
  for (const LoadedOptionTable& table : tables) EXPECT_EQ(outline(table.table), every_feature_outline);
}

TEST(TableFile, ChecksAnArgv) {
  const Loaded loaded = load(every_feature);
  ASSERT_TRUE(loaded.table) << test::report(loaded.diagnostics);
  const std::vector<std::string> argv = {"--model", "x", "--dtype", "fp64", "--sizes", "1"};
  std::string findings;
  for (const ArgFinding& finding : check_argv(argv, loaded.table->table)) {
    findings += fmt::format("{}: {}\n", finding.index, finding.message);
  }
  EXPECT_EQ(findings,
            "3: '--dtype' takes bf16 or café, not 'fp64'\n"
            "4: ATOM of 2027-02-28 has no option '--sizes'\n");
}

/// The message, place and all, that the only fault of a file gets.
struct FaultCase {
  std::string name;
  std::string text;
  std::string where;
  std::string message;
};

/// A sound table whose one option has `option` for its members.
std::string with_option(std::string_view option) {
  return fmt::format("{{\"atom_commit\": \"0123abcd\", \"atom_date\": \"2027-02-28\", \"options\": [\n{{{}}}]}}",
                     option);
}

std::string with_table(std::string_view rest) {
  return fmt::format("{{\"atom_commit\": \"0123abcd\", \"atom_date\": \"2027-02-28\",\n{}}}", rest);
}

void expect_faults(const std::vector<FaultCase>& cases) {
  for (const FaultCase& test : cases) {
    const Loaded loaded = load(test.text);
    EXPECT_FALSE(loaded.table) << test.name;
    const auto found = loaded.diagnostics.sorted();
    ASSERT_EQ(found.size(), 1U) << test.name << "\n" << test::report(loaded.diagnostics);
    EXPECT_EQ(found[0].code, Code("bad-option-table")) << test.name;
    EXPECT_EQ(describe(found[0].where), "t.json:" + test.where) << test.name;
    EXPECT_EQ(found[0].message, test.message) << test.name;
    EXPECT_EQ(found[0].hint, "write it with scripts/dump_atom_args.py inside of the image") << test.name;
  }
}

constexpr auto good_options = R"("options": [{"options": ["-a"], "dest": "a", "kind": "switch"}])";

TEST(TableFile, RefusesWhatIsNoTable) {
  expect_faults({
      {"empty", "", "1:1", R"(JSON: is empty)"},
      {"a list", "\n [1]", "2:2", "JSON: is a list, not an object"},
      {"cut off", "{\"é\": [\n1", "2:2", "JSON: ends before its closing `]`"},
      {"column in characters", "{\"é\": nope}", "1:7", "JSON: `nope` is not a JSON value"},
      {"key twice", "{\"server\": \"x\",\n \"server\": \"y\"}", "2:2",
       "JSON: the key 'server' is given twice in one object"},
      {"unknown key", with_table(fmt::format("\"version\": 2, {}", good_options)), "2:1", "unknown key 'version'"},
      {"no options", with_table(R"("server": "x")"), "1:1", "'options' is missing"},
      {"options are text", with_table(R"("options": "--x")"), "2:12", "'options' must be a list, not a text"},
      {"no option", with_table(R"("options": [])"), "2:12", "'options' is an empty list: the table has no option"},
      {"an option is text", with_table(R"("options": ["--x"])"), "2:13", "option 1: must be an object, not a text"},
      {"no commit", fmt::format("{{\"atom_date\": \"2027-02-28\", {}}}", good_options), "1:1",
       "'atom_commit' is missing"},
      {"empty commit", fmt::format("{{\"atom_commit\": \"\", \"atom_date\": \"2027-02-28\", {}}}", good_options),
       "1:17", "'atom_commit' is empty"},
      {"no date", fmt::format("{{\"atom_commit\": \"0123abcd\", {}}}", good_options), "1:1", "'atom_date' is missing"},
      {"numeric date", fmt::format("{{\"atom_commit\": \"0123abcd\", \"atom_date\": 20270228, {}}}", good_options),
       "1:42", "'atom_date' must be a text, not 20270228"},
      {"env names are an object", with_table(fmt::format("\"env_names\": {{}}, {}", good_options)), "2:14",
       "'env_names' must be a list, not an object"},
      {"env name", with_table(fmt::format("\"env_names\": [\"ATOM_A\", \"A=1\"], {}", good_options)), "2:25",
       "'A=1' is not the name of an environment variable"},
  });
}

TEST(TableFile, RefusesDatesOutsideOfTheCalendar) {
  for (const std::string date : {"2027-02-29", "2027-13-01", "2027-1-01", "2027-01-1x", "20270101", "2027/01/01"}) {
    const std::string text = fmt::format("{{\"atom_commit\": \"c\", \"atom_date\": \"{}\", {}}}", date, good_options);
    expect_faults({{date, text, "1:35", fmt::format("'atom_date' is '{}', not a date like 2026-08-22", date)}});
  }
}

TEST(TableFile, RefusesNamesOfOptions) {
  expect_faults({
      {"no names", with_option(R"("dest": "x", "kind": "switch")"), "2:1", "option 'x': 'options' is missing"},
      {"empty list", with_option(R"("dest": "x", "kind": "switch", "options": [])"), "2:44",
       "option 'x': 'options' is an empty list"},
      {"a text", with_option(R"("dest": "x", "kind": "switch", "options": "-x")"), "2:44",
       "option 'x': 'options' must be a list, not a text"},
      {"a number", with_option(R"("dest": "x", "kind": "switch", "options": [1])"), "2:45",
       "option 'x': 'options' must hold texts, not 1"},
      {"positional", with_option(R"("dest": "x", "kind": "switch", "options": ["x"])"), "2:45",
       "option 'x': 'x' is not the name of an option"},
      {"dashes", with_option(R"("dest": "x", "kind": "switch", "options": ["--"])"), "2:45",
       "option 'x': '--' is not the name of an option"},
      {"value", with_option(R"("dest": "x", "kind": "switch", "options": ["--x=1"])"), "2:45",
       "option 'x': '--x=1' is not the name of an option"},
      {"twice in one", with_option(R"("dest": "x", "kind": "switch", "options": ["-x", "-x"])"), "2:51",
       "option 'x': the name '-x' stands in line 2 already"},
      {"twice in two",
       with_option("\"dest\": \"x\", \"kind\": \"switch\", \"options\": [\"-x\"]},\n"
                   "{\"dest\": \"y\", \"kind\": \"switch\", \"options\": [\"-x\"]"),
       "3:45", "option 'y': the name '-x' stands in line 2 already"},
      {"no dest", with_option(R"("options": ["-x"], "kind": "switch")"), "2:1", "option 1: 'dest' is missing"},
      {"empty dest", with_option(R"("options": ["-x"], "kind": "switch", "dest": "")"), "2:47",
       "option 1: 'dest' is empty"},
  });
}

TEST(TableFile, RefusesWhatAnOptionCannotBe) {
  const auto option = [](std::string_view rest) {
    return with_option(fmt::format("\"options\": [\"-x\"], \"dest\": \"x\",\n{}", rest));
  };
  expect_faults({
      {"no kind", option(R"("type": "int")"), "2:1", "option 'x': 'kind' is missing"},
      {"kind", option(R"("kind": "count")"), "3:9", "option 'x': kind 'count' is none of switch, bool, value"},
      {"null kind", option(R"("kind": null)"), "3:9", "option 'x': kind null is none of switch, bool, value"},
      {"type", option(R"("kind": "value", "type": "bytes")"), "3:26",
       "option 'x': type 'bytes' is none of str, int, float, loads"},
      {"type is a list", option(R"("kind": "value", "type": ["int"])"), "3:26",
       "option 'x': type a list is none of str, int, float, loads"},
      {"nargs", option(R"("kind": "value", "nargs": "+")"), "3:27", "option 'x': nargs '+' is neither null nor '?'"},
      {"nargs is a number", option(R"("kind": "value", "nargs": 2)"), "3:27",
       "option 'x': nargs 2 is neither null nor '?'"},
      {"nargs of a switch", option(R"("kind": "switch", "nargs": "?")"), "3:28",
       "option 'x': nargs '?' does not go with the kind 'switch'"},
      {"nargs of an unknown kind", option(R"("kind": "count", "nargs": "?")"), "3:9",
       "option 'x': kind 'count' is none of switch, bool, value"},
      {"no choice", option(R"("kind": "value", "choices": [])"), "3:29", "option 'x': 'choices' is an empty list"},
      {"choices are text", option(R"("kind": "value", "choices": "a")"), "3:29",
       "option 'x': 'choices' must be a list, not a text"},
      {"numeric choice", option(R"("kind": "value", "choices": ["1", 2])"), "3:35",
       "option 'x': 'choices' must hold texts, not 2"},
      {"unknown key", option(R"("kind": "value", "chioces": ["a"])"), "3:18", "option 'x': unknown key 'chioces'"},
  });
}

TEST(TableFile, ReportsAllFaultsAtOnce) {
  const Loaded loaded = load(R"({
 "atom_date": "soon",
 "options": [
  {"options": ["-x"], "dest": "x", "kind": "count"},
  {"options": ["-x"], "dest": "y", "kind": "value", "nargs": "*"}
 ]
})");
  EXPECT_FALSE(loaded.table);
  EXPECT_EQ(test::report(loaded.diagnostics),
            R"(t.json:1:1: error: 'atom_commit' is missing [bad-option-table]
    {
    ^
    hint: write it with scripts/dump_atom_args.py inside of the image
t.json:2:15: error: 'atom_date' is 'soon', not a date like 2026-08-22 [bad-option-table]
     "atom_date": "soon",
                  ^~~~~~
    hint: write it with scripts/dump_atom_args.py inside of the image
t.json:4:44: error: option 'x': kind 'count' is none of switch, bool, value [bad-option-table]
      {"options": ["-x"], "dest": "x", "kind": "count"},
                                               ^~~~~~~
    hint: write it with scripts/dump_atom_args.py inside of the image
t.json:5:16: error: option 'y': the name '-x' stands in line 4 already [bad-option-table]
      {"options": ["-x"], "dest": "y", "kind": "value", "nargs": "*"}
                   ^~~~
    hint: write it with scripts/dump_atom_args.py inside of the image
t.json:5:62: error: option 'y': nargs '*' is neither null nor '?' [bad-option-table]
      {"options": ["-x"], "dest": "y", "kind": "value", "nargs": "*"}
                                                                 ^~~
    hint: write it with scripts/dump_atom_args.py inside of the image
)");
}

TEST(TableFile, LeavesToYamlWhatOnlyJsonReads) {
  const Loaded loaded = load(
      with_option("\"options\": [\"-x\"], \"dest\": \"x\", \"kind\": \"value\",\n\"default\": \"\\ud83d\\ude00\""));
  EXPECT_FALSE(loaded.table);
  EXPECT_EQ(test::report(loaded.diagnostics),
            R"(t.json:3:13: error: an escape in this double-quoted text is not a Unicode character [bad-syntax]
    "default": "\ud83d\ude00"}]}
                ^
    hint: write the character itself
)");
}

}  // namespace
}  // namespace atomesh
