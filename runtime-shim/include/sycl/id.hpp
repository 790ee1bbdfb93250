// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::id (SYCL 2020, 4.9.1.3).
#pragma once

#include "sycl/range.hpp"

namespace sycl {

template <int Dimensions>
class id : public detail::index_base<Dimensions>, public detail::index_conversion<id<Dimensions>, Dimensions> {
  using base = detail::index_base<Dimensions>;

public:
  using base::base;
  constexpr id() = default;
  constexpr id(const range<Dimensions> &r) {
    for (int d = 0; d < Dimensions; ++d)
      this->values_[d] = r[d];
  }
  template <bool WithOffset> constexpr id(const item<Dimensions, WithOffset> &i) : id(i.get_id()) {}

  constexpr explicit operator range<Dimensions>() const {
    range<Dimensions> r;
    for (int d = 0; d < Dimensions; ++d)
      r[d] = this->values_[d];
    return r;
  }

  friend constexpr bool operator==(const id &a, const id &b) { return a.equals(b); }
  friend constexpr bool operator!=(const id &a, const id &b) { return !a.equals(b); }
  template <class I, class = detail::enable_index<I>> friend constexpr bool operator==(const id &a, I b) {
    return all_equal(a, static_cast<std::size_t>(b));
  }
  template <class I, class = detail::enable_index<I>> friend constexpr bool operator==(I a, const id &b) {
    return all_equal(b, static_cast<std::size_t>(a));
  }
  template <class I, class = detail::enable_index<I>> friend constexpr bool operator!=(const id &a, I b) {
    return !all_equal(a, static_cast<std::size_t>(b));
  }
  template <class I, class = detail::enable_index<I>> friend constexpr bool operator!=(I a, const id &b) {
    return !all_equal(b, static_cast<std::size_t>(a));
  }
  SYCL_FUSE_INDEX_OPERATORS(id)
  SYCL_FUSE_INDEX_RELATIONS(id, Dimensions > 1)

private:
  static constexpr bool all_equal(const id &a, std::size_t b) {
    for (int d = 0; d < Dimensions; ++d)
      if (a.values_[d] != b)
        return false;
    return true;
  }
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

} // namespace sycl
