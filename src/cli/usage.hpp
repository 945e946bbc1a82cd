// What is said about a command line that cannot be understood.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace atomesh {

/// Of the words that CLI11 could not place, one of the router's options, else the first that was written.
std::string most_telling(const std::vector<std::string>& extras, const std::vector<std::string>& written);

/// `app`: the command that the word was given to.
std::string explain_extra(const CLI::App& app, const std::string& word);

std::string explain_command(const std::string& word);

}  // namespace atomesh
