// The command line. Only this room prints and decides on exit codes (SPEC section 6).
#pragma once

namespace atomesh {

/// Runs atomesh. The exit code; `launch` does not return if it succeeds. Throws only on bugs.
int run(int argc, char** argv, char** environ);

}  // namespace atomesh
