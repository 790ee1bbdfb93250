// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues, events, explicit memory operations, errors of command groups.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <numeric>
#include <thread>

using namespace sycl;

TEST(Queue, Constructors) {
  queue a, b{property::queue::in_order{}}, c{cpu_selector_v}, d{cpu_selector{}, property::queue::in_order{}};
  queue e{[](const device &d) { return d.is_cpu() ? 1 : -1; }};
  queue f{[](exception_list) {}};
  context ctx{a.get_device()};
  queue g{ctx, a.get_device()}, h{ctx, default_selector_v, {property::queue::enable_profiling{}}};
  EXPECT_TRUE(b.is_in_order() && d.is_in_order() && !a.is_in_order());
  EXPECT_TRUE(b.has_property<property::queue::in_order>());
  EXPECT_TRUE(h.has_property<property::queue::enable_profiling>());
  EXPECT_TRUE(g.get_context() == ctx);
  EXPECT_TRUE(c.get_device() == a.get_device());
  EXPECT_TRUE(queue(a) == a && a != b);
  EXPECT_TRUE(a.get_info<info::queue::device>() == a.get_device());
}

TEST(Queue, SelectorsOfSycl121) {
  struct last : device_selector {
    int operator()(const device &d) const override { return d.is_cpu() ? 1 : -1; }
  };
  queue q = cpu_selector{};
  EXPECT_TRUE(q.get_device().is_cpu());
  q = last();
  EXPECT_TRUE(q.get_device().is_cpu() && !q.is_in_order());
  const device_selector &any = last();
  EXPECT_TRUE(any.select_device() == queue(any, property::queue::in_order{}).get_device());
  EXPECT_THROW(q = gpu_selector{}, sycl::exception);
}

TEST(Queue, NoSuchDevice) {
  try {
    queue q{gpu_selector_v};
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::runtime);
    std::string text = e.what();
    EXPECT_NE(text.find("[SF6003]"), std::string::npos) << text;
    EXPECT_NE(text.find("native_cpu: " + device().get_info<info::device::name>()), std::string::npos) << text;
    EXPECT_NE(text.find("ONEAPI_DEVICE_SELECTOR=native_cpu:*"), std::string::npos) << text;
  }
}

TEST(Queue, ExceptionOfACommandGroup) {
  queue q;
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v);
    for (int i = 0; i < 100; ++i)
      EXPECT_THROW(q.submit([&](handler &h) {
        accessor a(b, h);
        throw std::logic_error("user");
      }),
                   std::logic_error);
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(range<1>(10), [=](id<1> i) { a[i]++; });
    });
  }
  EXPECT_EQ(v, std::vector<int>(10, 2));
}

TEST(Queue, ExceptionOfHostCode) {
  queue q;
  std::vector<int> v(100000, 0);
  int *p = v.data();
  for (std::size_t n : {10u, 100000u})
    EXPECT_THROW(q.parallel_for(range<1>(n),
                                [=](id<1> i) {
                                  if (i == 5u)
                                    throw 7;
                                  p[i] = 1;
                                }),
                 int);
  q.parallel_for(range<1>(100000), [=](id<1> i) { p[i] = 2; }).wait();
  EXPECT_EQ(v, std::vector<int>(100000, 2));
}

TEST(Queue, TwoCommandsInAGroup) {
  queue q;
  EXPECT_THROW(q.submit([&](handler &h) {
    h.single_task([] {});
    h.single_task([] {});
  }),
               sycl::exception);
}

TEST(Queue, LocalSizeThatDoesNotDivide) {
  queue q;
  auto code = [&](nd_range<1> r) {
    try {
      q.parallel_for(r, [](nd_item<1>) {});
    } catch (const sycl::exception &e) {
      return e.code();
    }
    return make_error_code(errc::success);
  };
  EXPECT_EQ(code({100, 7}), errc::nd_range);
  EXPECT_EQ(code({100, 0}), errc::nd_range);
  EXPECT_EQ(code({1 << 20, 1 << 20}), errc::nd_range);
  EXPECT_EQ(code({100, 10}), errc::success);
}

