// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers: constructors, when data goes back, host accessors.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <numeric>
#include <thread>

using namespace sycl;

namespace {
const std::size_t sizes[] = {1, 7, 4096, 1000003};

template <class Buffer> void add(queue &q, Buffer &b, int value) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for<class add_value>(b.get_range(), [=](id<1> i) { a[i] += value; });
  });
}
} // namespace

TEST(Buffer, WritesBackToAPointer) {
  queue q;
  for (std::size_t n : sizes) {
    std::vector<int> v(n);
    std::iota(v.begin(), v.end(), 0);
    {
      buffer<int> b(v.data(), range<1>(n));
      add(q, b, 5);
    }
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(v[i], static_cast<int>(i) + 5);
  }
}

TEST(Buffer, WritesBackToAContainer) {
  queue q;
  std::vector<int> v(10, 1);
  std::array<int, 10> a{};
  {
    buffer b(v);
    buffer c(a);
    static_assert(std::is_same_v<decltype(b), buffer<int, 1>> && std::is_same_v<decltype(c), buffer<int, 1>>);
    add(q, b, 1);
    add(q, c, 2);
  }
  EXPECT_EQ(v, std::vector<int>(10, 2));
  EXPECT_EQ(a[9], 2);
}

TEST(Buffer, ConstantDataIsCopiedWhenItIsWritten) {
  queue q;
  const std::vector<int> v(10, 1);
  {
    buffer<int> b(v), p(v.data(), range<1>(10));
    add(q, b, 1);
    add(q, p, 1);
    host_accessor x(b, read_only), y(p, read_only);
    EXPECT_EQ(x[3] + y[9], 4);
  }
  EXPECT_EQ(v, std::vector<int>(10, 1));
}

TEST(Buffer, IteratorsAreCopied) {
  queue q;
  std::list<int> l{1, 2, 3};
  {
    buffer<int> b(l.begin(), l.end());
    add(q, b, 1);
    host_accessor a(b);
    EXPECT_EQ(a[2], 4);
  }
  EXPECT_EQ(l.back(), 3);
}

TEST(Buffer, SharedPointersStayAlive) {
  queue q;
  std::shared_ptr<int> p(new int[4]{1, 2, 3, 4}, std::default_delete<int[]>());
  std::weak_ptr<int> watch = p;
  int *raw = p.get();
  std::shared_ptr<int> keep;
  {
    buffer<int> b(p, range<1>(4));
    p.reset();
    EXPECT_FALSE(watch.expired());
    add(q, b, 1);
    keep = watch.lock();
  }
  EXPECT_EQ(raw[3], 5);
}

TEST(Buffer, SetWriteBack) {
  queue q;
  std::vector<int> v(10, 1), other(10, 0);
  {
    buffer<int> b(v);
    buffer<int> c(v.data(), range<1>(10));
    b.set_write_back(false);
    b.set_final_data(other.begin());
    add(q, b, 1);
  }
  EXPECT_EQ(other[0], 0);
}

TEST(Buffer, SetFinalData) {
  queue q;
  std::vector<int> v(10, 1), pointer(10), iterator;
  auto shared = std::make_shared<int>(0);
  const std::shared_ptr<int[]> shared_array(new int[10]{});
  std::shared_ptr<int[]> gone(new int[10]{});
  {
    buffer<int> a{range<1>(10)}, b(v), c{range<1>(1)}, d(v), e(v.begin(), v.end()), f(v.begin(), v.end());
    add(q, e, 5);
    e.set_final_data(shared_array);
    add(q, f, 5);
    f.set_final_data(gone);
    gone.reset();
    q.submit([&](handler &h) {
      accessor x(a, h, write_only, no_init);
      h.fill(x, 7);
    });
    q.submit([&](handler &h) {
      accessor x(c, h, write_only, no_init);
      h.fill(x, 9);
    });
    a.set_final_data(pointer.data());
    add(q, b, 1);
    b.set_final_data(std::back_inserter(iterator));
    c.set_final_data(std::weak_ptr<int>(shared));
    d.set_final_data(nullptr);
  }
  EXPECT_EQ(pointer, std::vector<int>(10, 7));
  EXPECT_EQ(iterator, std::vector<int>(10, 2));
  EXPECT_EQ(*shared, 9);
  EXPECT_EQ(std::vector<int>(shared_array.get(), shared_array.get() + 10), std::vector<int>(10, 6));
}

TEST(Buffer, NothingIsWrittenBackThatWasNotWritten) {
  std::vector<int> v(10, 1), target(10, 3);
  {
    buffer<int> b(v);
    b.set_final_data(target.data());
    host_accessor a(b, read_only);
    EXPECT_EQ(a[0], 1);
  }
  EXPECT_EQ(target, std::vector<int>(10, 3));
}

TEST(Buffer, CopiesAreTheSameBuffer) {
  queue q;
  std::vector<int> v(10, 1);
  {
    buffer<int> outer(v);
    {
      buffer<int> inner = outer;
      EXPECT_TRUE(inner == outer);
      add(q, inner, 1);
    }
    add(q, outer, 1);
  }
  EXPECT_EQ(v[0], 3);
}

