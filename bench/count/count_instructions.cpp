// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Submissions, regions and executions of graphs that bench/count-instructions.sh counts the instructions of: all that
// runs inside of counted(). Exit code 1 if a result is wrong.
//   count-instructions <workload> cpu|cuda <times>
#include "../graphs/workloads.hpp"
#include "../submit/workloads.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace {

template <class F> [[gnu::noinline]] void counted(F f, int times) {
  for (int i = 0; i < times; ++i)
    f();
}

// Until nothing is new any more.
template <class F> void warm_up(F f, sycl::queue &q) {
  for (int i = 0; i < 200; ++i) {
    f();
    if (i % 50 == 0)
      q.wait();
  }
  q.wait();
}

template <class Workload> bool submissions(const sycl::device &d, int times, bool waits = false) {
  Workload w(d);
  const auto submit = [&] {
    w.submit();
    if (waits)
      w.q.wait();
  };
  warm_up(submit, w.q);
  counted(submit, times);
  w.q.wait();
  return w.value() == static_cast<unsigned>(200 + times);
}

bool executions(graph_bench::workload &w, int times) {
  const auto launch = [&] { w.launch(); };
  warm_up(launch, w.q);
  counted(launch, times);
  w.q.wait();
  return w.right();
}

bool run(const std::string &what, const sycl::device &d, int times) {
  using namespace graph_bench;
  constexpr std::size_t n = 64;
  const sycl::queue q(d, sycl::property::queue::in_order());
  if (what == "kernel")
    return submissions<usm_in_order>(d, times);
  if (what == "kernel-with-buffer")
    return submissions<buffer_kernel>(d, times);
  if (what == "region-of-2")
    return submissions<region>(d, times);
  if (what == "region-of-4")
    return submissions<chain_buffers>(d, times);
  if (what == "region-of-4-and-wait")
    return submissions<chain_buffers>(d, times, true);
  if (what == "region-of-4-usm")
    return submissions<chain_usm>(d, times);
  if (what == "map-and-sum")
    return submissions<map_and_sum>(d, times);
  if (what == "map-and-sum-and-wait")
    return submissions<map_and_sum>(d, times, true);
  if (what == "region-with-sum")
    return submissions<region_with_sum>(d, times);
  if (what == "region-with-sum-and-wait")
    return submissions<region_with_sum>(d, times, true);
  std::unique_ptr<graph_bench::workload> w;
  if (what == "graph-of-4")
    w = std::make_unique<chain>(q, n, true);
  else if (what == "graph-of-100")
    w = std::make_unique<steps>(q, n, 100, steps::form::row, false);
  else
    throw std::runtime_error("no such workload: " + what);
  return executions(*w, times);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  const bool cuda = argv[2] == std::string("cuda");
  try {
    const sycl::device d([&](const sycl::device &each) {
      return (each.get_backend() == sycl::backend::ext_oneapi_cuda) == cuda ? 1 : -1;
    });
    // The double of libcuda runs nothing.
    if (run(argv[1], d, std::atoi(argv[3])) || cuda)
      return 0;
    std::fprintf(stderr, "count-instructions: wrong result: %s\n", argv[1]);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "count-instructions: %s\n", e.what());
  }
  return 1;
}
