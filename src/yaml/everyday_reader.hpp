// The state of one run through everyday YAML. Every function that reads returns false where the text is anything else.
#pragma once

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "written.hpp"

namespace atomesh::yaml {

class EverydayReader {
 public:
  EverydayReader(std::string_view text, YAML::EventHandler& handler) : text_(text), handler_(handler) {}

  bool read_document();

 private:
  /// Where a value begins, with its anchor if it has one.
  struct Start {
    std::size_t offset = 0;
    YAML::anchor_t anchor = 0;
  };
  /// A scalar as it is written: with its quotes.
  struct Scalar {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool quoted = false;
  };

  // everyday_block.cpp
  bool read_value(int parent, bool after_dash);
  bool read_below(int parent, bool after_dash, Start start);
  bool read_node(Start start, bool may_be_mapping);
  bool read_mapping(Start start, int column, Scalar key);
  bool read_sequence(Start start, int column);

  // everyday_flow.cpp
  bool read_flow(Start start);
  bool read_flow_sequence(Start start);
  bool read_flow_mapping(Start start);
  bool read_flow_key();
  bool read_flow_node();
  bool read_separator(char closing);

  // everyday_token.cpp
  bool skip_to_token();
  void skip_blanks();
  bool at_line_end() const;
  bool finish_line();
  bool at_dash() const;
  bool at_colon() const;
  bool read_anchor(Start& start);
  bool read_alias();
  bool read_scalar(bool in_flow, Scalar& scalar);
  bool read_quoted(Scalar& scalar);
  bool read_plain(bool in_flow, Scalar& scalar);
  void send_scalar(const Scalar& scalar, Start start);
  bool send_key(const Scalar& key);

  char peek(std::size_t ahead = 0) const { return char_at(text_, at_ + ahead); }
  int column() const { return static_cast<int>(at_ - line_start_); }
  static YAML::Mark mark(std::size_t offset);

  static constexpr int max_depth = 100;
  std::string_view text_;
  YAML::EventHandler& handler_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int depth_ = 0;
  YAML::anchor_t last_anchor_ = 0;
  std::map<std::string_view, YAML::anchor_t> anchors_;
  std::string value_;  ///< of the scalar that is sent
};

}  // namespace atomesh::yaml
