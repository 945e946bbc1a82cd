// Writing to the standard streams.
#pragma once

#include <cstdio>
#include <string_view>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

void write(std::FILE* stream, std::string_view text);

/// To standard output. Reports a full disk or a closed pipe; false then.
bool write_output(std::string_view text);

/// All findings, as text, to standard error.
void report(const Diagnostics& diagnostics);

/// Reports that the command line makes no sense; the exit code for it.
int misuse(std::string_view message, std::string_view hint);

}  // namespace atomesh
