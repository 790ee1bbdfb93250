// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events, and what becomes of everything when a kernel fails or the driver is gone.
#include "cuda_test.hpp"

#include <thread>

namespace {

using cuda_test::expect_error;
using cuda_test::ptx;
using cuda_test::test_bundle;
using cuda_test::usm_kind;
using fake_gpu::result;
using sycl::errc;
using cuda_event = cuda_test::cuda;
using cuda_failure = cuda_test::cuda;

test_bundle plain() {
  test_bundle::image i{"k", ptx("k")};
  i.flags = syclfuse::bundle::variant_linear;
  return test_bundle({i});
}

TEST_F(cuda_event, completes_when_it_is_waited_for) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  stream->fill(p, "x", 1, 1);
  auto event = stream->record();
  EXPECT_FALSE(event->complete());
  std::thread([&] { event->wait(); }).join(); // a thread that never had the context
  EXPECT_TRUE(event->complete());
  EXPECT_EQ(*p, 'x');
  EXPECT_EQ(event->start_ns(), 0u);
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, orders_two_streams) {
  auto first = device().create_stream(false), second = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  first->fill(p, "a", 1, 1);
  auto event = first->record();
  second->wait_for(*event);
  second->fill(p, "b", 1, 1);
  second->synchronize();
  first->synchronize();
  EXPECT_EQ(*p, 'b');
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, of_another_driver_is_waited_for_on_the_host) {
  struct foreign : sycl::detail::driver_event {
    bool waited = false;
    void wait() override { waited = true; }
    bool complete() override { return waited; }
    bool known_complete() const noexcept override { return waited; }
    void mark() override {}
  } event;
  device().create_stream(false)->wait_for(event);
  EXPECT_TRUE(event.waited);
}

// A program may keep events for ever; those of CUDA serve again as soon as they are known to be complete.
TEST_F(cuda_event, gives_its_cuda_event_back_when_it_is_finished) {
  auto stream = device().create_stream(false), other = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  std::vector<std::shared_ptr<sycl::detail::driver_event>> kept;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 50; ++i) {
      stream->fill(p, "x", 1, 1);
      kept.push_back(stream->record());
      kept.back()->mark();
      if (i % 7 == 0)
        kept.pop_back(); // some are not kept
    }
    if (round % 2)
      stream->synchronize();
    else
      kept.back()->wait();
    EXPECT_TRUE(kept[kept.size() - 20]->known_complete());
  }
  stream->synchronize();
  EXPECT_LE(fake->calls["cuEventCreate"], 102);
  const int waits = fake->calls["cuStreamWaitEvent"];
  for (const auto &e : kept) { // they are as good as before
    EXPECT_TRUE(e->complete());
    e->mark();
    e->wait();
    other->wait_for(*e);
  }
  EXPECT_EQ(fake->calls["cuStreamWaitEvent"], waits);
  stream.reset();
  kept.front()->wait();
  EXPECT_TRUE(kept.back()->complete());
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, gives_the_times_of_its_commands_with_profiling) {
  const test_bundle b = plain();
  const auto r = request(b, range(10));
  auto stream = device().create_stream(true);
  stream->launch(r);
  auto first = stream->record();
  stream->launch(r);
  stream->launch(r);
  auto second = stream->record();
  EXPECT_EQ(first->end_ns() - first->start_ns(), 1000000u); // a command of the double takes a millisecond
  EXPECT_EQ(second->end_ns() - second->start_ns(), 2000000u);
  EXPECT_GE(second->start_ns(), first->end_ns());
}

TEST_F(cuda_event, is_used_again) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  for (int i = 0; i < 100; ++i) {
    stream->fill(p, "x", 1, 1);
    stream->record()->wait();
  }
  EXPECT_EQ(fake->calls["cuEventCreate"], 1);
  device().deallocate(p, usm_kind::device);
}

