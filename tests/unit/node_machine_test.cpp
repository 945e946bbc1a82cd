// The life of a node, as events and actions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>

#include "atomesh/run_node.hpp"
#include "node/machine.hpp"

namespace atomesh::node {
namespace {

constexpr std::array part_names = {"router", "command", "server"};

std::string text(const Actions& actions) {
  std::string out;
  for (const Action& action : actions) {
    const char* part = part_names[static_cast<std::size_t>(action.part)];
    const std::string which = action.number == 0 ? "" : fmt::format(" {}", action.number);
    if (!out.empty()) out += ", ";
    switch (action.kind) {
      case Action::Kind::start:
        out += fmt::format("start {}{}", part, which);
        break;
      case Action::Kind::signal:
        out += fmt::format("{} {}", sigabbrev_np(action.number), part);
        break;
      case Action::Kind::died:
        out += fmt::format("died {}{}", part, which);
        break;
      case Action::Kind::lost:
        out += fmt::format("lost {}", action.number);
        break;
      case Action::Kind::late:
        out += "late";
        break;
      case Action::Kind::ready:
        out += "ready";
        break;
      case Action::Kind::finish:
        out += "finish";
        break;
    }
  }
  return out;
}

constexpr Ended good{false, 0};

Time at(int seconds) { return Time() + std::chrono::seconds(seconds); }

/// Rank 0 of 1P1D: peers 0 and 1 are the workers, 2 the router.
MachineSettings head(bool command) {
  return {true, command, 2, 1, std::chrono::seconds(100), std::chrono::seconds(50), std::chrono::seconds(20)};
}

/// Another rank: peer 0 is its own worker, 1 the router.
MachineSettings worker() {
  return {false, false, 1, 1, std::chrono::seconds(100), std::chrono::seconds(50), std::chrono::seconds(20)};
}

Machine running_command() {
  Machine machine(head(true));
  machine.begin(at(0));
  machine.peer_up(0, at(1));
  machine.peer_up(1, at(2));
  machine.peer_up(2, at(3));
  return machine;
}

TEST(Machine, RunsACommandOnRank0) {
  Machine machine(head(true));
  EXPECT_EQ(text(machine.begin(at(0))), "start server");
  EXPECT_EQ(machine.next(), at(100));
  EXPECT_EQ(text(machine.peer_up(1, at(1))), "");
  EXPECT_EQ(text(machine.peer_up(0, at(2))), "start router");
  EXPECT_EQ(machine.next(), at(52));
  EXPECT_EQ(text(machine.peer_up(2, at(3))), "ready, start command");
  EXPECT_EQ(machine.next(), std::nullopt);
  EXPECT_EQ(text(machine.process_ended(Part::command, {false, 7}, at(9))), "TERM router");
  EXPECT_FALSE(machine.is_ready());
  EXPECT_EQ(text(machine.process_ended(Part::router, good, at(5))), "TERM server");
  EXPECT_EQ(text(machine.process_ended(Part::server, good, at(6))), "finish");
  EXPECT_EQ(machine.phase(), Phase::ended);
  EXPECT_EQ(machine.exit_code(), 7);
}

TEST(Machine, ShowsTheRouterToTheOthersBeforeItStops) {
  Machine machine = running_command();
  EXPECT_EQ(text(machine.process_ended(Part::command, {false, 7}, at(4))), "");
  EXPECT_EQ(machine.next(), at(3) + router_shown);
  EXPECT_EQ(text(machine.tick(at(4))), "");
  EXPECT_EQ(text(machine.tick(at(3) + router_shown)), "TERM router");
  EXPECT_EQ(machine.exit_code(), 7);
}

/// Rank 0 of 1P1D on one node: both workers are its own.
MachineSettings whole_deployment(bool command) {
  MachineSettings settings = head(command);
  settings.servers = 2;
  return settings;
}

TEST(Machine, RunsSeveralServersOfItsNode) {
  Machine machine(whole_deployment(true));
  EXPECT_EQ(text(machine.begin(at(0))), "start server, start server 1");
  machine.peer_up(0, at(1));
  EXPECT_EQ(text(machine.peer_up(1, at(2))), "start router");
  EXPECT_EQ(text(machine.peer_up(2, at(3))), "ready, start command");
  EXPECT_EQ(text(machine.process_ended(Part::command, good, at(3))), "TERM router") << "no other node must see it";
  EXPECT_EQ(text(machine.process_ended(Part::router, good, at(5))), "TERM server");
  EXPECT_EQ(text(machine.process_ended(Part::server, good, at(6), 1)), "");
  EXPECT_EQ(text(machine.process_ended(Part::server, good, at(7), 0)), "finish");
}

TEST(Machine, OneOfSeveralServersThatDiesEndsAll) {
  Machine machine(whole_deployment(false));
  machine.begin(at(0));
  EXPECT_EQ(text(machine.process_ended(Part::server, {false, 3}, at(1), 1)), "died server 1, TERM server");
  EXPECT_EQ(text(machine.process_ended(Part::server, good, at(2), 0)), "finish");
  EXPECT_EQ(machine.exit_code(), 3);
}

TEST(Machine, ElsewhereIsReadyOnceAllItsServersAre) {
  MachineSettings settings = worker();
  settings.workers = settings.servers = 2;
  Machine machine(settings);
  EXPECT_EQ(text(machine.begin(at(0))), "start server, start server 1");
  EXPECT_EQ(text(machine.peer_up(2, at(1))), "");
  EXPECT_EQ(text(machine.peer_up(1, at(2))), "");
  EXPECT_EQ(text(machine.peer_up(0, at(3))), "ready");
}

TEST(Machine, ServesWithoutACommand) {
  Machine machine(head(false));
  machine.begin(at(0));
  machine.peer_up(0, at(1));
  machine.peer_up(1, at(1));
  EXPECT_EQ(text(machine.peer_up(2, at(2))), "ready");
  EXPECT_EQ(machine.phase(), Phase::serving);
}

TEST(Machine, ElsewhereWaitsForTheRoutersEnd) {
  Machine machine(worker());
  EXPECT_EQ(text(machine.begin(at(0))), "start server");
  EXPECT_EQ(machine.next(), at(50));
  EXPECT_EQ(text(machine.peer_up(0, at(1))), "ready");
  EXPECT_EQ(text(machine.peer_up(1, at(2))), "");
  EXPECT_EQ(machine.phase(), Phase::serving);
  EXPECT_EQ(text(machine.peer_lost(1, at(9))), "TERM server");
  EXPECT_EQ(text(machine.process_ended(Part::server, good, at(10))), "finish");
  EXPECT_EQ(machine.exit_code(), 0);
}

struct Death {
  const char* name;
  Part part;
  Ended how;
  const char* actions;
  int exit_code;
};

TEST(Machine, EndsWithTheCodeOfWhoDied) {
  const Death deaths[] = {
      {"server", Part::server, {false, 3}, "died server, TERM router, TERM command", 3},
      {"server that was good too early", Part::server, good, "died server, TERM router, TERM command", 1},
      {"router by signal", Part::router, {true, SIGSEGV}, "died router, TERM command", 139},
      {"command by signal", Part::command, {true, SIGKILL}, "TERM router", 137},
      {"command", Part::command, good, "TERM router", 0},
  };
  for (const Death& death : deaths) {
    Machine machine = running_command();
    EXPECT_EQ(text(machine.process_ended(death.part, death.how, at(9))), death.actions) << death.name;
    EXPECT_EQ(machine.exit_code(), death.exit_code) << death.name;
  }
}

TEST(Machine, LostWorkerEndsRank0) {
  Machine machine = running_command();
  EXPECT_EQ(text(machine.peer_lost(1, at(4))), "lost 1, TERM router, TERM command");
  EXPECT_EQ(machine.exit_code(), exit_lost);
  EXPECT_EQ(text(machine.peer_lost(0, at(5))), "");
}

TEST(Machine, DeadlinesAreOfEachPhase) {
  Machine machine(head(true));
  machine.begin(at(0));
  EXPECT_EQ(text(machine.tick(at(99))), "");
  EXPECT_EQ(text(machine.tick(at(100))), "late, TERM server");
  EXPECT_EQ(machine.exit_code(), exit_not_ready);

  Machine router(head(true));
  router.begin(at(0));
  router.peer_up(0, at(1));
  router.peer_up(1, at(90));
  EXPECT_EQ(text(router.tick(at(100))), "");
  EXPECT_EQ(text(router.tick(at(140))), "late, TERM router");
}

TEST(Machine, PassesItsSignalOnRouterFirst) {
  Machine machine = running_command();
  EXPECT_EQ(text(machine.signalled(SIGUSR1, at(4))), "USR1 router, USR1 command, USR1 server");
  EXPECT_EQ(text(machine.signalled(SIGHUP, at(5))), "HUP router, HUP command");
  EXPECT_EQ(machine.exit_code(), 129);
  EXPECT_EQ(text(machine.process_ended(Part::router, good, at(6))), "");
  EXPECT_EQ(text(machine.process_ended(Part::command, good, at(6))), "HUP server");
}

TEST(Machine, KillsAfterTheGrace) {
  Machine machine = running_command();
  machine.signalled(SIGTERM, at(10));
  EXPECT_EQ(machine.next(), at(20));
  EXPECT_EQ(text(machine.tick(at(20))), "TERM server");
  EXPECT_EQ(machine.next(), at(30));
  EXPECT_EQ(text(machine.tick(at(29))), "");
  EXPECT_EQ(text(machine.tick(at(30))), "KILL router, KILL command, KILL server");
  EXPECT_EQ(machine.next(), at(35));
  EXPECT_EQ(text(machine.tick(at(35))), "finish");
  EXPECT_EQ(machine.exit_code(), 143);
}

TEST(Machine, SecondInterruptKills) {
  Machine machine = running_command();
  machine.signalled(SIGINT, at(4));
  EXPECT_EQ(text(machine.signalled(SIGTERM, at(5))), "");
  EXPECT_EQ(text(machine.signalled(SIGINT, at(5))), "KILL router, KILL command, KILL server");
  EXPECT_EQ(text(machine.signalled(SIGINT, at(5))), "");
  EXPECT_EQ(machine.exit_code(), 130);
}

TEST(Machine, NothingStartsAfterTheStop) {
  Machine machine(head(true));
  machine.begin(at(0));
  machine.signalled(SIGTERM, at(1));
  machine.peer_up(0, at(2));
  EXPECT_EQ(text(machine.peer_up(1, at(2))), "");
  EXPECT_EQ(text(machine.process_ended(Part::server, {true, SIGTERM}, at(3))), "finish");
  EXPECT_EQ(machine.exit_code(), 143);
}

}  // namespace
}  // namespace atomesh::node
