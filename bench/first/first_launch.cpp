// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long after a region was first submitted its fused kernel has run, and what submissions cost until then. Prints a
// JSON object.
//   bench-first-launch listed|unlisted [elements] [seconds to wait for a fused kernel]
// listed: in the order that the compiler sees, for which the program is built. unlisted: in an order that is known at
// run time only.
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;
using namespace sycl;
using clock_type = std::chrono::steady_clock;

class KernelOne;
class KernelTwo;
class KernelThree;
class KernelFour;

namespace {

double microseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count();
}

// The chain of the fusion extension's document.
struct chain {
  queue q;
  fusion::fusion_wrapper fw;
  range<1> n;
  buffer<float> in1, in2, in3, in4, tmp1, tmp2, tmp3, out;

  chain(queue queue, const std::vector<float> (&in)[4])
      : q(queue), fw(q), n(in[0].size()), in1(in[0].data(), n), in2(in[1].data(), n), in3(in[2].data(), n),
        in4(in[3].data(), n), tmp1(n, property_list{fusion::property::promote_private{}}),
        tmp2(n, property_list{fusion::property::promote_private{}}),
        tmp3(n, property_list{fusion::property::promote_private{}}), out(n) {}

  void one() {
    q.submit([&](handler &h) {
      accessor a{in1, h, read_only}, b{in2, h, read_only};
      accessor t{tmp1, h, write_only, no_init};
      h.parallel_for<KernelOne>(n, [=](id<1> i) { t[i] = a[i] * b[i]; });
    });
  }
  void two() {
    q.submit([&](handler &h) {
      accessor a{in1, h, read_only}, b{in3, h, read_only};
      accessor t{tmp2, h, write_only, no_init};
      h.parallel_for<KernelTwo>(n, [=](id<1> i) { t[i] = a[i] - b[i]; });
    });
  }
  void three() {
    q.submit([&](handler &h) {
      accessor a{tmp2, h, read_only}, b{in4, h, read_only};
      accessor t{tmp3, h, write_only, no_init};
      h.parallel_for<KernelThree>(n, [=](id<1> i) { t[i] = a[i] * b[i]; });
    });
  }
  void four() {
    q.submit([&](handler &h) {
      accessor a{tmp1, h, read_only}, b{tmp3, h, read_only};
      accessor o{out, h, write_only, no_init};
      h.parallel_for<KernelFour>(n, [=](id<1> i) { o[i] = a[i] - b[i]; });
    });
  }

  void submit_listed() {
    fw.start_fusion();
    ext::syclfuse::expect_nd_range(range<1>{4096});
    one();
    two();
    three();
    four();
    fw.complete_fusion();
  }
  void submit_unlisted(const std::string &order) {
    fw.start_fusion();
    for (char kernel : order)
      switch (kernel) {
      case '1':
        one();
        break;
      case '2':
        two();
        break;
      case '3':
        three();
        break;
      default:
        four();
        break;
      }
    fw.complete_fusion();
  }
  // Everything but the region: device, memory, kernels by themselves.
  void warm_up() {
    for (int i = 0; i < 3; ++i) {
      one();
      two();
      three();
      four();
      q.wait();
    }
  }
};

bool compiler_is_mapped() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("libLLVM") != std::string::npos || line.find("libclang") != std::string::npos)
      return true;
  return false;
}

bool right(chain &c, const std::vector<float> (&in)[4]) {
  host_accessor result{c.out, read_only};
  for (std::size_t i = 0; i < in[0].size(); ++i) {
    volatile float first = in[0][i] * in[1][i], second = (in[0][i] - in[2][i]) * in[3][i]; // as stored between kernels
    if (result[i] != first - second)
      return false;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  const bool listed = argc > 1 && std::strcmp(argv[1], "listed") == 0;
  const std::size_t n = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 4096;
  const double patience = argc > 3 ? std::atof(argv[3]) : 30;
  std::vector<float> in[4];
  for (unsigned k = 0; k < 4; ++k)
    for (std::size_t i = 0; i < n; ++i)
      in[k].push_back(static_cast<float>((i * 7 + k * 13) % 1000) / 250 - 2);
  chain c(queue{default_selector_v, property_list{fusion::property::queue::enable_fusion{}}}, in);
  c.warm_up();

  const std::string order = "2134"; // the first two do not need each other
  std::vector<double> unfused, submissions;
  double first = 0;
  const auto start = clock_type::now();
  std::string outcome;
  while (true) {
    const auto begin = clock_type::now();
    listed ? c.submit_listed() : c.submit_unlisted(order);
    submissions.push_back(microseconds_since(begin));
    c.q.wait();
    outcome = to_string(c.fw.last_outcome());
    first = microseconds_since(start);
    if (outcome != "unfused" || first > patience * 1e6)
      break;
    unfused.push_back(microseconds_since(begin));
  }
  const double slowest = *std::max_element(submissions.begin(), submissions.end());
  std::sort(unfused.begin(), unfused.end());
  std::printf("{\"outcome\": \"%s\", \"device\": \"%s\", \"n\": %zu, \"first_us\": %.1f, \"before\": %zu, "
              "\"unfused_us\": %.2f, "
              "\"slowest_submission_us\": %.1f, \"compiler_mapped\": %s, \"right\": %s}\n",
              outcome.c_str(), c.q.get_device().get_info<info::device::name>().c_str(), n, first, unfused.size(),
              unfused.empty() ? 0 : unfused[unfused.size() / 2], slowest, compiler_is_mapped() ? "true" : "false",
              right(c, in) ? "true" : "false");
}
