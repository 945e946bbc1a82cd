#include "output.hpp"

#include <fmt/format.h>

#include "atomesh/exec.hpp"
#include "atomesh/text.hpp"

namespace atomesh {

void write(std::FILE* stream, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stream); }

bool write_output(std::string_view text) {
  write(stdout, text);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  write(stderr, "atomesh: error: standard output cannot be written [output]\n");
  return false;
}

void report(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.sorted()) text += to_text(diagnostic);
  write(stderr, text);
}

int misuse(std::string_view message, std::string_view hint) {
  write(stderr, mask_text(fmt::format("atomesh: error: {} [usage]\n    hint: {}\n", message, hint)));
  return exit_usage;
}

}  // namespace atomesh
