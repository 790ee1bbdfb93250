// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::event (SYCL 2020, 4.6.6).
#pragma once

#include "sycl/detail/hash.hpp"
#include "sycl/detail/ref.hpp"
#include "sycl/exception.hpp"
#include "sycl/info.hpp"

#include <vector>

namespace sycl {

namespace detail {

class event_handle {
public:
  event_handle() = default;
  explicit event_handle(ref<event_impl> e) : ref_(std::move(e)) {
    if (ref_)
      add_handle(ref_.get());
  }
  event_handle(const event_handle &o) : ref_(ref<event_impl>::adopt(o.ref_.get())) {
    if (ref_)
      hold(ref_.get());
  }
  event_handle(event_handle &&) noexcept = default;
  // Takes over a handle that is already counted, with its reference.
  static event_handle adopt(event_impl *e) {
    event_handle h;
    h.ref_ = ref<event_impl>::adopt(e);
    return h;
  }
  event_handle &operator=(event_handle o) noexcept {
    std::swap(ref_, o.ref_);
    return *this;
  }
  ~event_handle() {
    if (event_impl *e = ref_.take())
      let_go(e);
  }
  const ref<event_impl> &get() const { return ref_; }

private:
  ref<event_impl> ref_;
};

// A different number at each call. It is odd, so that it is never the address of an event's state.
SYCL_FUSE_API std::uint64_t next_number() noexcept;

} // namespace detail

// A handle, equal to its copies; may be used from any thread. An event without state stands for a command that has
// finished: a queue returns it if its device runs commands at once.
class SYCL_FUSE_API event {
public:
  event() : number_(detail::next_number()) {}

  backend get_backend() const noexcept;
  // Waits for the command. If it belongs to an open fusion region, the region is cancelled first. Throws errc::invalid
  // if the command was recorded to a graph.
  void wait() {
    if (impl())
      wait_slow();
  }
  static void wait(const std::vector<event> &events);
  // As wait(); then passes the asynchronous errors of the event's queue to its async_handler
  // (queue::throw_asynchronous).
  void wait_and_throw();
  static void wait_and_throw(const std::vector<event> &events);
  // The events that the command waited for directly when it was submitted, through buffers and events (SYCL 2020,
  // 4.6.6.1); what had finished by then if the program held an event of it. The order that an in-order queue, or a
  // barrier for a whole queue, gives is no event.
  std::vector<event> get_wait_list();
  template <class Descriptor> typename Descriptor::return_type get_info() const;
  // A time in nanoseconds; waits for the command. Throws errc::invalid unless the queue has enable_profiling, and for a
  // command that was recorded to a graph.
  template <class Descriptor> typename Descriptor::return_type get_profiling_info() const;

  friend bool operator==(const event &a, const event &b) {
    return a.impl().get() == b.impl().get() && (a.impl() || a.number_ == b.number_);
  }
  friend bool operator!=(const event &a, const event &b) { return !(a == b); }

  // Not for users.
  explicit event(detail::ref<detail::event_impl> impl) : impl_(std::move(impl)) {}
  explicit event(detail::event_handle impl) : impl_(std::move(impl)) {}
  explicit event(std::uint64_t number) : number_(number) {}
  const detail::ref<detail::event_impl> &impl() const { return impl_.get(); }
  std::uint64_t number() const noexcept { return number_; }
  std::size_t hash() const noexcept {
    return impl() ? std::hash<const void *>()(impl().get()) : std::hash<std::uint64_t>()(number_);
  }

private:
  void wait_slow();
  detail::event_handle impl_;
  std::uint64_t number_ = 0; // without state
};

} // namespace sycl

template <> struct std::hash<sycl::event> : sycl::detail::hash_of_member<sycl::event> {};
