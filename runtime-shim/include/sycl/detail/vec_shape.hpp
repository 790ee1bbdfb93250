// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facts that operators and builtins know of vec, its swizzles and marray: shape and elements. Everything else is
// generic, so that there is one template per operator or function for all of them, and none for each element type.
#pragma once

#include "sycl/half_type.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {

template <class T, int N> class vec;
template <class T, std::size_t N> class marray;

namespace detail {

template <class V, int... I> class swizzled_vec;

// A value of this shape holds the elements of A: vec<T, N> or marray<T, N>; void for scalars and all other types.
template <class A> struct shape_of : type_is<void> {};
template <class T, int N> struct shape_of<vec<T, N>> : type_is<vec<T, N>> {};
template <class V, int... I>
struct shape_of<swizzled_vec<V, I...>> : type_is<vec<typename V::element_type, sizeof...(I)>> {};
template <class V, int I> struct shape_of<swizzled_vec<V, I>> : type_is<void> {}; // a scalar
template <class T, std::size_t N> struct shape_of<marray<T, N>> : type_is<marray<T, N>> {};
template <class A> using shape_t = typename shape_of<A>::type;

template <class A> struct element_of : type_is<A> {};
template <class T, int N> struct element_of<vec<T, N>> : type_is<T> {};
template <class V, int... I> struct element_of<swizzled_vec<V, I...>> : type_is<typename V::element_type> {};
template <class T, std::size_t N> struct element_of<marray<T, N>> : type_is<T> {};
template <class A> using element_t = typename element_of<A>::type;

// The same shape with elements of type T; T itself for scalars.
template <class A, class T> struct with_element : type_is<T> {};
template <class U, int N, class T> struct with_element<vec<U, N>, T> : type_is<vec<T, N>> {};
template <class V, int... I, class T> struct with_element<swizzled_vec<V, I...>, T> : type_is<vec<T, sizeof...(I)>> {};
template <class V, int I, class T> struct with_element<swizzled_vec<V, I>, T> : type_is<T> {};
template <class U, std::size_t N, class T> struct with_element<marray<U, N>, T> : type_is<marray<T, N>> {};
template <class A, class T> using with_element_t = typename with_element<A, T>::type;

// A value of its own of what A refers to.
template <class A> using value_t = std::conditional_t<std::is_void_v<shape_t<A>>, element_t<A>, shape_t<A>>;

template <class A> inline constexpr bool is_vec = false;
template <class T, int N> inline constexpr bool is_vec<vec<T, N>> = true;
template <class A> inline constexpr bool is_marray = false;
template <class T, std::size_t N> inline constexpr bool is_marray<marray<T, N>> = true;
template <class A> inline constexpr bool has_shape = !std::is_void_v<shape_t<A>>;

template <class T>
inline constexpr bool is_genfloat = std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>;
template <class T> inline constexpr bool is_geninteger = std::is_integral_v<T> && !std::is_same_v<T, bool>;

// The scalar that a builtin takes A for: its element, or what a class converts to as an argument of functions of float,
// double and half, or of codes. Classes that are made of numbers are numbers of their own, with functions of their own.
struct float_functions {
  static float overload(float);
  static double overload(double);
  static half overload(half);
};
struct code_functions {
  static std::uint16_t overload(std::uint16_t);
  static std::uint32_t overload(std::uint32_t);
  static std::uint64_t overload(std::uint64_t);
};
// A program's own function of the name of a builtin may be a template of a class that is never defined: step<Name>(…).
template <class A, class = void> inline constexpr bool is_class_of_numbers = true;
template <class A>
inline constexpr bool is_class_of_numbers<A, std::enable_if_t<(sizeof(A) > 0)>> = std::is_constructible_v<A, float>;

template <class A, class Functions, class = void> struct scalar_of : type_is<element_t<A>> {};
template <class A, class Functions>
struct scalar_of<A, Functions,
                 std::enable_if_t<std::is_class_v<element_t<A>> && !is_class_of_numbers<element_t<A>>,
                                  std::void_t<decltype(Functions::overload(std::declval<const A &>()))>>>
    : type_is<decltype(Functions::overload(std::declval<const A &>()))> {};
template <class A> using scalar_t = typename scalar_of<A, float_functions>::type;

template <class S, class A> constexpr bool fits() {
  if constexpr (has_shape<A>)
    return std::is_same_v<shape_t<A>, S>;
  else
    return std::is_convertible_v<A, element_t<S>>;
}

// The shape of the result of A and B (and C): that of those that have one; the others are converted to its elements. No
// type if none has a shape, or two differ. Quick for those without a shape: the compiler asks this for every operator
// between types that have to do with namespace sycl, iterators over events for one.
template <class S, class... A> struct first_shape : type_is<S> {};
template <class A, class... B> struct first_shape<void, A, B...> : first_shape<shape_t<A>, B...> {};
template <class S, class... A> struct fitting_shape : std::enable_if<(fits<S, A>() && ...), S> {};
template <class... A> struct fitting_shape<void, A...> {};
template <class... A> using common_shape_t = typename fitting_shape<typename first_shape<void, A...>::type, A...>::type;

// The floating-point type that a builtin of these scalars computes in: the widest of them; integers convert to it. void
// for other arguments, and where none is wider than half: a call with half finds these functions by its argument, also
// where it means another one of the same name.
template <class... A> constexpr auto *scalar_float_type() {
  if constexpr ((std::is_convertible_v<A, double> && ...)) {
    if constexpr ((std::is_same_v<scalar_t<A>, double> || ...))
      return static_cast<double *>(nullptr);
    else if constexpr ((std::is_same_v<scalar_t<A>, float> || ...))
      return static_cast<float *>(nullptr);
    else
      return static_cast<void *>(nullptr);
  } else
    return static_cast<void *>(nullptr);
}

// The type that a builtin of A and B (and C) returns: their common shape, or for scalars their common type. No type
// where the elements are not accepted.
template <class A, class... B> constexpr auto *builtin_type() {
  using S = typename first_shape<void, A, B...>::type;
  if constexpr (!std::is_void_v<S>)
    return static_cast<std::conditional_t<fits<S, A>() && (fits<S, B>() && ...), S, void> *>(nullptr);
  else if constexpr ((std::is_same_v<scalar_t<A>, scalar_t<B>> && ...))
    return static_cast<scalar_t<A> *>(nullptr);
  else
    return scalar_float_type<A, B...>();
}
template <class... A> using builtin_type_t = std::remove_pointer_t<decltype(builtin_type<A...>())>;
template <class R> inline constexpr bool is_float_type = is_genfloat<element_t<R>>;
template <class R> inline constexpr bool is_integer_type = is_geninteger<element_t<R>>;
template <class R> inline constexpr bool is_number_type = is_float_type<R> || is_integer_type<R>;

template <class... A> using float_t = std::enable_if_t<is_float_type<builtin_type_t<A...>>, builtin_type_t<A...>>;
template <class... A> using integer_t = std::enable_if_t<is_integer_type<builtin_type_t<A...>>, builtin_type_t<A...>>;
template <class... A> using number_t = std::enable_if_t<is_number_type<builtin_type_t<A...>>, builtin_type_t<A...>>;

// Signed and unsigned integers of Size bytes.
template <std::size_t Size>
using int_of_size = std::conditional_t<
    Size == 1, std::int8_t,
    std::conditional_t<Size == 2, std::int16_t, std::conditional_t<Size == 4, std::int32_t, std::int64_t>>>;
template <std::size_t Size> using uint_of_size = std::make_unsigned_t<int_of_size<Size>>;

// How many elements of type T the arguments of a constructor are; negative if one is of something else.
template <class T, class A> constexpr int count_of() {
  constexpr int none = -1000000;
  if constexpr (has_shape<A>)
    return std::is_same_v<element_t<A>, T> ? static_cast<int>(shape_t<A>::size()) : none;
  else
    return std::is_convertible_v<element_t<A>, T> ? 1 : none; // a swizzle of one counts as its element
}
template <class T, class... A> constexpr int element_count() { return (count_of<T, A>() + ...); }

// The type that comparisons of R give: bool, marray<bool, N>, or a vec of integers as wide as the elements, -1 for
// true.
template <class R> struct relation_of : type_is<bool> {};
template <class T, int N> struct relation_of<vec<T, N>> : type_is<vec<int_of_size<sizeof(T)>, N>> {};
template <class T, std::size_t N> struct relation_of<marray<T, N>> : type_is<marray<bool, N>> {};
template <class R> using relation_t = typename relation_of<R>::type;

template <class A> constexpr decltype(auto) element(const A &a, std::size_t i) {
  if constexpr (has_shape<A>)
    return a.element_at(i);
  else
    return (a);
}

template <class F, class... A> constexpr auto map_one(F &f, std::size_t i, const A &...a) {
  return f(element(a, i)...);
}

struct from_elements {};
template <class R, class F, int... I, class... A>
constexpr R map_vec(F &f, std::integer_sequence<int, I...>, const A &...a) {
  return R(from_elements(), static_cast<element_t<R>>(map_one(f, I, a...))...);
}

// f of the elements of a…, element by element; of a… themselves where R is a scalar. A scalar is each of its elements.
template <class R, class F, class... A> constexpr R map(F f, const A &...a) {
  if constexpr (is_vec<R>)
    return map_vec<R>(f, std::make_integer_sequence<int, R::size()>(), a...);
  else if constexpr (is_marray<R>) {
    R r{};
    for (std::size_t i = 0; i < R::size(); ++i)
      r[i] = static_cast<element_t<R>>(map_one(f, i, a...));
    return r;
  } else
    return static_cast<R>(f(a...));
}

// True as an element of R.
template <class R> constexpr element_t<R> truth(bool b) {
  if constexpr (is_vec<R>)
    return static_cast<element_t<R>>(-static_cast<int>(b));
  else
    return b;
}

} // namespace detail
} // namespace sycl
