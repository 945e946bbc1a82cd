#include <map>
#include <utility>

#include "argparse.hpp"
#include "findings.hpp"
#include "identity.hpp"

namespace atomesh {
namespace {

/// Walks an argv as ArgumentParser._parse_known_args does, but does not stop at the first fault.
class Walk {
 public:
  Walk(std::span<const std::string> argv, const OptionTable& table) : argv_(argv), table_(table) {
    at_ = options_begin(argv);
  }

  std::vector<ArgFinding> run() {
    while (at_ < argv_.size()) {
      if (argv_[at_] == "--") {
        add(end_of_options(at_));
        break;
      }
      step();
    }
    return std::move(findings_);
  }

 private:
  void step() {
    const WordReading reading = read_word(argv_[at_], table_);
    const std::string_view switch_before = std::exchange(switch_before_, {});
    switch (reading.kind) {
      case WordKind::argument:
        add(bare_word(at_, argv_[at_], switch_before));
        ++at_;
        break;
      case WordKind::ambiguous:
        add(ambiguous_option(at_, name_part(argv_[at_]), reading.matches));
        skip_with_value(true);
        break;
      case WordKind::unknown_option:
        read_unknown(reading.name);
        break;
      case WordKind::option:
        read_option(reading);
        break;
    }
  }

  void read_unknown(std::string_view name) {
    add(unknown_option(at_, name, table_));
    const Option* other = find_any_date(name);
    const bool takes_value = other == nullptr || other->arity == Arity::value || other->arity == Arity::optional_value;
    if (!takes_value) switch_before_ = name;
    skip_with_value(takes_value && name.size() == argv_[at_].size());
  }

  void read_option(const WordReading& reading) {
    const Option& option = *reading.option;
    if (reading.abbreviated) add(abbreviation(at_, name_part(argv_[at_]), reading.name));
    if (&option == &help_option() && !reading.value) add(asks_for_help(at_, argv_[at_]));
    note_repetition(reading);
    if (option.arity == Arity::none || option.arity == Arity::boolean) {
      if (reading.value) add(surplus_value(at_, reading.name, *reading.value));
      switch_before_ = reading.name;
      ++at_;
    } else if (reading.value) {
      judge(at_, *reading.value, reading);
      ++at_;
    } else if (argument_follows()) {
      judge(at_ + 1, argv_[at_ + 1], reading);
      at_ += 2;
    } else {
      const std::string_view next = at_ + 1 < argv_.size() ? std::string_view(argv_[at_ + 1]) : std::string_view();
      if (option.arity == Arity::value) add(missing_value(at_, reading.name, next));
      ++at_;
    }
  }

  void judge(std::size_t index, std::string_view value, const WordReading& reading) {
    // `--x=--`: argparse takes the dashes for the end of the options and stores an empty list.
    if (value == "--") return add(missing_value(index, reading.name, value));
    if (auto finding = judge_value(index, reading.name, value, *reading.option, table_)) add(std::move(*finding));
  }

  void note_repetition(const WordReading& reading) {
    const auto [before, fresh] = given_.try_emplace(reading.option->dest, reading.name);
    if (!fresh) add(repeated(at_, reading.name, std::exchange(before->second, reading.name)));
  }

  bool argument_follows() const {
    return at_ + 1 < argv_.size() && argv_[at_ + 1] != "--" &&
           read_word(argv_[at_ + 1], table_).kind == WordKind::argument;
  }

  void skip_with_value(bool takes_value) { at_ += takes_value && argument_follows() ? 2 : 1; }

  void add(ArgFinding finding) { findings_.push_back(std::move(finding)); }

  std::span<const std::string> argv_;
  const OptionTable& table_;
  std::size_t at_ = 0;
  std::string_view switch_before_;                      ///< the option without a value that was just read
  std::map<std::string_view, std::string_view> given_;  ///< by dest, the name it was last given with
  std::vector<ArgFinding> findings_;
};

}  // namespace

bool is_fatal(ArgFault fault) { return fault != ArgFault::abbreviation && fault != ArgFault::repeated; }

std::vector<ArgFinding> check_argv(std::span<const std::string> argv, const OptionTable& table) {
  return Walk(argv, table).run();
}

}  // namespace atomesh
