// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the end-to-end programs share: random data, a bitwise comparison, a report of what the runtime did.
#pragma once

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace e2e {

namespace fusion = sycl::ext::codeplay::experimental;
using fusion::fusion_wrapper;
using promote_private = fusion::property::promote_private;

inline sycl::queue make_queue() {
  return sycl::queue{sycl::default_selector_v, sycl::property_list{fusion::property::queue::enable_fusion{}}};
}

// Floating point: -100 to 100. Integers: whatever is left of -100000 to 100000 in that type.
template <class T> std::vector<T> random_values(std::size_t n, unsigned seed) {
  std::minstd_rand generator{seed * 2654435761u + 1};
  std::vector<T> values(n);
  for (T &x : values)
    x = static_cast<T>(static_cast<std::int64_t>(generator() % 200001) - 100000) /
        static_cast<T>(std::is_integral_v<T> ? 1 : 1000);
  return values;
}

// Prints the first difference and counts it. Bits are compared, so NaNs may be equal and zeros may differ.
inline int failures = 0;
template <class T> void expect_equal(const char *what, const std::vector<T> &got, const std::vector<T> &wanted) {
  if (got.size() == wanted.size() &&
      (got.empty() || std::memcmp(got.data(), wanted.data(), got.size() * sizeof(T)) == 0))
    return;
  ++failures;
  for (std::size_t i = 0; i < got.size() && i < wanted.size(); ++i)
    if (std::memcmp(&got[i], &wanted[i], sizeof(T)) != 0) {
      std::printf("%s: element %zu of %zu is %.9g, needed: %.9g\n", what, i, got.size(), double(got[i]),
                  double(wanted[i]));
      return;
    }
  std::printf("%s: %zu elements, needed: %zu\n", what, got.size(), wanted.size());
}

inline void expect(const char *what, bool right) {
  if (right)
    return;
  ++failures;
  std::printf("%s: wrong\n", what);
}

inline void report(const char *what, const fusion_wrapper &fw) {
  std::printf("%s: %s %s\n", what, to_string(fw.last_outcome()), to_string(fw.last_reason()));
}

inline int finish() {
  std::printf("%s\n", failures ? "wrong results" : "all results right");
  return failures ? 1 : 0;
}

} // namespace e2e
