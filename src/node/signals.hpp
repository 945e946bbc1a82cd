// The signals of a node arrive as data, between other events.
#pragma once

#include <vector>

namespace atomesh::node {

/// Blocks TERM, INT, HUP, USR1, USR2 and CHLD, and gives the descriptor that they are read from. A HUP that the caller
/// ignores (nohup) stays ignored. Writing to a closed pipe or, from the background, to a terminal does not stop us.
int take_signals();

/// Those that have come in, each once.
std::vector<int> pending_signals(int fd);

}  // namespace atomesh::node
