// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::marray (SYCL 2020, 4.14.3): N elements of any number type, one after the other, aligned as one of them.
#pragma once

#include "sycl/detail/vec_shape.hpp"
#include "sycl/device_copyable.hpp"
#include "sycl/vec.hpp"

namespace sycl {

template <class T, std::size_t N> class marray {
  static_assert(N > 0, "an marray has at least one element");

public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;

  constexpr marray() : values{} {}
  // N times x.
  explicit constexpr marray(const T &x) : values{} {
    for (T &value : values)
      value = x;
  }
  // From elements and marrays, N elements together.
  template <class A, class B, class... C, class = std::enable_if_t<detail::element_count<T, A, B, C...>() == int(N)>>
  constexpr marray(const A &a, const B &b, const C &...c) : values{} {
    std::size_t at = 0;
    append(at, a);
    append(at, b);
    (append(at, c), ...);
  }
  marray(const marray &) = default;
  marray &operator=(const marray &) = default;
  template <class B, class = std::enable_if_t<!detail::has_shape<B> && std::is_convertible_v<B, T>>>
  constexpr marray &operator=(const B &x) {
    return *this = marray(static_cast<T>(x));
  }
  // The only element.
  template <std::size_t M = N, class = std::enable_if_t<M == 1>> constexpr operator T() const { return values[0]; }

  static constexpr std::size_t size() noexcept { return N; }
  constexpr T &operator[](std::size_t i) { return values[i]; }
  constexpr const T &operator[](std::size_t i) const { return values[i]; }
  constexpr const T &element_at(std::size_t i) const { return values[i]; }
  constexpr iterator begin() { return values; }
  constexpr const_iterator begin() const { return values; }
  constexpr iterator end() { return values + N; }
  constexpr const_iterator end() const { return values + N; }
  SYCL_FUSE_ASSIGNING_OPERATORS(marray, )

private:
  template <class A> constexpr void append(std::size_t &at, const A &a) {
    if constexpr (detail::is_marray<A>)
      for (std::size_t i = 0; i < A::size(); ++i)
        values[at++] = a[i];
    else
      values[at++] = static_cast<T>(a);
  }

  T values[N];
};

template <class T, class... U> marray(T, U...) -> marray<T, sizeof...(U) + 1>;

template <class T, std::size_t N> struct is_device_copyable<marray<T, N>> : is_device_copyable<T> {};

#define SYCL_FUSE_MARRAY_ALIASES(name, ...)                                                                            \
  using m##name##2 = marray<__VA_ARGS__, 2>;                                                                           \
  using m##name##3 = marray<__VA_ARGS__, 3>;                                                                           \
  using m##name##4 = marray<__VA_ARGS__, 4>;                                                                           \
  using m##name##8 = marray<__VA_ARGS__, 8>;                                                                           \
  using m##name##16 = marray<__VA_ARGS__, 16>;
SYCL_FUSE_ELEMENT_TYPES(SYCL_FUSE_MARRAY_ALIASES)
SYCL_FUSE_MARRAY_ALIASES(bool, bool)
#undef SYCL_FUSE_MARRAY_ALIASES
#undef SYCL_FUSE_ELEMENT_TYPES
#undef SYCL_FUSE_ASSIGNING_OPERATOR
#undef SYCL_FUSE_ASSIGNING_OPERATORS

} // namespace sycl
