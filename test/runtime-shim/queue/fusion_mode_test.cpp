// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules of fusion mode: what cancels a region, and that results are
// right.
#include "bundle_fixture.hpp"

#include <algorithm>
#include <thread>

using namespace test;

namespace {

// A queue in fusion mode with one pending kernel that adds 1 to every element of a buffer.
class FusionMode : public testing::Test {
protected:
  FusionMode() : data(100, 1), fw(q) {}

  sycl::event add_one(sycl::queue &to) {
    return to.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.parallel_for<class add_one_kernel>(sycl::range<1>(100), [=](sycl::id<1> i) { a[i] += 1; });
    });
  }
  sycl::event start() {
    fw.start_fusion();
    return add_one(q);
  }
  void expect_aborted() {
    EXPECT_FALSE(fw.is_in_fusion_mode());
    EXPECT_EQ(fw.last_outcome(), fusion_outcome::unfused);
    EXPECT_EQ(fw.last_reason(), fusion_reason::aborted_by_synchronization);
  }
  void expect_data(int value) {
    sycl::host_accessor a(buffer, sycl::read_only);
    for (int i = 0; i < 100; ++i)
      ASSERT_EQ(a[i], value) << i;
  }

  std::vector<int> data;
  sycl::buffer<int> buffer{data};
  sycl::queue q = fusion_queue();
  fusion_wrapper fw;
};

std::string stderr_of(const std::function<void()> &f) {
  testing::internal::CaptureStderr();
  f();
  return testing::internal::GetCapturedStderr();
}
// The words that users know, then the place of start_fusion and the code.
testing::AssertionResult warns(const std::string &text, const std::string &words, const char *code) {
  const std::string begin = "WARNING: " + words + " (the region was started at ";
  const std::string end = std::string(") [") + code + "]\n";
  if (text.compare(0, begin.size(), begin) == 0 && text.find("fusion_mode_test.cpp:") != std::string::npos &&
      text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0 &&
      std::count(text.begin(), text.end(), '\n') == 1)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << text;
}
testing::AssertionResult warns_of_abort(const std::string &text) {
  return warns(text, "Aborting fusion because synchronization with one of the kernels in the fusion list was requested",
               "SF6114");
}

} // namespace

TEST_F(FusionMode, QueueWithoutThePropertyIsRefused) {
  sycl::queue plain;
  try {
    fusion_wrapper w(plain);
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::invalid);
  }
}

TEST_F(FusionMode, NothingRunsBeforeTheEnd) {
  auto e = start();
  EXPECT_TRUE(fw.is_in_fusion_mode());
  EXPECT_EQ(data[0], 1);
  EXPECT_EQ(e.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::submitted);
  auto done = fw.complete_fusion();
  EXPECT_FALSE(fw.is_in_fusion_mode());
  done.wait();
  e.wait();
  EXPECT_TRUE(e == done);
  EXPECT_EQ(e.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::complete);
  expect_data(2);
}

TEST_F(FusionMode, CancelRunsTheKernelsOneByOne) {
  start();
  add_one(q);
  fw.cancel_fusion();
  EXPECT_EQ(fw.last_reason(), fusion_reason::cancelled);
  expect_data(3);
}

TEST_F(FusionMode, StartTwiceIsAnError) {
  fw.start_fusion();
  try {
    fw.start_fusion();
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), sycl::errc::invalid);
  }
  EXPECT_TRUE(fw.is_in_fusion_mode());
}

TEST_F(FusionMode, EmptyRegion) {
  fw.start_fusion();
  EXPECT_TRUE(warns(stderr_of([&] { fw.complete_fusion().wait(); }), "Fusion list is empty", "SF6112"));
  EXPECT_EQ(fw.last_reason(), fusion_reason::empty_region);
}

TEST_F(FusionMode, CompleteAndCancelOutsideOfItWarn) {
  EXPECT_NE(stderr_of([&] { fw.cancel_fusion(); }), "");
  EXPECT_NE(stderr_of([&] { fw.complete_fusion().wait(); }), "");
}

