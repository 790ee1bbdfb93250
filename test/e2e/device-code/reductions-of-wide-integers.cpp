// Reductions of 128-bit integers, which no group function takes: over ranges and ND-ranges, with an identity that is known and one that is given.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: SPIR-V has no such integers.
// REQUIRES: target-native
// RUN: %sycl_cxx -std=gnu++17 -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: %t.host | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
using wide = __int128;

// Beyond 64 bits from the second element on.
static wide value(std::size_t i) { return (static_cast<wide>(i % 1000) << 70) - static_cast<wide>(i); }

static void sums(queue &q, std::size_t n, std::size_t group) {
  wide *in = malloc_shared<wide>(n, q), *out = malloc_shared<wide>(5, q);
  wide sum = 0, most = value(0), bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    in[i] = value(i);
    sum += in[i];
    most = std::max(most, in[i]);
    bits ^= in[i];
  }
  out[0] = out[2] = out[4] = -7;
  out[1] = out[3] = in[0];
  q.parallel_for<class OfRange>(range<1>(n), reduction(out, wide(0), plus<wide>()),
                                reduction(out + 1, in[0], maximum<wide>()), [=](id<1> i, auto &s, auto &m) {
                                  s += in[i];
                                  m.combine(in[i]);
                                });
  const std::size_t items = (n + group - 1) / group * group;
  q.parallel_for<class OfGroups>(nd_range<1>(items, group), reduction(out + 2, plus<wide>()),
                                 reduction(out + 3, maximum<wide>()), reduction(out + 4, bit_xor<wide>()),
                                 [=](nd_item<1> it, auto &s, auto &m, auto &x) {
                                   if (const std::size_t i = it.get_global_id(0); i < n) {
                                     s += in[i];
                                     m.combine(in[i]);
                                     x.combine(in[i]);
                                   }
                                 });
  q.wait();
  e2e::expect("sums", out[0] == sum - 7 && out[2] == sum - 7);
  e2e::expect("maxima", out[1] == most && out[3] == most);
  e2e::expect("bits", out[4] == (bits ^ -7));
  free(in, q);
  free(out, q);
}

int main() {
  static_assert(has_known_identity_v<plus<wide>, wide>, "in the GNU dialect they are integers");
  queue q;
  for (std::size_t n : {1, 63, 64, 1000, 300001})
    for (std::size_t group : {1, 16, 100})
      sums(q, n, group);
  return e2e::finish();
}
