// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes and filters that only the command line knows. A run writes down what it submitted; built again with that
// record, the same run finds kernels made for it.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

static void smooth(sycl::queue &q, int *data, std::size_t n) {
  q.parallel_for<class Smooth>(sycl::range{n}, [=](sycl::id<1> i) { data[i] = (data[i] * 3 + 2) / 4; });
}
static void offset(sycl::queue &q, int *data, std::size_t n) {
  q.parallel_for<class Offset>(sycl::range{n}, [=](sycl::id<1> i) { data[i] += static_cast<int>(i[0] % 16); });
}
static void limit(sycl::queue &q, int *data, std::size_t n) {
  q.parallel_for<class Limit>(sycl::range{n}, [=](sycl::id<1> i) { data[i] = sycl::min(data[i], 1000); });
}

// The same on the host, to check.
static int host(char filter, int value, std::size_t i) {
  return filter == 's' ? (value * 3 + 2) / 4 : filter == 'o' ? value + static_cast<int>(i % 16) : std::min(value, 1000);
}

static void submit(sycl::queue &q, char filter, int *data, std::size_t n) {
  switch (filter) {
  case 's':
    return smooth(q, data, n);
  case 'o':
    return offset(q, data, n);
  case 'l':
    return limit(q, data, n);
  }
}

int main(int argc, char **argv) {
  const std::size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
  const std::string filters = argc > 2 ? argv[2] : "sol"; // s: smooth, o: offset, l: limit
  if (n == 0 || filters.find_first_not_of("sol") != std::string::npos) {
    std::fprintf(stderr, "usage: run-time-sizes [size [filters out of s, o and l]]\n");
    return 2;
  }
  sycl::queue q{{sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  int *data = sycl::malloc_shared<int>(n, q);
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    data[i] = wanted[i] = static_cast<int>(i * 7919 % 4001);

  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  for (char filter : filters)
    submit(q, filter, data, n);
  fw.complete_fusion();
  q.wait();
  std::printf("%s of %zu: %s (%s)\n", filters.c_str(), n, fusion::to_string(fw.last_outcome()),
              fusion::to_string(fw.last_reason()));

  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (char filter : filters)
      wanted[i] = host(filter, wanted[i], i);
    wrong += data[i] != wanted[i];
  }
  sycl::free(data, q);
  std::printf("%zu of %zu values wrong\n", wrong, n);
  return wrong != 0;
}
