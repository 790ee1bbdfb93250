// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a submission costs on the host. Prints a JSON object per measurement.
//   bench-latency
#include "chain_sycl.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

class SmallKernel;
class SmallBufferKernel;

namespace {

using clock_type = std::chrono::steady_clock;

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

template <class F> void measure(const char *name, F once) {
  std::vector<double> times;
  for (int i = 0; i < 22000; ++i) {
    const double t = once();
    if (i >= 2000)
      times.push_back(t);
  }
  std::sort(times.begin(), times.end());
  std::printf("{\"name\": \"%s\", \"median_us\": %.3f, \"best_us\": %.3f, \"p99_us\": %.3f}\n", name,
              times[times.size() / 2], times.front(), times[times.size() * 99 / 100]);
}

template <class F> double timed(F f) {
  const auto start = clock_type::now();
  f();
  return microseconds_since(start);
}

void usm_kernel(sycl::queue &q, float *data, std::size_t n) {
  q.parallel_for<SmallKernel>(sycl::range<1>{n}, [=](sycl::id<1> i) { data[i] = data[i] * 0.5f + 1.0f; });
  q.wait();
}

void buffer_kernel(sycl::queue &q, sycl::buffer<float> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a{b, h, sycl::read_write};
    h.parallel_for<SmallBufferKernel>(b.get_range(), [=](sycl::id<1> i) { a[i] = a[i] * 0.5f + 1.0f; });
  });
  q.wait();
}

} // namespace

int main() {
  sycl::queue q{sycl::cpu_selector_v, sycl::property_list{fusion::property::queue::enable_fusion{}}};
  std::vector<float> v(4096, 1.0f), in[4], tmp(1, 0.0f);
  for (auto &x : in)
    x.assign(4096, 0.5f);

  // The first region of the process, before anything else was launched; then a second one that was never launched.
  const chain_arrays small{in[0].data(), in[1].data(), in[2].data(), in[3].data(), nullptr,
                           nullptr,      nullptr,      nullptr,      4096};
  chain_buffers small_buffers(small),
      tiny_buffers({small.in1, small.in2, small.in3, small.in4, nullptr, nullptr, nullptr, nullptr, 1});
  chain_sycl<true, fusion::property::promote_private> internalized(q, small_buffers);
  std::printf(
      "{\"name\": \"first region of the process, submit to wait, n=4096\", \"median_us\": %.3f, \"outcome\": \"%s\"}\n",
      timed([&] { internalized.iterate(); }), internalized.outcome());
  chain_sycl<true> fused(q, small_buffers);
  std::printf("{\"name\": \"first launch of another region, submit to wait, n=4096\", \"median_us\": %.3f, "
              "\"outcome\": \"%s\"}\n",
              timed([&] { fused.iterate(); }), fused.outcome());

  measure("submit + wait, USM kernel, n=4096", [&] { return timed([&] { usm_kernel(q, v.data(), 4096); }); });
  measure("submit + wait, USM kernel, n=1", [&] { return timed([&] { usm_kernel(q, v.data(), 1); }); });
  sycl::buffer<float> b{v.data(), sycl::range<1>{4096}}, one{tmp.data(), sycl::range<1>{1}};
  measure("submit + wait, buffer kernel, n=4096", [&] { return timed([&] { buffer_kernel(q, b); }); });
  measure("submit + wait, buffer kernel, n=1", [&] { return timed([&] { buffer_kernel(q, one); }); });

  chain_sycl<false> four(q, tiny_buffers);
  measure("4 kernels unfused, submit to wait, n=1", [&] { return timed([&] { four.iterate(); }); });
  chain_sycl<true, fusion::property::promote_private> region(q, tiny_buffers);
  measure("region of 4 kernels, submit to wait, n=1", [&] { return timed([&] { region.iterate(); }); });
}