TEST(Buffer, QueriesAndProperties) {
  std::mutex m;
  buffer<double, 3> b(range<3>(2, 3, 4), {property::buffer::use_mutex(m)});
  EXPECT_EQ(b.size(), 24u);
  EXPECT_EQ(b.byte_size(), 192u);
  EXPECT_EQ(b.get_range(), (range<3>{2, 3, 4}));
  EXPECT_TRUE(b.has_property<property::buffer::use_mutex>());
  EXPECT_EQ(b.get_property<property::buffer::use_mutex>().get_mutex_ptr(), &m);
  EXPECT_FALSE(b.has_property<property::buffer::use_host_ptr>());
  EXPECT_THROW(b.get_property<property::buffer::use_host_ptr>(), sycl::exception);
  buffer<int> none(range<1>(0));
  EXPECT_EQ(none.size(), 0u);
}

// Whether another thread finds the mutex free.
static bool is_free(std::mutex &m) {
  bool free = false;
  std::thread([&] {
    free = m.try_lock();
    if (free)
      m.unlock();
  }).join();
  return free;
}

TEST(Buffer, MutexIsHeldWhileTheDataIsInUse) {
  std::mutex m, n;
  std::vector<int> data(100, 1), other(100, 2);
  bool held_in_kernel = false, held_in_task = false, held_in_region = false;
  queue q{ext::codeplay::experimental::property::queue::enable_fusion{}};
  {
    // Both orders of the two buffers in different commands.
    buffer<int> a(data.data(), range<1>(100), {property::buffer::use_mutex(m)}),
        b(other.data(), range<1>(100), {property::buffer::use_mutex(n)});
    EXPECT_TRUE(is_free(m));
    q.submit([&](handler &h) {
      accessor x(a, h), y(b, h);
      // As host code, which may do it.
      h.single_task<class holds_mutex>([=, seen = &held_in_kernel, first = &m, second = &n, free = &is_free] {
        x[0] = y[0] + 1;
        *seen = !free(*first) && !free(*second);
      });
    });
    EXPECT_TRUE(held_in_kernel);
    EXPECT_TRUE(is_free(m) && is_free(n));
    q.submit([&](handler &h) {
       accessor y(b, h, read_only_host_task);
       accessor x(a, h, read_only_host_task);
       h.host_task([&] { held_in_task = !is_free(m) && !is_free(n); });
     }).wait();
    EXPECT_TRUE(held_in_task);
    ext::codeplay::experimental::fusion_wrapper w(q);
    w.start_fusion();
    for (int i = 0; i < 2; ++i)
      q.submit([&](handler &h) {
        accessor x(a, h);
        h.single_task<class holds_mutex_in_region>([=, seen = &held_in_region, lock = &m, free = &is_free] {
          x[1] += 5;
          *seen = !free(*lock);
        });
      });
    EXPECT_TRUE(is_free(m)); // not started
    w.complete_fusion();
    EXPECT_TRUE(held_in_region);
    // While the program uses the data, nobody else does.
    std::unique_lock<std::mutex> mine(m);
    std::thread submits([&] {
      q.submit([&](handler &h) {
        accessor x(a, h);
        h.single_task<class waits_for_mutex>([=] { x[2] = x[3] + 1; });
      });
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    data[3] = 41;
    mine.unlock();
    submits.join();
  }
  EXPECT_EQ(data[0], 3);
  EXPECT_EQ(data[1], 11);
  EXPECT_EQ(data[2], 42);
  EXPECT_TRUE(is_free(m) && is_free(n));
}

TEST(Buffer, DataFlowsThroughKernelsAndHostAccessors) {
  queue q, r;
  buffer<int> b{range<1>(1000)};
  {
    host_accessor a(b, write_only, no_init);
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = static_cast<int>(i);
  }
  for (int k = 0; k < 10; ++k)
    add(k % 2 ? q : r, b, 1);
  auto a = b.get_host_access(read_only);
  EXPECT_EQ(a[0], 10);
  EXPECT_EQ(a[999], 1009);
}

TEST(Buffer, SizeThatDoesNotFit64Bits) {
  const std::size_t half = std::size_t{1} << 32;
  try {
    buffer<int, 2> b(range<2>(half, half / 4));
    ADD_FAILURE();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::invalid);
  }
  buffer<int, 3> empty(range<3>(half, half, 0));
  EXPECT_EQ(empty.byte_size(), 0u);
}

TEST(Buffer, MemoryIsAligned) {
  queue q;
  for (std::size_t n : {std::size_t{1}, std::size_t{5} << 20}) {
    buffer<char> b{range<1>(n)};
    host_accessor a(b, write_only, no_init);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.get_pointer()) % 64, 0u);
  }
}

