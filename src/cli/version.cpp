#include "version.hpp"

#include <fmt/format.h>

#include "atomesh/flags.hpp"
#include "atomesh/value.hpp"

namespace atomesh {
namespace {

/// Only this file is compiled with the commit, so that a new one does not compile everything anew.
#ifdef ATOMESH_COMMIT
constexpr const char* commit = ATOMESH_COMMIT;
#else
constexpr const char* commit = "unknown";
#endif

#ifdef __clang__
constexpr const char* compiler = __VERSION__;
#else
constexpr const char* compiler = "GCC " __VERSION__;
#endif

}  // namespace

Build this_build() { return {ATOMESH_VERSION, commit}; }

std::string version_text() {
  std::string text = fmt::format("atomesh {}\ncommit {}\ncompiler {}\n", ATOMESH_VERSION, commit, compiler);
  for (const OptionTable& table : option_tables()) {
    text += fmt::format("server options of {}, ATOM {}\n", table.date, table.commit);
  }
  return text;
}

std::string version_json() {
  Value tables = Value::list();
  for (const OptionTable& table : option_tables()) {
    tables.items.push_back(
        Value::mapping().set("date", Value::string(table.date)).set("commit", Value::string(table.commit)));
  }
  return to_json(Value::mapping()
                     .set("format", Value::string("atomesh.version/1"))
                     .set("version", Value::string(ATOMESH_VERSION))
                     .set("commit", Value::string(commit))
                     .set("compiler", Value::string(compiler))
                     .set("server_options", std::move(tables)));
}

}  // namespace atomesh