TEST_F(FusionMode, QueueWaitAborts) {
  start();
  EXPECT_TRUE(warns_of_abort(stderr_of([&] { q.wait(); })));
  EXPECT_EQ(data[0], 2);
  expect_aborted();
  expect_data(2);
}

TEST_F(FusionMode, EventWaitAborts) {
  auto e = start();
  EXPECT_TRUE(warns_of_abort(stderr_of([&] { e.wait(); })));
  expect_aborted();
  expect_data(2);
}

TEST_F(FusionMode, EventWaitFromAnotherThreadAborts) {
  auto e = start();
  stderr_of([&] { std::thread([e]() mutable { e.wait(); }).join(); });
  expect_aborted();
  expect_data(2);
}

TEST_F(FusionMode, CompleteAfterAnAbortGivesTheEventOfTheRegion) {
  auto e = start();
  stderr_of([&] { q.wait(); });
  add_one(q); // no longer in fusion mode
  sycl::event done;
  stderr_of([&] { done = fw.complete_fusion(); });
  EXPECT_TRUE(done == e);
  done.wait();
  expect_aborted();
  expect_data(3);
}

TEST_F(FusionMode, HostAccessorAborts) {
  start();
  EXPECT_TRUE(warns_of_abort(stderr_of([&] { expect_data(2); })));
  expect_aborted();
}

TEST_F(FusionMode, BufferDestructionAborts) {
  std::vector<int> other(10, 5);
  stderr_of([&] {
    sycl::buffer<int> b(other);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.parallel_for(sycl::range<1>(10), [=](sycl::id<1> i) { a[i] *= 2; });
    });
  });
  EXPECT_EQ(other, std::vector<int>(10, 10));
  expect_aborted();
}

TEST_F(FusionMode, BufferThatIsOnlyReadAbortsToo) {
  std::vector<int> input(100, 7);
  stderr_of([&] {
    sycl::buffer<int> b(input);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor in(b, h, sycl::read_only);
      sycl::accessor out(buffer, h, sycl::write_only);
      h.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { out[i] = in[i]; });
    });
  });
  expect_aborted();
  expect_data(7);
}

TEST_F(FusionMode, QueueDestructionAborts) {
  stderr_of([&] {
    auto other = fusion_queue();
    fusion_wrapper w(other);
    w.start_fusion();
    add_one(other);
  });
  expect_data(2);
}

TEST_F(FusionMode, RequirementOfAnotherQueueAborts) {
  start();
  sycl::queue other;
  EXPECT_TRUE(warns_of_abort(stderr_of([&] { add_one(other).wait(); })));
  expect_aborted();
  expect_data(3);
}

TEST_F(FusionMode, EventDependencyOfAnotherQueueAborts) {
  auto e = start();
  sycl::queue other;
  int *p = sycl::malloc_shared<int>(1, other);
  int *first = data.data();
  stderr_of([&] {
    other
        .submit([&](sycl::handler &h) {
          h.depends_on(e);
          h.single_task([=] { *p = first[0]; });
        })
        .wait();
  });
  EXPECT_EQ(*p, 2);
  sycl::free(p, other);
  expect_aborted();
}

TEST_F(FusionMode, UnrelatedCommandsOfOtherQueuesDoNot) {
  start();
  sycl::queue other;
  int *p = sycl::malloc_shared<int>(10, other);
  EXPECT_EQ(stderr_of([&] { other.fill(p, 3, 10).wait(); }), "");
  EXPECT_TRUE(fw.is_in_fusion_mode());
  sycl::free(p, other);
  fw.cancel_fusion();
  expect_data(2);
}

TEST_F(FusionMode, TwoRegionsOverOneBuffer) {
  start();
  auto other = fusion_queue();
  fusion_wrapper w(other);
  w.start_fusion();
  EXPECT_TRUE(warns_of_abort(stderr_of([&] { add_one(other); })));
  expect_aborted();
  EXPECT_TRUE(w.is_in_fusion_mode());
  w.complete_fusion();
  expect_data(3);
}

TEST_F(FusionMode, DependsOnAnEventOfTheSameRegion) {
  auto e = start();
  EXPECT_EQ(stderr_of([&] {
              q.submit([&](sycl::handler &h) {
                h.depends_on(e);
                sycl::accessor a(buffer, h);
                h.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { a[i] *= 10; });
              });
            }),
            "");
  EXPECT_TRUE(fw.is_in_fusion_mode());
  fw.complete_fusion();
  expect_data(20);
}

