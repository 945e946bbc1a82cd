// Any text as models_atom.yaml, each entry in every mode that its keys describe.
#include "atomesh/models.hpp"

#include "atomesh/validate.hpp"
#include "fuzz.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace atomesh;
  Diagnostics diagnostics;
  const auto document = yaml::parse(yaml::make_source("models.yaml", fuzz::text_of(data, size)), diagnostics);
  if (!document) return 0;
  ValidateInput input;
  input.models = &*document;
  validate(input, diagnostics);
  fuzz::tell(diagnostics);
  return 0;
}
