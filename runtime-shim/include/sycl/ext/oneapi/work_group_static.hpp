// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_work_group_static: a variable in local memory, declared in the body of a kernel or of a function that
// kernels over an nd_range call. Each declaration in the source is one object of the work-group, wherever the function
// is called; it begins uninitialized and lives until the group ends. Not with static storage duration: neither static,
// nor at namespace scope.
#pragma once

#include "sycl/ext/oneapi/group_local_memory.hpp"

#include <cstddef>
#include <type_traits>

namespace sycl::ext::oneapi::experimental {

template <class T> class work_group_static {
  static_assert(std::is_trivially_default_constructible_v<T>, "work_group_static: nothing is constructed");

public:
  __attribute__((always_inline)) work_group_static()
      : object_(oneapi::detail::allocate_local<T, alignof(std::max_align_t)>()) {}
  work_group_static(const work_group_static &) = delete;
  work_group_static &operator=(const work_group_static &) = delete;

  operator T &() const noexcept { return *object_; }
  template <class U = T, class = std::enable_if_t<!std::is_array_v<U>>>
  const work_group_static &operator=(const U &x) const noexcept {
    *object_ = x;
    return *this;
  }
  T *operator&() const noexcept { return object_; }

private:
  T *const object_;
};

} // namespace sycl::ext::oneapi::experimental
