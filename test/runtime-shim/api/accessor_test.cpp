// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accessors: subscripts, ranges, tags, layout.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

using namespace sycl;

TEST(Accessor, Subscripts) {
  queue q;
  std::vector<int> v(3 * 4 * 5, 0);
  {
    buffer<int, 3> b(v.data(), range<3>(3, 4, 5));
    q.submit([&](handler &h) {
      auto a = b.get_access<access::mode::read_write>(h);
      h.parallel_for(range<3>(3, 4, 5), [=](id<3> i) {
        a[i] += 1;
        a[i[0]][i[1]][i[2]] += 2;
        a[i[0]][i[1]][static_cast<int>(i[2])] += 3;
      });
    });
    host_accessor a(b, read_only);
    EXPECT_EQ(a[2][3][4], 6);
    EXPECT_EQ(a[0][0][0], 6);
    EXPECT_EQ((a[{1, 1, 1}]), 6);
  }
  EXPECT_EQ(v, std::vector<int>(60, 6));
}

TEST(Accessor, RangedWithOffset) {
  queue q;
  std::vector<int> v(6 * 8, 0);
  {
    buffer<int, 2> b(v.data(), range<2>(6, 8));
    q.submit([&](handler &h) {
      accessor a(b, h, range<2>(2, 3), id<2>(1, 4), write_only);
      EXPECT_EQ(a.get_range(), (range<2>{2, 3}));
      EXPECT_EQ(a.get_offset(), (id<2>{1, 4}));
      EXPECT_EQ(a.size(), 6u);
      h.parallel_for(a.get_range(), [=](id<2> i) { a[i] = 9; });
    });
  }
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 8; ++c)
      EXPECT_EQ(v[r * 8 + c], r >= 1 && r < 3 && c >= 4 && c < 7 ? 9 : 0) << r << " " << c;
}

TEST(Accessor, RangeOutsideOfTheBuffer) {
  queue q;
  buffer<int> b{range<1>(10)};
  auto make = [&](std::size_t n, std::size_t offset) {
    q.submit([&](handler &h) {
      accessor a(b, h, range<1>(n), id<1>(offset), read_only);
      h.single_task([=] { (void)a; });
    });
  };
  EXPECT_NO_THROW(make(5, 5));
  for (auto [n, offset] : {std::pair{11, 0}, std::pair{5, 6}, std::pair{1, 11}})
    try {
      make(static_cast<std::size_t>(n), static_cast<std::size_t>(offset));
      FAIL();
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::invalid);
      EXPECT_NE(std::string(e.what()).find("10"), std::string::npos) << e.what();
    }
}

TEST(Accessor, WhatIsReadHasContents) {
  queue q;
  buffer<float> b{range<1>(4)};
  const auto refused = [](auto f) {
    try {
      f();
      return false;
    } catch (const exception &e) {
      return e.code() == errc::invalid;
    }
  };
  EXPECT_TRUE(refused([&] { q.submit([&](handler &h) { accessor(b, h, read_only, no_init); }); }));
  EXPECT_TRUE(refused([&] { q.submit([&](handler &h) { accessor(b, h, range<1>(2), read_only, no_init); }); }));
  EXPECT_TRUE(refused([&] { accessor(b, read_only, no_init); }));
  EXPECT_TRUE(refused([&] { host_accessor(b, read_only, no_init); }));
  EXPECT_FALSE(refused([&] { host_accessor(b, read_write, no_init); }));
}

TEST(Accessor, TagsAndDeduction) {
  queue q;
  buffer<float> b{range<1>(4)};
  q.submit([&](handler &h) {
    accessor r(b, h, read_only);
    accessor w(b, h, write_only, no_init);
    accessor rw(b, h);
    auto g = b.get_access(h);
    auto m = b.get_access<access_mode::read>(h);
    auto t = b.get_access(h, read_only);
    static_assert(std::is_same_v<decltype(r), accessor<float, 1, access_mode::read>>);
    static_assert(std::is_same_v<decltype(w), accessor<float, 1, access_mode::write>>);
    static_assert(std::is_same_v<decltype(rw), accessor<float, 1, access_mode::read_write>>);
    static_assert(std::is_same_v<decltype(g), decltype(rw)> && std::is_same_v<decltype(m), decltype(r)> &&
                  std::is_same_v<decltype(t), decltype(r)>);
    static_assert(std::is_same_v<decltype(r[0]), const float &> && std::is_same_v<decltype(w[0]), float &>);
    h.single_task([=] { w[0] = 1; });
  });
}

TEST(Accessor, ZeroDimensions) {
  queue q;
  int x = 4;
  {
    buffer<int> b(&x, range<1>(1));
    q.submit([&](handler &h) {
      accessor<int, 0> a(b, h);
      h.single_task([=] { a = a + 3; });
    });
  }
  EXPECT_EQ(x, 7);
}

// The element converts further: to other types of numbers, to conditions, and for the operators of numbers.
TEST(Accessor, ZeroDimensionsAreNumbers) {
  queue q;
  int x = 4;
  float y = 1.5f;
  {
    buffer<int> b(&x, range<1>(1));
    buffer<float> c(&y, range<1>(1));
    q.submit([&](handler &h) {
      accessor<int, 0> a(b, h);
      accessor<float, 0> f(c, h);
      local_accessor<int, 0> l(h);
      h.parallel_for(nd_range<1>(1, 1), [=](nd_item<1>) {
        l = 3;
        const double wide = f, from_int = l;
        if (f && !(!a))
          ++a;
        l++;
        f += a + f;
        a = a * 2 - l + static_cast<int>(wide + from_int);
      });
    });
    host_accessor<int, 0, access_mode::read> a(b);
    const double wide = a;
    EXPECT_EQ(wide, 10);
    EXPECT_TRUE(a == 10 && !(!a));
    host_accessor<float, 0> f(c);
    EXPECT_EQ(f, 8.0f);
    f /= 2;
  }
  EXPECT_EQ(y, 4.0f);
}
static_assert(!std::is_convertible_v<accessor<int, 1>, int>);

