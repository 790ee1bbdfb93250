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
// The enumerator's name.
inline const char *to_string(backend b) {
  switch (b) {
  case backend::host:
    return "host";
  case backend::opencl:
    return "opencl";
  case backend::ext_oneapi_level_zero:
    return "ext_oneapi_level_zero";
  case backend::ext_oneapi_cuda:
    return "ext_oneapi_cuda";
  case backend::all:
    return "all";
  case backend::ext_oneapi_hip:
    return "ext_oneapi_hip";
  case backend::ext_oneapi_native_cpu:
    return "ext_oneapi_native_cpu";
  }
  return "unknown";
}
// Not in SYCL 2020; programs print back ends nevertheless, and compare what DPC++ prints.
template <class C, class Traits>
std::basic_ostream<C, Traits> &operator<<(std::basic_ostream<C, Traits> &out, backend b) {
  return out << to_string(b);
}

enum class aspect : int {
#define __SYCL_ASPECT(name, number) name = number,
#include "sycl/info/aspects.def"
#undef __SYCL_ASPECT
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
