// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements by name, and swizzles, of vec and of swizzles themselves (SYCL 2020, 4.14.2.2 and 4.14.2.4). A name of one
// element gives a reference to it, as the specification has it since November 2024 (a swizzle before).
#pragma once

#include "sycl/detail/vec_shape.hpp"
#ifdef SYCL_SIMPLE_SWIZZLES
#include "sycl/detail/vec_simple_swizzles.hpp"
#endif

namespace sycl {

// Indices for swizzle<…>().
struct elem {
  static constexpr int x = 0, y = 1, z = 2, w = 3;
  static constexpr int r = 0, g = 1, b = 2, a = 3;
  static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
  static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

namespace detail {

// For a vec that is a temporary, the value: a reference would outlive it.
#define SYCL_FUSE_ELEMENT(name, index)                                                                                 \
  decltype(auto) name() & { return self().template named<index>(); }                                                   \
  decltype(auto) name() const & { return self().template named<index>(); }                                             \
  decltype(auto) name() && { return static_cast<Self &&>(*this).template named<index>(); }
#define SYCL_FUSE_ELEMENT_SELF                                                                                         \
  Self &self() { return static_cast<Self &>(*this); }                                                                  \
  const Self &self() const { return static_cast<const Self &>(*this); }

// Names of the elements of Self, which derives from this.
template <class Self, int N> struct element_names;

template <class Self> struct element_names<Self, 1> {
  SYCL_FUSE_ELEMENT(x, 0)
  SYCL_FUSE_ELEMENT(s0, 0)

private:
  SYCL_FUSE_ELEMENT_SELF
};

template <class Self> struct element_names<Self, 2> {
  SYCL_FUSE_ELEMENT(x, 0)
  SYCL_FUSE_ELEMENT(y, 1)
  SYCL_FUSE_ELEMENT(s0, 0)
  SYCL_FUSE_ELEMENT(s1, 1)
#ifdef SYCL_SIMPLE_SWIZZLES
  SYCL_FUSE_SIMPLE_SWIZZLES_2
#endif

private:
  SYCL_FUSE_ELEMENT_SELF
};

template <class Self> struct element_names<Self, 3> {
  SYCL_FUSE_ELEMENT(x, 0)
  SYCL_FUSE_ELEMENT(y, 1)
  SYCL_FUSE_ELEMENT(z, 2)
  SYCL_FUSE_ELEMENT(s0, 0)
  SYCL_FUSE_ELEMENT(s1, 1)
  SYCL_FUSE_ELEMENT(s2, 2)
#ifdef SYCL_SIMPLE_SWIZZLES
  SYCL_FUSE_SIMPLE_SWIZZLES_3
#endif

private:
  SYCL_FUSE_ELEMENT_SELF
};

template <class Self> struct element_names<Self, 4> {
  SYCL_FUSE_ELEMENT(x, 0)
  SYCL_FUSE_ELEMENT(y, 1)
  SYCL_FUSE_ELEMENT(z, 2)
  SYCL_FUSE_ELEMENT(w, 3)
  SYCL_FUSE_ELEMENT(r, 0)
  SYCL_FUSE_ELEMENT(g, 1)
  SYCL_FUSE_ELEMENT(b, 2)
  SYCL_FUSE_ELEMENT(a, 3)
  SYCL_FUSE_ELEMENT(s0, 0)
  SYCL_FUSE_ELEMENT(s1, 1)
  SYCL_FUSE_ELEMENT(s2, 2)
  SYCL_FUSE_ELEMENT(s3, 3)
#ifdef SYCL_SIMPLE_SWIZZLES
  SYCL_FUSE_SIMPLE_SWIZZLES_4
#endif

private:
  SYCL_FUSE_ELEMENT_SELF
};

template <class Self> struct element_names<Self, 8> {
  SYCL_FUSE_ELEMENT(s0, 0)
  SYCL_FUSE_ELEMENT(s1, 1)
  SYCL_FUSE_ELEMENT(s2, 2)
  SYCL_FUSE_ELEMENT(s3, 3)
  SYCL_FUSE_ELEMENT(s4, 4)
  SYCL_FUSE_ELEMENT(s5, 5)
  SYCL_FUSE_ELEMENT(s6, 6)
  SYCL_FUSE_ELEMENT(s7, 7)

private:
  SYCL_FUSE_ELEMENT_SELF
};

template <class Self> struct element_names<Self, 16> : element_names<Self, 8> {
  SYCL_FUSE_ELEMENT(s8, 8)
  SYCL_FUSE_ELEMENT(s9, 9)
  SYCL_FUSE_ELEMENT(sA, 10)
  SYCL_FUSE_ELEMENT(sB, 11)
  SYCL_FUSE_ELEMENT(sC, 12)
  SYCL_FUSE_ELEMENT(sD, 13)
  SYCL_FUSE_ELEMENT(sE, 14)
  SYCL_FUSE_ELEMENT(sF, 15)

private:
  SYCL_FUSE_ELEMENT_SELF
};
#undef SYCL_FUSE_ELEMENT
#undef SYCL_FUSE_ELEMENT_SELF

// The elements First, First + Step, … of v.
template <int First, int Step, class V, int... K> decltype(auto) every(V &v, std::integer_sequence<int, K...>) {
  return v.template swizzle<(First + Step * K)...>();
}

} // namespace detail
} // namespace sycl
