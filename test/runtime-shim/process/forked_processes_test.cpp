// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes that are forked from one that uses the runtime, as Python's multiprocessing does: they have none of its
// threads, and must not wait for what those would have done.
#include "bundle_fixture.hpp"

#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

// Runs it in a forked process, which a signal ends if it waits for ever. Its exit code.
template <class F> int forked(F f) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    ::_exit(f());
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

class forked_increment;
// 0 if the kernel between two host tasks has run.
int with_host_tasks() {
  sycl::queue q;
  std::vector<int> data(10, 1);
  {
    sycl::buffer<int> b(data);
    const auto host_task = [&] {
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::read_write_host_task);
        h.host_task([=] { a[0] += 10; });
      });
    };
    host_task();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for<forked_increment>(b.get_range(), [=](sycl::id<1> i) { a[i] *= 2; });
    });
    host_task();
  }
  return data[0] == 32 && data[9] == 2 ? 0 : 1;
}

void many_items(std::size_t n) {
  sycl::queue q;
  std::vector<unsigned> data(n, 1);
  unsigned *p = data.data();
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
     for (unsigned k = 0; k < 20; ++k)
       p[i] = p[i] * 3 + k;
   }).wait();
}

// Whether another thread than the caller takes part in a launch, sooner or later.
bool has_workers() {
  sycl::queue q;
  const pthread_t caller = ::pthread_self();
  std::atomic<bool> others{false};
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!others && std::chrono::steady_clock::now() < deadline)
    q.parallel_for(sycl::range<1>(1 << 20), [caller, &others](sycl::id<1>) {
       if (::pthread_self() != caller)
         others.store(true, std::memory_order_relaxed);
     }).wait();
  return others;
}

} // namespace

// The thread sanitizer ends such processes unless TSAN_OPTIONS has die_after_fork=0.
// The parent's threads are idle, and counted, when the process is forked.
TEST(ForkedProcesses, HaveThreadsOfTheirOwnForHostTasks) {
  ASSERT_EQ(with_host_tasks(), 0);
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(forked(with_host_tasks), 0);
    ASSERT_EQ(with_host_tasks(), 0);
  }
}

TEST(ForkedProcesses, HaveWorkersOfTheirOwn) {
  many_items(1 << 20);
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(forked([] {
                many_items(1 << 20);
                return 0;
              }),
              0);
  if (std::thread::hardware_concurrency() < 2)
    GTEST_SKIP() << "one processor has no workers";
  ASSERT_TRUE(has_workers());
  EXPECT_EQ(forked([] { return has_workers() ? 0 : 1; }), 0);
  EXPECT_EQ(forked([] { return forked([] { return has_workers() ? 0 : 1; }); }), 0);
}

// The parent's threads take and give back locks, and wake each other, at any moment.
TEST(ForkedProcesses, AreMadeWhileHostTasksRun) {
  sycl::queue q;
  std::vector<int> data(64, 1);
  for (int round = 0; round < 300; ++round) {
    sycl::buffer<int> b(data);
    for (int k = 0; k < 100; ++k) {
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h, sycl::read_write_host_task);
        h.host_task([=] { a[0] += 1; });
      });
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(b, h);
        h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] *= 1; });
      });
    }
    ASSERT_EQ(forked(with_host_tasks), 0) << round;
  }
}

// A library that is opened meanwhile holds a lock at any moment.
TEST(ForkedProcesses, FindNoLockHeldByAThreadOfTheirParent) {
  std::atomic<bool> enough{false};
  std::thread other([&] {
    while (!enough) {
      sycl_fuse_registration damaged{SYCL_FUSE_ABI_VERSION + 1, 0, nullptr, 0, nullptr};
      sycl_fuse_register(&damaged);
      sycl_fuse_unregister(&damaged);
    }
  });
  int ended = 0;
  for (int i = 0; i < 200 && ended == 0; ++i)
    ended = forked([] {
      sycl_fuse_registration damaged{SYCL_FUSE_ABI_VERSION + 1, 0, nullptr, 0, nullptr};
      sycl_fuse_register(&damaged);
      sycl_fuse_unregister(&damaged);
      return 0;
    });
  enough = true;
  other.join();
  EXPECT_EQ(ended, 0);
}

// The dynamic linker does not survive a library that such a child loads. By itself, since the other tests have used all
// that there is.
TEST(ForkedProcesses, LoadNothingThatTheirParentHasNot) {
  sycl::queue().single_task([] {}).wait();
  std::atomic<bool> stop{false};
  std::thread loader([&] {
    while (!stop)
      if (void *library = ::dlopen(REGION_LIBRARY, RTLD_NOW | RTLD_LOCAL))
        ::dlclose(library);
  });
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(forked([] { return many_items(200000), with_host_tasks(); }), 0);
  stop = true;
  loader.join();
}
