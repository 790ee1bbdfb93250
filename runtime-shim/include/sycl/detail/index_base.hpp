// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Storage and comparison of id and range.
#pragma once

#include "sycl/detail/index_operators.hpp"

#include <cstddef>
#include <type_traits>

namespace sycl {
template <int Dimensions = 1> class id;
template <int Dimensions = 1> class range;
template <int Dimensions = 1> class nd_range;
template <int Dimensions = 1, bool WithOffset = true> class item;
template <int Dimensions = 1> class nd_item;
template <int Dimensions = 1> class group;

namespace detail {

template <class I, bool If = true> using enable_index = std::enable_if_t<If && std::is_integral_v<I>>;
template <class U, class T, bool If = true>
using enable_index_like = std::enable_if_t<If && !std::is_arithmetic_v<U> && std::is_convertible_v<const U &, T>>;

template <int Dimensions> class index_base {
  static_assert(1 <= Dimensions && Dimensions <= 3, "SYCL has 1 to 3 dimensions");

public:
  static constexpr int dimensions = Dimensions;
  constexpr index_base() = default;
  template <int D = Dimensions, class = std::enable_if_t<D == 1>> constexpr index_base(std::size_t a) : values_{a} {}
  template <int D = Dimensions, class = std::enable_if_t<D == 2>>
  constexpr index_base(std::size_t a, std::size_t b) : values_{a, b} {}
  template <int D = Dimensions, class = std::enable_if_t<D == 3>>
  constexpr index_base(std::size_t a, std::size_t b, std::size_t c) : values_{a, b, c} {}

  constexpr std::size_t get(int dimension) const { return values_[dimension]; }
  constexpr std::size_t &operator[](int dimension) { return values_[dimension]; }
  constexpr std::size_t operator[](int dimension) const { return values_[dimension]; }

  constexpr bool equals(const index_base &o) const {
    for (int d = 0; d < Dimensions; ++d)
      if (values_[d] != o.values_[d])
        return false;
    return true;
  }

protected:
  std::size_t values_[Dimensions] = {};
};

// The conversion of one-dimensional ids and items to an index. In a base, since a conversion function template would
// not go on to convert to int.
template <class Derived, int Dimensions> class index_conversion {};
template <class Derived> class index_conversion<Derived, 1> {
public:
  constexpr operator std::size_t() const { return (*static_cast<const Derived *>(this))[0]; }
};

} // namespace detail
} // namespace sycl
