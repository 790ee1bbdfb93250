// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::context (SYCL 2020, 4.6.3). A handle, equal to its copies; may be used from any thread. Queues without an
// async_handler of their own use the context's.
#pragma once

#include "sycl/platform.hpp"
#include "sycl/property.hpp"

namespace sycl {

namespace detail {
struct context_impl;
}

class SYCL_FUSE_API context {
public:
  // Without devices and platform, the context has the device that default_selector_v chooses. An empty list of devices
  // throws errc::invalid.
  explicit context(const property_list &properties = {});
  explicit context(async_handler handler, const property_list &properties = {});
  explicit context(const device &dev, const property_list &properties = {});
  context(const device &dev, async_handler handler, const property_list &properties = {});
  explicit context(const platform &plt, const property_list &properties = {});
  context(const platform &plt, async_handler handler, const property_list &properties = {});
  explicit context(const std::vector<device> &devices, const property_list &properties = {});
  context(const std::vector<device> &devices, async_handler handler, const property_list &properties = {});

  backend get_backend() const noexcept;
  platform get_platform() const;
  std::vector<device> get_devices() const;
  // For capabilities, such as memory orders: those that all devices of the context have.
  template <class Descriptor> typename Descriptor::return_type get_info() const {
    std::uint64_t common = ~std::uint64_t{0};
    for (const device &d : get_devices())
      common &= detail::number_of(*d.impl(), Descriptor::question);
    return detail::listed<typename Descriptor::return_type::value_type>(common);
  }

  friend bool operator==(const context &a, const context &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const context &a, const context &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit context(std::shared_ptr<detail::context_impl> impl) : impl_(std::move(impl)) {}
  const std::shared_ptr<detail::context_impl> &impl() const { return impl_; }

private:
  std::shared_ptr<detail::context_impl> impl_;
};

template <> inline platform context::get_info<info::context::platform>() const { return get_platform(); }
template <> inline std::vector<device> context::get_info<info::context::devices>() const { return get_devices(); }

namespace property::buffer {
class context_bound : public detail::simple_property<detail::property_id::context_bound> {
public:
  explicit context_bound(sycl::context c) : context_(std::move(c)) {}
  sycl::context get_context() const { return context_; }

private:
  sycl::context context_;
};
} // namespace property::buffer

} // namespace sycl

template <> struct std::hash<sycl::context> : sycl::detail::hash_of_state<sycl::context> {};