// Ranges that cannot be: the values are named, nothing has run, and the queue goes on.
TEST(Queue, RangesThatAreRefusedAreNamed) {
  queue q;
  int ran = 0, *p = &ran;
  auto text_of = [&](auto r) {
    try {
      q.parallel_for(r, [=](auto) { ++*p; });
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::nd_range);
      return std::string(e.what());
    }
    return std::string("nothing was thrown");
  };
  auto names = [](const std::string &text, std::initializer_list<std::string> parts) {
    for (const std::string &part : parts)
      EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();
  names(text_of(nd_range<1>(100, 7)), {"local size 7", "global size 100"});
  names(text_of(nd_range<3>({8, 30, 8}, {2, 4, 2})), {"local size 4", "global size 30"});
  names(text_of(nd_range<1>(4 * most, 2 * most)), {std::to_string(2 * most) + " work-items", std::to_string(most)});
  names(text_of(nd_range<2>({2 * most, 2}, {most, 2})),
        {std::to_string(2 * most) + " work-items", std::to_string(most)});
  names(text_of(range<2>(SIZE_MAX, 2)), {"work-items", "64 bits"});
  EXPECT_EQ(ran, 0);
  // Nothing to do is no error.
  q.parallel_for(range<1>(0), [=](id<1>) { ++*p; });
  q.parallel_for(range<3>(3, 0, SIZE_MAX), [=](id<3>) { ++*p; });
  q.parallel_for(nd_range<2>({0, 8}, {2, 4}), [=](nd_item<2>) { ++*p; });
  EXPECT_EQ(ran, 0);
  q.parallel_for(range<1>(1), [=](id<1>) { ++*p; }).wait();
  EXPECT_EQ(ran, 1);
}

TEST(Queue, WithoutWorkItemsTheLocalSizeIsIgnored) {
  namespace fusion = ext::codeplay::experimental;
  queue q{fusion::property::queue::enable_fusion{}};
  std::vector<int> v(1, 1);
  buffer<int> b(v);
  const std::size_t many = SIZE_MAX / 2;
  for (const nd_range<2> &r : {nd_range<2>({0, 8}, {2, 3}), nd_range<2>({0, 0}, {0, 0}),
                               nd_range<2>({8, 0}, {many, many}), nd_range<2>({0, 8}, {0, 4})}) {
    const auto submit = [&] {
      return q.submit([&](handler &h) {
        accessor a(b, h);
        h.parallel_for(r, [=](nd_item<2>) { a[0] += 100; });
      });
    };
    event before = q.submit([&](handler &h) {
      accessor a(b, h, write_only_host_task);
      h.host_task([=] { a[0] += 1; });
    });
    event e = submit();
    EXPECT_EQ(e.get_wait_list(), std::vector<event>{before});
    e.wait();
    EXPECT_EQ(before.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
    fusion::fusion_wrapper fw(q);
    fw.start_fusion();
    submit();
    fw.complete_fusion().wait();
    buffer<int> sum_of(range<1>(1));
    q.submit([&](handler &h) {
      h.parallel_for(r, reduction(sum_of, h, plus<>(), property::reduction::initialize_to_identity{}),
                     [=](nd_item<2>, auto &sum) { sum += 1; });
    });
    EXPECT_EQ(host_accessor(sum_of)[0], 0);
  }
  EXPECT_EQ(host_accessor(b)[0], 5);
}

TEST(Queue, TooMuchLocalMemory) {
  queue q;
  try {
    q.submit([&](handler &h) {
      local_accessor<char, 1> l(range<1>(1 << 30), h);
      h.parallel_for(nd_range<1>(4, 2), [=](nd_item<1>) { l[0] = 1; });
    });
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::memory_allocation);
  }
}

TEST(Queue, CopiesBetweenAccessorsAndPointers) {
  queue q;
  std::vector<int> source(6 * 8), whole(6 * 8), part(2 * 3, -1), back(6 * 8, 0);
  for (std::size_t i = 0; i < source.size(); ++i)
    source[i] = static_cast<int>(i);
  {
    buffer<int, 2> a(source.data(), range<2>(6, 8)), b(back.data(), range<2>(6, 8));
    q.submit([&](handler &h) {
      accessor x(a, h, read_only);
      h.copy(x, whole.data());
    });
    q.submit([&](handler &h) {
      accessor x(a, h, range<2>(2, 3), id<2>(1, 4), read_only);
      h.copy(x, part.data());
    });
    q.submit([&](handler &h) {
      accessor x(a, h, range<2>(2, 3), id<2>(1, 4), read_only);
      accessor y(b, h, range<2>(2, 3), id<2>(0, 0), write_only);
      h.copy(x, y);
    });
    q.submit([&](handler &h) {
      accessor y(b, h, range<2>(1, 2), id<2>(5, 6), write_only);
      h.copy(static_cast<const int *>(source.data()), y);
    });
    q.submit([&](handler &h) {
      accessor y(b, h, range<2>(2, 1), id<2>(3, 0), write_only);
      h.fill(y, 77);
    });
    q.submit([&](handler &h) {
      accessor x(a, h, read_only);
      h.update_host(x);
    });
  }
  EXPECT_EQ(whole, source);
  EXPECT_EQ(part, (std::vector<int>{12, 13, 14, 20, 21, 22}));
  EXPECT_EQ(back[0], 12);
  EXPECT_EQ(back[10], 22);
  EXPECT_EQ(back[46], 0);
  EXPECT_EQ(back[47], 1);
  EXPECT_EQ(back[24], 77);
  EXPECT_EQ(back[32], 77);
  EXPECT_EQ(back[25], 0);
}

