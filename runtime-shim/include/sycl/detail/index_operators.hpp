// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators that id and range share (SYCL 2020, 4.9.1.1 and 4.9.1.3), generated for each of the two classes.
#pragma once

// Element-wise binary operators: T op T, T op size_t, size_t op T. Templates, so that a floating-point operand does not
// become an index: a one-dimensional id converts to a number instead. `condition`: whether T has the operator.
#define SYCL_FUSE_INDEX_BINARY(T, op, condition)                                                                       \
  template <class U, class = detail::enable_index_like<U, T, (condition)>>                                             \
  friend constexpr T operator op(const T &a, const U &other) {                                                         \
    T r = a, b = other;                                                                                                \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      r.values_[d] = a.values_[d] op b.values_[d];                                                                     \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class I, class = detail::enable_index<I, (condition)>> friend constexpr T operator op(const T &a, I b) {   \
    T r = a;                                                                                                           \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      r.values_[d] = a.values_[d] op static_cast<std::size_t>(b);                                                      \
    return r;                                                                                                          \
  }                                                                                                                    \
  template <class I, class = detail::enable_index<I, (condition)>> friend constexpr T operator op(I a, const T &b) {   \
    T r = b;                                                                                                           \
    for (int d = 0; d < Dimensions; ++d)                                                                               \
      r.values_[d] = static_cast<std::size_t>(a) op b.values_[d];                                                      \
    return r;                                                                                                          \
  }

// 1 where it holds, else 0. A one-dimensional id is a number where numbers are compared, so that `i < n && x[i] > 0`
// reads x[i] only if i < n.
#define SYCL_FUSE_INDEX_RELATIONS(T, condition)                                                                        \
  SYCL_FUSE_INDEX_BINARY(T, <, condition)                                                                              \
  SYCL_FUSE_INDEX_BINARY(T, >, condition)                                                                              \
  SYCL_FUSE_INDEX_BINARY(T, <=, condition)                                                                             \
  SYCL_FUSE_INDEX_BINARY(T, >=, condition)                                                                             \
  SYCL_FUSE_INDEX_BINARY(T, &&, condition)                                                                             \
  SYCL_FUSE_INDEX_BINARY(T, ||, condition)

#define SYCL_FUSE_INDEX_ASSIGN(T, op)                                                                                  \
  friend constexpr T &operator op## = (T & a, const T &b) { return a = a op b; }                                       \
  friend constexpr T &operator op## = (T & a, const std::size_t &b) { return a = a op b; }

#define SYCL_FUSE_INDEX_BOTH(T, op) SYCL_FUSE_INDEX_BINARY(T, op, true) SYCL_FUSE_INDEX_ASSIGN(T, op)

#define SYCL_FUSE_INDEX_UNARY(T)                                                                                       \
  friend constexpr T operator+(const T &a) { return a; }                                                               \
  friend constexpr T operator-(const T &a) { return std::size_t{0} - a; }                                              \
  friend constexpr T &operator++(T &a) { return a = a + std::size_t{1}; }                                              \
  friend constexpr T &operator--(T &a) { return a = a - std::size_t{1}; }                                              \
  friend constexpr T operator++(T &a, int) {                                                                           \
    T old = a;                                                                                                         \
    ++a;                                                                                                               \
    return old;                                                                                                        \
  }                                                                                                                    \
  friend constexpr T operator--(T &a, int) {                                                                           \
    T old = a;                                                                                                         \
    --a;                                                                                                               \
    return old;                                                                                                        \
  }

#define SYCL_FUSE_INDEX_OPERATORS(T)                                                                                   \
  SYCL_FUSE_INDEX_BOTH(T, +)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, -)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, *)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, /)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, %)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, <<)                                                                                          \
  SYCL_FUSE_INDEX_BOTH(T, >>)                                                                                          \
  SYCL_FUSE_INDEX_BOTH(T, &)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, |)                                                                                           \
  SYCL_FUSE_INDEX_BOTH(T, ^)                                                                                           \
  SYCL_FUSE_INDEX_UNARY(T)
