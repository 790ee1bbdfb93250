// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::vec (SYCL 2020, 4.14.2): 1, 2, 3, 4, 8 or 16 elements of an arithmetic type, half or std::byte, in one of the
// compiler's vectors. It has the size of N elements, or of 4 if N is 3, and is aligned to its size, but to 64 bytes at
// most. The layout is the same on host and device.
#pragma once

#include "sycl/detail/vec_convert.hpp"
#include "sycl/detail/vec_swizzle.hpp"
#include "sycl/memory_enums.hpp"

namespace sycl {
namespace ext::oneapi {
class bfloat16;
}
namespace detail {

template <class T> inline constexpr bool is_bfloat16 = std::is_same_v<T, ext::oneapi::bfloat16>;

// The type that holds an element in the compiler's vectors, which cannot consist of bool, std::byte or classes.
template <class T>
using native_element = std::conditional_t<
    std::is_same_v<T, half>, _Float16,
    std::conditional_t<is_bfloat16<T>, std::uint16_t,
                       std::conditional_t<std::is_same_v<T, bool> || std::is_same_v<T, std::byte>, unsigned char, T>>>;

constexpr std::size_t vec_alignment(std::size_t size, int n) {
  std::size_t all = size * static_cast<std::size_t>(n == 3 ? 4 : n);
  return all > 64 ? 64 : all;
}
template <class T, int N> struct vec_storage {
  typedef native_element<T> type __attribute__((ext_vector_type(N), aligned(vec_alignment(sizeof(T), N))));
};
template <class T> struct vec_storage<T, 1> {
  using type = native_element<T>;
};

// True if the compiler's operators on its vectors do what those of the elements do.
template <class T>
inline constexpr bool has_native_operators =
    !std::is_same_v<T, bool> && !std::is_same_v<T, std::byte> && !is_bfloat16<T>;

template <class P> constexpr auto raw_pointer(const P &p) {
  if constexpr (std::is_pointer_v<P>)
    return p;
  else
    return p.get_raw();
}

} // namespace detail

template <class T, int N> class vec : public detail::element_names<vec<T, N>, N> {
  static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16, "a vec has 1, 2, 3, 4, 8 or 16 elements");
  static_assert(std::is_arithmetic_v<T> || std::is_same_v<T, half> || std::is_same_v<T, std::byte> ||
                    detail::is_bfloat16<T>,
                "a vec has elements of an arithmetic type, sycl::half, bfloat16 or std::byte");
  using native_t = detail::native_element<T>;

public:
  using element_type = T;
  using value_type = T;
  // The compiler's vector, or the type of the element if there is only one.
  using vector_t = typename detail::vec_storage<T, N>::type;

  // Trivial, so that a union may have a vec: elements of `vec v;` are undefined, those of `vec()` are 0.
  vec() = default;
  // All elements are x.
  explicit constexpr vec(const T &x) : vec(to_native(x), std::make_integer_sequence<int, N>()) {}
  // The only element, implicitly if it has the type. If not, braces narrow here as they do around several elements.
  template <class A, std::enable_if_t<N == 1 && std::is_same_v<A, T>, int> = 0>
  constexpr vec(const A &x) : value(to_native(x)) {}
  template <class A,
            std::enable_if_t<N == 1 && std::is_arithmetic_v<A> && !std::is_same_v<A, T> && std::is_convertible_v<A, T>,
                             int> = 0>
  explicit constexpr vec(const A &x) : vec(static_cast<T>(x)) {}
  template <class V, int I, int M = N, class = std::enable_if_t<M == 1 && std::is_same_v<typename V::element_type, T>>>
  constexpr vec(const detail::swizzled_vec<V, I> &x) : vec(static_cast<T>(x)) {}
  template <class V, int I, class E = typename V::element_type,
            std::enable_if_t<N == 1 && !std::is_same_v<E, T> && std::is_convertible_v<E, T>, int> = 0>
  explicit constexpr vec(const detail::swizzled_vec<V, I> &x) : vec(static_cast<T>(x.element_at(0))) {}
  // From elements, vecs and swizzles that have N elements together.
  template <class A, class B, class... C, class = std::enable_if_t<detail::element_count<T, A, B, C...>() == N>>
  constexpr vec(const A &a, const B &b, const C &...c) : value{} {
    if constexpr (sizeof...(C) + 2 == N)
      value = vector_t{to_native(static_cast<T>(single(a))), to_native(static_cast<T>(single(b))),
                       to_native(static_cast<T>(single(c)))...};
    else {
      int at = 0;
      append(at, a);
      append(at, b);
      (append(at, c), ...);
    }
  }
  // A native vector, and back.
  template <class V, class = std::enable_if_t<(N > 1) && std::is_same_v<V, vector_t>>>
  constexpr vec(const V &v) : value(v) {}
  constexpr operator const vector_t &() const { return value; }
  // The only element.
  template <int M = N, class = std::enable_if_t<M == 1 && !std::is_same_v<T, native_t>>> constexpr operator T() const {
    return element_at(0);
  }
  // Not for users: from elements of their own types.
  template <class... E> constexpr vec(detail::from_elements, E... e) : value{to_native(e)...} {}

