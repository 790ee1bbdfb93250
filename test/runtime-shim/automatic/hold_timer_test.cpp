// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time for which kernels are held, and who ends it.
#include "core/automatic/hold_timer.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace sycl::detail;

namespace {

class fake_queue : public kernel_holder {
public:
  fake_queue() { watch(*this); }
  ~fake_queue() override { unwatch(*this); }
  void begin() {
    std::lock_guard<std::mutex> lock(mutex_);
    episode_.fetch_add(1);
    holding_began();
  }
  void complete() {
    end_episode(episode_.load(), false);
    holding_ended();
  }
  bool holds() const { return episode() % 2 == 1; }
  bool wait_until_ended() const {
    const auto begun = std::chrono::steady_clock::now();
    while (holds())
      if (std::chrono::steady_clock::now() - begun > std::chrono::seconds(20))
        return false;
    return true;
  }
  void end_episode(std::uint64_t episode, bool if_idle) noexcept override {
    std::lock_guard<std::mutex> lock(mutex_);
    if (episode_.load() != episode || episode % 2 == 0)
      return;
    ++asked;
    if (if_idle && busy)
      return;
    episode_.fetch_add(1);
  }
  std::atomic<bool> busy{false};
  std::atomic<int> asked{0};

private:
  std::mutex mutex_;
};

TEST(HoldTimer, EndsWhatIsHeldForLong) {
  fake_queue q;
  for (int i = 0; i != 100; ++i) {
    q.begin();
    EXPECT_TRUE(q.wait_until_ended());
  }
  // The thread ends when nothing is held for long, and comes back.
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  q.begin();
  EXPECT_TRUE(q.wait_until_ended());
}

// A program that waits for each of its sequences, and does something else in between.
TEST(HoldTimer, ThreadSleepsWhileWhatIsHeldIsSoonComplete) {
  fake_queue q;
  q.begin(); // starts it
  q.complete();
  const std::uint64_t before = looks_at_holders();
  constexpr std::uint64_t times = 500;
  for (std::uint64_t i = 0; i != times; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    q.begin();
    q.complete();
  }
  EXPECT_LT(looks_at_holders() - before, times / 5) << "where the system takes the processor away, there is a look";
  q.begin();
  EXPECT_TRUE(q.wait_until_ended());
  // Those that follow each other share looks.
  const std::uint64_t then = looks_at_holders();
  const auto begun = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i != 100 * times; ++i) {
    q.begin();
    q.complete();
  }
  const auto took = std::chrono::steady_clock::now() - begun;
  EXPECT_LE(looks_at_holders() - then, took / std::chrono::microseconds(longest_hold_us * 2 / 5) + 2);
  EXPECT_LT(looks_at_holders() - then, 10 * times);
  q.begin();
  EXPECT_TRUE(q.wait_until_ended());
}

// Some programs close all descriptors that they know nothing of.
TEST(HoldTimer, AnotherFileIsNotTakenForTheTimer) {
  fake_queue q;
  q.begin();
  EXPECT_TRUE(q.wait_until_ended());
  for (int file = 3; file != 64; ++file)
    if (char name[64] = {}, path[32] = {}; std::snprintf(path, sizeof path, "/proc/self/fd/%d", file) > 0 &&
                                           ::readlink(path, name, sizeof name - 1) > 0 &&
                                           std::string(name).find("timerfd") != std::string::npos)
      ::close(file);
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  ASSERT_EQ(::write(pipe[1], "12345678", 8), 8);
  for (int i = 0; i != 10; ++i) {
    q.begin();
    EXPECT_TRUE(q.wait_until_ended());
  }
  char bytes[8];
  EXPECT_EQ(::read(pipe[0], bytes, 8), 8);
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST(HoldTimer, WaitsForADeviceThatHasOtherWork) {
  fake_queue q;
  q.busy = true;
  q.begin();
  while (q.asked < 5)
    std::this_thread::yield();
  EXPECT_TRUE(q.holds());
  end_all_holding(); // whatever the device does
  EXPECT_FALSE(q.holds());
  q.begin();
  q.busy = false;
  EXPECT_TRUE(q.wait_until_ended());
}

TEST(HoldTimer, QueuesComeAndGoWhileOthersHold) {
  std::vector<std::thread> threads;
  for (int t = 0; t != 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i != 300; ++i) {
        fake_queue q;
        q.begin();
        if (i % 3 == 0)
          q.complete();
        else if (i % 3 == 1)
          end_all_holding();
        else
          EXPECT_TRUE(q.wait_until_ended());
        EXPECT_FALSE(q.holds());
      }
    });
  for (std::thread &t : threads)
    t.join();
}

TEST(HoldTimer, NothingIsHeldInAForkedProcess) {
  fake_queue q;
  for (int i = 0; i != 10; ++i) {
    q.busy = true;
    q.begin();
    const pid_t child = ::fork();
    if (child == 0) {
      q.busy = false;
      bool right = !q.holds();
      q.begin();
      right &= q.wait_until_ended();
      ::_exit(right ? 0 : 1);
    }
    EXPECT_FALSE(q.holds());
    int status = 1;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

} // namespace
