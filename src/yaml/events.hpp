// The parser of yaml-cpp.
#pragma once

#include <yaml-cpp/eventhandler.h>

#include <string_view>

namespace atomesh::yaml {

/// Sends the events of all documents of the text. Throws what yaml-cpp and the handler throw.
void send_events(std::string_view text, YAML::EventHandler& handler);

}  // namespace atomesh::yaml
