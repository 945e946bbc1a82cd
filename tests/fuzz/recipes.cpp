// Any text as amd-master.yaml, every point and process of it, with a model that takes whatever it asks for.
#include "atomesh/recipes.hpp"

#include "atomesh/validate.hpp"
#include "fuzz.hpp"

namespace {

constexpr std::string_view models = R"(Tiny:
  tp_dp_flags: [--enable-dp-attention]
  ep_dp_flags: [--enable-dp-attention, --enable-expert-parallel]
  ep_flags: [--enable-expert-parallel]
  mtp_flags: [--method, mtp, --num-speculative-tokens]
)";

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace atomesh;
  Diagnostics diagnostics;
  const auto model_file = yaml::parse(yaml::make_source("models.yaml", models), diagnostics);
  const auto document = yaml::parse(yaml::make_source("recipes.yaml", fuzz::text_of(data, size)), diagnostics);
  if (!document) return 0;
  ValidateInput input;
  input.models = &*model_file;
  input.recipes = {&*document};
  validate(input, diagnostics);
  fuzz::tell(diagnostics);
  return 0;
}
