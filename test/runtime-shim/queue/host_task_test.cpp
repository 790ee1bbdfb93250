// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host tasks, and commands that wait for the host: their order, their errors, that nothing blocks the submitting
// thread.
#include "bundle_fixture.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>

namespace {

class host_task_increment;
sycl::event add_one(sycl::queue &q, sycl::buffer<int> &b) {
  return q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<host_task_increment>(b.get_range(), [=](sycl::id<1> i) { a[i] += 1; });
  });
}

// A host task that ends when the test says so.
struct gate {
  std::promise<void> promise;
  std::shared_future<void> open = promise.get_future().share();
};

} // namespace

TEST(HostTask, RunsAfterWhatItDependsOn) {
  sycl::queue q;
  std::vector<int> data(1000, 1);
  sycl::buffer<int> b(data);
  int seen = 0;
  add_one(q, b);
  auto e = q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write_host_task);
    h.host_task([=, &seen] {
      seen = a[999];
      a[0] = 40;
    });
  });
  add_one(q, b);
  e.wait();
  EXPECT_EQ(seen, 2);
  sycl::host_accessor a(b, sycl::read_only);
  EXPECT_EQ(a[0], 41);
  EXPECT_EQ(a[999], 3);
}

TEST(HostTask, DoesNotHoldTheSubmittingThread) {
  sycl::queue q;
  sycl::buffer<int> b(sycl::range<1>(10));
  gate g;
  auto task = q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::write_only_host_task, sycl::no_init);
    h.host_task([=, open = g.open] {
      open.wait();
      for (int i = 0; i < 10; ++i)
        a[i] = i;
    });
  });
  auto kernel = add_one(q, b); // behind the task
  auto copy = add_one(q, b);   // behind the kernel
  EXPECT_EQ(kernel.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::submitted);
  auto waits_for = kernel.get_wait_list();
  ASSERT_EQ(waits_for.size(), 1u);
  EXPECT_TRUE(waits_for[0] == task);
  g.promise.set_value(); // after everything was submitted
  copy.wait();
  EXPECT_EQ(task.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::complete);
  EXPECT_EQ(kernel.get_wait_list(), waits_for);
  sycl::host_accessor a(b, sycl::read_only);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(a[i], i + 2);
}

TEST(HostTask, TasksMayWaitForEachOther) {
  sycl::queue q;
  gate g;
  int order = 0;
  auto first = q.submit([&](sycl::handler &h) { h.host_task([&] { g.open.wait(), order = order * 10 + 2; }); });
  auto second = q.submit([&](sycl::handler &h) { h.host_task([&] { order = 1, g.promise.set_value(); }); });
  sycl::event::wait({first, second});
  EXPECT_EQ(order, 12);
}

TEST(HostTask, InOrderQueueKeepsTheOrder) {
  sycl::queue q{sycl::property::queue::in_order()};
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  gate g;
  q.single_task([=] { *p = 1; });
  q.submit([&](sycl::handler &h) { h.host_task([=, open = g.open] { open.wait(), *p = *p * 10 + 2; }); });
  q.single_task([=] { *p = *p * 10 + 3; });
  q.submit([&](sycl::handler &h) { h.host_task([=] { *p = *p * 10 + 4; }); });
  q.single_task([=] { *p = *p * 10 + 5; });
  g.promise.set_value();
  q.wait();
  EXPECT_EQ(*p, 12345);
  sycl::free(p, q);
}

// What each command waits for does not grow with those before it.
TEST(HostTask, ManyCommandsBehindOneOfAnInOrderQueue) {
  constexpr int commands = 3000;
  sycl::queue q{sycl::property::queue::in_order()};
  int *p = sycl::malloc_shared<int>(2, q);
  p[0] = p[1] = 0;
  gate g;
  q.submit([&](sycl::handler &h) { h.host_task([open = g.open] { open.wait(); }); });
  std::size_t longest = 0;
  for (int i = 0; i < commands; ++i) {
    sycl::event e = i % 100 == 50 ? q.submit([&](sycl::handler &h) { h.host_task([=] { p[1] += p[0]++ == i; }); })
                                  : q.single_task([=] { p[1] += p[0]++ == i; });
    longest = std::max(longest, e.get_wait_list().size());
  }
  g.promise.set_value();
  q.wait();
  EXPECT_EQ(p[1], commands);
  EXPECT_LE(longest, 1u);
  sycl::free(p, q);
}

