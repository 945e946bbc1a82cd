// Programs, and all checks in one run. Models, GPUs, ports and RDMA have files of their own.
#include "atomesh/host_checks.hpp"

#include <fcntl.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

#include "host_checks/files.hpp"
#include "host_checks/parts.hpp"
#include "host_checks_fixture.hpp"

namespace atomesh::test {
namespace {

class HostPrograms : public HostChecks {
 protected:
  std::string interpreter() const {
    return say([this](Diagnostics& d) { host_checks::check_interpreter(plan_, input_, d); });
  }
  std::string router() const {
    return say([this](Diagnostics& d) { host_checks::check_router(plan_, input_, d); });
  }
};

constexpr auto name_another = "name the image's interpreter with --python or ATOMESH_PYTHON\n";

TEST_F(HostPrograms, NoInterpreter) {
  EXPECT_EQ(interpreter(), std::string("--python: error: there is no interpreter to start: T/python3: No such file or "
                                       "directory [host-python]\n    hint: ") +
                               name_another);
  set_program("built-in", "python3");
  input_.environment["PATH"] = at("bin");
  EXPECT_EQ(interpreter(),
            std::string("built-in: error: there is no interpreter to start: python3: not found in PATH [host-python]\n"
                        "    hint: PATH is T/bin; ") +
                name_another);
}

struct InterpreterCase {
  const char* name;
  const char* script;
  const char* expected;
};

constexpr InterpreterCase interpreter_cases[] = {
    {"has the module", "exit 0", ""},
    {"has not", "exit 3",
     "--python: error: T/python3 has no module atom [host-atom]\n    hint: is this ATOM's image? name the image's "
     "interpreter with --python or ATOMESH_PYTHON\n"},
    {"is broken", "exit 1",
     "--python: error: T/python3 ended with exit code 1 when it was asked for the module atom [host-atom]\n    hint: "
     "try T/python3 -c 'import atom'; name the image's interpreter with --python or ATOMESH_PYTHON\n"},
    {"dies", "kill -9 $$",
     "--python: error: T/python3 died of signal 9 (Killed) when it was asked for the module atom [host-atom]\n    "
     "hint: try T/python3 -c 'import atom'; name the image's interpreter with --python or ATOMESH_PYTHON\n"},
};

TEST_F(HostPrograms, AnInterpreterIsAskedForAtom) {
  for (const InterpreterCase& c : interpreter_cases) {
    write_script("python3", c.script);
    EXPECT_EQ(interpreter(), c.expected) << c.name;
  }
}

TEST_F(HostPrograms, AnInterpreterThatCannotBeStarted) {
  write_script("python3", "");
  write("python3", "#!/nowhere/python3\n");
  EXPECT_EQ(interpreter(),
            "--python: error: T/python3 cannot be started: No such file or directory [host-atom]\n    hint: try "
            "T/python3 -c 'import atom'; name the image's interpreter with --python or ATOMESH_PYTHON\n");
}

TEST_F(HostPrograms, TheInterpreterRunsAsAtLaunchAndIsNotHeard) {
  write_script("bin/python3",
               "open=$(cd /proc/$$/fd; readlink 0 1 2; ls)\n"
               "echo \"$1 $# $ATOM_HOST_IP ${HOME-none}\n$open\" > \"$RECORD\"");
  set_program("built-in", "python3");
  input_.environment = {
      {"PATH", at("bin") + ":/usr/bin:/bin"}, {"ATOM_HOST_IP", "192.0.2.7"}, {"RECORD", at("record")}};
  const int ours = fcntl(STDERR_FILENO, F_DUPFD, 70);
  EXPECT_EQ(interpreter(), "");
  close(ours);
  const std::string record = text_of("record");
  EXPECT_TRUE(record.starts_with("-c 2 192.0.2.7 none\n/dev/null\n/dev/null\n/dev/null\n")) << record;
  EXPECT_EQ(("\n" + record).find("\n70\n"), std::string::npos) << record;
}

TEST_F(HostPrograms, ARealInterpreterLooksInPythonPath) {
  const char* path = std::getenv("PATH");
  set_program("built-in", "python3");
  input_.environment = {{"PATH", path == nullptr ? "/usr/bin" : path}, {"PYTHONPATH", at("lib")}};
  EXPECT_NE(interpreter().find(" has no module atom [host-atom]\n"), std::string::npos) << interpreter();
  write("lib/atom/__init__.py", "raise SystemExit('it is found, not imported')\n");
  EXPECT_EQ(interpreter(), "");
}

TEST_F(HostPrograms, ACallerThatIgnoresItsChildrenChangesNothing) {
  write_script("python3", "exit 3");
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_NE(interpreter().find("has no module atom"), std::string::npos);
  EXPECT_EQ(std::signal(SIGCHLD, before), SIG_IGN);
}

/// True once the process is gone, or dead and not yet collected: then it has no command line.
bool ends_soon(const std::string& pid) {
  for (int i = 0; i < 200; ++i) {
    if (host_checks::read_text("/proc/" + pid + "/cmdline").value_or("").empty()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST_F(HostPrograms, AnInterpreterThatHangsIsKilledWithItsChildren) {
  write_script("python3", "sleep 60 & echo $! > \"$RECORD\"; wait");
  input_.environment["RECORD"] = at("record");
  input_.import_limit = std::chrono::milliseconds(500);
  EXPECT_EQ(interpreter(),
            "--python: error: T/python3 did not say within 0.5 s whether it has the module atom [host-atom]\n    hint: "
            "is a file system of PYTHONPATH or of the interpreter hanging, or the node overloaded?\n");
  const std::string child = text_of("record");
  ASSERT_GT(child.size(), 1U);
  EXPECT_TRUE(ends_soon(child.substr(0, child.size() - 1)));
}

constexpr auto router_hint = "    hint: give the router's path with --router-bin or ATOMESH_ROUTER_BIN\n";

TEST_F(HostPrograms, Router) {
  set_program("env ATOMESH_ROUTER_BIN", at("atomesh"));
  EXPECT_EQ(router(), std::string("env ATOMESH_ROUTER_BIN: error: there is no router to start: T/atomesh: No such file "
                                  "or directory [host-router]\n") +
                          router_hint);
  write_script("atomesh", "exit 0");
  EXPECT_EQ(router(), "");
  std::filesystem::remove(at("atomesh"));
  link("atomesh", std::filesystem::read_symlink("/proc/self/exe"));
  EXPECT_EQ(router(), std::string("env ATOMESH_ROUTER_BIN: error: T/atomesh is this launcher and not the router, which "
                                  "is also called atomesh [host-router]\n") +
                          router_hint);
}

TEST_F(HostChecks, AServersFindingsComeInOneRun) {
  input_.tp = 8;
  input_.model = at("m");
  const std::string text = say([this](Diagnostics& d) { check_host(plan_, input_, d); });
  for (const char* code : {"[host-python]", "[host-model]", "[host-gpus]", "[host-rdma]"}) {
    EXPECT_NE(text.find(code), std::string::npos) << code << "\n" << text;
  }
  EXPECT_EQ(text.find("[host-router]"), std::string::npos);
}

TEST_F(HostChecks, ARouterNeedsItsBinaryAndItsPorts) {
  plan_.role = Role::router;
  input_.tp = 8;
  input_.model = at("m");
  set_program("--router-bin", at("atomesh"));
  EXPECT_EQ(say([this](Diagnostics& d) { check_host(plan_, input_, d); }),
            std::string("--router-bin: error: there is no router to start: T/atomesh: No such file or directory "
                        "[host-router]\n") +
                router_hint);
}

TEST(HostFiles, NamesComeInTheOrderOfTheirNumbers) {
  EXPECT_EQ(host_checks::fields_of(" a  b\tc\r"), (std::vector<std::string_view>{"a", "b", "c"}));
  EXPECT_EQ(host_checks::lines_of("a\n\nb"), (std::vector<std::string_view>{"a", "b"}));
  const std::vector<std::string> seven = {"a", "b", "c", "d", "e", "f", "g"};
  EXPECT_EQ(host_checks::enumerate(seven), "a, b, c, d, e and 2 more");
  EXPECT_EQ(host_checks::enumerate(std::span(seven).first(5)), "a, b, c, d, e");
}

}  // namespace
}  // namespace atomesh::test
