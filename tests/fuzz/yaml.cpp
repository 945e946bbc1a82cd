// Any text to a checked tree or to findings; what is read has places and values of bounded size.
#include "atomesh/yaml.hpp"

#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace atomesh;
  Diagnostics diagnostics;
  const auto document = yaml::parse(yaml::make_source("f.yaml", fuzz::text_of(data, size)), diagnostics);
  fuzz::require(document.has_value() != diagnostics.has_errors());
  if (document) {
    yaml::report_faults(*document, *document->root, diagnostics);
    for (const yaml::Node& node : document->nodes) fuzz::require(yaml::place(*document, node).width >= 1);
  }
  fuzz::tell(diagnostics);
  return 0;
}