// However many become ready at once, they run on as many threads as the machine has, beside those of host tasks.
TEST(HostTask, IndependentCommandsBehindOneShareThreads) {
  constexpr int commands = 2000;
  sycl::queue q;
  std::vector<std::thread::id> ran(commands);
  std::thread::id *threads = ran.data();
  gate g, all;
  auto first = q.submit([&](sycl::handler &h) { h.host_task([open = g.open] { open.wait(); }); });
  for (int i = 0; i < commands; ++i)
    q.submit([&](sycl::handler &h) {
      h.depends_on(first);
      h.single_task([=] { threads[i] = std::this_thread::get_id(); });
    });
  // The program's own tasks among them have threads each: one may wait for another.
  std::atomic<int> together{0};
  constexpr int tasks = 20;
  for (int i = 0; i < tasks; ++i)
    q.submit([&](sycl::handler &h) {
      h.depends_on(first);
      h.host_task([&, open = all.open] {
        if (++together == tasks)
          all.promise.set_value();
        open.wait();
      });
    });
  g.promise.set_value();
  q.wait();
  EXPECT_EQ(std::count(ran.begin(), ran.end(), std::thread::id()), 0);
  std::sort(ran.begin(), ran.end());
  EXPECT_LE(std::unique(ran.begin(), ran.end()) - ran.begin(),
            static_cast<std::ptrdiff_t>(std::max(1u, std::thread::hardware_concurrency()) + tasks + 1));
}

TEST(HostTask, WaitCoversWhatABarrierFollows) {
  constexpr int commands = 300;
  sycl::queue q;
  std::vector<int> done(2 * commands + 1);
  int *p = done.data();
  gate g;
  auto first =
      q.submit([&](sycl::handler &h) { h.host_task([=, open = g.open] { open.wait(), p[2 * commands] = 1; }); });
  for (int i = 0; i < 2 * commands; ++i) {
    if (i == commands)
      q.ext_oneapi_submit_barrier();
    q.submit([&](sycl::handler &h) {
      if (i % 3 == 0)
        h.depends_on(first);
      if (i % 3 == 1)
        h.single_task([=] { p[i] = 1; });
      else
        h.host_task([=] { p[i] = i < commands || std::count(p, p + commands, 1) == commands; });
    });
  }
  std::thread later([&] { g.promise.set_value(); });
  q.wait();
  EXPECT_EQ(std::count(done.begin(), done.end(), 1), 2 * commands + 1);
  later.join();
}

TEST(HostTask, BarrierWaitsForTasks) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(2, q);
  gate g;
  q.submit([&](sycl::handler &h) { h.host_task([=, open = g.open] { open.wait(), p[0] = 7; }); });
  auto barrier = q.ext_oneapi_submit_barrier();
  q.single_task([=] { p[1] = p[0]; }); // after the barrier
  EXPECT_EQ(barrier.get_info<sycl::info::event::command_execution_status>(),
            sycl::info::event_command_status::submitted);
  g.promise.set_value();
  q.wait();
  EXPECT_EQ(p[1], 7);
  sycl::free(p, q);
}

TEST(HostTask, DependsOnEvents) {
  sycl::queue a, b;
  int *p = sycl::malloc_shared<int>(1, a);
  gate g;
  auto first = a.submit([&](sycl::handler &h) { h.host_task([=, open = g.open] { open.wait(), *p = 5; }); });
  auto second = b.submit([&](sycl::handler &h) {
    h.depends_on(first);
    h.single_task([=] { *p *= 3; });
  });
  auto third = a.submit([&](sycl::handler &h) {
    h.depends_on({first, second});
    h.host_task([=] { *p += 1; });
  });
  g.promise.set_value();
  third.wait();
  EXPECT_EQ(*p, 16);
  sycl::free(p, a);
}

