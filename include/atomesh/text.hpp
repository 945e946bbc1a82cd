// Small questions about names and texts that several rooms ask.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atomesh {

/// The candidate with the smallest edit distance (insert, delete, replace, swap of neighbours; case counts little), if
/// it is close enough that a typing mistake explains it: at most a third of the longer name. Ties: the first.
std::optional<std::string_view> nearest(std::string_view name, std::span<const std::string_view> candidates);

/// `did you mean 'block_size'?`, or the empty string where nothing is close.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

/// [A-Za-z_][A-Za-z0-9_]*
bool is_env_name(std::string_view name);

/// Plain decimal: an optional minus sign, digits, no leading zero, within 64 bits. Locale-independent.
std::optional<long long> parse_integer(std::string_view text);

/// `true false 1 0 yes no` in any case, as environment variables and options spell booleans.
std::optional<bool> parse_bool_word(std::string_view text);

std::string_view trim(std::string_view text);
std::string lower(std::string_view text);

/// What stands between commas, trimmed; an empty text is one empty element.
std::vector<std::string> split_list(std::string_view list);

/// True if the last `_` (or `-`) word of the name is TOKEN, SECRET, PASSWORD, PASSWD, KEY or CREDENTIALS, in any case.
bool is_secret_name(std::string_view name);

/// The value for output: `***` if the name is a secret's, else `mask_text(value)`.
std::string mask_value(std::string_view name, std::string_view value);

/// The text with `hf_…`-like tokens, the user part of URLs, and the values of NAME=VALUE, NAME: VALUE and
/// "NAME":"VALUE" with a secret's name replaced by `***`.
std::string mask_text(std::string_view text);

/// The words of an argv for output. Knows more than mask_text does of the joined line: where NAME=VALUE ends, and that
/// a word after `--api-key` is its value.
std::vector<std::string> mask_words(std::span<const std::string> words);

}  // namespace atomesh
