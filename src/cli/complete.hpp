// What could come next on a command line. The shells' scripts ask for it with `atomesh __complete -- WORD…`.
#pragma once

#include <string>
#include <vector>

#include "atomesh/variables.hpp"

namespace atomesh {

/// `words`: what stands behind the program's name; the last is the one that is being written, maybe empty. A line for
/// each candidate, with a tab and what it is behind it where that is known; the line `:files` asks for names of files.
/// Names of models and recipes come from the files that the command would read. Faults of them are not reported:
/// nobody can read messages while he writes a command.
std::string complete(std::vector<std::string> words, const Environment& environment);

}  // namespace atomesh
