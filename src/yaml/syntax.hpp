// What yaml-cpp objects to, in our words.
#pragma once

#include <yaml-cpp/exceptions.h>

#include <cstddef>

#include "atomesh/yaml.hpp"
#include "builder.hpp"

namespace atomesh::yaml {

/// Adds one bad-syntax, or bad-alias for an unknown anchor. The builder knows what was read before.
void report_syntax(const SourcePtr& source, const YAML::Exception& error, const Builder& builder,
                   Diagnostics& diagnostics);

/// Adds many-documents, or bad-syntax where no document marker stands: yaml-cpp begins a document after any junk.
void report_second_document(const SourcePtr& source, std::size_t offset, const Builder& builder,
                            Diagnostics& diagnostics);

void report_unclosed_quote(const SourcePtr& source, std::size_t offset, Diagnostics& diagnostics);

}  // namespace atomesh::yaml
