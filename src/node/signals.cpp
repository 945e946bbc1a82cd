#include "signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>

namespace atomesh::node {
namespace {

void set_disposition(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

}  // namespace

int take_signals() {
  sigset_t taken;
  sigemptyset(&taken);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD}) {
    sigaddset(&taken, signal);
    // An ignored signal would never arrive, and children of whom we ignore SIGCHLD leave no exit code.
    if (signal != SIGHUP) set_disposition(signal, SIG_DFL);
  }
  set_disposition(SIGPIPE, SIG_IGN);
  set_disposition(SIGTTOU, SIG_IGN);
  sigprocmask(SIG_BLOCK, &taken, nullptr);
  return signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK);
}

std::vector<int> pending_signals(int fd) {
  std::vector<int> signals;
  signalfd_siginfo info{};
  while (read(fd, &info, sizeof info) == sizeof info) signals.push_back(static_cast<int>(info.ssi_signo));
  return signals;
}

}  // namespace atomesh::node
