// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of <cstring> and <cmath> that are no mathematics, in kernels: what std::equal, the comparisons of
// std::array and std::string_view, and std::nan call. Devices have no C library. The compiler emits these functions
// where they are called, and nowhere else; copies and fills need none, since the compiler makes them itself.
#pragma once

#ifdef __SYCL_DEVICE_ONLY__
#include <cstddef>
#include <cstdint>
#include <cstring> // first: of the definitions with one symbol, the compiler takes the last

namespace sycl::detail {

// The first of n bytes that is c, or null.
inline const char *find_byte(const void *in, int c, std::size_t n) {
  const char *p = static_cast<const char *>(in);
  for (; n; --n, ++p)
    if (*p == static_cast<char>(c))
      return p;
  return nullptr;
}

// Of two strings of at most n characters, as strncmp does.
inline int compare_strings(const char *a, const char *b, std::size_t n) {
  for (; n; --n, ++a, ++b)
    if (*a != *b || !*a)
      return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
  return 0;
}

// What a NaN holds for this text: a number as C writes it, else zero.
inline std::uint64_t nan_payload(const char *text) {
  const bool octal = *text == '0', hexadecimal = octal && (text[1] | 0x20) == 'x';
  const unsigned base = hexadecimal ? 16 : octal ? 8 : 10;
  std::uint64_t value = 0;
  for (text += hexadecimal ? 2 : 0; *text; ++text) {
    const unsigned letter = (static_cast<unsigned char>(*text) | 0x20u) - 'a';
    const unsigned digit = letter < 6 ? letter + 10 : static_cast<unsigned char>(*text) - unsigned{'0'};
    if (digit >= base)
      return 0;
    value = value * base + digit;
  }
  return value;
}

// The compiler's builtins and all declarations of the C library's function reach these by their symbol.
namespace c_library {
inline int memcmp(const void *a, const void *b, std::size_t n) noexcept __asm__("memcmp");
inline int memcmp(const void *a, const void *b, std::size_t n) noexcept {
  const unsigned char *x = static_cast<const unsigned char *>(a), *y = static_cast<const unsigned char *>(b);
  for (; n; --n, ++x, ++y)
    if (*x != *y)
      return *x - *y;
  return 0;
}
inline int bcmp(const void *a, const void *b, std::size_t n) noexcept __asm__("bcmp");
inline int bcmp(const void *a, const void *b, std::size_t n) noexcept { return memcmp(a, b, n); }
inline const void *memchr(const void *in, int c, std::size_t n) noexcept __asm__("memchr");
inline const void *memchr(const void *in, int c, std::size_t n) noexcept { return find_byte(in, c, n); }
inline std::size_t strlen(const char *text) noexcept __asm__("strlen");
inline std::size_t strlen(const char *text) noexcept {
  std::size_t n = 0;
  while (text[n])
    ++n;
  return n;
}
inline const char *strchr(const char *in, int c) noexcept __asm__("strchr");
inline const char *strchr(const char *in, int c) noexcept { return find_byte(in, c, strlen(in) + 1); }
inline int strcmp(const char *a, const char *b) noexcept __asm__("strcmp");
inline int strcmp(const char *a, const char *b) noexcept { return compare_strings(a, b, ~std::size_t{0}); }
inline int strncmp(const char *a, const char *b, std::size_t n) noexcept __asm__("strncmp");
inline int strncmp(const char *a, const char *b, std::size_t n) noexcept { return compare_strings(a, b, n); }

inline double nan(const char *text) noexcept __asm__("nan");
inline double nan(const char *text) noexcept {
  return __builtin_bit_cast(double, 0x7ff8000000000000u | (nan_payload(text) & 0x7ffffffffffffu));
}
inline float nanf(const char *text) noexcept __asm__("nanf");
inline float nanf(const char *text) noexcept {
  return __builtin_bit_cast(float, 0x7fc00000u | static_cast<std::uint32_t>(nan_payload(text) & 0x3fffffu));
}
} // namespace c_library
} // namespace sycl::detail
#endif
