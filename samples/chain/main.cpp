// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Four small kernels, out = in1 * in2 - (in1 - in3) * in4, one arithmetic operation each. Unfused they are four
// launches and three temporary buffers in memory; fused they are one launch; with internalization the temporaries are
// registers.
#include "options.hpp"

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <random>
#include <string>
#include <vector>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;

template <bool Fuse, class... TmpProps> class KernelOne;
template <bool Fuse, class... TmpProps> class KernelTwo;
template <bool Fuse, class... TmpProps> class KernelThree;
template <bool Fuse, class... TmpProps> class KernelFour;

struct data {
  std::vector<float> in1, in2, in3, in4, out;
};

struct result {
  std::vector<double> times;        // microseconds, one per iteration
  std::vector<double> device_times; // the same of the region on the device, with --profile
  std::string outcome = "unfused", reason = "none";
};

// All modes are this one function: Fuse puts the submissions into a fusion region, TmpProps are the properties of the
// temporary buffers.
template <bool Fuse, class... TmpProps> result run(queue &q, data &d, int iterations, TmpProps... props) {
  const range<1> n{d.out.size()};
  buffer<float> bIn1{d.in1.data(), n};
  buffer<float> bIn2{d.in2.data(), n};
  buffer<float> bIn3{d.in3.data(), n};
  buffer<float> bIn4{d.in4.data(), n};
  buffer<float> bOut{d.out.data(), n};
  buffer<float> bTmp1{n, property_list{props...}};
  buffer<float> bTmp2{n, property_list{props...}};
  buffer<float> bTmp3{n, property_list{props...}};
  fusion::fusion_wrapper fw{q};
  result r;

  for (int i = 0; i < iterations; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if constexpr (Fuse) {
      fw.start_fusion();
      // Sizes to build specialized kernels for; all others run the generic one.
      sycl::ext::syclfuse::expect_nd_range(range<1>{4096});
      sycl::ext::syclfuse::expect_nd_range(range<1>{1'000'000});
      sycl::ext::syclfuse::expect_nd_range(range<1>{100'000'000});
    }

    // tmp1 = in1 * in2
    q.submit([&](handler &cgh) {
      accessor in1{bIn1, cgh, read_only};
      accessor in2{bIn2, cgh, read_only};
      accessor tmp1{bTmp1, cgh, write_only, no_init};
      cgh.parallel_for<KernelOne<Fuse, TmpProps...>>(n, [=](id<1> i) { tmp1[i] = in1[i] * in2[i]; });
    });
    // tmp2 = in1 - in3
    q.submit([&](handler &cgh) {
      accessor in1{bIn1, cgh, read_only};
      accessor in3{bIn3, cgh, read_only};
      accessor tmp2{bTmp2, cgh, write_only, no_init};
      cgh.parallel_for<KernelTwo<Fuse, TmpProps...>>(n, [=](id<1> i) { tmp2[i] = in1[i] - in3[i]; });
    });
    // tmp3 = tmp2 * in4
    q.submit([&](handler &cgh) {
      accessor tmp2{bTmp2, cgh, read_only};
      accessor in4{bIn4, cgh, read_only};
      accessor tmp3{bTmp3, cgh, write_only, no_init};
      cgh.parallel_for<KernelThree<Fuse, TmpProps...>>(n, [=](id<1> i) { tmp3[i] = tmp2[i] * in4[i]; });
    });
    // out = tmp1 - tmp3
    q.submit([&](handler &cgh) {
      accessor tmp1{bTmp1, cgh, read_only};
      accessor tmp3{bTmp3, cgh, read_only};
      accessor out{bOut, cgh, write_only, no_init};
      cgh.parallel_for<KernelFour<Fuse, TmpProps...>>(n, [=](id<1> i) { out[i] = tmp1[i] - tmp3[i]; });
    });

    event region;
    if constexpr (Fuse)
      region = fw.complete_fusion();
    q.wait_and_throw();
    r.times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
    if (Fuse && q.has_property<property::queue::enable_profiling>())
      r.device_times.push_back(1e-3 *
                               static_cast<double>(region.get_profiling_info<info::event_profiling::command_end>() -
                                                   region.get_profiling_info<info::event_profiling::command_start>()));
  }

  if constexpr (Fuse) {
    r.outcome = fusion::to_string(fw.last_outcome());
    r.reason = fusion::to_string(fw.last_reason());
  }
  return r;
}

