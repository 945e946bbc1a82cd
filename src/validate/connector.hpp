// What KV connectors read of kv_transfer_config. Private to `validate`.
#pragma once

#include "member_places.hpp"

namespace atomesh {

/// One JSON option of a plan and the documents that it may be written in.
struct JsonOption {
  const OptionValue& option;
  Documents documents;

  MemberPlaces at(const json::Path& path) const { return member_places(documents, option, path); }
};

/// Each key is one that the connector of its object reads; the connectors of a `multi` are judged one by one. Codes:
/// kv-transfer-key.
void check_connector(const JsonOption& config, Diagnostics& diagnostics);

}  // namespace atomesh
