// The tables of recipe_shape.hpp are complete and consistent: a schema and documentation are made of them.
#include "atomesh/recipe_shape.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace atomesh::recipes {
namespace {

bool takes_shape(Type type) {
  return type == Type::object || type == Type::object_or_name || type == Type::object_list;
}

bool is_listed(const Shape* shape) {
  return std::find(tables::all.begin(), tables::all.end(), shape) != tables::all.end();
}

TEST(RecipeShape, FieldsAreComplete) {
  for (const Shape* shape : tables::all) {
    ASSERT_LE(shape->fields.size(), max_fields);
    for (const Field& field : shape->fields) {
      SCOPED_TRACE(fmt::format("{}: {}", shape->name, field.key));
      EXPECT_TRUE(field.about.ends_with('.')) << field.about;
      EXPECT_EQ(field.type == Type::choice, !field.choices.empty());
      EXPECT_EQ(takes_shape(field.type), field.shape != nullptr);
      if (field.shape != nullptr) {
        EXPECT_TRUE(is_listed(field.shape));
      }
      if (field.multinode_shape != nullptr) {
        EXPECT_TRUE(is_listed(field.multinode_shape));
      }
    }
  }
}

TEST(RecipeShape, NoKeyStandsTwice) {
  for (const Shape* shape : tables::all) {
    std::set<std::string_view> keys;
    for (const Field& field : shape->fields) EXPECT_TRUE(keys.insert(field.key).second) << field.key;
    for (const Misplaced& misplaced : shape->misplaced) {
      EXPECT_TRUE(keys.insert(misplaced.key).second) << shape->name << ": " << misplaced.key;
      EXPECT_NE(misplaced.hint.find(misplaced.key), std::string_view::npos) << misplaced.hint;
    }
  }
}

TEST(RecipeShape, RequiredKeysAreThoseOfTheBenchmark) {
  std::string required;
  for (const Shape* shape : tables::all) {
    required += fmt::format("{}:", shape->name);
    for (const Field& field : shape->fields) {
      if (field.need == Need::required) required += fmt::format(" {}", field.key);
    }
    required += '\n';
  }
  EXPECT_EQ(required,
            "the recipe: image model model-prefix precision framework runner multinode scenarios\n"
            "'scenarios':\n"
            "the fixed-seq-len scenario: isl osl search-space\n"
            "the agentic-coding scenario: search-space\n"
            "the single-node point: tp\n"
            "the multinode point: prefill decode\n"
            "the agentic-coding point:\n"
            "the worker group: num-worker tp ep dp-attn\n"
            "the router: name version\n"
            "the KV offload backend: name\n");
}

}  // namespace
}  // namespace atomesh::recipes
