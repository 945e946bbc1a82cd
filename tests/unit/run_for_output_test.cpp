// A helper program whose output is wanted.
#include <gtest/gtest.h>

#include <csignal>

#include "host_checks/run_quietly.hpp"

namespace atomesh::host_checks {
namespace {

using namespace std::chrono_literals;

RunOutput shell(const std::string& script, std::chrono::milliseconds limit = 20s) {
  return run_for_output("/bin/sh", {"sh", "-c", script}, {{"WORD", "a b"}}, limit);
}

TEST(RunForOutput, KeepsBothStreamsApart) {
  const RunOutput run = shell("printf '%s\\0x' \"$WORD\"; echo wrong >&2; exit 3");
  EXPECT_EQ(run.output, std::string("a b\0x", 5));
  EXPECT_EQ(run.error, "wrong\n");
  EXPECT_EQ(run.result.end, End::exited);
  EXPECT_EQ(run.result.code, 3);
}

TEST(RunForOutput, ReadsMoreThanAPipeHolds) {
  const RunOutput run =
      shell("i=0; while [ $i -lt 3000 ]; do i=$((i+1)); printf '%0100d\\n' $i; printf '%0100d\\n' $i >&2; done");
  EXPECT_EQ(run.output.size(), 303000U);
  EXPECT_EQ(run.error, run.output);
}

TEST(RunForOutput, SaysHowItEnded) {
  EXPECT_EQ(shell("kill -TERM $$").result.end, End::signalled);
  EXPECT_EQ(shell("kill -TERM $$").result.code, SIGTERM);
  const RunOutput none = run_for_output("/none", {"none"}, {}, 1s);
  EXPECT_EQ(none.result.end, End::not_started);
  EXPECT_EQ(none.result.code, ENOENT);
}

TEST(RunForOutput, EndsWhatDoesNotEnd) {
  const auto begin = std::chrono::steady_clock::now();
  const RunOutput run = shell("echo begun; sleep 60", 300ms);
  EXPECT_EQ(run.result.end, End::timed_out);
  EXPECT_EQ(run.output, "begun\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

}  // namespace
}  // namespace atomesh::host_checks