TEST_F(FusionMode, CommandThatNeedsAKernelEndsTheRegion) {
  start();
  EXPECT_TRUE(warns_of_abort(stderr_of([&] {
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::write_only);
      h.fill(a, 40);
    });
  })));
  expect_aborted();
  add_one(q);
  expect_data(41);
}

TEST_F(FusionMode, CommandThatDependsOnAKernelsEventEndsTheRegion) {
  auto e = start();
  int *p = sycl::malloc_shared<int>(1, q);
  EXPECT_TRUE(warns_of_abort(stderr_of([&] { q.memset(p, 0, sizeof(int), e).wait(); })));
  sycl::free(p, q);
  expect_aborted();
  expect_data(2);
}

// They run at once, and what was collected stays.
TEST_F(FusionMode, CommandsThatNeedNoKernelStandBesideTheRegion) {
  int *p = sycl::malloc_shared<int>(100, q), *r = sycl::malloc_shared<int>(100, q);
  std::vector<int> host(100);
  sycl::buffer<int> other(sycl::range<1>(100));
  auto copy = [&](auto f) { return [this, f] { q.submit(f).wait(); }; };
  const std::function<void()> commands[] = {
      [&] { q.fill(p, 7, 100).wait(); },
      [&] { q.memcpy(r, p, 400).wait(); },
      copy([&](sycl::handler &h) { h.fill(sycl::accessor(other, h), 3); }),
      copy([&](sycl::handler &h) { h.copy(sycl::accessor(other, h, sycl::read_only), host.data()); }),
      copy([&](sycl::handler &h) { h.update_host(sycl::accessor(other, h)); }),
      [&] { q.prefetch(p, 400).wait(); },
      copy([&](sycl::handler &h) { h.host_task([=] { r[1] = 8; }); }),
      [&] { q.ext_oneapi_submit_barrier({sycl::event()}).wait(); },
  };
  start();
  for (const auto &command : commands)
    EXPECT_EQ(stderr_of(command), "");
  EXPECT_TRUE(fw.is_in_fusion_mode());
  EXPECT_EQ(r[0], 7);
  EXPECT_EQ(r[1], 8);
  EXPECT_EQ(host[99], 3);
  EXPECT_EQ(data[0], 1);
  add_one(q);
  fw.complete_fusion();
  sycl::free(p, q);
  sycl::free(r, q);
  expect_data(3);
}

// What the kernels behind it need of such a command is there when they run.
TEST_F(FusionMode, KernelsFollowWhatStandsBesideThem) {
  sycl::buffer<int> other(sycl::range<1>(100));
  start();
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(other, h, sycl::write_only_host_task);
    h.host_task([=] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      for (int i = 0; i < 100; ++i)
        a[i] = i;
    });
  });
  q.submit([&](sycl::handler &h) {
    sycl::accessor from(other, h, sycl::read_only);
    sycl::accessor to(buffer, h);
    h.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { to[i] += from[99]; });
  });
  EXPECT_TRUE(fw.is_in_fusion_mode());
  fw.complete_fusion();
  expect_data(101);
}

TEST_F(FusionMode, BarriersAndInOrderQueuesComeAfterTheKernels) {
  start();
  EXPECT_TRUE(warns(stderr_of([&] { q.ext_oneapi_submit_barrier(); }),
                    "Aborting fusion because synchronization with one of the kernels in the fusion list was requested",
                    "SF6115"));
  EXPECT_EQ(fw.last_reason(), fusion_reason::not_a_kernel);
  sycl::queue in_order{sycl::property_list{sycl::property::queue::in_order{},
                                           sycl::ext::codeplay::experimental::property::queue::enable_fusion{}}};
  fusion_wrapper ordered(in_order);
  ordered.start_fusion();
  int *p = sycl::malloc_shared<int>(1, in_order);
  EXPECT_EQ(stderr_of([&] { in_order.memset(p, 0, sizeof(int)); }), ""); // before all kernels
  EXPECT_TRUE(ordered.is_in_fusion_mode());
  add_one(in_order);
  EXPECT_NE(stderr_of([&] { in_order.memset(p, 1, sizeof(int)).wait(); }), "");
  EXPECT_FALSE(ordered.is_in_fusion_mode());
  sycl::free(p, in_order);
  expect_data(3);
}

