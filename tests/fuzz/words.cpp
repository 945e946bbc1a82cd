// split(join(x)) == x for any words, and splitting any text gives words that it can place.
#include "atomesh/words.hpp"

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace atomesh;
  const std::string_view text = fuzz::text_of(data, size);
  const Split split = split_words(text);
  fuzz::require(split.error.empty() || split.words.empty());
  std::vector<std::string> words;
  for (const Word& word : split.words) {
    fuzz::require(word.offset + word.length <= text.size());
    words.push_back(word.text);
  }
  // The text's own pieces are words of another kind: with quotes, blanks and newlines in them.
  for (std::size_t begin = 0; begin <= text.size(); begin = text.find('\0', begin) + 1) {
    words.emplace_back(text.substr(begin, text.find('\0', begin) - begin));
    if (text.find('\0', begin) == std::string_view::npos) break;
  }
  const Split again = split_words(join_words(words));
  fuzz::require(again.error.empty() && again.words.size() == words.size());
  for (std::size_t i = 0; i < words.size(); ++i) fuzz::require(again.words[i].text == words[i]);
  return 0;
}
