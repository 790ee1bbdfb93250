// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared by the tests of footprints.
#pragma once

#include "syclfuse/footprints.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace syclfuse::footprints {

// Closures are bytes, sizes are what the test says.
struct test_launch final : launch {
  std::vector<std::vector<unsigned char>> closures;
  std::uint64_t global_size[3] = {1, 1, 1};

  const unsigned char *closure(std::uint32_t submission) const override { return closures[submission].data(); }
  std::uint64_t size(argument_source source, std::uint32_t submission, std::uint32_t dimension) const override {
    EXPECT_EQ(source, argument_source::global_size);
    EXPECT_EQ(submission, of_launch);
    return global_size[dimension];
  }
  // Pointers with the same upper bits.
  bool may_share(const footprint_record &a, const footprint_record &b) const override {
    std::uint64_t p, q;
    std::memcpy(&p, closures[a.submission].data() + a.offset, sizeof(p));
    std::memcpy(&q, closures[b.submission].data() + b.offset, sizeof(q));
    return p >> 16 == q >> 16;
  }
  bool is_partly_in_allocation(const footprint_record &f, std::int64_t first, std::int64_t end) const override {
    std::uint64_t p;
    std::memcpy(&p, closures[f.submission].data() + f.offset, sizeof(p));
    const auto begin = static_cast<std::int64_t>(p >> 16 << 16);
    return knows_allocations && first < begin + 0x10000 && end > begin;
  }
  bool knows_allocations = false;
  template <class T> void set(std::uint32_t submission, std::uint32_t offset, T value) {
    std::memcpy(closures[submission].data() + offset, &value, sizeof(T));
  }
};

inline bool independent(const table &t, const launch &l) {
  const std::vector<unsigned char> bytes = encode(t);
  view v;
  EXPECT_TRUE(view::open(bytes.data(), bytes.size(), v));
  return are_independent(v, l);
}

// Kernel 0 writes p[i], kernel 1 reads q[i], i below 100.
inline table two_arrays() {
  table t;
  t.coordinates = 1;
  t.values = {{0, 0, 0}, {4, 0, 0}, {99, 0, 0}};
  t.axes = {{1, {0, 0}, {2, 2}}};
  t.footprints = {{0, 0, 0, 1, 0, 1, 0, 1}, {1, 0, 2, 0, 0, 1, 0, 1}};
  return t;
}

inline test_launch at(std::uint64_t p, std::uint64_t q) {
  test_launch l;
  l.closures.assign(2, std::vector<unsigned char>(64));
  l.set(0, 0, p);
  l.set(1, 0, q);
  return l;
}

} // namespace syclfuse::footprints
