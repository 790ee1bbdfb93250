// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::atomic and its functions, as SYCL 1.2.1 has them (4.11); new programs use atomic_ref. Only relaxed order,
// device scope in global memory and work-group scope in local memory.
#pragma once

#include "sycl/atomic_ref.hpp"
#include "sycl/multi_ptr.hpp"

namespace sycl {

template <class T, access::address_space Space = access::address_space::global_space> class atomic {
  static constexpr memory_scope scope =
      Space == access::address_space::local_space ? memory_scope::work_group : memory_scope::device;
  using reference = atomic_ref<T, memory_order::relaxed, scope, Space>;

public:
  template <class U, access::decorated D, class = std::enable_if_t<std::is_same_v<T, std::remove_cv_t<U>>>>
  explicit atomic(multi_ptr<U, Space, D> p) : pointer_(p.get_raw()) {}

  void store(T x, memory_order = memory_order::relaxed) { reference(*pointer_).store(x); }
  T load(memory_order = memory_order::relaxed) const { return reference(*pointer_).load(); }
  T exchange(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).exchange(x); }
  bool compare_exchange_strong(T &expected, T desired, memory_order = memory_order::relaxed,
                               memory_order = memory_order::relaxed) {
    return reference(*pointer_).compare_exchange_strong(expected, desired);
  }
  T fetch_add(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_add(x); }
  T fetch_sub(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_sub(x); }
  T fetch_and(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_and(x); }
  T fetch_or(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_or(x); }
  T fetch_xor(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_xor(x); }
  T fetch_min(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_min(x); }
  T fetch_max(T x, memory_order = memory_order::relaxed) { return reference(*pointer_).fetch_max(x); }

private:
  T *pointer_;
};

template <class T, access::address_space S> T atomic_load(atomic<T, S> a, memory_order = memory_order::relaxed) {
  return a.load();
}
template <class T, access::address_space S>
void atomic_store(atomic<T, S> a, T x, memory_order = memory_order::relaxed) {
  a.store(x);
}
template <class T, access::address_space S>
bool atomic_compare_exchange_strong(atomic<T, S> a, T &expected, T desired, memory_order = memory_order::relaxed,
                                    memory_order = memory_order::relaxed) {
  return a.compare_exchange_strong(expected, desired);
}
#define SYCL_FUSE_ATOMIC_FUNCTION(name)                                                                                \
  template <class T, access::address_space S>                                                                          \
  T atomic_##name(atomic<T, S> a, T x, memory_order = memory_order::relaxed) {                                         \
    return a.name(x);                                                                                                  \
  }
SYCL_FUSE_ATOMIC_FUNCTION(exchange)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_add)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_sub)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_and)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_or)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_xor)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_min)
SYCL_FUSE_ATOMIC_FUNCTION(fetch_max)
#undef SYCL_FUSE_ATOMIC_FUNCTION

} // namespace sycl
