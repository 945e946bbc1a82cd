// A short way through everyday YAML.
#pragma once

#include <yaml-cpp/eventhandler.h>

#include <string_view>

namespace atomesh::yaml {

/// Sends the events that yaml-cpp would send for a text in everyday YAML: one document of block mappings and lists,
/// flow collections, anchors, aliases and scalars that end on the line where they begin. Of a mark only `pos` is set;
/// quoted scalars are sent as they are written, since the builder decodes them itself.
/// False as soon as anything else is met, right or wrong: what was sent then counts for nothing, and `send_events`
/// reads the text. So yaml-cpp stays the only judge of what is YAML, and a launch need not pay for its generality:
/// scanning with it took most of the time of one.
bool send_everyday_events(std::string_view text, YAML::EventHandler& handler);

}  // namespace atomesh::yaml
