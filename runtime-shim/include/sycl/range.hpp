// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::range (SYCL 2020, 4.9.1.1).
#pragma once

#include "sycl/detail/index_base.hpp"

namespace sycl {

template <int Dimensions> class range : public detail::index_base<Dimensions> {
  using base = detail::index_base<Dimensions>;

public:
  using base::base;
  constexpr range() = default;

  constexpr std::size_t size() const {
    std::size_t n = 1;
    for (int d = 0; d < Dimensions; ++d)
      n *= this->values_[d];
    return n;
  }

  friend constexpr bool operator==(const range &a, const range &b) { return a.equals(b); }
  friend constexpr bool operator!=(const range &a, const range &b) { return !a.equals(b); }
  SYCL_FUSE_INDEX_OPERATORS(range)
  SYCL_FUSE_INDEX_RELATIONS(range, true)
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

} // namespace sycl
