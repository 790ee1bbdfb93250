// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses ONEAPI_DEVICE_SELECTOR and tells which devices it accepts.
#pragma once

#include "core/devices/driver.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sycl::detail {

class selector_filter {
public:
  // Throws errc::invalid with the term that cannot be understood. An empty text accepts everything.
  explicit selector_filter(std::string_view text);

  // True if some device of the back end may be accepted.
  bool accepts_backend(std::string_view backend) const;
  // True if a term asks for it, by its name or as one of all.
  bool names_backend(std::string_view backend) const;
  // `index` counts the devices of the back end from 0.
  bool accepts(std::string_view backend, device_kind kind, unsigned index) const;

private:
  struct term {
    bool reject = false;
    std::string backend; // "*" for all
    std::vector<std::string> devices;
  };
  static term parse(std::string_view text);
  static bool matches(const term &t, std::string_view backend, device_kind kind, unsigned index);
  std::vector<term> terms_;
};

} // namespace sycl::detail
