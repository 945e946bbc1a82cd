// Values as Python reads them.
#pragma once

#include <string_view>

namespace atomesh {

/// True if Python's int() takes the text: ` 8 `, `+8`, `08`, `1_000`. (It also takes digits of other scripts.)
bool is_python_int(std::string_view text);

/// True if Python's float() takes the text: also `1e3`, `.5`, `inf`, `nan`.
bool is_python_float(std::string_view text);

}  // namespace atomesh
