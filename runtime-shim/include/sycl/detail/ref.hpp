// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An owning reference to an object of the runtime that counts its references itself.
#pragma once

#include "sycl/detail/export.hpp"

#include <utility>

namespace sycl::detail {

class event_impl;
class buffer_impl;

SYCL_FUSE_API void retain(event_impl *) noexcept;
SYCL_FUSE_API void release(event_impl *) noexcept;
// A handle of the program's: as long as there is one, somebody may ask for this very event.
SYCL_FUSE_API void add_handle(event_impl *) noexcept;
// A handle with its reference.
SYCL_FUSE_API void hold(event_impl *) noexcept;
SYCL_FUSE_API void let_go(event_impl *) noexcept;
SYCL_FUSE_API void retain(buffer_impl *) noexcept;
SYCL_FUSE_API void release(buffer_impl *) noexcept;

template <class T> class ref {
public:
  ref() = default;
  // Takes over a reference that is already counted.
  static ref adopt(T *p) {
    ref r;
    r.p_ = p;
    return r;
  }
  // Adds a reference.
  static ref share(T *p) {
    if (p)
      retain(p);
    return adopt(p);
  }
  ref(const ref &o) : p_(o.p_) {
    if (p_)
      retain(p_);
  }
  ref(ref &&o) noexcept : p_(std::exchange(o.p_, nullptr)) {}
  ref &operator=(ref o) noexcept {
    std::swap(p_, o.p_);
    return *this;
  }
  ~ref() {
    if (p_)
      release(p_);
  }
  void reset() { *this = ref(); }
  // The reference is the caller's from now on.
  T *take() noexcept { return std::exchange(p_, nullptr); }
  T *get() const { return p_; }
  T *operator->() const { return p_; }
  T &operator*() const { return *p_; }
  explicit operator bool() const { return p_ != nullptr; }

private:
  T *p_ = nullptr;
};

} // namespace sycl::detail
