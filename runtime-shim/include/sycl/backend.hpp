// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Back ends and aspects (SYCL 2020, 4.1 and 4.6.4.5).
#pragma once

#include <iosfwd>
#include <type_traits>

namespace sycl {

enum class backend : unsigned char {
  host = 0,
  opencl = 1,
  ext_oneapi_level_zero = 2,
  ext_oneapi_cuda = 3,
  all = 4,
  ext_oneapi_hip = 6,
  ext_oneapi_native_cpu = 7
};
// As written in ONEAPI_DEVICE_SELECTOR.
inline const char *to_string(backend b) {
  switch (b) {
  case backend::ext_oneapi_cuda:
    return "cuda";
  case backend::ext_oneapi_hip:
    return "hip";
  case backend::opencl:
    return "opencl";
  case backend::ext_oneapi_level_zero:
    return "level_zero";
  case backend::ext_oneapi_native_cpu:
    return "native_cpu";
  default:
    return "unknown";
  }
}
// Not in SYCL 2020; programs print back ends nevertheless.
template <class C, class Traits>
std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out, backend b) {
  return out << to_string(b);
}

enum class aspect : int {
  host = 0,
  cpu = 1,
  gpu = 2,
  accelerator = 3,
  custom = 4,
  fp16 = 5,
  fp64 = 6,
  image = 9,
  online_compiler = 10,
  online_linker = 11,
  queue_profiling = 12,
  usm_device_allocations = 13,
  usm_host_allocations = 14,
  usm_shared_allocations = 15,
  usm_system_allocations = 17,
  usm_atomic_host_allocations = 25,
  usm_atomic_shared_allocations = 26,
  atomic64 = 28,
  emulated = 36,
  host_debuggable = 37,
  // sycl_ext_oneapi_graph, and its fusion
  ext_oneapi_graph = 63,
  ext_oneapi_limited_graph = 64,
  ext_oneapi_graph_fusion = 65,
};

namespace detail {
constexpr bool is_everywhere(aspect a) {
  return a == aspect::image || a == aspect::queue_profiling || a == aspect::online_compiler ||
         a == aspect::online_linker || a == aspect::ext_oneapi_graph || a == aspect::ext_oneapi_limited_graph ||
         a == aspect::ext_oneapi_graph_fusion;
}
constexpr bool is_somewhere(aspect a) {
  return is_everywhere(a) || a == aspect::cpu || a == aspect::gpu || a == aspect::accelerator || a == aspect::fp16 ||
         a == aspect::fp64 || a == aspect::atomic64 || a == aspect::usm_device_allocations ||
         a == aspect::usm_host_allocations || a == aspect::usm_shared_allocations ||
         a == aspect::usm_system_allocations;
}
} // namespace detail
// True for an aspect of one, or of all, devices that a program may find when it runs (SYCL 2020, 4.6.4.5).
template <aspect A> struct any_device_has : std::bool_constant<detail::is_somewhere(A)> {};
template <aspect A> struct all_devices_have : std::bool_constant<detail::is_everywhere(A)> {};
template <aspect A> inline constexpr bool any_device_has_v = any_device_has<A>::value;
template <aspect A> inline constexpr bool all_devices_have_v = all_devices_have<A>::value;

} // namespace sycl
