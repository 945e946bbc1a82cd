#include "events.hpp"

#include <yaml-cpp/parser.h>

#include <istream>
#include <streambuf>

namespace atomesh::yaml {
namespace {

/// Reads from memory that it does not own.
class MemoryBuffer : public std::streambuf {
 public:
  explicit MemoryBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // the interface is not const; nothing writes
    setg(begin, begin, begin + text.size());
  }
};

}  // namespace

void send_events(std::string_view text, YAML::EventHandler& handler) {
  MemoryBuffer buffer(text);
  std::istream stream(&buffer);
  YAML::Parser parser(stream);
  while (parser.HandleNextDocument(handler)) {
  }
}

}  // namespace atomesh::yaml
