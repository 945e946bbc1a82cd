// Where a value came from and what it shadowed: kept with every value from reading to printing.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "atomesh/diagnostics.hpp"

namespace atomesh {

/// The kinds of source, as they are named in output (SPEC section 4). The order here is not a precedence.
enum class Layer { command_line, recipe, environment, models, built_in };
std::string_view to_string(Layer layer);

/// A value that lost against the one that is used, as it was written.
struct Shadowed {
  Place where;
  std::string value;
};

/// The source that gave a value. `key` is how the source names it: `MiniMax-M3-MXFP4.block_size`, `PREFILL_TP_SIZE`.
struct Origin {
  Layer layer = Layer::built_in;
  Place where;
  std::string key;
  std::vector<Shadowed> shadowed;
};

/// A value with its origin and the text it was written as (for messages; JSON and lists in one line).
template <class T>
struct Setting {
  T value{};
  Origin origin;
  std::string written;
};

/// A setting that a source may lack. It lives apart: Tuning has dozens of slots, and most sources fill few of them.
template <class T>
class Slot {
 public:
  Slot() = default;
  Slot(Setting<T> setting) : setting_(std::make_unique<Setting<T>>(std::move(setting))) {}
  Slot(const Slot& other) : setting_(other ? std::make_unique<Setting<T>>(*other) : nullptr) {}
  Slot(Slot&&) noexcept = default;
  Slot& operator=(Slot other) noexcept {
    setting_ = std::move(other.setting_);
    return *this;
  }
  ~Slot() = default;

  explicit operator bool() const { return setting_ != nullptr; }
  Setting<T>& operator*() { return *setting_; }
  const Setting<T>& operator*() const { return *setting_; }
  Setting<T>* operator->() { return setting_.get(); }
  const Setting<T>* operator->() const { return setting_.get(); }

 private:
  std::unique_ptr<Setting<T>> setting_;
};

Origin built_in(std::string key);
Place label(std::string text);

}  // namespace atomesh