// A program that submits and waits for the queue pays for no event.
TEST_F(cuda_event, is_not_recorded_if_the_stream_is_waited_for) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  std::shared_ptr<sycl::detail::driver_event> event;
  for (int i = 0; i < 10; ++i) {
    stream->fill(p, "x", 1, 1);
    event = stream->record();
    stream->synchronize();
    EXPECT_TRUE(event->complete());
    event->wait();
  }
  EXPECT_EQ(fake->calls.count("cuEventRecord"), 0u);
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, covers_what_came_before_it_only_if_marked) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  *p = '-';
  stream->fill(p, "a", 1, 1);
  auto first = stream->record();
  EXPECT_EQ(fake->calls["cuEventRecord"], 0);
  first->mark();
  EXPECT_EQ(fake->calls["cuEventRecord"], 1);
  stream->fill(p, "b", 1, 1);
  auto second = stream->record();
  EXPECT_NE(first, second);
  EXPECT_FALSE(first->known_complete());
  EXPECT_FALSE(first->complete());
  first->wait();
  EXPECT_TRUE(first->known_complete());
  EXPECT_EQ(*p, 'a');
  EXPECT_FALSE(second->complete());
  second->wait();
  EXPECT_EQ(*p, 'b');
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, is_shared_by_small_commands_in_a_row) {
  auto stream = device().create_stream(false);
  constexpr std::size_t large = std::size_t{1} << 20;
  char *p = static_cast<char *>(device().allocate(large, 0, usm_kind::device));
  std::vector<std::shared_ptr<sycl::detail::driver_event>> small;
  for (int i = 0; i < 50; ++i) {
    stream->fill(p, "a", 1, 1);
    small.push_back(stream->record());
    EXPECT_EQ(small.back(), small.front());
  }
  EXPECT_EQ(fake->calls["cuEventRecord"], 0);
  // Nobody waits for a large command who asked for a small one before it.
  stream->fill(p, "b", 1, large);
  auto behind = stream->record();
  EXPECT_NE(behind, small.front());
  EXPECT_EQ(fake->calls["cuEventRecord"], 1);
  small.front()->wait();
  EXPECT_EQ(*p, 'a');
  EXPECT_FALSE(behind->complete());
  // Nor the other way round, nor for what waits for another stream.
  stream->fill(p, "c", 1, 1);
  EXPECT_NE(stream->record(), behind);
  auto other = device().create_stream(false);
  other->fill(p + 1, "d", 1, 1);
  auto before = stream->record();
  stream->wait_for(*other->record());
  EXPECT_NE(stream->record(), before);
  stream->synchronize();
  EXPECT_TRUE(before->known_complete());
  EXPECT_EQ(p[0], 'c');
  EXPECT_EQ(p[1], 'd');
  // Many small ones are a large one.
  auto first = stream->record(), last = first;
  int commands = 0;
  for (; last == first && commands < 2000; ++commands) {
    stream->fill(p, "e", 1, 1 << 10);
    last = stream->record();
  }
  EXPECT_GT(commands, 100);
  EXPECT_LT(commands, 1000);
  stream->synchronize();
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, that_nobody_asks_for_any_more_is_given_again) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  stream->fill(p, "a", 1, 1);
  const auto first = stream->record(), second = first;
  stream->synchronize();
  EXPECT_TRUE(first->known_complete());
  stream->fill(p, "b", 1, 1);
  EXPECT_EQ(stream->record(first.get(), 2), first);
  EXPECT_FALSE(first->known_complete());
  stream->synchronize();
  stream->fill(p, "c", 1, 1);
  EXPECT_NE(stream->record(first.get(), 1), first); // the other one stays what it is
  EXPECT_TRUE(second->known_complete());
  stream->synchronize();
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, may_be_dropped_or_asked_for_by_many_threads) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(1, 0, usm_kind::device));
  for (int i = 0; i < 50; ++i) {
    stream->fill(p, "a", 1, 1);
    auto event = stream->record();
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
      threads.emplace_back([event] {
        event->complete();
        event->wait();
      });
    event.reset();
    stream->fill(p, "b", 1, 1);
    stream->record();
    for (auto &t : threads)
      t.join();
  }
  stream->synchronize();
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_event, outlives_stream_and_driver) {
  for (bool profiling : {false, true}) {
    auto stream = device().create_stream(profiling);
    auto event = stream->record();
    stream.reset();
    driver.reset();
    event->wait();
    EXPECT_EQ(fake->retained_contexts, 1);
    EXPECT_EQ(fake->live_streams, 0); // nobody knows on which thread the event ends
  }
}

TEST_F(cuda_event, of_a_stream_that_ended_unrecorded_is_an_error) {
  auto stream = device().create_stream(false);
  auto event = stream->record();
  fake->always["cuEventRecord"] = result::launch_failed;
  stream.reset();
  fake->always.clear();
  expect_error(errc::runtime, "a command was lost with its stream", [&] { event->wait(); });
  EXPECT_TRUE(event->complete()); // nothing more will happen
  EXPECT_EQ(fake->live_streams, 0);
}

