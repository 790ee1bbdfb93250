// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::queue (SYCL 2020, 4.6.5). A handle, equal to its copies; all functions may be called from any thread. The
// destructor of the last copy cancels an open fusion region, waits for the device, and logs errors that nobody asked
// for.
//
// Errors that are found while a command is submitted are thrown there, and the queue stays as it was. Errors of
// commands that wait for the host, and exceptions of host tasks, go to the async_handler of the queue or its context at
// the next wait_and_throw() or throw_asynchronous(); without a handler, wait() throws the first of them
// (docs/runtime.md, Commands that wait for the host).
#pragma once

#include "sycl/context.hpp"
#include "sycl/device_selector.hpp"
#include "sycl/handler.hpp"

namespace sycl {

namespace ext::oneapi::experimental {
enum class queue_state { executing, recording };
}

namespace detail {
SYCL_FUSE_API std::shared_ptr<queue_impl> make_queue(const device &, const context *, async_handler,
                                                     const property_list &);
SYCL_FUSE_API void wait_queue(queue_impl *);
SYCL_FUSE_API void throw_asynchronous(queue_impl *);
template <class A> inline constexpr bool is_accessor = false;
template <class T, int D, access_mode M, target G, access::placeholder P>
inline constexpr bool is_accessor<accessor<T, D, M, G, P>> = true;
template <class E>
using enable_events = std::enable_if_t<std::is_convertible_v<E, event> || std::is_convertible_v<E, std::vector<event>>>;
} // namespace detail

class SYCL_FUSE_API queue {
public:
  // Constructors throw errc::invalid if the device is not in the context, and errc::runtime if a selector finds no
  // device. Without a context, the queue has the platform's default context.
  explicit queue(const property_list &p = {}) : queue(device(), p) {}
  explicit queue(const async_handler &h, const property_list &p = {}) : queue(device(), h, p) {}
  explicit queue(const device &d, const property_list &p = {}) : queue(d, async_handler(), p) {}
  queue(const device &d, const async_handler &h, const property_list &p = {})
      : impl_(detail::make_queue(d, nullptr, h, p)) {}
  template <class S, class = detail::enable_selector<S>>
  explicit queue(const S &selector, const property_list &p = {}) : queue(device(selector), p) {}
  // Selectors of SYCL 1.2.1 become queues without being asked, which programs for DPC++ rely on.
  queue(const device_selector &selector, const property_list &p = {}) : queue(device(selector), p) {}
  template <class S, class = detail::enable_selector<S>>
  queue(const S &selector, const async_handler &h, const property_list &p = {}) : queue(device(selector), h, p) {}
  queue(const context &c, const device &d, const property_list &p = {}) : queue(c, d, async_handler(), p) {}
  queue(const context &c, const device &d, const async_handler &h, const property_list &p = {})
      : impl_(detail::make_queue(d, &c, h, p)) {}
  template <class S, class = detail::enable_selector<S>>
  queue(const context &c, const S &selector, const property_list &p = {}) : queue(c, device(selector), p) {}
  template <class S, class = detail::enable_selector<S>>
  queue(const context &c, const S &selector, const async_handler &h, const property_list &p = {})
      : queue(c, device(selector), h, p) {}

  backend get_backend() const noexcept;
  context get_context() const;
  device get_device() const;
  bool is_in_order() const noexcept;
  template <class Descriptor> typename Descriptor::return_type get_info() const;
  template <class P> bool has_property() const noexcept { return properties().template has_property<P>(); }
  template <class P> P get_property() const { return properties().template get_property<P>(); }

  // Runs the command group function at once, on the calling thread, and submits its command. In fusion mode the
  // returned event stands for the whole region. An exception of the function leaves the queue as it was. handler.hpp
  // lists what a submission throws.
  template <class F> event submit(F &&command_group) {
    handler h(impl_.get());
    std::forward<F>(command_group)(h);
    return h.finish();
  }
#ifdef __cpp_exceptions
  // If this queue refuses a command with a sycl::exception, submits it to the secondary queue (SYCL 1.2.1, deprecated).
  // Not available in programs that are compiled without exceptions.
  template <class F> event submit(F &&command_group, queue &secondary) {
    try {
      return submit(command_group);
    } catch (const exception &) {
      return secondary.submit(command_group);
    }
  }
#endif

  // Waits for all commands that were submitted before, and cancels an open fusion region. Throws errc::invalid while
  // the queue records to a graph.
  void wait() { detail::wait_queue(impl_.get()); }
  void wait_and_throw() {
    wait();
    throw_asynchronous();
  }
  void throw_asynchronous() { detail::throw_asynchronous(impl_.get()); }