TEST_F(FusionMode, ThrowingCommandGroupIsNotAdded) {
  start();
  EXPECT_THROW(q.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h);
    throw std::runtime_error("user");
    h.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { a[i] = 99; });
  }),
               std::runtime_error);
  EXPECT_TRUE(fw.is_in_fusion_mode());
  add_one(q);
  fw.complete_fusion();
  expect_data(3);
}

TEST_F(FusionMode, RegionAfterRegion) {
  for (int i = 0; i < 200; ++i) {
    start();
    add_one(q);
    i % 3 == 0 ? fw.cancel_fusion() : (void)fw.complete_fusion();
  }
  expect_data(401);
}

TEST_F(FusionMode, NamesOfOutcomesAndReasons) {
  EXPECT_STREQ(to_string(fusion_outcome::aot), "aot");
  EXPECT_STREQ(to_string(fusion_outcome::aot_generic), "aot-generic");
  EXPECT_STREQ(to_string(fusion_outcome::unfused), "unfused");
  EXPECT_STREQ(to_string(fusion_outcome::none), "none");
  EXPECT_STREQ(to_string(fusion_reason::unknown_region), "unknown_region");
  EXPECT_STREQ(to_string(fusion_reason::none), "none");
}

TEST_F(FusionMode, EventDependencyOnAnotherRegionAborts) {
  auto e = start();
  auto other = fusion_queue();
  fusion_wrapper w(other);
  w.start_fusion();
  int *p = sycl::malloc_shared<int>(1, other);
  int *first = data.data();
  EXPECT_TRUE(warns(stderr_of([&] {
                      other.submit([&](sycl::handler &h) {
                        h.depends_on(e);
                        h.single_task([=] { *p = first[0]; });
                      });
                    }),
                    "Aborting fusion because of event dependency from a different fusion", "SF6114"));
  expect_aborted();
  EXPECT_TRUE(w.is_in_fusion_mode());
  w.complete_fusion().wait();
  EXPECT_EQ(*p, 2);
  sycl::free(p, other);
}

TEST_F(FusionMode, FusionModeBelongsToTheQueue) {
  auto other = fusion_queue();
  EXPECT_EQ(stderr_of([&] { fusion_wrapper(other).start_fusion(); }), "");
  add_one(other);
  EXPECT_EQ(data[0], 1);
  EXPECT_TRUE(fusion_wrapper(other).is_in_fusion_mode());
  sycl::queue copy = other;
  fusion_wrapper(copy).cancel_fusion();
  EXPECT_FALSE(fusion_wrapper(other).is_in_fusion_mode());
  expect_data(2);
}

TEST_F(FusionMode, AnotherWrapperOfTheQueueLeavesTheRegionAlone) {
  start();
  EXPECT_EQ(stderr_of([&] { fusion_wrapper w(q); }), "");
  EXPECT_TRUE(fw.is_in_fusion_mode());
  fw.complete_fusion();
  expect_data(2);
}

TEST_F(FusionMode, HostTaskAborts) {
  start();
  sycl::queue other;
  int seen = 0;
  EXPECT_TRUE(warns_of_abort(stderr_of([&] {
    other
        .submit([&](sycl::handler &h) {
          sycl::accessor a(buffer, h, sycl::read_only_host_task);
          h.host_task([=, &seen] { seen = a[99]; });
        })
        .wait();
  })));
  EXPECT_EQ(seen, 2);
  expect_aborted();
}

TEST_F(FusionMode, RequireThrowsAfterTheKernelsRan) {
  fw.start_fusion(sycl::ext::codeplay::experimental::fusion_mode::require);
  add_one(q);
  try {
    testing::internal::CaptureStderr();
    fw.complete_fusion();
    FAIL();
  } catch (const sycl::exception &e) {
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(e.code(), sycl::errc::runtime);
    EXPECT_NE(std::string(e.what()).find("[SF61"), std::string::npos) << e.what();
  }
  EXPECT_FALSE(fw.is_in_fusion_mode());
  expect_data(2);
}