static data random_data(std::size_t n) {
  std::minstd_rand generator{2026}; // fast, and good enough to tell a wrong element from a right one
  data d;
  for (std::vector<float> *v : {&d.in1, &d.in2, &d.in3, &d.in4}) {
    v->resize(n);
    for (float &x : *v)
      x = static_cast<float>(generator()) * 0x1p-30f - 1.0f;
  }
  d.out.resize(n);
  return d;
}

// Against the host in the same precision: one rounding per operation, as in the kernels.
static float max_error(const data &d) {
  float worst = 0;
  for (std::size_t i = 0; i < d.out.size(); ++i) {
    const float tmp1 = d.in1[i] * d.in2[i];
    const float tmp2 = d.in1[i] - d.in3[i];
    const float tmp3 = tmp2 * d.in4[i];
    const float error = std::fabs(d.out[i] - (tmp1 - tmp3));
    if (!(error <= std::numeric_limits<float>::max())) // NaN and infinity have no number in JSON
      return std::numeric_limits<float>::max();
    worst = std::max(worst, error);
  }
  return worst;
}

static queue make_queue(const options &o) {
  property_list properties{fusion::property::queue::enable_fusion{}};
  if (o.profile)
    properties = {fusion::property::queue::enable_fusion{}, property::queue::enable_profiling{}};
  switch (o.device) {
  case device_choice::cpu:
    return queue{cpu_selector_v, properties};
  case device_choice::cuda:
    return queue{gpu_selector_v, properties};
  case device_choice::any:
    break;
  }
  return queue{default_selector_v, properties};
}

static result run(queue &q, data &d, const options &o) {
  switch (o.how) {
  case mode::unfused:
    return run<false>(q, d, o.iterations);
  case mode::fused:
    return run<true>(q, d, o.iterations);
  case mode::internalized:
    return run<true>(q, d, o.iterations, fusion::property::promote_private{});
  }
  return {};
}

// Of the iterations after the first, which is reported by itself; of the only one if there is one.
static double median_after_first(std::vector<double> times) {
  if (times.size() > 1)
    times.erase(times.begin());
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
}

static void print(const options &o, const queue &q, const result &r, float error) {
  const std::string device = q.get_device().get_info<info::device::name>();
  const double first = r.times.front(), median = median_after_first(r.times);
  if (!r.device_times.empty())
    std::printf(o.json ? "{\"device_us\": %.3f, \"n\": %zu}\n" : "on the device %.3f us (n = %zu)\n",
                median_after_first(r.device_times), o.size);
  const char *format =
      o.json ? "{\"device\": \"%s\", \"mode\": \"%s\", \"n\": %zu, \"iterations\": %d, \"first_us\": %.3f, "
               "\"median_us\": %.3f, \"max_error\": %g, \"outcome\": \"%s\", \"reason\": \"%s\"}\n"
             : "device      %s\nmode        %s\nn           %zu\niterations  %d\nfirst       %.3f us\n"
               "median      %.3f us\nmax error   %g\noutcome     %s\nreason      %s\n";
  std::printf(format, device.c_str(), name_of(o.how), o.size, o.iterations, first, median, error, r.outcome.c_str(),
              r.reason.c_str());
}

int main(int argc, char **argv) {
  const std::optional<options> parsed = parse_options(argc, argv);
  if (!parsed)
    return 2;
  try {
    queue q = make_queue(*parsed);
    data d = random_data(parsed->size);
    const result r = run(q, d, *parsed);
    const float error = max_error(d);
    print(*parsed, q, r, error);
    return error == 0 ? 0 : 1;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "chain: %s\n", e.what());
    return 1;
  }
}
