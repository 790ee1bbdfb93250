// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Some elements of a vec, in some order (SYCL 2020, 4.14.2.4): converts to a vec, and can be assigned to where no
// element occurs twice. One element is a value of the element's type wherever one is wanted: in operators and functions
// it counts as a scalar. Refers to its vec, which must outlive it.
#pragma once

#include "sycl/detail/vec_names.hpp"

namespace sycl::detail {

template <int... I> constexpr bool all_distinct() {
  int index[] = {I...};
  for (std::size_t i = 0; i < sizeof...(I); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (index[i] == index[j])
        return false;
  return true;
}

template <class V, class T> using element_reference = std::conditional_t<std::is_const_v<V>, const T &, T &>;

// Compound assignment and increment of vec, swizzles and marray (marray.hpp undefines it).
#define SYCL_FUSE_ASSIGNING_OPERATORS(Self, Const)                                                                     \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, +)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, -)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, *)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, /)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, %)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, &)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, |)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, ^)                                                                         \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, <<)                                                                        \
  SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, >>)                                                                        \
  constexpr Const Self &operator++() Const { return *this = *this + value_type(1); }                                   \
  constexpr Const Self &operator--() Const { return *this = *this - value_type(1); }                                   \
  constexpr auto operator++(int) Const {                                                                               \
    detail::value_t<Self> old = *this;                                                                                 \
    ++*this;                                                                                                           \
    return old;                                                                                                        \
  }                                                                                                                    \
  constexpr auto operator--(int) Const {                                                                               \
    detail::value_t<Self> old = *this;                                                                                 \
    --*this;                                                                                                           \
    return old;                                                                                                        \
  }
#define SYCL_FUSE_ASSIGNING_OPERATOR(Self, Const, op)                                                                  \
  template <class B = detail::value_t<Self>> constexpr Const Self &operator op## = (const B &b)Const {                 \
    return *this = *this op b;                                                                                         \
  }

template <class V, int I> struct operand_of<swizzled_vec<V, I>> : type_is<typename V::element_type> {};

// Conversions of Self, which derives from this. The first two are no templates, because operators do not try templates
// to convert their operands.
template <class Self, class T, int N> struct swizzle_value {
  constexpr operator vec<T, N>() const { return static_cast<const Self &>(*this).whole(); }
};
template <class Self, class T> struct swizzle_value<Self, T, 1> {
  constexpr operator T() const { return static_cast<const Self &>(*this).element_at(0); }
  // A class, such as half, converts to numbers itself, and C++ takes one step of a user's at a time.
  template <class S, class C = T, std::enable_if_t<std::is_class_v<C> && std::is_arithmetic_v<S>, int> = 0>
  constexpr operator S() const {
    return static_cast<S>(static_cast<const Self &>(*this).element_at(0));
  }
};

// V: vec<T, N> or const vec<T, N>.
template <class V, int... I>
class swizzled_vec : public element_names<swizzled_vec<V, I...>, sizeof...(I)>,
                     public swizzle_value<swizzled_vec<V, I...>, typename V::element_type, sizeof...(I)> {
public:
  using element_type = typename V::element_type;
  using value_type = element_type;

  explicit constexpr swizzled_vec(V &v) : v(&v) {}
  // Not trivial, so that it cannot be passed through an ellipsis, which would not convert it (vec_printf.hpp).
  constexpr swizzled_vec(const swizzled_vec &other) : v(other.v) {}

  static constexpr std::size_t size() noexcept { return sizeof...(I); }
  static constexpr std::size_t byte_size() noexcept { return sizeof(vec<element_type, sizeof...(I)>); }
  static constexpr std::size_t get_count() { return size(); }
  static constexpr std::size_t get_size() { return byte_size(); }

  constexpr vec<element_type, sizeof...(I)> whole() const {
    return vec<element_type, sizeof...(I)>(from_elements(), v->element_at(I)...);
  }
  constexpr element_type element_at(std::size_t i) const { return v->element_at(index[i]); }
  element_reference<V, element_type> operator[](int i) const { return (*v)[index[i]]; }
  // The address of the element itself, as programs take it to reinterpret what lies there.
  template <std::size_t N = sizeof...(I), class = std::enable_if_t<N == 1>> auto *operator&() const {
    return &(*v)[index[0]];
  }

  const swizzled_vec &operator=(const swizzled_vec &other) const { return assign(other); }
  swizzled_vec &operator=(const swizzled_vec &other) {
    assign(other);
    return *this;
  }
  template <class B, class = std::enable_if_t<!std::is_const_v<V> && fits<vec<element_type, sizeof...(I)>, B>()>>
  const swizzled_vec &operator=(const B &b) const {
    return assign(b);
  }
  SYCL_FUSE_ASSIGNING_OPERATORS(swizzled_vec, const)

  template <int... J> decltype(auto) swizzle() const { return v->template swizzle<index[J]...>(); }
  template <int J> element_reference<V, element_type> named() const { return (*this)[J]; }
  decltype(auto) lo() const { return every<0, 1>(*this, half_sequence()); }
  decltype(auto) hi() const { return every<(int(size()) + 1) / 2, 1>(*this, half_sequence()); }
  decltype(auto) odd() const { return every<1, 2>(*this, half_sequence()); }
  decltype(auto) even() const { return every<0, 2>(*this, half_sequence()); }

  template <class To, rounding_mode Mode = rounding_mode::automatic> auto convert() const {
    return whole().template convert<To, Mode>();
  }
  template <class As> As as() const { return whole().template as<As>(); }
  template <class P> void load(std::size_t offset, P p) const {
    vec<element_type, sizeof...(I)> r;
    r.load(offset, p);
    assign(r);
  }
  template <class P> void store(std::size_t offset, P p) const { whole().store(offset, p); }

private:
  using half_sequence = std::make_integer_sequence<int, (int(sizeof...(I)) + 1) / 2>;
  static constexpr int index[] = {I...};

  // All of b is read before anything is written: they may share elements.
  template <class B> const swizzled_vec &assign(const B &b) const {
    static_assert(!std::is_const_v<V>, "a swizzle of a constant vec cannot be assigned to");
    static_assert(all_distinct<I...>(), "a swizzle with a repeated element cannot be assigned to");
    vec<element_type, sizeof...(I)> r(b);
    for (std::size_t i = 0; i < sizeof...(I); ++i)
      v->set_element(static_cast<std::size_t>(index[i]), r.element_at(i));
    return *this;
  }

  V *v;
};

} // namespace sycl::detail
