// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Local memory of kernels in nodes, with a size that can change (sycl_ext_oneapi_graph). A kernel that is added to a
// graph captures the object and asks it for the memory. Other kernels must not capture it: submitting them throws
// errc::invalid. Copies stand for the same memory.
#pragma once

#include "sycl/ext/oneapi/experimental/graph/dynamic.hpp"
#include "sycl/ext/oneapi/experimental/work_group_memory.hpp"

namespace sycl {

namespace detail {

// `sizes` are elements, one for each dimension in SYCL order. Returns a number that is never used again.
SYCL_FUSE_API std::uint64_t make_dynamic_local(std::size_t element_size, int dimensions, const std::size_t *sizes);
// Changes the size in all kernels that have captured it.
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
  // Nodes that use the memory have the new size, in elements, at once; an executable graph has it from its next
  // update() on. Throws errc::memory_allocation if a device has less; nothing changes then.
  void update(range<Dimensions> r) { sycl::detail::resize_dynamic_local(local_.id, &r[0]); }
  // To be called in a kernel; throws errc::invalid elsewhere.
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

// For T = U[]: an array of n elements of type U.
template <class T, class Properties = empty_properties_t> class dynamic_work_group_memory {
  static_assert(std::is_array_v<T> && std::extent_v<T> == 0, "an array without a size");
  using element = std::remove_all_extents_t<T>;
  static constexpr std::size_t in_one = sizeof(std::remove_extent_t<T>) / sizeof(element);

public:
  explicit dynamic_work_group_memory(std::size_t n) : local_(range<1>(n * in_one)) {}
  [[deprecated("a dynamic_work_group_memory needs no graph")]] dynamic_work_group_memory(
      command_graph<graph_state::modifiable>, std::size_t n)
      : dynamic_work_group_memory(n) {}
  // As dynamic_local_accessor::update.
  void update(std::size_t n) {
    const std::size_t elements = n * in_one;
    sycl::detail::resize_dynamic_local(local_.id, &elements);
  }
  // As dynamic_local_accessor::get.
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

// The kernel captures the object, so there is nothing to set; this only refuses kernels that are not added to a graph.
template <class T, int D> void handler::set_arg(int index, ext::oneapi::experimental::dynamic_local_accessor<T, D> &) {
  detail::add_dynamic_argument(*command_, index, nullptr);
}
template <class T, class P>
void handler::set_arg(int index, ext::oneapi::experimental::dynamic_work_group_memory<T, P> &) {
  detail::add_dynamic_argument(*command_, index, nullptr);
}

} // namespace sycl

template <class T, int D>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_local_accessor<T, D>>
    : sycl::detail::hash_of_member<sycl::ext::oneapi::experimental::dynamic_local_accessor<T, D>> {};
template <class T, class P>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, P>>
    : sycl::detail::hash_of_member<sycl::ext::oneapi::experimental::dynamic_work_group_memory<T, P>> {};
