// A plan as text on standard output (SPEC section 6, print-args).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "atomesh/plan.hpp"

namespace atomesh {

/// shell: one paste-able command, `env NAME=VALUE … command …`. json: the document atomesh.plan/1. lines: argv, a word
/// a line. nul: argv, each word ended by NUL, as `xargs -0` reads it.
enum class Format { shell, json, lines, nul };
std::optional<Format> parse_format(std::string_view name);

/// What may be shown, and whether json tells the origins too.
struct RenderOptions {
  bool show_secrets = false;
  bool origins = false;
};

/// The text, with its final newline. Secrets are masked unless `show_secrets`. Errors: not-one-line (a word with a
/// newline in format lines), not-utf8 (a value that JSON cannot hold).
std::optional<std::string> render(const Plan& plan, Format format, RenderOptions options, Diagnostics& diagnostics);

/// True if `render` without `show_secrets` changes a value.
bool has_secrets(const Plan& plan);

}  // namespace atomesh
