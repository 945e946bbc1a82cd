// Lists and mappings in brackets. Keys stand with their colon on one line.
#include "everyday_reader.hpp"

namespace atomesh::yaml {

bool EverydayReader::read_flow(Start start) {
  if (++depth_ > max_depth) return false;
  const bool read = peek() == '[' ? read_flow_sequence(start) : read_flow_mapping(start);
  --depth_;
  return read;
}

bool EverydayReader::read_flow_sequence(Start start) {
  handler_.OnSequenceStart(mark(start.offset), "?", start.anchor, YAML::EmitterStyle::Flow);
  ++at_;
  for (;;) {
    if (!skip_to_token()) return false;
    if (peek() == ']') break;
    if (!read_flow_node() || !read_separator(']')) return false;
  }
  ++at_;
  handler_.OnSequenceEnd();
  return true;
}

bool EverydayReader::read_flow_mapping(Start start) {
  handler_.OnMapStart(mark(start.offset), "?", start.anchor, YAML::EmitterStyle::Flow);
  ++at_;
  for (;;) {
    if (!skip_to_token()) return false;
    if (peek() == '}') break;
    if (!read_flow_key() || !skip_to_token() || !read_flow_node() || !read_separator('}')) return false;
  }
  ++at_;
  handler_.OnMapEnd();
  return true;
}

bool EverydayReader::read_flow_key() {
  Scalar key;
  return read_scalar(true, key) && send_key(key);
}

bool EverydayReader::read_flow_node() {
  Start start{at_, 0};
  if (peek() == '&' && !read_anchor(start)) return false;
  if (peek() == '[' || peek() == '{') return read_flow(start);
  if (peek() == '*') return start.anchor == 0 && read_alias();
  Scalar scalar;
  if (!read_scalar(true, scalar)) return false;
  send_scalar(scalar, start);
  return true;
}

/// Stays at the closing bracket, goes over a comma.
bool EverydayReader::read_separator(char closing) {
  if (!skip_to_token()) return false;
  if (peek() == closing) return true;
  return text_.substr(at_++).starts_with(',');
}

}  // namespace atomesh::yaml
