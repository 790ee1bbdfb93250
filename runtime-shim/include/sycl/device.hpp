// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::device (SYCL 2020, 4.6.4). A handle to a device that lives as long as the process. May be used from any thread.
#pragma once

#include "sycl/detail/hash.hpp"
#include "sycl/exception.hpp"
#include "sycl/info.hpp"

#include <functional>
#include <type_traits>

namespace sycl {

class device;
class platform;

namespace ext::oneapi {
enum class peer_access { access_supported, access_enabled, atomics_supported };
namespace experimental {
enum class architecture : std::uint64_t;
enum class arch_category;
} // namespace experimental
} // namespace ext::oneapi

namespace detail {
struct device_impl;
struct platform_impl;
SYCL_FUSE_API device select_device(const std::function<int(const device &)> &selector);
[[noreturn]] SYCL_FUSE_API void throw_no_sub_devices(const device &);
[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);
[[noreturn]] SYCL_FUSE_API void throw_no_parent(const device &);

// The answers of a device or platform to the questions of info::device and info::platform. A list of enumerators is a
// number with one bit for each; a list of texts is separated by blanks.
SYCL_FUSE_API std::uint64_t number_of(const device_impl &, unsigned question);
SYCL_FUSE_API std::string text_of(const device_impl &, unsigned question);
SYCL_FUSE_API std::string text_of(const platform_impl &, unsigned question);
// Orders and scopes of atomics are one answer.
template <class T> inline constexpr unsigned first_bit = 0;
template <> inline constexpr unsigned first_bit<memory_scope> = 8;
template <class E> std::vector<E> listed(std::uint64_t bits) {
  std::vector<E> all;
  for (unsigned i = 0; i < 8; ++i)
    if (bits >> (first_bit<E> + i) & 1)
      all.push_back(static_cast<E>(i));
  return all;
}
template <class T> struct answer {
  static T of(const device_impl &d, unsigned question) { return static_cast<T>(question ? number_of(d, question) : 0); }
};
template <class E> struct answer<std::vector<E>> {
  static std::vector<E> of(const device_impl &d, unsigned question) {
    return listed<E>(question ? number_of(d, question) : 0);
  }
};
template <> struct answer<std::string> {
  template <class Asked> static std::string of(const Asked &d, unsigned question) { return text_of(d, question); }
};
template <> struct answer<std::vector<std::string>> {
  template <class Asked> static std::vector<std::string> of(const Asked &d, unsigned question) {
    std::vector<std::string> all;
    const std::string text = question ? text_of(d, question) : std::string();
    for (std::size_t at = 0, end = 0; (at = text.find_first_not_of(' ', end)) != std::string::npos;) {
      end = text.find(' ', at);
      all.push_back(text.substr(at, end - at));
    }
    return all;
  }
};
template <class S> using enable_selector = std::enable_if_t<std::is_invocable_r_v<int, const S &, const device &>>;
} // namespace detail

class SYCL_FUSE_API device {
public:
  // The device that default_selector_v chooses. Throws errc::runtime (SF6003) if there is none.
  device();
  template <class Selector, class = detail::enable_selector<Selector>> explicit device(const Selector &selector);

  bool is_cpu() const;
  bool is_gpu() const;
  bool is_accelerator() const;
  platform get_platform() const;
  backend get_backend() const noexcept;
  bool has(aspect a) const;
  bool has_extension(const std::string &name) const;
  // Takes every descriptor of info::device and supports_fusion. The answer is 0 or empty if it cannot be known.
  template <class Descriptor> typename Descriptor::return_type get_info() const {
    return detail::answer<typename Descriptor::return_type>::of(*impl_, Descriptor::question);
  }
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
  // No device accesses the memory of another one: enabling and disabling it throws errc::invalid.
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
  // sycl_ext_oneapi_device_architecture (ext/oneapi/experimental/device_architecture.hpp).
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::architecture a) const;
  bool ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category c) const;
  static std::vector<device> get_devices(info::device_type type = info::device_type::all);

  friend bool operator==(const device &a, const device &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const device &a, const device &b) { return a.impl_ != b.impl_; }

  // Not for users.
  explicit device(detail::device_impl *impl) : impl_(impl) {}
  detail::device_impl *impl() const { return impl_; }

private:
  detail::device_impl *impl_;
};

template <> SYCL_FUSE_API range<1> device::get_info<info::device::max_work_item_sizes<1>>() const;
template <> SYCL_FUSE_API range<2> device::get_info<info::device::max_work_item_sizes<2>>() const;
template <> SYCL_FUSE_API range<3> device::get_info<info::device::max_work_item_sizes<3>>() const;
template <> SYCL_FUSE_API std::vector<std::size_t> device::get_info<info::device::sub_group_sizes>() const;
template <> SYCL_FUSE_API std::vector<aspect> device::get_info<info::device::aspects>() const;
template <> inline device device::get_info<info::device::parent_device>() const { detail::throw_no_parent(*this); }
template <> inline std::uint32_t device::get_info<info::device::reference_count>() const { return 1; }
#define SYCL_FUSE_USM_DESCRIPTOR(Name, Aspect)                                                                         \
  template <> inline bool device::get_info<info::device::Name>() const { return has(aspect::Aspect); }
SYCL_FUSE_USM_DESCRIPTOR(usm_device_allocations, usm_device_allocations)
SYCL_FUSE_USM_DESCRIPTOR(usm_host_allocations, usm_host_allocations)
SYCL_FUSE_USM_DESCRIPTOR(usm_shared_allocations, usm_shared_allocations)
SYCL_FUSE_USM_DESCRIPTOR(usm_system_allocations, usm_system_allocations)
SYCL_FUSE_USM_DESCRIPTOR(usm_restricted_shared_allocations, usm_shared_allocations)
#undef SYCL_FUSE_USM_DESCRIPTOR
template <> inline bool device::get_info<ext::codeplay::experimental::info::device::supports_fusion>() const {
  return true;
}

template <class Selector, class>
device::device(const Selector &selector)
    : device(detail::select_device([&selector](const device &d) -> int { return selector(d); })) {}

} // namespace sycl

template <> struct std::hash<sycl::device> : sycl::detail::hash_of_state<sycl::device> {};
