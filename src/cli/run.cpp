#include "atomesh/cli.hpp"
#include "atomesh/host.hpp"
#include "atomesh/text.hpp"
#include "options.hpp"
#include "output.hpp"

namespace atomesh {

int run(int argc, char** argv, char** environ) {
  const ParsedCommand parsed = parse_command(argc, argv);
  if (parsed.action) return parsed.action({read_environment(environ), parsed.trailing});
  write(stderr, mask_text(parsed.error));
  return write_output(parsed.output) ? parsed.exit_code : 1;
}

}  // namespace atomesh