  vec(const vec &) = default;
  vec &operator=(const vec &) = default;
  template <class B, class = std::enable_if_t<!detail::has_shape<B> && std::is_convertible_v<B, T>>>
  constexpr vec &operator=(const B &x) {
    return *this = vec(static_cast<T>(x));
  }
  SYCL_FUSE_ASSIGNING_OPERATORS(vec, )

  static constexpr std::size_t size() noexcept { return N; }
  static constexpr std::size_t byte_size() noexcept { return sizeof(vec); }
  static constexpr std::size_t get_count() { return size(); }
  static constexpr std::size_t get_size() { return byte_size(); }

  // Vectors may be accessed as anything (they alias like char), so that a reference to an element is sound.
  T &operator[](int i) { return reinterpret_cast<T *>(&value)[i]; }
  const T &operator[](int i) const { return reinterpret_cast<const T *>(&value)[i]; }

  // Not for users: element i, zero for the fourth of three, and a new value for it.
  constexpr T element_at(std::size_t i) const {
    if constexpr (N == 1)
      return from_native(value);
    else
      return i < N ? from_native(value[i]) : T();
  }
  constexpr void set_element(std::size_t i, T x) {
    if constexpr (N == 1)
      value = to_native(x);
    else if (i < N) {
      // Writes this element alone. The compiler would write the whole vector, and so undo what other work-items write.
      if (__builtin_is_constant_evaluated())
        value[i] = to_native(x);
      else
        (*this)[static_cast<int>(i)] = x;
    }
  }
  constexpr const vector_t &native() const { return value; }

  // The elements with these indices, as a reference into this vec; for a temporary, their values.
  template <int... I> auto swizzle() & { return swizzled<I...>(*this); }
  template <int... I> auto swizzle() const & { return swizzled<I...>(*this); }
  template <int... I> auto swizzle() && {
    return static_cast<detail::value_t<detail::swizzled_vec<vec, I...>>>(swizzled<I...>(*this));
  }
  // Not for users: the element of a name.
  template <int I> T &named() & { return (*this)[I]; }
  template <int I> const T &named() const & { return (*this)[I]; }
  template <int I> T named() && { return (*this)[I]; }
  // Halves. Three elements count as four, the last of which is undefined.
  decltype(auto) lo() { return detail::every<0, 1>(*this, half_sequence()); }
  decltype(auto) lo() const { return detail::every<0, 1>(*this, half_sequence()); }
  decltype(auto) hi() { return detail::every<(N + 1) / 2, 1>(*this, half_sequence()); }
  decltype(auto) hi() const { return detail::every<(N + 1) / 2, 1>(*this, half_sequence()); }
  decltype(auto) odd() { return detail::every<1, 2>(*this, half_sequence()); }
  decltype(auto) odd() const { return detail::every<1, 2>(*this, half_sequence()); }
  decltype(auto) even() { return detail::every<0, 2>(*this, half_sequence()); }
  decltype(auto) even() const { return detail::every<0, 2>(*this, half_sequence()); }