TEST_F(FusionMode, OffCollectsNothing) {
  fw.start_fusion(sycl::ext::codeplay::experimental::fusion_mode::off);
  EXPECT_FALSE(fw.is_in_fusion_mode());
  add_one(q).wait();
  EXPECT_EQ(data[0], 2);
  EXPECT_EQ(stderr_of([&] { fw.complete_fusion().wait(); }), "");
  EXPECT_EQ(fw.last_reason(), fusion_reason::disabled);
  start(); // and the next one is an ordinary region
  EXPECT_TRUE(fw.is_in_fusion_mode());
  fw.cancel_fusion();
  expect_data(3);
}

TEST_F(FusionMode, OffEndsWithItsScope) {
  using sycl::ext::codeplay::experimental::fusion_mode;
  using sycl::ext::codeplay::experimental::fusion_region;
  const auto expect_ended = [this] {
    EXPECT_EQ(fw.last_reason(), fusion_reason::disabled);
    start(); // throws in fusion mode
    fw.cancel_fusion();
  };
  {
    auto left = fusion_region::start(q, fusion_mode::off);
  }
  expect_ended();
  fusion_region::start(q, fusion_mode::off).cancel();
  expect_ended();
  fusion_wrapper(q).start_fusion(fusion_mode::off);
  EXPECT_THROW(fw.start_fusion(), sycl::exception);
  fw.complete_fusion();
  expect_ended();
}

TEST_F(FusionMode, RegionObjectsLeaveRegionsOfOthersAlone) {
  using sycl::ext::codeplay::experimental::fusion_mode;
  using sycl::ext::codeplay::experimental::fusion_region;
  for (const auto mode : {fusion_mode::prefer, fusion_mode::off}) {
    {
      auto ended = fusion_region::start(q, mode);
      fw.cancel_fusion();
      start();
    }
    EXPECT_TRUE(fw.is_in_fusion_mode());
    fw.cancel_fusion();
    auto r = fusion_region::start(q, mode);
    fw.cancel_fusion();
    fw.start_fusion(fusion_mode::off);
    r.cancel();
    EXPECT_THROW(fw.start_fusion(), sycl::exception);
    fw.cancel_fusion();
  }
}

TEST_F(FusionMode, RegionObjectCancelsWhenLeftByAnException) {
  using sycl::ext::codeplay::experimental::fusion_region;
  EXPECT_EQ(stderr_of([&] {
              EXPECT_THROW(
                  {
                    auto r = fusion_region::start(q);
                    add_one(q);
                    throw std::runtime_error("user");
                  },
                  std::runtime_error);
            }),
            "");
  EXPECT_FALSE(fw.is_in_fusion_mode());
  EXPECT_EQ(fw.last_reason(), fusion_reason::cancelled);
  expect_data(2);
  auto r = fusion_region::start(q);
  add_one(q);
  EXPECT_EQ(data[0], 2);
  r.complete().wait();
  expect_data(3);
}

TEST_F(FusionMode, RefusalIsReportedAsABlock) {
  start();
  std::string text = stderr_of([&] { fw.complete_fusion(); });
  EXPECT_EQ(text.find("ERROR: JIT compilation for kernel fusion failed with message:\n"), 0u) << text;
  EXPECT_NE(text.find("fusion_mode_test.cpp:"), std::string::npos) << text;
  EXPECT_NE(text.find("no bundle is linked into the program [SF6100]"), std::string::npos) << text;
}

TEST_F(FusionMode, RegionThatNeedsWhatAHostAccessorHolds) {
  sycl::event e;
  {
    sycl::host_accessor held(buffer);
    held[0] = 50;
    start();
    e = fw.complete_fusion();
    EXPECT_EQ(e.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::submitted);
    EXPECT_EQ(held[0], 50);
  }
  e.wait();
  sycl::host_accessor a(buffer, sycl::read_only);
  EXPECT_EQ(a[0], 51);
  EXPECT_EQ(a[1], 2);
}
