// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// light_mutex under contention: nobody is in it beside another one, and everybody gets it in the end.
#include "core/process/light_mutex.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

using sycl::detail::light_mutex;

namespace {

TEST(LightMutex, ThreadsTakeTurns) {
  constexpr int threads = 4, times = 20000;
  light_mutex mutex;
  int inside = 0, most = 0, entered = 0;
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      for (int i = 0; i < times; ++i) {
        std::lock_guard<light_mutex> lock(mutex);
        most = std::max(most, ++inside);
        ++entered;
        if (i % 500 == t) // others come to wait for it
          std::this_thread::yield();
        --inside;
      }
    });
  for (std::thread &t : running)
    t.join();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(entered, threads * times);
}

TEST(LightMutex, WhoWaitsSleepsUntilItIsFree) {
  light_mutex mutex;
  bool there = false;
  mutex.lock();
  std::vector<std::thread> waiting;
  for (int t = 0; t < 3; ++t)
    waiting.emplace_back([&] {
      std::lock_guard<light_mutex> lock(mutex);
      EXPECT_TRUE(there);
    });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  there = true;
  mutex.unlock();
  for (std::thread &t : waiting)
    t.join();
}

} // namespace