TEST(Accessor, Placeholder) {
  queue q;
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v);
    accessor a(b, read_write);
    EXPECT_TRUE(a.is_placeholder());
    q.submit([&](handler &h) {
      h.require(a);
      h.parallel_for(range<1>(10), [=](id<1> i) { a[i] = 6; });
    });
  }
  EXPECT_EQ(v, std::vector<int>(10, 6));
}

namespace {

template <class F> bool is_refused(queue &q, F group) {
  try {
    q.submit(group);
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_argument) << e.what();
    return true;
  }
  return false;
}

} // namespace

TEST(Accessor, PlaceholdersHaveToBeRequired) {
  namespace fusion = ext::codeplay::experimental;
  queue q{fusion::property::queue::enable_fusion{}};
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v), low(b, id<1>(0), range<1>(4)), high(b, id<1>(6), range<1>(4));
    accessor a(b, read_write), of_low(low, read_write), of_high(high, read_write);
    const auto kernel = [a](handler &h) { h.single_task([=] { a[0] += 100; }); };
    EXPECT_TRUE(is_refused(q, kernel));
    fusion::fusion_wrapper fw(q);
    fw.start_fusion();
    EXPECT_TRUE(is_refused(q, kernel));
    fw.cancel_fusion();
    EXPECT_TRUE(is_refused(q, [&](handler &h) { // another accessor of the buffer does not stand for it
      accessor other(b, h);
      h.single_task([=] { a[0] += other[0]; });
    }));
    EXPECT_TRUE(is_refused(q, [&](handler &h) {
      h.require(of_low);
      h.single_task([=] { of_low[0] += of_high[0]; });
    }));
    EXPECT_TRUE(is_refused(q, [&](handler &h) { // within something else
      const std::pair<char, std::array<decltype(a), 2>> pair{'a', {decltype(a)(), a}};
      h.single_task([=] { pair.second[1][0] += 100; });
    }));
    EXPECT_TRUE(is_refused(q, [&](handler &h) {
      accessor<int, 1, access_mode::read_write, target::host_task, access::placeholder::true_t> task(b);
      h.host_task([=] { task[0] += 100; });
    }));
    EXPECT_FALSE(is_refused(q, [&](handler &h) { // required after the kernel
      h.single_task([=] { of_low[0] += of_high[0] + a[9]; });
      for (const auto &p : {of_low, of_high, a})
        h.require(p);
    }));
    EXPECT_FALSE(is_refused(q, [&](handler &h) { // not used
      h.single_task([=, size = a.get_range()[0]] { (void)size; });
    }));
  }
  EXPECT_EQ(v[0], 3);
}

// A region that is like the one before is checked less.
TEST(Accessor, PlaceholdersHaveToBeRequiredInRepeatedRegions) {
  namespace fusion = ext::codeplay::experimental;
  queue q{fusion::property::queue::enable_fusion{}};
  std::vector<int> v(1);
  buffer<int> b(v), other{range<1>(1)};
  fusion::fusion_wrapper fw(q);
  accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> p;
  const auto submit = [&](handler &h) {
    accessor a(b, h);
    h.single_task([=, copy = p] { a[0] += copy.empty() ? 1 : copy[0]; });
  };
  for (int i = 0; i < 3; ++i) {
    fw.start_fusion();
    EXPECT_FALSE(is_refused(q, submit));
    fw.complete_fusion();
  }
  p = decltype(p)(other);
  fw.start_fusion();
  EXPECT_TRUE(is_refused(q, submit));
  fw.complete_fusion();
  EXPECT_EQ(host_accessor(b)[0], 3);
}

// kinds.hpp: what the fuser and the guards read.
TEST(Accessor, BytesInTheClosure) {
  queue q;
  buffer<double, 2> b(range<2>(6, 8));
  q.submit([&](handler &h) {
    using ext::codeplay::experimental::property::promote_local;
    accessor a(b, h, range<2>(2, 3), id<2>(1, 4), read_write, {promote_local{}});
    unsigned char bytes[syclfuse::accessor_layout::size(2)];
    static_assert(sizeof(a) == sizeof(bytes));
    std::memcpy(bytes, &a, sizeof(a));
    namespace layout = syclfuse::accessor_layout;
    auto word = [&](unsigned at) {
      std::uint64_t v;
      std::memcpy(&v, bytes + at, 8);
      return v;
    };
    EXPECT_EQ(word(layout::data), reinterpret_cast<std::uint64_t>(&a[0][0]));
    EXPECT_EQ(word(layout::promotion), 2 + (std::uint64_t{8} << 32));
    EXPECT_NE(word(layout::buffer), 0u);
    const std::uint64_t expected[] = {2, 3, 6, 8, 1, 4};
    for (unsigned i = 0; i < 6; ++i)
      EXPECT_EQ(word(layout::access_range + 8 * i), expected[i]);
    h.single_task([=] { (void)a; });
  });
}

TEST(Accessor, Iterators) {
  std::vector<int> v{1, 2, 3};
  buffer<int> b(v);
  host_accessor a(b, read_only);
  EXPECT_EQ(std::accumulate(a.begin(), a.end(), 0), 6);
  EXPECT_EQ(*a.rbegin(), 3);
}
