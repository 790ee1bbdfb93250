// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_enqueue_functions: submissions as free functions. Each does what the member function of queue or
// handler does and throws the same errors. Functions that return no event are not faster here.
#pragma once

#include "sycl/ext/oneapi/properties/properties.hpp"
#include "sycl/queue.hpp"

#include <utility>

namespace sycl::ext::oneapi::experimental {

// A range or nd_range with the properties of the kernel that is launched over it.
template <class Range, class Properties = empty_properties_t> class launch_config {
public:
  launch_config(Range r, Properties p = {}) : range_(r), properties_(p) {}

  // Not for users.
  const Range &range() const { return range_; }
  Properties properties() const { return properties_; }

private:
  Range range_;
  [[no_unique_address]] Properties properties_;
};

template <class F> void submit(queue q, F &&command_group) { q.submit(std::forward<F>(command_group)); }
template <class F, class... P> void submit(queue q, properties<P...>, F &&command_group) {
  q.submit(std::forward<F>(command_group));
}
template <class F> event submit_with_event(queue q, F &&command_group) {
  return q.submit(std::forward<F>(command_group));
}
template <class F, class... P> event submit_with_event(queue q, properties<P...>, F &&command_group) {
  return q.submit(std::forward<F>(command_group));
}

template <class Name = sycl::detail::unnamed, class F> void single_task(queue q, const F &f) {
  q.template single_task<Name>(f);
}
template <class Name = sycl::detail::unnamed, class F> void single_task(handler &h, const F &f) {
  h.template single_task<Name>(f);
}

// Unlike in queue::parallel_for, reductions come after the kernel.
#define SYCL_FUSE_LAUNCH(function, Range)                                                                              \
  template <class Name = sycl::detail::unnamed, int D, class F, class... R>                                            \
  void function(queue q, Range<D> r, const F &f, const R &...reductions) {                                             \
    q.template parallel_for<Name>(r, reductions..., f);                                                                \
  }                                                                                                                    \
  template <class Name = sycl::detail::unnamed, int D, class F, class... R>                                            \
  void function(handler &h, Range<D> r, const F &f, const R &...reductions) {                                          \
    h.template parallel_for<Name>(r, reductions..., f);                                                                \
  }                                                                                                                    \
  template <class Name = sycl::detail::unnamed, int D, class P, class F, class... R>                                   \
  void function(queue q, launch_config<Range<D>, P> c, const F &f, const R &...reductions) {                           \
    q.template parallel_for<Name>(c.range(), c.properties(), reductions..., f);                                        \
  }                                                                                                                    \
  template <class Name = sycl::detail::unnamed, int D, class P, class F, class... R>                                   \
  void function(handler &h, launch_config<Range<D>, P> c, const F &f, const R &...reductions) {                        \
    h.template parallel_for<Name>(c.range(), c.properties(), reductions..., f);                                        \
  }
SYCL_FUSE_LAUNCH(parallel_for, range)
SYCL_FUSE_LAUNCH(nd_launch, nd_range)
#undef SYCL_FUSE_LAUNCH

inline void memcpy(queue q, void *dst, const void *src, std::size_t bytes) { q.memcpy(dst, src, bytes); }
inline void memcpy(handler &h, void *dst, const void *src, std::size_t bytes) { h.memcpy(dst, src, bytes); }
template <class T> void copy(queue q, const T *src, T *dst, std::size_t count) { q.copy(src, dst, count); }
template <class T> void copy(handler &h, const T *src, T *dst, std::size_t count) { h.copy(src, dst, count); }
inline void memset(queue q, void *p, int value, std::size_t bytes) { q.memset(p, value, bytes); }
inline void memset(handler &h, void *p, int value, std::size_t bytes) { h.memset(p, value, bytes); }
template <class T> void fill(queue q, T *p, const T &pattern, std::size_t count) { q.fill(p, pattern, count); }
template <class T> void fill(handler &h, T *p, const T &pattern, std::size_t count) { h.fill(p, pattern, count); }
inline void prefetch(queue q, void *p, std::size_t bytes) { q.prefetch(p, bytes); }
inline void prefetch(handler &h, void *p, std::size_t bytes) { h.prefetch(p, bytes); }
inline void mem_advise(queue q, void *p, std::size_t bytes, int advice) { q.mem_advise(p, bytes, advice); }
inline void mem_advise(handler &h, void *p, std::size_t bytes, int advice) { h.mem_advise(p, bytes, advice); }
inline void barrier(queue q) { q.ext_oneapi_submit_barrier(); }
inline void barrier(handler &h) { h.ext_oneapi_barrier(); }
inline void partial_barrier(queue q, const std::vector<event> &events) { q.ext_oneapi_submit_barrier(events); }
inline void partial_barrier(handler &h, const std::vector<event> &events) { h.ext_oneapi_barrier(events); }

} // namespace sycl::ext::oneapi::experimental
