// The command `host-ip`.
#include "atomesh/host.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace atomesh {

Action declare_host_ip(OptionSet& /*set*/) {
  return [](const Invocation& invocation) {
    if (!invocation.trailing.empty()) return misuse("host-ip takes no words", "see `atomesh host-ip --help`");
    const auto given = VariableSource(invocation.environment).find("ATOM_HOST_IP");
    const std::string address = given ? given->text : read_host_facts({}, invocation.environment).default_route_ip;
    if (address.empty()) {
      write(stderr,
            "atomesh: error: the address of this node is not known: there is no default route [no-host-ip]\n"
            "    hint: set ATOM_HOST_IP to an address that the other nodes reach\n");
      return 1;
    }
    return write_output(address + "\n") ? 0 : 1;
  };
}

}  // namespace atomesh