  // Converts each element. The result is undefined if a value does not fit an integer.
  template <class To, rounding_mode Mode = rounding_mode::automatic> constexpr vec<To, N> convert() const {
    auto f = [](T x) { return detail::convert_element<To, Mode>(x); };
    return detail::map<vec<To, N>>(f, *this);
  }
  // The same bits as another vec of the same size.
  template <class As> constexpr As as() const {
    static_assert(sizeof(As) == sizeof(vec), "as() needs a type of the same size");
    return __builtin_bit_cast(As, *this);
  }

  // N elements at p + offset * N, where p is a pointer or multi_ptr to elements, aligned as they are.
  template <class P> void load(std::size_t offset, P p) {
    vector_t v{};
    __builtin_memcpy(&v, detail::raw_pointer(p) + offset * N, N * sizeof(T));
    value = v;
  }
  template <class P> void store(std::size_t offset, P p) const {
    __builtin_memcpy(detail::raw_pointer(p) + offset * N, &value, N * sizeof(T));
  }
  // The same where a program names the address space, and what multi_ptr it is.
  template <access::address_space Space, access::decorated IsDecorated = access::decorated::legacy, class P>
  void load(std::size_t offset, P p) {
    load<P>(offset, p);
  }
  template <access::address_space Space, access::decorated IsDecorated = access::decorated::legacy, class P>
  void store(std::size_t offset, P p) const {
    store<P>(offset, p);
  }

private:
  using half_sequence = std::make_integer_sequence<int, (N + 1) / 2>;

  static constexpr native_t to_native(T x) {
    if constexpr (detail::is_bfloat16<T>)
      return __builtin_bit_cast(native_t, x);
    else
      return static_cast<native_t>(detail::plain(x));
  }
  static constexpr T from_native(native_t x) {
    if constexpr (detail::is_bfloat16<T>)
      return __builtin_bit_cast(T, x);
    else
      return static_cast<T>(x);
  }
  template <int... I> constexpr vec(native_t x, std::integer_sequence<int, I...>) : value{((void)I, x)...} {}
  template <class A> static constexpr detail::element_t<A> single(const A &a) {
    if constexpr (detail::has_shape<A>)
      return a.element_at(0);
    else
      return a;
  }
  template <class A> constexpr void append(int &at, const A &a) {
    if constexpr (detail::has_shape<A>)
      for (std::size_t i = 0; i < A::size(); ++i)
        set_element(at++, a.element_at(i));
    else
      set_element(at++, static_cast<T>(single(a)));
  }
  template <int... I, class V> static auto swizzled(V &v) {
    static_assert(((I >= 0 && I < (N == 3 ? 4 : N)) && ...), "a swizzle takes elements that the vec has");
    return detail::swizzled_vec<V, I...>(v);
  }

  vector_t value;
};

// From SYCL 1.2.1.
using byte [[deprecated("std::byte or std::uint8_t")]] = std::uint8_t;

template <class T, class... U> vec(T, U...) -> vec<T, sizeof...(U) + 1>;

// The names of element types in those of vec and marray.
#define SYCL_FUSE_ELEMENT_TYPES(Alias)                                                                                 \
  Alias(char, std::int8_t) Alias(uchar, std::uint8_t) Alias(short, std::int16_t) Alias(ushort, std::uint16_t)          \
      Alias(int, std::int32_t) Alias(uint, std::uint32_t) Alias(long, std::int64_t) Alias(ulong, std::uint64_t)        \
          Alias(half, half) Alias(float, float) Alias(double, double)
#define SYCL_FUSE_VEC_ALIASES(name, ...)                                                                               \
  using name##2 = vec<__VA_ARGS__, 2>;                                                                                 \
  using name##3 = vec<__VA_ARGS__, 3>;                                                                                 \
  using name##4 = vec<__VA_ARGS__, 4>;                                                                                 \
  using name##8 = vec<__VA_ARGS__, 8>;                                                                                 \
  using name##16 = vec<__VA_ARGS__, 16>;
SYCL_FUSE_ELEMENT_TYPES(SYCL_FUSE_VEC_ALIASES)
#undef SYCL_FUSE_VEC_ALIASES

} // namespace sycl

#include "sycl/detail/element_operators.hpp"
#include "sycl/detail/vec_operators.hpp"
#include "sycl/detail/vec_printf.hpp"
