// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory asked for inside of a kernel (sycl_ext_oneapi_local_memory).
#pragma once

#include "sycl/group.hpp"
#include "sycl/multi_ptr.hpp"

#include <new>
#include <type_traits>
#include <utility>

#ifdef __SYCL_DEVICE_ONLY__
// Each call in the source makes a variable of its own. Both arguments must be constants.
extern "C" __attribute__((convergent, noduplicate, nothrow)) void __attribute__((address_space(3))) *
    __sycl_fuse_allocate_local(std::size_t size, std::size_t alignment);
#endif

// No other cast changes the address space of a pointer.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wold-style-cast"
namespace sycl::ext::oneapi {

namespace detail {
template <class T> using local_pointer = multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;
// At least aligned as is asked for: programs also place other types in an array of char.
template <class T, std::size_t Alignment = 1> __attribute__((always_inline)) inline T *allocate_local() {
  static_assert(std::is_trivially_destructible_v<T>, "nothing in local memory is destroyed");
#ifdef __SYCL_DEVICE_ONLY__
  return (T *)__sycl_fuse_allocate_local(sizeof(T), alignof(T) > Alignment ? alignof(T) : Alignment);
#else
  sycl::detail::throw_no_local_allocation();
#endif
}
} // namespace detail

// Returns an uninitialized object of type T that the work-group shares. It lives until the group ends. Every work-item
// of the group must call it, in the same order.
template <class T, int Dimensions>
__attribute__((always_inline)) inline detail::local_pointer<T> group_local_memory_for_overwrite(group<Dimensions>) {
  return {sycl::detail::known_space(), detail::allocate_local<T>()};
}

// The same, but initialized with T{arguments...}. All work-items see that value when the call returns.
template <class T, int Dimensions, class... Arguments>
__attribute__((always_inline)) inline detail::local_pointer<T> group_local_memory(group<Dimensions> g,
                                                                                  Arguments &&...arguments) {
  T *p = detail::allocate_local<T>();
  if (g.leader())
    ::new (p) T{std::forward<Arguments>(arguments)...};
  group_barrier(g);
  return {sycl::detail::known_space(), p};
}

} // namespace sycl::ext::oneapi
#pragma clang diagnostic pop