TEST(Queue, CopyToAnAccessorOfAnotherShape) {
  queue q;
  std::vector<int> v(16), w(16, 0);
  std::iota(v.begin(), v.end(), 0);
  {
    buffer<int, 2> square(v.data(), range<2>(4, 4)), row(w.data(), range<2>(1, 16));
    q.submit([&](handler &h) { h.copy(accessor(square, h, read_only), accessor(row, h, write_only)); });
  }
  EXPECT_EQ(w, v); // rows of `row` are not where those of `square` would go: one element after the other
}

TEST(Queue, Profiling) {
  queue q{property::queue::enable_profiling{}};
  std::vector<float> v(100000);
  float *p = v.data();
  event e = q.parallel_for(range<1>(v.size()), [=](id<1> i) { p[i] = 1; });
  auto submit = e.get_profiling_info<info::event_profiling::command_submit>();
  auto start = e.get_profiling_info<info::event_profiling::command_start>();
  auto end = e.get_profiling_info<info::event_profiling::command_end>();
  EXPECT_LE(submit, start);
  EXPECT_LT(start, end);
  event other = queue().parallel_for(range<1>(10), [=](id<1> i) { p[i] = 1; });
  EXPECT_THROW(other.get_profiling_info<info::event_profiling::command_end>(), sycl::exception);
}

// Host tasks, kernels with a stream and groups without a command have times, too.
TEST(Queue, ProfilingOfCommandsThatAreNoKernels) {
  namespace times = info::event_profiling;
  for (const bool in_order : {false, true}) {
    property_list properties{property::queue::enable_profiling{}};
    if (in_order)
      properties = {property::queue::enable_profiling{}, property::queue::in_order{}};
    queue q{properties};
    const auto nap = [&] {
      return q.submit(
          [](handler &h) { h.host_task([] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }); });
    };
    const auto length = [](const event &e) {
      const auto submit = e.get_profiling_info<times::command_submit>(),
                 start = e.get_profiling_info<times::command_start>(), end = e.get_profiling_info<times::command_end>();
      EXPECT_LT(0u, submit);
      EXPECT_LE(submit, start);
      EXPECT_LE(start, end);
      return end - start;
    };
    EXPECT_GE(length(nap()), 2000000u);
    EXPECT_LT(0u, length(q.submit([](handler &h) {
                stream out(64, 64, h);
                h.single_task([=] { out << ""; });
              })));
    length(q.submit([](handler &) {}));
    event before = nap();
    event empty = q.submit([&](handler &h) { h.depends_on(before); });
    length(empty);
    EXPECT_LE(before.get_profiling_info<times::command_end>(), empty.get_profiling_info<times::command_start>());
  }
}

// A group without a command waits for what it depends on, through events and accessors.
TEST(Queue, GroupsWithoutCommandsWait) {
  queue q;
  std::promise<void> open;
  std::shared_future<void> gate = open.get_future().share();
  buffer<int> b(range<1>(1));
  event task = q.submit([&](handler &h) {
    accessor a(b, h, write_only_host_task);
    h.host_task([=] {
      gate.wait();
      a[0] = 1;
    });
  });
  event by_event = q.submit([&](handler &h) { h.depends_on(task); });
  event by_accessor = q.submit([&](handler &h) { accessor a(b, h); });
  using status = info::event_command_status;
  EXPECT_NE(by_event.get_info<info::event::command_execution_status>(), status::complete);
  EXPECT_NE(by_accessor.get_info<info::event::command_execution_status>(), status::complete);
  open.set_value();
  by_event.wait();
  by_accessor.wait();
  EXPECT_EQ(task.get_info<info::event::command_execution_status>(), status::complete);
}

TEST(Queue, EventsAndDependencies) {
  queue q;
  int x = 0, *p = &x;
  event a = q.single_task([=] { *p = 1; });
  event b = q.single_task(a, [=] { *p += 1; });
  event c = q.parallel_for(range<1>(1), {a, b}, [=](id<1>) { *p *= 10; });
  event::wait({a, b, c});
  c.wait_and_throw();
  EXPECT_EQ(x, 20);
  EXPECT_EQ(c.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
  event().wait();
  q.ext_oneapi_submit_barrier({c}).wait();
  q.wait_and_throw();
}

TEST(Queue, HundredThousandSubmissions) {
  queue q;
  std::vector<int> v(16, 0);
  {
    buffer<int> b(v);
    for (int k = 0; k < 100000; ++k)
      q.submit([&](handler &h) {
        accessor a(b, h);
        h.parallel_for<class many>(range<1>(16), [=](id<1> i) { a[i]++; });
      });
  }
  EXPECT_EQ(v, std::vector<int>(16, 100000));
}
