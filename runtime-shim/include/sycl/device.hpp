// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::device (SYCL 2020, 4.6.4). A handle to a device that lives as long as the process.
#pragma once

#include "sycl/exception.hpp"
#include "sycl/info.hpp"

#include <functional>
#include <type_traits>

namespace sycl {

class device;
class platform;

namespace ext::oneapi {
enum class peer_access { access_supported, access_enabled, atomics_supported };
}

namespace detail {
struct device_impl;
SYCL_FUSE_API device select_device(const std::function<int(const device &)> &selector);
[[noreturn]] SYCL_FUSE_API void throw_no_sub_devices(const device &);
[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);
template <class S> using enable_selector = std::enable_if_t<std::is_invocable_r_v<int, const S &, const device &>>;
} // namespace detail

class SYCL_FUSE_API device {
public:
  // The device that default_selector_v chooses. Throws errc::runtime (SF6003) if there is none.
  device();
  template <class Selector, class = detail::enable_selector<Selector>> explicit device(const Selector &selector);

  bool is_cpu() const;
  bool is_gpu() const;
  bool is_accelerator() const { return false; }
  platform get_platform() const;
  backend get_backend() const noexcept;
  bool has(aspect a) const;
  bool has_extension(const std::string &name) const;
  // Defined for every descriptor of info::device and supports_fusion. What cannot be known is 0 or empty.
  template <class Descriptor> typename Descriptor::return_type get_info() const;
  // No device can be partitioned: throws errc::feature_not_supported (SYCL 2020, 4.6.4.3).
  template <info::partition_property P> std::vector<device> create_sub_devices(std::size_t /*compute_units*/) const {
    static_assert(P == info::partition_property::partition_equally);
    detail::throw_no_sub_devices(*this);
  }
  template <info::partition_property P>
  std::vector<device> create_sub_devices(const std::vector<std::size_t> & /*compute_units*/) const {
    static_assert(P == info::partition_property::partition_by_counts);
    detail::throw_no_sub_devices(*this);
  }
  template <info::partition_property P> std::vector<device> create_sub_devices(info::partition_affinity_domain) const {
    static_assert(P == info::partition_property::partition_by_affinity_domain);
    detail::throw_no_sub_devices(*this);
  }
  // No device reaches the memory of another one: errc::invalid.
  bool ext_oneapi_can_access_peer(const device &,
                                  ext::oneapi::peer_access = ext::oneapi::peer_access::access_supported) const {
    return false;
  }
  void ext_oneapi_enable_peer_access(const device &) const {
    detail::throw_invalid("the device has no access to peers");
  }
  void ext_oneapi_disable_peer_access(const device &) const {
    detail::throw_invalid("the device has no access to peers");
  }
  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

  friend bool operator==(const device &a, const device &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const device &a, const device &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit device(detail::device_impl *impl) : impl_(impl) {}
  detail::device_impl *impl() const { return impl_; }

private:
  detail::device_impl *impl_;
};

template <class Selector, class>
device::device(const Selector &selector)
    : device(detail::select_device([&selector](const device &d) -> int { return selector(d); })) {}

} // namespace sycl

template <> struct std::hash<sycl::device> {
  std::size_t operator()(const sycl::device &d) const { return std::hash<const void *>()(d.impl()); }
};
