// What kernels print with printf is what the C library makes of the same values, each call as a whole; kernels that
// print stand alone, one after the other, in the order of their region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD: warning: {{.*}}cannot be fused{{.*}}: it prints (ext::oneapi::experimental::printf) [SF3014]
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: %t > %t.out
// RUN: %t.host without-barriers > %t.host.out
// RUN: grep ^device: %t.out | cut -d: -f2- | sort > %t.device
// RUN: grep ^host: %t.out | cut -d: -f2- | sort | diff - %t.device
// RUN: grep ^device: %t.host.out | cut -d: -f2- | sort > %t.host.device
// RUN: grep ^host: %t.host.out | cut -d: -f2- | sort | diff - %t.host.device
// RUN: FileCheck-22 %s < %t.out
// CHECK-COUNT-16: first
// CHECK-NOT: first
// CHECK-COUNT-16: second
// CHECK: region: unfused region_not_built
// CHECK: all results right
#include "e2e.hpp"

#include <cinttypes>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;

#if !SYCL_EXT_ONEAPI_PRINTF
#error a feature macro is missing
#endif
#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif

constexpr int items = 37; // more than any vector has

enum class small : signed char { number = -3 }; // which C++ does not promote

struct values {
  int i = -7;
  unsigned char byte = 200;
  long long wide = -(1LL << 40);
  std::uint64_t bits = 0xfedcba9876543210;
  float f = 1.0f / 3;
  double d = -2.5e-300;
  bool yes = true;
  small enumerator = small::number;
};

template <class P> int print(P printf, const char *who, int n, values v) {
  return printf("%s:%d of %5d|%-4d|%u %lld %016" PRIx64 " %.9g %g %d %c %d %%\n", who, n, v.i, v.i * n, v.byte,
                v.wide + n, v.bits, v.f * n, v.d, v.yes, 'a' + n % 26, v.enumerator);
}

void every_kind_of_argument(queue &q) {
  values v;
  std::vector<int> lengths(items), wanted(items);
  {
    buffer<int> length(lengths.data(), items);
    q.submit([&](handler &h) {
      accessor to(length, h, write_only);
      h.parallel_for<class Prints>(items, [=](item<1> at) {
        const int n = int(at.get_id(0));
        auto printf = [](const char *format, auto... arguments) { return x::printf(format, arguments...); };
        to[at] = print(printf, "device", n, v);
      });
    });
  }
  for (int n = 0; n < items; ++n)
    wanted[n] =
        print([](const char *format, auto... arguments) { return x::printf(format, arguments...); }, "host", n, v) + 2;
  // CUDA's returns the number of arguments.
  if (q.get_device().is_cpu())
    e2e::expect_equal("lengths", lengths, wanted);
}

// Formats in constant memory, and work-items that wait for each other between their lines.
void between_barriers(queue &q) {
  q.parallel_for<class Waits>(nd_range<1>(8, 4), [=](nd_item<1> at) {
    static const CONSTANT char none[] = "device:nothing\n";
    static const CONSTANT char one[] = "device:group %d\n";
    if (at.get_local_id(0) == 1)
      x::printf(none);
    group_barrier(at.get_group());
    if (at.get_local_id(0) == 0)
      x::printf(one, int(at.get_group(0)));
  });
  q.wait();
  for (int group = 0; group < 2; ++group) {
    x::printf("host:nothing\n");
    x::printf("host:group %d\n", group);
  }
}

void in_a_region() {
  queue q = e2e::make_queue();
  std::vector<int> out(16), wanted(16, 2);
  e2e::fusion_wrapper fw(q);
  {
    buffer<int> data(out.data(), 16);
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a(data, h);
      h.parallel_for<class First>(16, [=](id<1> i) {
        a[i] += 1;
        x::printf("first\n");
      });
    });
    q.submit([&](handler &h) {
      accessor a(data, h);
      h.parallel_for<class Second>(16, [=](id<1> i) {
        a[i] += 1;
        x::printf("second\n");
      });
    });
    fw.complete_fusion();
    q.wait();
  }
  e2e::report("region", fw);
  e2e::expect_equal("region", out, wanted);
}

int main(int argc, char **) {
  queue q;
  every_kind_of_argument(q);
  if (argc == 1)
    between_barriers(q);
  in_a_region();
  return e2e::finish();
}