TEST(SubBuffer, SharesTheMemoryOfItsBuffer) {
  queue q;
  std::vector<int> v(100);
  std::iota(v.begin(), v.end(), 0);
  {
    buffer<int> whole(v);
    buffer<int> part(whole, id<1>(30), range<1>(17));
    EXPECT_TRUE(part.is_sub_buffer());
    EXPECT_FALSE(whole.is_sub_buffer());
    EXPECT_EQ(part.size(), 17u);
    q.submit([&](handler &h) {
      accessor a(part, h, write_only, no_init); // of a part: the rest keeps its values
      h.parallel_for<class sub_buffer_write>(range<1>(17), [=](id<1> i) { a[i] = -static_cast<int>(i[0]); });
    });
    q.submit([&](handler &h) { // ordered behind it, through the whole
      accessor a(whole, h);
      h.parallel_for<class sub_buffer_add>(range<1>(100), [=](id<1> i) { a[i] += 1; });
    });
    host_accessor a(part, read_only);
    for (int i = 0; i < 17; ++i)
      EXPECT_EQ(a[i], -i + 1);
  }
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(v[i], (i >= 30 && i < 47 ? 30 - i : i) + 1) << i;
}

TEST(SubBuffer, MustBeContiguousAndWithin) {
  buffer<int, 2> b(range<2>(4, 6));
  auto refused = [&](id<2> first, range<2> r) {
    try {
      buffer<int, 2> part(b, first, r);
      return false;
    } catch (const sycl::exception &e) {
      return e.code() == errc::invalid;
    }
  };
  EXPECT_FALSE(refused({1, 0}, {2, 6}));
  EXPECT_FALSE(refused({1, 2}, {1, 3})); // within a row
  EXPECT_FALSE(refused({4, 0}, {0, 6}));
  EXPECT_TRUE(refused({1, 0}, {2, 5}));
  EXPECT_TRUE(refused({1, 1}, {2, 6}));
  EXPECT_TRUE(refused({3, 0}, {2, 6}));
  EXPECT_TRUE(refused({0, ~std::size_t{0}}, {1, 2}));
  buffer<int, 2> part(b, {1, 0}, {2, 6});
  EXPECT_THROW((buffer<int, 2>(part, {0, 0}, {1, 6})), sycl::exception);
  EXPECT_THROW(part.set_final_data(static_cast<int *>(nullptr)), sycl::exception);
}

TEST(Buffer, Reinterpretation) {
  std::vector<std::uint32_t> v = {0x01020304, 0x05060708};
  {
    buffer<std::uint32_t> b(v);
    auto bytes = b.reinterpret<unsigned char>();
    EXPECT_EQ(bytes.size(), 8u);
    auto square = b.reinterpret<unsigned char, 2>(range<2>(2, 4));
    host_accessor a(square);
    EXPECT_EQ(a[1][0], 0x08);
    a[0][3] = 0xff;
    EXPECT_THROW((b.reinterpret<unsigned char, 2>(range<2>(2, 5))), sycl::exception);
    buffer<std::uint32_t> last(b, id<1>(1), range<1>(1));
    auto halves = last.reinterpret<std::uint16_t>();
    EXPECT_EQ(host_accessor(halves, read_only)[1], 0x0506);
  }
  EXPECT_EQ(v[0], 0xff020304);
}

namespace {
// Counts what it gives out.
template <class T> struct counting_allocator {
  using value_type = T;
  static inline int allocated = 0, freed = 0;
  counting_allocator() = default;
  template <class U> counting_allocator(const counting_allocator<U> &) {}
  T *allocate(std::size_t n) {
    ++allocated;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T *p, std::size_t n) {
    ++freed;
    std::allocator<T>().deallocate(p, n);
  }
};
} // namespace

TEST(Buffer, AllocatorSuppliesTheHostMemory) {
  {
    buffer<int, 1, counting_allocator<int>> b(range<1>(10));
    queue().submit([&](handler &h) {
      accessor a(b, h, write_only, no_init);
      h.parallel_for<class allocator_write>(range<1>(10), [=](id<1> i) { a[i] = 3; });
    });
    EXPECT_EQ(host_accessor(b, read_only)[9], 3);
    EXPECT_EQ(counting_allocator<int>::allocated, 1);
  }
  EXPECT_EQ(counting_allocator<int>::freed, 1);
}

TEST(Accessor, IteratorsSkipWhatIsBetweenTheRows) {
  std::vector<int> v(60);
  std::iota(v.begin(), v.end(), 0);
  buffer<int, 3> b(v.data(), range<3>(3, 4, 5));
  host_accessor a(b, range<3>(2, 2, 3), id<3>(1, 1, 2), read_write);
  std::vector<int> seen(a.begin(), a.end()), wanted, backwards(a.rbegin(), a.rend());
  for (int i = 1; i < 3; ++i)
    for (int j = 1; j < 3; ++j)
      for (int k = 2; k < 5; ++k)
        wanted.push_back(i * 20 + j * 5 + k);
  EXPECT_EQ(seen, wanted);
  EXPECT_EQ(backwards, std::vector<int>(wanted.rbegin(), wanted.rend()));
  EXPECT_EQ(a.end() - a.begin(), 12);
  EXPECT_EQ(a.begin()[7], wanted[7]);
  EXPECT_EQ(*(a.cend() - 1), wanted.back());
  std::sort(a.begin(), a.end(), std::greater<>()); // random access
  EXPECT_EQ(*a.begin(), wanted.back());
}
