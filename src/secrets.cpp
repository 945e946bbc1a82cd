#include <algorithm>
#include <array>
#include <cstddef>

#include "atomesh/text.hpp"
#include "secret_values.hpp"

namespace atomesh {
namespace {

constexpr std::string_view mask = "***";
constexpr std::size_t shortest_token = 8;
constexpr auto secret_words =
    std::to_array<std::string_view>({"token", "secret", "password", "passwd", "key", "credentials"});
/// The one name of ours that looks like a token.
constexpr auto our_names = std::to_array<std::string_view>({"hf_overrides"});

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_alphanumeric(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

std::string replace(std::string_view text, const std::vector<ByteRange>& ranges) {
  std::string result;
  std::size_t copied = 0;
  for (const ByteRange& range : ranges) {
    result += text.substr(copied, range.begin - copied);
    result += mask;
    copied = range.end;
  }
  result += text.substr(copied);
  return result;
}

/// Where the user of a URL begins, whose `:` is at `colon`; JSON may have backslashes before slashes. `colon` itself if
/// that is no URL.
std::size_t skip_slashes(std::string_view text, std::size_t colon) {
  std::size_t at = colon + 1;
  for (int slashes = 0; slashes < 2; ++slashes) {
    at = text.find_first_not_of('\\', at);
    if (at == std::string_view::npos || text[at] != '/') return colon;
    ++at;
  }
  return at;
}

/// `user:password` of `scheme://user:password@host`.
std::vector<ByteRange> find_url_users(std::string_view text) {
  std::vector<ByteRange> users;
  for (std::size_t i = text.find(':'); i != std::string_view::npos; i = text.find(':', i + 1)) {
    const std::size_t begin = skip_slashes(text, i);
    if (begin == i) continue;
    i = begin;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n/?#\"<>\\", i), text.size());
    const std::size_t at = text.substr(i, end - i).rfind('@');
    if (at != std::string_view::npos && at > 0) users.push_back({i, i + at});
  }
  return users;
}

/// True for hf_overrides and what a typing mistake makes of it: it must stay readable in the error about it.
bool is_our_name(std::string_view name) {
  const std::string_view tail = name.substr(3);
  return std::all_of(tail.begin(), tail.end(), is_lower) && nearest(name, our_names).has_value();
}

std::vector<ByteRange> find_tokens(std::string_view text) {
  constexpr std::string_view prefix = "hf_";
  std::vector<ByteRange> tokens;
  std::size_t end = 0;
  for (std::size_t i = text.find(prefix); i != std::string_view::npos; i = text.find(prefix, end)) {
    end = i + prefix.size();
    while (end < text.size() && is_alphanumeric(text[end])) ++end;
    const std::string_view token = text.substr(i, end - i);
    if (token.size() >= prefix.size() + shortest_token && !is_our_name(token)) tokens.push_back({i, end});
  }
  return tokens;
}

/// The name that `NAME=VALUE` or `--name=VALUE` assigns to; empty for another word.
std::string_view assigned_name(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals == std::string_view::npos ? std::string_view() : word.substr(0, equals);
}

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::size_t separator = name.find_last_of("_-");
  const std::string word = lower(separator == std::string_view::npos ? name : name.substr(separator + 1));
  return std::find(secret_words.begin(), secret_words.end(), word) != secret_words.end();
}

std::string mask_value(std::string_view name, std::string_view value) {
  return is_secret_name(name) ? std::string(mask) : mask_text(value);
}

std::string mask_text(std::string_view text) { return mask_text(text, TextKind::message); }

std::string mask_text(std::string_view text, TextKind kind) {
  const std::string named = replace(text, find_secret_values(text, kind));
  const std::string addressed = replace(named, find_url_users(named));
  return replace(addressed, find_tokens(addressed));
}

std::vector<std::string> mask_words(std::span<const std::string> words) {
  std::vector<std::string> masked;
  bool is_value = false;
  for (const std::string& word : words) {
    const std::string_view name = assigned_name(word);
    if (is_value && !word.starts_with("--")) {
      masked.emplace_back(mask);
    } else if (is_secret_name(name)) {
      masked.push_back(std::string(name) + "=" + std::string(mask));
    } else {
      masked.push_back(mask_text(word));
    }
    is_value = word.starts_with("--") && is_secret_name(word);
  }
  return masked;
}

}  // namespace atomesh
