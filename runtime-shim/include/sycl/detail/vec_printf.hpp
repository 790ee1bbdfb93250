// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// printf("%f", v.x()): an element of a vec is a swizzle, and an ellipsis would not convert it. Calls of the C library's
// functions without std:: find these by their arguments.
#pragma once

#include "sycl/detail/element_operators.hpp"

#include <cstdio>

namespace sycl::detail {

template <class T> constexpr bool is_element = false;
template <class V, int I> constexpr bool is_element<swizzled_vec<V, I>> = true;
template <class R> constexpr bool is_element<element_truth<R>> = true;

template <class T> const T &printed(const T &x) { return x; }
template <class V, int I> typename V::element_type printed(const swizzled_vec<V, I> &x) { return x; }
template <class R> R printed(const element_truth<R> &x) { return x; }

template <class... A> using if_element = std::enable_if_t<(is_element<A> || ...), int>;

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
template <class... A> if_element<A...> printf(const char *format, const A &...a) {
  return std::printf(format, printed(a)...);
}
template <class... A> if_element<A...> fprintf(std::FILE *to, const char *format, const A &...a) {
  return std::fprintf(to, format, printed(a)...);
}
template <class... A> if_element<A...> sprintf(char *to, const char *format, const A &...a) {
  return std::sprintf(to, format, printed(a)...);
}
template <class... A> if_element<A...> snprintf(char *to, std::size_t size, const char *format, const A &...a) {
  return std::snprintf(to, size, format, printed(a)...);
}
#pragma clang diagnostic pop

} // namespace sycl::detail
