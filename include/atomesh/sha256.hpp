// SHA-256 (FIPS 180-4), by which records name files and plans.
#pragma once

#include <string>
#include <string_view>

namespace atomesh {

/// The digest of the bytes as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace atomesh
