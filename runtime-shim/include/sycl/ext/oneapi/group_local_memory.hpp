// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory asked for inside of a kernel (sycl_ext_oneapi_local_memory).
#pragma once

#include "sycl/group.hpp"
#include "sycl/multi_ptr.hpp"

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#ifdef __SYCL_DEVICE_ONLY__
// Each call in the source is a variable of its own; both arguments are constants.
extern "C" __attribute__((convergent, noduplicate, nothrow)) void __attribute__((address_space(3))) *
    __sycl_fuse_allocate_local(std::size_t size, std::size_t alignment);
#else
#include <map>
#include <tuple>
#endif

namespace sycl::ext::oneapi {

namespace detail {
template <class T> using local_pointer = multi_ptr<T, access::address_space::local_space, access::decorated::legacy>;
#ifndef __SYCL_DEVICE_ONLY__
// A host-compiled kernel runs a work-group on one thread: memory of the thread, by the place of the call.
template <class T> T *host_local(const char *file, unsigned line, unsigned column) {
  struct alignas(T) storage {
    unsigned char bytes[sizeof(T)];
  };
  thread_local std::map<std::tuple<const char *, unsigned, unsigned>, std::unique_ptr<storage>> all;
  std::unique_ptr<storage> &memory = all[{file, line, column}];
  if (!memory)
    memory.reset(new storage);
  return reinterpret_cast<T *>(memory->bytes);
}
#endif
} // namespace detail

// An object of type T, shared by the work-group, uninitialized. Every work-item of the group calls it, in the same
// order.
template <class T, int Dimensions>
__attribute__((always_inline)) inline detail::local_pointer<T>
group_local_memory_for_overwrite(group<Dimensions>, [[maybe_unused]] const char *file = __builtin_FILE(),
                                 [[maybe_unused]] unsigned line = __builtin_LINE(),
                                 [[maybe_unused]] unsigned column = __builtin_COLUMN()) {
  static_assert(std::is_trivially_destructible_v<T>, "nothing in local memory is destroyed");
#ifdef __SYCL_DEVICE_ONLY__
  return {sycl::detail::known_space(), (T *)__sycl_fuse_allocate_local(sizeof(T), alignof(T))};
#else
  return {sycl::detail::known_space(), detail::host_local<T>(file, line, column)};
#endif
}

// The same, initialized by T{arguments...}, and seen so by all work-items.
template <class T, int Dimensions, class... Arguments>
__attribute__((always_inline)) inline detail::local_pointer<T> group_local_memory(group<Dimensions> g,
                                                                                  Arguments &&...arguments) {
#ifdef __SYCL_DEVICE_ONLY__
  T *p = (T *)__sycl_fuse_allocate_local(sizeof(T), alignof(T));
#else
  // One for all calls in the program, which have to be done with it at the next.
  T *p = detail::host_local<T>("", 0, 0);
#endif
  if (g.leader())
    ::new (p) T{std::forward<Arguments>(arguments)...};
  group_barrier(g);
  return {sycl::detail::known_space(), p};
}

} // namespace sycl::ext::oneapi
