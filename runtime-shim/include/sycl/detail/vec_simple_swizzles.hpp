// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// v.xy(), v.wzyx(), v.rgb() …: every choice of two to four names, repetition allowed, of vectors of 2 to 4 elements
// (SYCL 2020, 4.14.2.4). Defined where SYCL_SIMPLE_SWIZZLES is, before the first header: they cost compile time.
// SYCL_FUSE_SIMPLE_SWIZZLES_N: the members of a vector of N elements.
#pragma once

#define SYCL_FUSE_SWIZZLE_2(a, i, b, j)                                                                                \
  auto a##b() { return self().template swizzle<i, j>(); }                                                              \
  auto a##b() const { return self().template swizzle<i, j>(); }
#define SYCL_FUSE_SWIZZLE_3(a, i, b, j, c, k)                                                                          \
  auto a##b##c() { return self().template swizzle<i, j, k>(); }                                                        \
  auto a##b##c() const { return self().template swizzle<i, j, k>(); }
#define SYCL_FUSE_SWIZZLE_4(a, i, b, j, c, k, d, l)                                                                    \
  auto a##b##c##d() { return self().template swizzle<i, j, k, l>(); }                                                  \
  auto a##b##c##d() const { return self().template swizzle<i, j, k, l>(); }

// Choices of two names.
#define SYCL_FUSE_OF2_4(x, y, ...) SYCL_FUSE_SWIZZLE_4(__VA_ARGS__, x, 0) SYCL_FUSE_SWIZZLE_4(__VA_ARGS__, y, 1)
#define SYCL_FUSE_OF2_3(x, y, ...)                                                                                     \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, x, 0)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, y, 1)                                                                               \
  SYCL_FUSE_OF2_4(x, y, __VA_ARGS__, x, 0) SYCL_FUSE_OF2_4(x, y, __VA_ARGS__, y, 1)
#define SYCL_FUSE_OF2_2(x, y, ...)                                                                                     \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, x, 0)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, y, 1)                                                                               \
  SYCL_FUSE_OF2_3(x, y, __VA_ARGS__, x, 0) SYCL_FUSE_OF2_3(x, y, __VA_ARGS__, y, 1)
#define SYCL_FUSE_OF2(x, y) SYCL_FUSE_OF2_2(x, y, x, 0) SYCL_FUSE_OF2_2(x, y, y, 1)

// Choices of three names.
#define SYCL_FUSE_OF3_4(x, y, z, ...) SYCL_FUSE_OF2_4(x, y, __VA_ARGS__) SYCL_FUSE_SWIZZLE_4(__VA_ARGS__, z, 2)
#define SYCL_FUSE_OF3_3(x, y, z, ...)                                                                                  \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, x, 0)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, y, 1)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, z, 2)                                                                               \
  SYCL_FUSE_OF3_4(x, y, z, __VA_ARGS__, x, 0)                                                                          \
  SYCL_FUSE_OF3_4(x, y, z, __VA_ARGS__, y, 1) SYCL_FUSE_OF3_4(x, y, z, __VA_ARGS__, z, 2)
#define SYCL_FUSE_OF3_2(x, y, z, ...)                                                                                  \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, x, 0)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, y, 1)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, z, 2)                                                                               \
  SYCL_FUSE_OF3_3(x, y, z, __VA_ARGS__, x, 0)                                                                          \
  SYCL_FUSE_OF3_3(x, y, z, __VA_ARGS__, y, 1) SYCL_FUSE_OF3_3(x, y, z, __VA_ARGS__, z, 2)
#define SYCL_FUSE_OF3(x, y, z)                                                                                         \
  SYCL_FUSE_OF3_2(x, y, z, x, 0) SYCL_FUSE_OF3_2(x, y, z, y, 1) SYCL_FUSE_OF3_2(x, y, z, z, 2)

// Choices of four names.
#define SYCL_FUSE_OF4_4(x, y, z, w, ...) SYCL_FUSE_OF3_4(x, y, z, __VA_ARGS__) SYCL_FUSE_SWIZZLE_4(__VA_ARGS__, w, 3)
#define SYCL_FUSE_OF4_3(x, y, z, w, ...)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, x, 0)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, y, 1)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, z, 2)                                                                               \
  SYCL_FUSE_SWIZZLE_3(__VA_ARGS__, w, 3)                                                                               \
  SYCL_FUSE_OF4_4(x, y, z, w, __VA_ARGS__, x, 0)                                                                       \
  SYCL_FUSE_OF4_4(x, y, z, w, __VA_ARGS__, y, 1)                                                                       \
  SYCL_FUSE_OF4_4(x, y, z, w, __VA_ARGS__, z, 2) SYCL_FUSE_OF4_4(x, y, z, w, __VA_ARGS__, w, 3)
#define SYCL_FUSE_OF4_2(x, y, z, w, ...)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, x, 0)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, y, 1)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, z, 2)                                                                               \
  SYCL_FUSE_SWIZZLE_2(__VA_ARGS__, w, 3)                                                                               \
  SYCL_FUSE_OF4_3(x, y, z, w, __VA_ARGS__, x, 0)                                                                       \
  SYCL_FUSE_OF4_3(x, y, z, w, __VA_ARGS__, y, 1)                                                                       \
  SYCL_FUSE_OF4_3(x, y, z, w, __VA_ARGS__, z, 2) SYCL_FUSE_OF4_3(x, y, z, w, __VA_ARGS__, w, 3)
#define SYCL_FUSE_OF4(x, y, z, w)                                                                                      \
  SYCL_FUSE_OF4_2(x, y, z, w, x, 0)                                                                                    \
  SYCL_FUSE_OF4_2(x, y, z, w, y, 1) SYCL_FUSE_OF4_2(x, y, z, w, z, 2) SYCL_FUSE_OF4_2(x, y, z, w, w, 3)

#define SYCL_FUSE_SIMPLE_SWIZZLES_2 SYCL_FUSE_OF2(x, y)
#define SYCL_FUSE_SIMPLE_SWIZZLES_3 SYCL_FUSE_OF3(x, y, z)
#define SYCL_FUSE_SIMPLE_SWIZZLES_4 SYCL_FUSE_OF4(x, y, z, w) SYCL_FUSE_OF4(r, g, b, a)
