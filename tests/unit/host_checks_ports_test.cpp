#include <netinet/in.h>
#include <sys/socket.h>

#include "host_checks/files.hpp"
#include "host_checks/holders.hpp"
#include "host_checks/parts.hpp"
#include "host_checks_fixture.hpp"

namespace atomesh::test {
namespace {

/// A socket on 127.0.0.1, at a port that was free.
class LocalSocket {
 public:
  explicit LocalSocket(bool listening) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(bind(fd_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(listening ? listen(fd_, 1) : 0, 0);
    getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  ~LocalSocket() { close(fd_); }
  LocalSocket(const LocalSocket&) = delete;
  LocalSocket& operator=(const LocalSocket&) = delete;

  int port() const { return port_; }

 private:
  int fd_;
  int port_ = 0;
};

class HostPorts : public HostChecks {
 protected:
  std::string ports(std::vector<ListenPort> ports) {
    input_.ports = std::move(ports);
    return say([this](Diagnostics& d) { host_checks::check_ports(input_, d); });
  }
  /// A socket table of one line for each `local state uid inode`.
  void write_table(const std::string& name, const std::vector<std::string>& sockets) const {
    std::string text =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
    for (const std::string& socket : sockets) {
      const auto f = host_checks::fields_of(socket);
      text +=
          fmt::format("   0: {} 00000000:0000 {} 00000000:00000000 00:00000000 00000000 {:>5}        0 {} 1 0 100\n",
                      f[0], f[1], f[2], f[3]);
    }
    write("proc/net/" + name, text);
  }
  void write_process(const std::string& pid, const std::string& name, const std::string& inode) const {
    write("proc/" + pid + "/comm", name + "\n");
    link("proc/" + pid + "/fd/0", "/dev/null");
    link("proc/" + pid + "/fd/12", "socket:[" + inode + "]");
  }
};

const Place http = label("env DECODE_PORT");

TEST_F(HostPorts, AFreePortIsGood) {
  int port = 0;
  {
    const LocalSocket gone(true);
    port = gone.port();
  }
  EXPECT_EQ(ports({{port, "HTTP server", http}, {0, "nobody", http}, {65536, "nobody", http}, {-1, "nobody", http}}),
            "");
}

TEST_F(HostPorts, TheHolderIsNamed) {
  input_.roots.proc = "/proc";
  const std::string comm = host_checks::read_text("/proc/self/comm").value_or("?\n");
  const std::string me = fmt::format("pid {} ({})", getpid(), comm.substr(0, comm.size() - 1));
  const LocalSocket taken(true);
  EXPECT_EQ(ports({{taken.port(), "HTTP server", http}}),
            fmt::format("env DECODE_PORT: error: port {} (HTTP server) is taken by {} [host-port]\n    hint: end what "
                        "is left of an earlier job, or choose another port\n",
                        taken.port(), me));
}

TEST_F(HostPorts, ASocketThatOnlyIsBoundHasNoKnownHolder) {
  input_.roots.proc = "/proc";
  const LocalSocket taken(false);
  EXPECT_EQ(
      ports({{taken.port(), "router", http}}),
      fmt::format(
          "env DECODE_PORT: error: port {} (router) is taken by a socket that does not listen yet: /proc does not tell "
          "whose [host-port]\n    hint: a server may be starting on it; choose another port, or try again\n",
          taken.port()));
}

TEST_F(HostPorts, EveryTakenPortIsReported) {
  const LocalSocket first(true);
  const LocalSocket second(true);
  write_table("tcp", {fmt::format("0100007F:{:04X} 0A 0 777", first.port())});
  write_table("tcp6", {fmt::format("00000000000000000000000000000000:{:04X} 0A 1000 888", second.port())});
  write_process("4242", "python3", "777");
  EXPECT_EQ(
      ports({{first.port(), "HTTP server", http}, {second.port(), "handshake of rank 1", label("--handshake-port")}}),
      fmt::format(
          "env DECODE_PORT: error: port {} (HTTP server) is taken by pid 4242 (python3) [host-port]\n"
          "    hint: end what is left of an earlier job, or choose another port\n"
          "--handshake-port: error: port {} (handshake of rank 1) is taken by a process of user 1000 that cannot "
          "be seen from here [host-port]\n"
          "    hint: it is another user's or outside of this container; as root on the node: ss -tlnp 'sport = "
          ":{}'\n",
          first.port(), second.port(), second.port()));
}

using Names = std::vector<std::string>;

TEST_F(HostPorts, OneWalkFindsAllHolders) {
  write_table("tcp", {"0100007F:1F4A 0A 0 100", "0100007F:1F54 01 0 300", "0100007F:1F55 0A 0 400"});
  write_table("tcp6", {"00000000000000000000000000000000:1F54 0A 7 200", "x y z w"});
  write_process("10", "python3", "100");
  write_process("9", "python3", "100");
  write_process("11", "client", "300");
  write_process("12", "atom server", "200");
  write_process("13", "other", "400");
  write("proc/version", "not a process");
  auto holders = host_checks::find_holders(at("proc"), {8010, 8020, 8030});
  ASSERT_EQ(holders.size(), 2U);
  EXPECT_EQ(holders[8010].processes, (Names{"pid 9 (python3)", "pid 10 (python3)"})) << "shared after a fork";
  EXPECT_EQ(holders[8020].processes, (Names{"pid 12 (atom server)"})) << "the listener, not a connection";
  EXPECT_EQ(holders[8020].uid, "7");
}

}  // namespace
}  // namespace atomesh::test