  // Shortcuts (SYCL 2020, 4.6.5.2): each submits one command and throws what the function of handler throws. E is event
  // or std::vector<event>: what the command waits for. The default lets the compiler read {a, b} as a vector.
  // single_task([events, ][properties, ]kernel)
  template <class Name = detail::unnamed, class... A> event single_task(const A &...a) {
    return shortcut([&](handler &h) { h.template single_task<Name>(a...); });
  }
  template <class Name = detail::unnamed, class E = std::vector<event>, class... A, class = detail::enable_events<E>>
  event single_task(const E &e, const A &...a) {
    return shortcut([&](handler &h) { h.template single_task<Name>(a...); }, e);
  }
  // parallel_for(range, [events, ][properties, ][reductions..., ]kernel). The range is a range, an nd_range, a number,
  // or {n, m, k}.
  template <class Name = detail::unnamed, class Range, class... A, class = detail::enable_range<Range>>
  event parallel_for(Range r, const A &...a) {
    return shortcut([&](handler &h) { h.template parallel_for<Name>(r, a...); });
  }
  template <class Name = detail::unnamed, class Range, class E = std::vector<event>, class... A,
            class = detail::enable_range<Range>, class = detail::enable_events<E>>
  event parallel_for(Range r, const E &e, const A &...a) {
    return shortcut([&](handler &h) { h.template parallel_for<Name>(r, a...); }, e);
  }
  template <class Name = detail::unnamed, int N, class... A>
  event parallel_for(const std::size_t (&sizes)[N], const A &...a) {
    return parallel_for<Name>(detail::to_range(sizes), a...);
  }
  template <class Name = detail::unnamed, int N, class E = std::vector<event>, class... A,
            class = detail::enable_events<E>>
  event parallel_for(const std::size_t (&sizes)[N], const E &e, const A &...a) {
    return parallel_for<Name>(detail::to_range(sizes), e, a...);
  }
  template <class Name = detail::unnamed, class F, int D>
  [[deprecated("offsets are deprecated in SYCL 2020")]] event parallel_for(range<D> r, id<D> offset, const F &f) {
    return shortcut([&](handler &h) {
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
      h.template parallel_for<Name>(r, offset, f);
#pragma clang diagnostic pop
    });
  }

