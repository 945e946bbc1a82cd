// Listens to nlohmann's parser, which does not recurse; the events build nothing.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/json.hpp"

namespace atomesh::json {

/// Whether a key may stand twice in one object.
enum class Repetitions { refused, allowed };

/// Stops at the first fault of the text that is being parsed, and keeps it.
class Listener {
 public:
  using Json = nlohmann::json;

  Listener(std::string_view text, Repetitions repetitions) : text_(text), repetitions_(repetitions) {}
  const Fault& fault() const { return fault_; }

  bool null() { return true; }
  bool boolean(bool /*value*/) { return true; }
  bool number_integer(Json::number_integer_t /*value*/) { return true; }
  bool number_unsigned(Json::number_unsigned_t /*value*/) { return true; }
  bool number_float(Json::number_float_t /*value*/, const std::string& /*text*/) { return true; }
  bool string(const std::string& /*value*/) { return true; }
  bool binary(const Json::binary_t& /*value*/) { return true; }
  bool start_object(std::size_t /*size*/) { return open('}'); }
  bool end_object() { return close(); }
  bool start_array(std::size_t /*size*/) { return open(']'); }
  bool end_array() { return close(); }
  bool key(const std::string& name);
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error);

 private:
  bool open(char closer);
  bool close();

  std::string_view text_;
  Repetitions repetitions_;
  std::string closers_;
  std::vector<std::set<std::string>> keys_;
  std::size_t keys_seen_ = 0;
  Fault fault_;
};

}  // namespace atomesh::json
