// The messages of yaml-cpp and ours for them.
#pragma once

#include <string_view>

namespace atomesh::yaml {

/// A message of yaml-cpp, or how it begins; ours, and the way out.
struct Wording {
  std::string_view theirs;
  std::string_view message;
  std::string_view hint;
};

/// For a message that the table does not have, `message` and `hint` are empty.
Wording wording_of(std::string_view theirs);

}  // namespace atomesh::yaml