  template <class E = std::vector<event>> event memcpy(void *dst, const void *src, std::size_t bytes, const E &e = {}) {
    return shortcut([&](handler &h) { h.memcpy(dst, src, bytes); }, e);
  }
  template <class T, class E = std::vector<event>, class = detail::enable_memory_kernel<T>>
  event memcpy(T *dst, const T *src, std::size_t bytes, const E &e = {}) {
    return shortcut([&](handler &h) { h.memcpy(dst, src, bytes); }, e);
  }
  template <class T, class E = std::vector<event>>
  event copy(const T *src, T *dst, std::size_t count, const E &e = {}) {
    return shortcut([&](handler &h) { h.copy(src, dst, count); }, e);
  }
  // As the functions of handler: sizes and offsets are in bytes for memcpy, in elements for copy.
  template <class T, class P, class E = std::vector<event>>
  event memcpy(ext::oneapi::experimental::device_global<T, P> &dst, const void *src, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const E &e = {}) {
    return shortcut([&](handler &h) { h.memcpy(dst, src, bytes, offset); }, e);
  }
  template <class T, class P, class E = std::vector<event>>
  event memcpy(void *dst, const ext::oneapi::experimental::device_global<T, P> &src, std::size_t bytes = sizeof(T),
               std::size_t offset = 0, const E &e = {}) {
    return shortcut([&](handler &h) { h.memcpy(dst, src, bytes, offset); }, e);
  }
  template <class T, class P, class E = std::vector<event>>
  event copy(const std::remove_all_extents_t<T> *src, ext::oneapi::experimental::device_global<T, P> &dst,
             std::size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), std::size_t first = 0,
             const E &e = {}) {
    return shortcut([&](handler &h) { h.copy(src, dst, count, first); }, e);
  }
  template <class T, class P, class E = std::vector<event>>
  event copy(const ext::oneapi::experimental::device_global<T, P> &src,
             std::remove_const_t<std::remove_all_extents_t<T>> *dst,
             std::size_t count = sizeof(T) / sizeof(std::remove_all_extents_t<T>), std::size_t first = 0,
             const E &e = {}) {
    return shortcut([&](handler &h) { h.copy(src, dst, count, first); }, e);
  }
  template <class E = std::vector<event>> event memset(void *dst, int value, std::size_t bytes, const E &e = {}) {
    return shortcut([&](handler &h) { h.memset(dst, value, bytes); }, e);
  }
  template <class T, class E = std::vector<event>, class = detail::enable_memory_kernel<T>>
  event memset(T *dst, int value, std::size_t bytes, const E &e = {}) {
    return shortcut([&](handler &h) { h.memset(dst, value, bytes); }, e);
  }
  template <class T, class E = std::vector<event>>
  event fill(void *dst, const T &pattern, std::size_t count, const E &e = {}) {
    return shortcut([&](handler &h) { h.fill(dst, pattern, count); }, e);
  }
  // As handler::copy, fill and update_host with accessors. Placeholders need no handler::require here.
  template <class T, int D, access_mode M, target G, access::placeholder P, class Dst, class E = std::vector<event>>
  event copy(const accessor<T, D, M, G, P> &src, const Dst &dst, const E &e = {}) {
    return shortcut([&](handler &h) { require_all(h, src, dst), h.copy(src, dst); }, e);
  }
  template <class Src, class T, int D, access_mode M, target G, access::placeholder P, class E = std::vector<event>>
  std::enable_if_t<!detail::is_accessor<Src>, event> copy(const Src &src, const accessor<T, D, M, G, P> &dst,
                                                          const E &e = {}) {
    return shortcut([&](handler &h) { require_all(h, dst), h.copy(src, dst); }, e);
  }
  template <class T, int D, access_mode M, target G, access::placeholder P, class E = std::vector<event>>
  event fill(const accessor<T, D, M, G, P> &dst, const std::remove_const_t<T> &value, const E &e = {}) {
    return shortcut([&](handler &h) { require_all(h, dst), h.fill(dst, value); }, e);
  }
  template <class T, int D, access_mode M, target G, access::placeholder P, class E = std::vector<event>>
  event update_host(const accessor<T, D, M, G, P> &a, const E &e = {}) {
    return shortcut([&](handler &h) { require_all(h, a), h.update_host(a); }, e);
  }
  template <class E = std::vector<event>>
  event mem_advise(const void *p, std::size_t bytes, int advice, const E &e = {}) {
    return shortcut([&](handler &h) { h.mem_advise(p, bytes, advice); }, e);
  }
  template <class E = std::vector<event>> event prefetch(const void *p, std::size_t bytes, const E &e = {}) {
    return shortcut([&](handler &h) { h.prefetch(p, bytes); }, e);
  }
  // The event completes when all commands submitted before, or those of `events`, have finished. Commands that are
  // submitted later wait for it (sycl_ext_oneapi_enqueue_barrier).
  event ext_oneapi_submit_barrier() {
    return submit([](handler &h) { h.ext_oneapi_barrier(); });
  }
  event ext_oneapi_submit_barrier(const std::vector<event> &events) {
    return submit([&](handler &h) { h.ext_oneapi_barrier(events); });
  }

  // sycl_ext_oneapi_graph (ext/oneapi/experimental/graph.hpp). ext_oneapi_get_graph throws errc::invalid unless the
  // queue records; ext_oneapi_graph throws it if the graph has another context or device.
  using executable_graph = ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable>;
  ext::oneapi::experimental::queue_state ext_oneapi_get_state() const;
  ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::modifiable>
  ext_oneapi_get_graph() const;
  event ext_oneapi_graph(const executable_graph &g);
  template <class E = std::vector<event>> event ext_oneapi_graph(const executable_graph &g, const E &e) {
    return shortcut([&](handler &h) { h.ext_oneapi_graph(g); }, e);
  }

  friend bool operator==(const queue &a, const queue &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const queue &a, const queue &b) { return a.impl_ != b.impl_; }

  // Not for users.
  detail::queue_impl *impl() const { return impl_.get(); }

private:
  const property_list &properties() const noexcept;
  template <class... A> static void require_all(handler &h, const A &...a) {
    (
        [&] {
          if constexpr (detail::is_accessor<A>)
            h.require(a);
        }(),
        ...);
  }
  template <class F, class... E> event shortcut(F &&f, const E &...events) {
    handler h(impl_.get());
    (h.depends_on(events), ...);
    f(h);
    return h.finish();
  }
  std::shared_ptr<detail::queue_impl> impl_;
};

} // namespace sycl

template <> struct std::hash<sycl::queue> : sycl::detail::hash_of_state<sycl::queue> {};
