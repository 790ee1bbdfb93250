// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Function objects (SYCL 2020, 4.17.2) and their identities (4.17.2.2), which group algorithms and reductions know.
#pragma once

#include "sycl/half_type.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace sycl {

template <class T = void> using plus = std::plus<T>;
template <class T = void> using multiplies = std::multiplies<T>;
template <class T = void> using bit_and = std::bit_and<T>;
template <class T = void> using bit_or = std::bit_or<T>;
template <class T = void> using bit_xor = std::bit_xor<T>;
template <class T = void> using logical_and = std::logical_and<T>;
template <class T = void> using logical_or = std::logical_or<T>;

template <class T = void> struct minimum {
  constexpr T operator()(const T &x, const T &y) const { return y < x ? y : x; }
};
template <> struct minimum<void> {
  using is_transparent = void;
  template <class T, class U> constexpr auto operator()(T &&x, U &&y) const -> std::common_type_t<T, U> {
    return y < x ? std::forward<U>(y) : std::forward<T>(x);
  }
};
template <class T = void> struct maximum {
  constexpr T operator()(const T &x, const T &y) const { return x < y ? y : x; }
};
template <> struct maximum<void> {
  using is_transparent = void;
  template <class T, class U> constexpr auto operator()(T &&x, U &&y) const -> std::common_type_t<T, U> {
    return x < y ? std::forward<U>(y) : std::forward<T>(x);
  }
};

namespace detail {

template <class T> inline constexpr bool is_float_v = std::is_floating_point_v<T> || std::is_same_v<T, half>;
template <class T> inline constexpr bool is_number_v = std::is_arithmetic_v<T> || std::is_same_v<T, half>;

// The operation that a function object does on values of type T.
template <class Op, template <class> class Of, class T>
inline constexpr bool is_operation_v =
    std::is_same_v<Op, Of<T>> || std::is_same_v<Op, Of<void>> || std::is_same_v<Op, Of<const T>>;

// Whether the options of the compiler (-ffast-math) let it take values for finite: an infinity is undefined then.
inline constexpr bool finite_math_only = __FINITE_MATH_ONLY__;

// Largest and smallest value: infinities where there are some.
template <class T> constexpr T highest() {
  if constexpr (is_float_v<T> && !finite_math_only)
    return std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::max();
}
template <class T> constexpr T lowest() {
  if constexpr (is_float_v<T> && !finite_math_only)
    return -std::numeric_limits<T>::infinity();
  else
    return std::numeric_limits<T>::lowest();
}

template <class Op, class T> constexpr bool knows_identity() {
  if constexpr (!is_number_v<T>)
    return false;
  else
    return is_operation_v<Op, plus, T> || is_operation_v<Op, multiplies, T> || is_operation_v<Op, minimum, T> ||
           is_operation_v<Op, maximum, T> || is_operation_v<Op, logical_and, T> || is_operation_v<Op, logical_or, T> ||
           (std::is_integral_v<T> &&
            (is_operation_v<Op, bit_and, T> || is_operation_v<Op, bit_or, T> || is_operation_v<Op, bit_xor, T>));
}
template <class Op, class T> constexpr T identity() {
  if constexpr (is_operation_v<Op, multiplies, T> || is_operation_v<Op, logical_and, T>)
    return static_cast<T>(1);
  else if constexpr (is_operation_v<Op, minimum, T>)
    return highest<T>();
  else if constexpr (is_operation_v<Op, maximum, T>)
    return lowest<T>();
  else if constexpr (is_operation_v<Op, bit_and, T>)
    return static_cast<T>(~T(0));
  else
    return static_cast<T>(0);
}

} // namespace detail

template <class BinaryOperation, class T>
struct has_known_identity
    : std::bool_constant<detail::knows_identity<std::decay_t<BinaryOperation>, std::remove_cv_t<T>>()> {};
template <class BinaryOperation, class T>
inline constexpr bool has_known_identity_v = has_known_identity<BinaryOperation, T>::value;
template <class BinaryOperation, class T> struct known_identity {
  static_assert(has_known_identity_v<BinaryOperation, T>, "no identity is known for this operation and type");
  static constexpr std::remove_cv_t<T> value = detail::identity<std::decay_t<BinaryOperation>, std::remove_cv_t<T>>();
};
template <class BinaryOperation, class T>
inline constexpr std::remove_cv_t<T> known_identity_v = known_identity<BinaryOperation, T>::value;

} // namespace sycl
