// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where it is included, a function REGION that runs two kernels as one region and says what became of it.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;
#undef TEXT_
#undef TEXT
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

struct REGION; // names the kernels of this copy
template <class> class Add;
template <class> class Double;

extern "C" int REGION(int n) {
  std::vector<int> values(n, 4);
  queue q{{fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw{q};
  {
    buffer<int> b{values.data(), range<1>(n)};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{b, h, read_write};
      h.parallel_for<Add<struct REGION>>(range<1>(n), [=](id<1> i) { a[i] += 3; });
    });
    q.submit([&](handler &h) {
      accessor a{b, h, read_write};
      h.parallel_for<Double<struct REGION>>(range<1>(n), [=](id<1> i) { a[i] *= 2; });
    });
    fw.complete_fusion();
  }
  std::printf("%s: %s %s\n", TEXT(REGION), to_string(fw.last_outcome()), to_string(fw.last_reason()));
  return values[n - 1];
}
