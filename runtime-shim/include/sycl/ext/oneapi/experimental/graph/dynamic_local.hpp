// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory of kernels in nodes, with a size that can be given anew. A kernel that is added to a graph captures it
// and asks it for the memory; other kernels must not (errc::invalid). Copies are the same memory.
#pragma once

#include "sycl/ext/oneapi/experimental/graph/dynamic.hpp"
#include "sycl/ext/oneapi/experimental/work_group_memory.hpp"

namespace sycl {

namespace detail {

// For one size in each dimension, in SYCL order. Gives a number that is never given again.
SYCL_FUSE_API std::uint64_t make_dynamic_local(std::size_t element_size, int dimensions, const std::size_t *sizes);
// In all kernels that have captured it.
SYCL_FUSE_API void resize_dynamic_local(std::uint64_t id, const std::size_t *sizes);
[[noreturn]] SYCL_FUSE_API void throw_dynamic_local_on_host();

// The library finds it in the closure of a kernel, and writes the local accessor there: core/graphs/dynamic_local.cpp.
template <class T, int D> struct dynamic_local {
  static constexpr std::uint64_t unbound = 0x6c61636f6c6e7964, bound = 0x646e756f626e7964;
  static_assert(D > 0 && D <= 3 && alignof(T) <= 64);

  explicit dynamic_local(range<D> r) : id(make_dynamic_local(sizeof(T), D, &r[0])) {}
  local_accessor<T, D> memory;
  std::uint64_t id, state = unbound;

  const local_accessor<T, D> &get() const {
#ifndef __SYCL_DEVICE_ONLY__
    if (state != bound)
      throw_dynamic_local_on_host();
#endif
    return memory;
  }
};

} // namespace detail

namespace ext::oneapi::experimental {

template <class T, int Dimensions = 1> class dynamic_local_accessor {
public:
  explicit dynamic_local_accessor(range<Dimensions> r, const property_list & = {}) : local_(r) {}
  [[deprecated("a dynamic_local_accessor needs no graph")]] dynamic_local_accessor(
      command_graph<graph_state::modifiable>, range<Dimensions> r, const property_list & = {})
      : local_(r) {}
  // The nodes that use it have the size at once, an executable graph from its next update on. Throws
  // errc::memory_allocation for more than a device has; all stays as it was then.
  void update(range<Dimensions> r) { sycl::detail::resize_dynamic_local(local_.id, &r[0]); }
  // Only in a kernel: throws errc::invalid elsewhere.
  local_accessor<T, Dimensions> get() const { return local_.get(); }

  friend bool operator==(const dynamic_local_accessor &a, const dynamic_local_accessor &b) {
    return a.local_.id == b.local_.id;
  }
  friend bool operator!=(const dynamic_local_accessor &a, const dynamic_local_accessor &b) { return !(a == b); }

  // Not for users.
  std::size_t hash() const noexcept { return std::hash<std::uint64_t>()(local_.id); }

private:
  sycl::detail::dynamic_local<T, Dimensions> local_;
};

// T is U[]: room for n of U.
template <class T, class Properties = empty_properties_t> class dynamic_work_group_memory {
  static_assert(std::is_array_v<T> && std::extent_v<T> == 0, "an array without a size");
  using element = std::remove_all_extents_t<T>;
  static constexpr std::size_t in_one = sizeof(std::remove_extent_t<T>) / sizeof(element);

public:
  explicit dynamic_work_group_memory(std::size_t n) : local_(range<1>(n * in_one)) {}
  [[deprecated("a dynamic_work_group_memory needs no graph")]] dynamic_work_group_memory(
      command_graph<graph_state::modifiable>, std::size_t n)
      : dynamic_work_group_memory(n) {}
  // As of dynamic_local_accessor.
  void update(std::size_t n) {
    const std::size_t elements = n * in_one;
    sycl::detail::resize_dynamic_local(local_.id, &elements);
  }
  // As of dynamic_local_accessor.
  work_group_memory<T, Properties> get() const { return work_group_memory<T, Properties>(local_.get()); }

  friend bool operator==(const dynamic_work_group_memory &a, const dynamic_work_group_memory &b) {
    return a.local_.id == b.local_.id;
  }
  friend bool operator!=(const dynamic_work_group_memory &a, const dynamic_work_group_memory &b) { return !(a == b); }

  // Not for users.
  std::size_t hash() const noexcept { return std::hash<std::uint64_t>()(local_.id); }

private:
  sycl::detail::dynamic_local<element, 1> local_;
};

} // namespace ext::oneapi::experimental

// Nothing is to be done, but where it must not be.
template <class T, int D> void handler::set_arg(int index, ext::oneapi::experimental::dynamic_local_accessor<T, D> &) {
  detail::add_dynamic_argument(*command_, index, nullptr);
}
template <class T, class P>
void handler::set_arg(int index, ext::oneapi::experimental::dynamic_work_group_memory<T, P> &) {
  detail::add_dynamic_argument(*command_, index, nullptr);
}

} // namespace sycl

template <class T, int D> struct std::hash<sycl::ext::oneapi::experimental::dynamic_local_accessor<T, D>> {
  std::size_t operator()(const sycl::ext::oneapi::experimental::dynamic_local_accessor<T, D> &a) const noexcept {
    return a.hash();
  }
};
template <class T, class P> struct std::hash<sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, P>> {
  std::size_t operator()(const sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, P> &m) const noexcept {
    return m.hash();
  }
};
