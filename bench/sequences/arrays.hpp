// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sequences of kernels work on, and how they submit.
#pragma once

#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

// Device memory of Edge x Edge elements: inputs that no sequence writes, indices, outputs.
struct arrays {
  static constexpr std::size_t inputs = 6, outputs = 6;

  arrays(const sycl::queue &queue, std::size_t edge) : q(queue), n(edge * edge) {
    std::vector<float> values(n);
    std::vector<unsigned> indices(n);
    unsigned state = 2026;
    const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
    for (float *&a : in) {
      a = sycl::malloc_device<float>(n, q);
      for (float &v : values)
        v = static_cast<float>(next()) * 0x1p-24f + 0.25f;
      q.copy(values.data(), a, n).wait();
    }
    for (unsigned *&a : index) {
      a = sycl::malloc_device<unsigned>(n, q);
      for (unsigned &v : indices)
        v = next() % static_cast<unsigned>(n);
      q.copy(indices.data(), a, n).wait();
    }
    for (float *&a : out)
      a = sycl::malloc_device<float>(n, q);
    clear();
  }
  ~arrays() {
    for (float *a : in)
      sycl::free(a, q);
    for (float *a : out)
      sycl::free(a, q);
    for (unsigned *a : index)
      sycl::free(a, q);
  }
  arrays(const arrays &) = delete;
  arrays &operator=(const arrays &) = delete;

  void clear() {
    for (float *a : out)
      q.fill(a, 0.5f, n).wait();
  }
  std::vector<float> results() {
    std::vector<float> all(outputs * n);
    for (std::size_t i = 0; i < outputs; ++i)
      q.copy(out[i], all.data() + i * n, n).wait();
    return all;
  }

  sycl::queue q;
  std::size_t n;
  float *in[inputs], *out[outputs];
  unsigned *index[2];
};

// One of them: submits its kernels in a region, which is fused or (fusion_mode::off) not, and waits.
struct sequence {
  std::string name;
  std::function<void(fusion::fusion_wrapper &, fusion::fusion_mode)> submit;
};

void add_pointwise(std::vector<sequence> &, arrays &, std::size_t edge);
void add_others(std::vector<sequence> &, arrays &, std::size_t edge);
