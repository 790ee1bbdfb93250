// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device selectors (SYCL 2020, 4.6.1.1). The device with the highest score is chosen; a negative score rejects a
// device. Constructors that take a selector throw errc::runtime if it rejects all devices.
#pragma once

#include "sycl/device.hpp"

namespace sycl {

namespace detail {
// Prefers GPUs to CPUs, and devices for which the program holds code to others.
SYCL_FUSE_API int default_score(const device &d);
} // namespace detail

inline int default_selector_v(const device &d) { return detail::default_score(d); }
inline int cpu_selector_v(const device &d) { return d.is_cpu() ? detail::default_score(d) : -1; }
inline int gpu_selector_v(const device &d) { return d.is_gpu() ? detail::default_score(d) : -1; }
inline int accelerator_selector_v(const device &d) { return d.is_accelerator() ? detail::default_score(d) : -1; }

// The classes of SYCL 1.2.1, which much code still uses, and derives from.
class device_selector {
public:
  virtual ~device_selector() = default;
  virtual int operator()(const device &d) const = 0;
  device select_device() const { return device(*this); }
};
struct default_selector : device_selector {
  int operator()(const device &d) const override { return default_selector_v(d); }
};
struct cpu_selector : device_selector {
  int operator()(const device &d) const override { return cpu_selector_v(d); }
};
struct gpu_selector : device_selector {
  int operator()(const device &d) const override { return gpu_selector_v(d); }
};
struct accelerator_selector : device_selector {
  int operator()(const device &d) const override { return accelerator_selector_v(d); }
};

// A selector of the devices that have all aspects of the first list and none of the second.
inline auto aspect_selector(std::vector<aspect> wanted, std::vector<aspect> unwanted = {}) {
  return [wanted = std::move(wanted), unwanted = std::move(unwanted)](const device &d) -> int {
    for (aspect a : wanted)
      if (!d.has(a))
        return -1;
    for (aspect a : unwanted)
      if (d.has(a))
        return -1;
    return detail::default_score(d);
  };
}
template <class... A> auto aspect_selector(aspect first, A... rest) {
  return aspect_selector(std::vector<aspect>{first, rest...});
}
template <aspect... A> auto aspect_selector() { return aspect_selector(std::vector<aspect>{A...}); }

} // namespace sycl
