// Declares the options of one command. Only src/cli/ knows CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace atomesh {

/// An option is made only if one of the words could name it: CLI11 takes longer to make all of them than everything
/// else in a launch. Without words, for help and for explaining mistakes, every option is made.
class OptionSet {
 public:
  OptionSet(CLI::App& app, const std::vector<std::string>* words) : app_(app), words_(words) {}

  void text(const std::string& name, std::string& into, const std::string& type, const std::string& help);
  void one_of(const std::string& name, std::string& into, const std::vector<std::string>& choices,
              const std::string& help);
  /// Takes exactly one word each time, also one that looks like an option or a list.
  void repeatable(const std::string& name, std::vector<std::string>& into, const std::string& type,
                  const std::string& help);
  void flag(const std::string& name, bool& into, const std::string& help);
  /// `--dp-attn`, `--dp-attn true`, `--dp-attn=false`.
  void toggle(const std::string& name, std::optional<bool>& into, const std::string& help);
  template <class Number>
  void number(const std::string& name, std::optional<Number>& into, const std::string& help) {
    if (!wanted(name)) return;
    app_.add_option_function<Number>(
            name, [&into](const Number& value) { into = value; }, help)
        ->type_name("N");
  }
  /// `read` throws CLI::ValidationError.
  void parsed(const std::string& name, const std::function<void(const std::string&)>& read, const std::string& type,
              const std::string& help);

 private:
  bool wanted(const std::string& name) const;

  CLI::App& app_;
  const std::vector<std::string>* words_;
};

}  // namespace atomesh
