// A plan's argv as options, whatever they are spelled like.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/plan.hpp"

namespace atomesh {

/// One use of an option, with the value behind it.
struct OptionValue {
  std::string dest;   ///< the setting: one for all spellings (flag_identity)
  std::string name;   ///< as written
  std::string value;  ///< empty for a switch
  Place place;        ///< of the value; of the option if there is none
};

/// Every option of a server's argv, in order: read once for many questions.
class ServerOptions {
 public:
  explicit ServerOptions(const Plan& plan);

  /// The last use of the setting `dest`, which is the one that counts; null if it is not given.
  const OptionValue* find(std::string_view dest) const;

 private:
  std::vector<OptionValue> all_;
};

/// The same for one question.
std::optional<OptionValue> find_option(const Plan& plan, std::string_view dest);

}  // namespace atomesh
