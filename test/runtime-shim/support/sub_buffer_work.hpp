// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random commands on random parts of one buffer, and the same on the host at once.
#pragma once

#include "sycl/sycl.hpp"

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

namespace test {

class sub_buffer_work {
public:
  // `add`: submits a kernel that adds a value to each element of a buffer.
  using add_function = std::function<sycl::event(sycl::queue &, sycl::buffer<int> &, int)>;
  // On elements [first, first + count) of `whole`, which nobody else uses.
  sub_buffer_work(std::vector<sycl::queue> queues, sycl::buffer<int> whole, std::size_t first, std::size_t count,
                  add_function add, unsigned seed)
      : queues_(std::move(queues)), whole_(std::move(whole)), first_(first), add_(std::move(add)), random_(seed),
        model_(count) {
    sycl::host_accessor a(whole_, sycl::range<1>(count), sycl::id<1>(first), sycl::read_only);
    std::copy(a.begin(), a.end(), model_.begin());
  }

  void step() {
    const part p = any_part();
    // Parts overlap as they like, and sometimes all of it is one.
    sycl::buffer<int> b = p.count == whole_.size()
                              ? whole_
                              : sycl::buffer<int>(whole_, sycl::id<1>(first_ + p.at), sycl::range<1>(p.count));
    int *m = model_.data() + p.at;
    const int value = pick(1000);
    sycl::queue &q = queues_[static_cast<std::size_t>(pick(static_cast<int>(queues_.size())))];
    switch (pick(8)) {
    case 0: // its old contents are not needed
      q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), value); });
      std::fill_n(m, p.count, value);
      return;
    case 1:
      return copy(q, b, p);
    case 2: {
      sycl::host_accessor a(b, sycl::read_only);
      right_ &= std::equal(a.begin(), a.end(), m);
      return;
    }
    case 3: {
      sycl::host_accessor a(b);
      scramble(a.begin(), p.count, value);
      scramble(m, p.count, value);
      return;
    }
    case 4:
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::read_write_host_task);
        h.host_task([=, n = p.count] { scramble(a.begin(), n, value); });
      });
      return scramble(m, p.count, value);
    case 5:
      return read_back(q, b, m);
    default:
      last_ = add_(q, b, value);
      for (std::size_t i = 0; i < p.count; ++i)
        m[i] = wrap(m[i] + value);
    }
  }
  bool right() {
    last_.wait();
    sycl::host_accessor a(whole_, sycl::range<1>(model_.size()), sycl::id<1>(first_), sycl::read_only);
    return right_ && std::equal(model_.begin(), model_.end(), a.begin());
  }

private:
  struct part {
    std::size_t at, count;
  };
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }
  part any_part() {
    const int n = static_cast<int>(model_.size());
    if (pick(10) == 0)
      return {0, model_.size()};
    const int at = pick(n);
    return {static_cast<std::size_t>(at), static_cast<std::size_t>(1 + pick(pick(3) ? std::min(n - at, 7) : n - at))};
  }
  static int wrap(int x) { return x % 1000003; }
  // What its order changes.
  static void scramble(int *x, std::size_t n, int value) {
    for (std::size_t i = 0; i < n; ++i)
      x[i] = wrap((x[i] % 1000) * 31 + value + static_cast<int>(i));
  }
  // Its first half to where the second begins.
  void copy(sycl::queue &q, sycl::buffer<int> &b, part p) {
    const std::size_t half = p.count / 2;
    if (half == 0)
      return;
    sycl::buffer<int> from(whole_, sycl::id<1>(first_ + p.at), sycl::range<1>(half));
    q.submit([&](sycl::handler &h) {
      sycl::accessor source(from, h, sycl::read_only);
      sycl::accessor destination(b, h, sycl::range<1>(half), sycl::id<1>(half), sycl::write_only);
      h.copy(source, destination);
    });
    std::copy_n(model_.data() + p.at, half, model_.data() + p.at + half);
  }
  void read_back(sycl::queue &q, sycl::buffer<int> &b, const int *m) {
    std::vector<int> out(b.size());
    q.submit([&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), out.data()); }).wait();
    right_ &= std::equal(out.begin(), out.end(), m);
  }

  std::vector<sycl::queue> queues_;
  sycl::buffer<int> whole_;
  std::size_t first_;
  add_function add_;
  std::mt19937 random_;
  std::vector<int> model_;
  bool right_ = true;
  sycl::event last_;
};

} // namespace test