TEST_F(cuda_failure, refused_launch_is_a_kernel_error) {
  const test_bundle b = plain();
  const auto r = request(b, range(10));
  auto stream = device().create_stream(false);
  fake->always["cuLaunchKernel"] = result::invalid_value;
  expect_error(errc::kernel, "cuLaunchKernel failed: CUDA_ERROR_INVALID_VALUE: text of the driver [SF6004]",
               [&] { stream->launch(r); });
  fake->always.clear();
  stream->launch(r); // usable afterwards
  EXPECT_EQ(fake->launches.size(), 1u);
}

TEST_F(cuda_failure, other_errors_are_runtime_errors) {
  fake->always["cuStreamCreate"] = result::invalid_value;
  expect_error(errc::runtime, "cuStreamCreate failed", [&] { device().create_stream(false); });
  fake->always["cuStreamCreate"] = result::out_of_memory;
  expect_error(errc::memory_allocation, "cuStreamCreate failed: CUDA_ERROR_OUT_OF_MEMORY",
               [&] { device().create_stream(false); });
}

TEST_F(cuda_failure, a_context_that_cannot_be_had_is_tried_again) {
  fake->always["cuDevicePrimaryCtxRetain"] = result::out_of_memory;
  expect_error(errc::memory_allocation, "cuDevicePrimaryCtxRetain", [&] { device().create_stream(false); });
  fake->always.clear();
  EXPECT_NE(device().create_stream(false), nullptr);
}

// A kernel that fails makes its context unusable: whoever waits is told, every time, and everything can still be
// released.
TEST_F(cuda_failure, failed_kernel_is_reported_to_all_and_leaves_destructors_alone) {
  expect_no_leaks = false; // the driver frees a broken context as a whole
  const test_bundle b = plain();
  const auto r = request(b, range(10));
  auto stream = device().create_stream(false);
  void *p = device().allocate(100, 0, usm_kind::device);
  stream->launch(r);
  auto event = stream->record();
  fake->sticky = result::illegal_address;
  for (int i = 0; i < 2; ++i) {
    expect_error(errc::kernel, "CUDA_ERROR_ILLEGAL_ADDRESS", [&] { event->wait(); });
    EXPECT_TRUE(event->complete()); // nothing more will happen
    expect_error(errc::kernel, "CUDA_ERROR_ILLEGAL_ADDRESS", [&] { stream->synchronize(); });
  }
  EXPECT_NO_THROW(device().deallocate(p, usm_kind::device));
  EXPECT_NO_THROW(event.reset());
  EXPECT_NO_THROW(stream.reset());
  EXPECT_NO_THROW(driver.reset());
}

// Static objects of a program may release their memory after libcuda's own exit handlers have run.
TEST_F(cuda_failure, a_driver_that_is_gone_is_no_error_when_releasing) {
  expect_no_leaks = false;
  const test_bundle b = plain();
  const auto r = request(b, range(10));
  auto stream = device().create_stream(true);
  void *p = device().allocate(100, 0, usm_kind::host);
  stream->launch(r);
  auto event = stream->record();
  fake->always["*"] = result::deinitialized;
  EXPECT_NO_THROW(device().deallocate(p, usm_kind::host));
  EXPECT_NO_THROW(event.reset());
  EXPECT_NO_THROW(stream.reset());
  EXPECT_NO_THROW(driver.reset());
}

TEST_F(cuda_failure, another_user_of_cuda_in_the_thread_does_not_disturb) {
  fake->devices = 2;
  device();
  const test_bundle b = plain();
  const auto r = request(b, range(10));
  auto first = driver->devices()[0]->create_stream(false), second = driver->devices()[1]->create_stream(false);
  const int switches = fake->calls["cuCtxSetCurrent"];
  std::unique_ptr<sycl::detail::driver_launch> prepared;
  first->launch(r);
  first->launch_again(r, prepared);
  first->launch_again(r, prepared);
  first->synchronize();
  EXPECT_EQ(fake->calls["cuCtxSetCurrent"], switches + 1);
  EXPECT_EQ(fake->launches.size(), 3u);
  second.reset(); // its context is current then
  EXPECT_EQ(fake->calls["cuCtxSetCurrent"], switches + 2);
  first->launch_again(r, prepared);
  EXPECT_EQ(fake->calls["cuCtxSetCurrent"], switches + 3);
  EXPECT_EQ(fake->launches.size(), 4u);
}

} // namespace
