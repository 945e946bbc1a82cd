// Declares the options of one command. Only src/cli/ knows CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace atomesh {

/// Which options are made.
enum class Make {
  mentioned,  ///< those that one of the words could name: CLI11 takes longer to make all than a launch takes otherwise
  all,        ///< for help and for explaining mistakes
};

class OptionSet {
 public:
  /// `words`: the command line.
  OptionSet(CLI::App& app, const std::vector<std::string>& words, Make make) : app_(app), words_(words), make_(make) {}

  /// A word that must be there, by its position. No choices: any word that is not empty.
  void positional(const std::string& name, std::string& into, const std::vector<std::string>& choices,
                  const std::string& help);
  /// One word that is not empty: an unset variable of the shell must not pass for "not given".
  void text(const std::string& name, std::string& into, const std::string& type, const std::string& help);
  void one_of(const std::string& name, std::string& into, const std::vector<std::string>& choices,
              const std::string& help);
  /// Takes exactly one word each time, also one that looks like an option or a list.
  void repeatable(const std::string& name, std::vector<std::string>& into, const std::string& type,
                  const std::string& help);
  /// A word that stands by itself, and must be there.
  void positional(const std::string& name, std::string& into, const std::string& help);
  /// One such word or more.
  void positionals(const std::string& name, std::vector<std::string>& into, const std::string& help);
  void flag(const std::string& name, bool& into, const std::string& help);
  /// `--dp-attn`, `--dp-attn true`, `--dp-attn=false`.
  void toggle(const std::string& name, std::optional<bool>& into, const std::string& help);
  /// A whole number in plain decimal digits.
  void number(const std::string& name, std::optional<int>& into, const std::string& help);
  /// A flag that may be given a word, also one that begins with a dash: `--explain`, `--explain=--block-size`.
  void flag_or_text(const std::string& name, std::optional<std::string>& into, const std::string& type,
                    const std::string& help);
  /// `read` throws CLI::ValidationError.
  void parsed(const std::string& name, const std::function<void(const std::string&)>& read, const std::string& type,
              const std::string& help);

 private:
  bool wanted(const std::string& name) const;

  CLI::App& app_;
  const std::vector<std::string>& words_;
  Make make_;
};

}  // namespace atomesh
