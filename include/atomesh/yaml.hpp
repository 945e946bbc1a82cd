// YAML text to a checked tree with positions. The only room that knows yaml-cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh::yaml {

enum class Kind : std::uint8_t { null, scalar, sequence, mapping };

struct Node;

/// One `key: value`. `merged` entries came through a merge key (<<) and stand after the mapping's own.
struct Entry {
  const Node* key = nullptr;
  const Node* value = nullptr;
  bool merged = false;
};

/// One value. Aliases are resolved: two parents may share a node. Only the members of its kind are filled.
struct Node {
  Kind kind = Kind::null;
  bool quoted = false;  ///< scalar in quotes, block style or `!!str`: text by decision, never a number or boolean
  Mark mark;            ///< where the value begins (a quoted scalar: at its quote; a block mapping: at its first key)
  std::string text;     ///< scalar: its value, unfolded and unescaped
  std::vector<const Node*> items;  ///< sequence
  std::vector<Entry> entries;      ///< mapping, in file order, merge keys already resolved

  /// The value under `key`, or null. Linear: for mappings of a few dozen keys.
  const Node* find(std::string_view key) const;
  const Entry* find_entry(std::string_view key) const;
};

/// A file as read. Nodes stay where they are for the life of the document, also when it is moved.
struct Document {
  SourcePtr source;
  const Node* root = nullptr;  ///< a null node if the file holds nothing
  std::deque<Node> nodes;
  /// Faults below the top level (duplicate keys, bad merges, tags), by the node they belong to. They are reported only
  /// for the entries that a command judges, by `report_faults`.
  std::map<const Node*, std::vector<Diagnostic>> faults;
};

/// Reads a whole file: removes the byte order mark and carriage returns. Errors: file-unreadable.
std::optional<SourcePtr> read_file(const std::string& path, Diagnostics& diagnostics);

/// A Source from text in memory, cleaned in the same way.
SourcePtr make_source(std::string name, std::string_view text);

/// Parses one document. Errors, which leave nothing: bad-encoding, tab, bad-syntax, many-documents, duplicate-key at
/// the top level, bad-alias, alias-expansion (more than a million values once aliases are expanded).
std::optional<Document> parse(SourcePtr source, Diagnostics& diagnostics);

/// Reports the faults of `node` and of everything below it. True if there were none.
bool report_faults(const Document& document, const Node& node, Diagnostics& diagnostics);

/// The place of a node; for a scalar as wide as it is written on its first line.
Place place(const Document& document, const Node& node);

/// The place of `length` bytes at byte `offset` of a scalar's text: exact for words of plain, quoted and block scalars,
/// the scalar's own place if the words cannot be found in the source.
Place place_in(const Document& document, const Node& scalar, std::size_t offset, std::size_t length);

/// The value that begins at `mark` (the outermost, if its first key or item begins there, too), or null.
const Node* node_at(const Document& document, Mark mark);

/// How the YAML 1.1 types (as PyYAML resolves them) and the YAML 1.2 core schema read a plain scalar.
enum class Type : std::uint8_t { null, boolean, integer, floating, timestamp, text };
Type type_1_1(std::string_view plain);
Type type_1_2(std::string_view plain);

/// True if the two versions disagree on the type or the value of this plain scalar: `on`, `017`, `0x80`, `0o17`,
/// `1_000`, `12:30`, `1e3`, `2026-01-02`; also `y` and `n`, which YAML 1.1 itself calls booleans.
bool ambiguous(std::string_view plain);

}  // namespace atomesh::yaml