TEST(HostTask, ErrorsGoToTheHandler) {
  std::vector<std::string> errors;
  sycl::queue q{[&](sycl::exception_list list) {
    for (const auto &e : list)
      try {
        std::rethrow_exception(e);
      } catch (const std::exception &x) {
        errors.push_back(x.what());
      }
  }};
  auto e = q.submit([&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("broken"); }); });
  e.wait();
  EXPECT_TRUE(errors.empty()); // only when asked for
  q.throw_asynchronous();
  EXPECT_EQ(errors, std::vector<std::string>{"broken"});
  q.wait_and_throw();
  EXPECT_EQ(errors.size(), 1u); // once
  q.submit([&](sycl::handler &h) { h.host_task([] { throw std::logic_error("again"); }); }).wait_and_throw();
  EXPECT_EQ(errors.size(), 2u);
}

TEST(HostTask, ErrorsOfQueuesWithoutAHandlerAreThrownByWait) {
  sycl::queue q;
  q.submit([&](sycl::handler &h) { h.host_task([] { throw std::runtime_error("broken"); }); });
  EXPECT_THROW(q.wait(), std::runtime_error);
  q.wait(); // usable, and quiet
}

TEST(HostTask, InteropHandleOfTheNativeDevice) {
  sycl::queue q;
  std::vector<int> data(10, 3);
  sycl::buffer<int> b(data);
  int seen = 0;
  q.submit([&](sycl::handler &h) {
     sycl::accessor a(b, h, sycl::read_only);
     h.host_task([=, &seen](sycl::interop_handle ih) {
       seen = *ih.get_native_mem<sycl::backend::ext_oneapi_native_cpu>(a);
       EXPECT_EQ(ih.get_backend(), sycl::backend::ext_oneapi_native_cpu);
       try {
         ih.get_native_queue<sycl::backend::ext_oneapi_cuda>();
         FAIL();
       } catch (const sycl::exception &e) {
         EXPECT_EQ(e.code(), sycl::errc::backend_mismatch);
       }
     });
   }).wait();
  EXPECT_EQ(seen, 3);
}

TEST(HostTask, DestroyedBufferWaits) {
  std::vector<int> data(10, 1);
  gate g;
  std::thread opener;
  {
    sycl::queue q;
    sycl::buffer<int> b(data);
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h, sycl::read_write_host_task);
      h.host_task([=, open = g.open] {
        open.wait();
        a[3] = 30;
      });
    });
    add_one(q, b);
    opener = std::thread([&] { g.promise.set_value(); });
  }
  opener.join();
  EXPECT_EQ(data[3], 31);
  EXPECT_EQ(data[4], 2);
}

TEST(HostAccess, HoldsBackLaterCommands) {
  sycl::queue q;
  std::vector<int> data(100, 1);
  sycl::buffer<int> b(data);
  sycl::event e;
  {
    sycl::host_accessor first(b);
    auto copy = first;
    sycl::host_accessor second(b, sycl::read_only); // several at once
    e = add_one(q, b);
    EXPECT_EQ(e.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::submitted);
    first[5] = 9;
    EXPECT_EQ(second[5], 9);
    EXPECT_EQ(data[0], 1);
  }
  e.wait();
  EXPECT_EQ(data[0], 2);
  EXPECT_EQ(data[5], 10);
}

TEST(HostAccess, ReadersDoNotHoldBackReaders) {
  sycl::queue q;
  std::vector<int> data(100, 4), out(100);
  sycl::buffer<int> b(data), o(out);
  sycl::host_accessor held(b, sycl::read_only);
  auto e = q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_only);
    sycl::accessor to(o, h, sycl::write_only);
    h.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { to[i] = a[i]; });
  });
  e.wait();
  EXPECT_EQ(sycl::host_accessor(o, sycl::read_only)[99], 4);
}

TEST(HostAccess, WriterWaitsForReadersThatAreAlive) {
  sycl::queue q;
  std::vector<int> data(10, 4);
  sycl::buffer<int> b(data);
  auto reader = std::make_unique<sycl::host_accessor<int, 1, sycl::access_mode::read>>(b, sycl::read_only);
  auto e = add_one(q, b);
  EXPECT_EQ((*reader)[0], 4);
  EXPECT_NE(e.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::complete);
  reader.reset();
  e.wait();
  EXPECT_EQ(data[0], 5);
}
