// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tests with random work of several threads share.
#pragma once

#include "sycl/sycl.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

namespace test {

// Of SYCLFUSE_TEST_SEED, or any; printed.
inline unsigned seed() {
  const char *text = std::getenv("SYCLFUSE_TEST_SEED");
  const unsigned s = text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : std::random_device()();
  std::cout << "SYCLFUSE_TEST_SEED=" << s << "\n";
  return s;
}

// USM memory that commands use in the order of events, and the same on the host at once. One thread's.
class ordered_usm {
public:
  // Takes the memory over. It begins with ones.
  ordered_usm(sycl::queue &q, unsigned *memory, std::size_t n) : q_(q), x_(memory), model_(n, 1) {
    last_ = q.fill(x_, 1u, n);
  }
  ~ordered_usm() {
    last_.wait();
    sycl::free(x_, q_);
  }
  ordered_usm(const ordered_usm &) = delete;
  bool right() {
    last_.wait();
    return std::equal(model_.begin(), model_.end(), x_);
  }

protected:
  std::size_t size() const { return model_.size(); }
  // x[i] = x[i] * factor + i: what its order changes.
  static void apply(unsigned *x, std::size_t n, unsigned factor) {
    for (std::size_t i = 0; i < n; ++i)
      x[i] = x[i] * factor + static_cast<unsigned>(i);
  }
  void apply_to_model(unsigned factor) { apply(model_.data(), size(), factor); }
  // The same by a host task.
  void host_task(sycl::queue &q, unsigned factor) {
    last_ = q.submit([&](sycl::handler &h) {
      h.depends_on(last_);
      h.host_task([x = x_, n = size(), factor] { apply(x, n, factor); });
    });
    apply_to_model(factor);
  }
  // Elements from `from` on, `count` of them, to `to`.
  void copy(sycl::queue &q, std::size_t to, std::size_t from, std::size_t count) {
    last_ = q.memcpy(x_ + to, x_ + from, count * sizeof(unsigned), last_);
    std::copy_n(model_.begin() + static_cast<long>(from), count, model_.begin() + static_cast<long>(to));
  }

  sycl::queue &q_;
  unsigned *x_;
  std::vector<unsigned> model_;
  sycl::event last_;
};

} // namespace test
