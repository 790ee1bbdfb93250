// What the device never executes may be anything: host functions, constant conditions, discarded and unevaluated code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %device %s -Werror 2>&1 | count 0
// RUN: %device %s -O2 -Werror 2>&1 | count 0
#include <stdexcept>
#include <sycl/sycl.hpp>

int missing();
[[noreturn]] inline void stop() { __builtin_trap(); }
constexpr int checked(int n) {
  if (n < 0)
    throw std::invalid_argument("negative");
  return 2 * n;
}
template <class T> int size(T value) {
  if constexpr (sizeof(T) == 4)
    return 4;
  else
    return missing();
}
template <class T> int early(T value) {
  if constexpr (sizeof(T) == 4)
    return 4;
  throw value;
}
template <bool Debug> int debug(int x) {
  if (Debug && x > 3)
    missing();
  return Debug ? missing() : x;
}
int after_return(int x) {
  switch (x) {
  case 1:
    return 2;
    missing();
  default:
    stop();
    missing();
  }
}
constexpr bool verbose = false;

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    constexpr int a = checked(3);
    const int b = checked(4);
    p[0] = a + b + checked(5) + size(1) + early(1) + debug<false>(p[1]) + after_return(p[2]);
    if (false)
      missing();
    if (verbose && p[0])
      missing();
    if (p[0] && verbose)
      missing();
    while (verbose)
      missing();
    for (; sizeof(int) == 8;)
      missing();
    if (!__builtin_is_constant_evaluated())
      p[1] = sizeof(missing()) + noexcept(missing());
    else
      missing();
    using type = decltype(missing());
    p[2] = type(3);
    goto end;
  end:
    p[3] = 1;
  });
  missing();
}
