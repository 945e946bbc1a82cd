#include "atomesh/origin.hpp"

#include <utility>

namespace atomesh {

std::string_view to_string(Layer layer) {
  switch (layer) {
    case Layer::command_line:
      return "cli";
    case Layer::recipe:
      return "recipe";
    case Layer::environment:
      return "env";
    case Layer::models:
      return "models";
    case Layer::built_in:
      return "built-in";
  }
  return "";
}

Place label(std::string text) {
  Place place;
  place.label = std::move(text);
  return place;
}

Origin built_in(std::string key) { return {Layer::built_in, label("built-in"), std::move(key), {}}; }

}  // namespace atomesh
