// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::platform (SYCL 2020, 4.6.2). A handle to a platform that lives as long as the process.
#pragma once

#include "sycl/device.hpp"

namespace sycl {

class context;

class SYCL_FUSE_API platform {
public:
  platform() : platform(device().get_platform()) {}
  template <class Selector, class = detail::enable_selector<Selector>>
  explicit platform(const Selector &selector) : platform(device(selector).get_platform()) {}

  backend get_backend() const noexcept;
  std::vector<device> get_devices(info::device_type type = info::device_type::all) const;
  template <class Descriptor> typename Descriptor::return_type get_info() const {
    return detail::answer<typename Descriptor::return_type>::of(*impl_, Descriptor::question);
  }
  bool has(aspect a) const;
  bool has_extension(const std::string &name) const;
  static std::vector<platform> get_platforms();
  // The context of queues that are constructed without one. It has all devices of the platform.
  context khr_get_default_context() const;
  context ext_oneapi_get_default_context() const;

  friend bool operator==(const platform &a, const platform &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const platform &a, const platform &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit platform(const detail::platform_impl *impl) : impl_(impl) {}
  const detail::platform_impl *impl() const { return impl_; }

private:
  const detail::platform_impl *impl_;
};

template <> inline platform device::get_info<info::device::platform>() const { return get_platform(); }

} // namespace sycl

template <> struct std::hash<sycl::platform> : sycl::detail::hash_of_state<sycl::platform> {};
