// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::atomic of SYCL 1.2.1 (deprecated, SYCL 2020, 4.15.4), by which accessors of access_mode::atomic give their
// elements. Its orders are relaxed unless named.
#pragma once

#include "sycl/atomic_ref.hpp"
#include "sycl/multi_ptr.hpp"

namespace sycl {

template <class T, access::address_space Space = access::address_space::global_space> class atomic {
  using reference = atomic_ref<T, memory_order::relaxed, memory_scope::device, Space>;

public:
  template <class U, access::decorated D, class = std::enable_if_t<std::is_same_v<U, T>>>
  atomic(multi_ptr<U, Space, D> p) : p_(p.get_raw()) {}

  void store(T v, memory_order o = memory_order::relaxed) { reference(*p_).store(v, o); }
  T load(memory_order o = memory_order::relaxed) const { return reference(*p_).load(o); }
  T exchange(T v, memory_order o = memory_order::relaxed) { return reference(*p_).exchange(v, o); }
  bool compare_exchange_strong(T &expected, T desired, memory_order success = memory_order::relaxed,
                               memory_order failure = memory_order::relaxed) {
    return reference(*p_).compare_exchange_strong(expected, desired, success, failure);
  }
#define SYCL_FUSE_FETCH(name)                                                                                          \
  T name(T v, memory_order o = memory_order::relaxed) { return reference(*p_).name(v, o); }
  SYCL_FUSE_FETCH(fetch_add)
  SYCL_FUSE_FETCH(fetch_sub)
  SYCL_FUSE_FETCH(fetch_and)
  SYCL_FUSE_FETCH(fetch_or)
  SYCL_FUSE_FETCH(fetch_xor)
  SYCL_FUSE_FETCH(fetch_min)
  SYCL_FUSE_FETCH(fetch_max)
#undef SYCL_FUSE_FETCH

private:
  T *p_;
};

template <class T, access::address_space S> T atomic_load(atomic<T, S> a, memory_order o = memory_order::relaxed) {
  return a.load(o);
}
template <class T, access::address_space S>
void atomic_store(atomic<T, S> a, T v, memory_order o = memory_order::relaxed) {
  a.store(v, o);
}
template <class T, access::address_space S>
bool atomic_compare_exchange_strong(atomic<T, S> a, T &expected, T desired,
                                    memory_order success = memory_order::relaxed,
                                    memory_order failure = memory_order::relaxed) {
  return a.compare_exchange_strong(expected, desired, success, failure);
}
#define SYCL_FUSE_CHANGE(name)                                                                                         \
  template <class T, access::address_space S>                                                                          \
  T atomic_##name(atomic<T, S> a, T v, memory_order o = memory_order::relaxed) {                                       \
    return a.name(v, o);                                                                                               \
  }
SYCL_FUSE_CHANGE(exchange)
SYCL_FUSE_CHANGE(fetch_add)
SYCL_FUSE_CHANGE(fetch_sub)
SYCL_FUSE_CHANGE(fetch_and)
SYCL_FUSE_CHANGE(fetch_or)
SYCL_FUSE_CHANGE(fetch_xor)
SYCL_FUSE_CHANGE(fetch_min)
SYCL_FUSE_CHANGE(fetch_max)
#undef SYCL_FUSE_CHANGE

} // namespace sycl
