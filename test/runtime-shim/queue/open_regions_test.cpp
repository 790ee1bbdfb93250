// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order rule of docs/runtime.md, in the column of a region that collects: what another thread does ends the region,
// enters it, or passes it by. A comment names the line. Each test runs with a region that is collected anew and with one
// that has done what the queue's region before did. closing_regions_test.cpp has the other column.
#include "bundle_fixture.hpp"

#include <functional>
#include <optional>
#include <thread>

using namespace test;

namespace {

enum class opened { anew, again };

// A region of two kernels, of which the first has been submitted: x = x + 1, then x = x * 3.
class OpenRegion : public testing::TestWithParam<opened> {
protected:
  ~OpenRegion() override {
    elsewhere([&] { q.reset(); });
  }

  sycl::event add() {
    return q->submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.single_task<class open_add>([a] { a[0] += 1; });
    });
  }
  sycl::event triple() {
    return q->submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.single_task<class open_triple>([a] { a[0] *= 3; });
    });
  }
  void make_queue(bool in_order) {
    sycl::property_list ordered{fusion_property::queue::enable_fusion(), sycl::property::queue::in_order()};
    q = in_order ? sycl::queue(ordered) : fusion_queue();
  }
  sycl::event start(bool in_order = false) {
    make_queue(in_order);
    for (int i = 0; GetParam() == opened::again && i < 3; ++i) {
      fusion_wrapper fw(*q);
      fw.start_fusion();
      add();
      triple();
      fw.complete_fusion();
    }
    q->wait();
    before = data[0];
    fusion_wrapper(*q).start_fusion();
    return add();
  }
  // In another thread, whose warnings are kept back.
  void elsewhere(const std::function<void()> &f) {
    testing::internal::CaptureStderr();
    std::thread(f).join();
    testing::internal::GetCapturedStderr();
  }
  bool is_open() { return fusion_wrapper(*q).is_in_fusion_mode(); }
  int value() { return sycl::host_accessor(buffer, sycl::read_only)[0]; }
  // The region still has its first kernel, and takes the second one.
  void expect_open() {
    EXPECT_EQ(data[0], before);
    EXPECT_TRUE(is_open());
    triple();
    EXPECT_EQ(data[0], before);
    fusion_wrapper(*q).complete_fusion();
    EXPECT_EQ(value(), (before + 1) * 3);
  }
  // The second one is an ordinary kernel. `first`: what became of the value by then.
  void expect_ended(fusion_reason why, int first) {
    EXPECT_FALSE(is_open());
    EXPECT_EQ(fusion_wrapper(*q).last_reason(), why);
    triple();
    EXPECT_EQ(value(), first * 3);
  }
  void expect_ended(fusion_reason why = fusion_reason::aborted_by_synchronization) { expect_ended(why, before + 1); }

  std::optional<sycl::queue> q;
  sycl::queue other;
  std::vector<int> data = std::vector<int>(1, 1);
  sycl::buffer<int> buffer{data};
  int before = 0;
};

} // namespace

INSTANTIATE_TEST_SUITE_P(, OpenRegion, testing::Values(opened::anew, opened::again),
                         [](const auto &p) { return std::string(p.param == opened::anew ? "Anew" : "Again"); });

// queue::wait
TEST_P(OpenRegion, EndsWhenTheQueueIsWaitedFor) {
  start();
  int seen = 0;
  elsewhere([&] {
    q->wait();
    seen = data[0];
  });
  EXPECT_EQ(seen, before + 1);
  expect_ended();
}
// the destructor of the queue's last handle
TEST_P(OpenRegion, EndsWithItsQueue) {
  start();
  elsewhere([&] { q.reset(); });
  EXPECT_EQ(data[0], before + 1);
  EXPECT_EQ(value(), before + 1);
}

// event::wait on the region's event
TEST_P(OpenRegion, EndsWhenItsEventIsWaitedFor) {
  auto e = start();
  int seen = 0;
  elsewhere([&] {
    e.wait();
    seen = data[0];
  });
  EXPECT_EQ(seen, before + 1);
  expect_ended();
}

// a status query of that event
TEST_P(OpenRegion, IsSubmitted) {
  auto e = start();
  elsewhere([&] {
    EXPECT_EQ(e.get_info<sycl::info::event::command_execution_status>(), sycl::info::event_command_status::submitted);
  });
  expect_open();
}

// submit of a kernel that may be fused
TEST_P(OpenRegion, TakesAKernelOfAnotherThread) {
  auto e = start();
  elsewhere([&] { EXPECT_TRUE(triple() == e); });
  EXPECT_EQ(data[0], before);
  EXPECT_TRUE(is_open());
  fusion_wrapper(*q).complete_fusion();
  EXPECT_EQ(value(), (before + 1) * 3);
}
TEST_P(OpenRegion, TakesAnotherKernelThanTheRegionBeforeHad) {
  start();
  elsewhere([&] { add(); });
  before += 1;
  EXPECT_EQ(data[0], before - 1);
  EXPECT_TRUE(is_open());
  triple();
  fusion_wrapper(*q).complete_fusion();
  EXPECT_EQ(value(), (before + 1) * 3);
}

// submit of anything else, in order, or a barrier for the whole queue
TEST_P(OpenRegion, EndsBeforeAHostTaskInOrder) {
  start(true);
  int seen = 0;
  elsewhere([&] { q->submit([&](sycl::handler &h) { h.host_task([&] { seen = data[0]; }); }).wait(); });
  EXPECT_EQ(seen, before + 1);
  expect_ended(fusion_reason::not_a_kernel, before + 1);
}
TEST_P(OpenRegion, EndsBeforeACopyInOrder) {
  start(true);
  int seen = 0;
  elsewhere([&] { q->memcpy(&seen, data.data(), sizeof(int)).wait(); });
  EXPECT_EQ(seen, before + 1);
  expect_ended(fusion_reason::not_a_kernel, before + 1);
}
TEST_P(OpenRegion, EndsBeforeAKernelApartInOrder) {
  start(true);
  int *p = sycl::malloc_shared<int>(1, *q);
  elsewhere([&] {
    const sycl::ext::oneapi::experimental::properties apart{sycl::ext::syclfuse::no_fusion};
    q->parallel_for<class open_apart>(sycl::range<1>(1), apart, [p, from = data.data()](sycl::id<1>) {
       *p = *from;
     }).wait();
  });
  EXPECT_EQ(*p, before + 1);
  sycl::free(p, *q);
  expect_ended(fusion_reason::kernel_apart_in_order, before + 1);
}
TEST_P(OpenRegion, EndsBeforeABarrier) {
  start();
  int seen = 0;
  elsewhere([&] {
    q->ext_oneapi_submit_barrier().wait();
    seen = data[0];
  });
  EXPECT_EQ(seen, before + 1);
  expect_ended(fusion_reason::not_a_kernel, before + 1);
}
// "if it has a kernel"
TEST_P(OpenRegion, WithoutAKernelIsPassedBy) {
  start(true);
  fusion_wrapper(*q).complete_fusion();
  before = value();
  fusion_wrapper(*q).start_fusion();
  int seen = 0;
  elsewhere([&] {
    q->submit([&](sycl::handler &h) { h.host_task([&] { seen = data[0]; }); });
    q->ext_oneapi_submit_barrier().wait();
  });
  EXPECT_EQ(seen, before);
  EXPECT_TRUE(is_open());
  add();
  expect_open();
}

// submit of anything else, out of order
TEST_P(OpenRegion, IsPassedByOutOfOrder) {
  start();
  int seen = 0, copied = 0;
  elsewhere([&] {
    q->submit([&](sycl::handler &h) { h.host_task([&] { seen = data[0]; }); }).wait();
    q->memcpy(&copied, data.data(), sizeof(int)).wait();
  });
  EXPECT_EQ(seen, before);
  EXPECT_EQ(copied, before);
  expect_open();
}
TEST_P(OpenRegion, EndsBeforeWhatDependsOnItsEvent) {
  auto e = start();
  int seen = 0;
  elsewhere([&] { q->memcpy(&seen, data.data(), sizeof(int), e).wait(); });
  EXPECT_EQ(seen, before + 1);
  expect_ended();
}
TEST_P(OpenRegion, EndsBeforeWhatNeedsItsBuffer) {
  start();
  elsewhere([&] {
    q->submit([&](sycl::handler &h) {
       sycl::accessor a(buffer, h, sycl::read_write_host_task);
       h.host_task([a] { a[0] += 10; });
     }).wait();
  });
  expect_ended(fusion_reason::aborted_by_synchronization, before + 11);
}

// submit to another queue, a host accessor
TEST_P(OpenRegion, EndsBeforeAnotherQueueThatNeedsItsBuffer) {
  start();
  elsewhere([&] {
    other.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.single_task<class open_other>([a] { a[0] += 10; });
    });
  });
  expect_ended(fusion_reason::aborted_by_synchronization, before + 11);
}
TEST_P(OpenRegion, EndsBeforeAnotherQueueThatDependsOnItsEvent) {
  auto e = start();
  int seen = 0;
  elsewhere([&] { other.memcpy(&seen, data.data(), sizeof(int), e).wait(); });
  EXPECT_EQ(seen, before + 1);
  expect_ended();
}
TEST_P(OpenRegion, EndsBeforeAHostAccessor) {
  start();
  int seen = 0;
  elsewhere([&] { seen = value(); });
  EXPECT_EQ(seen, before + 1);
  expect_ended();
}
TEST_P(OpenRegion, IsPassedByAnotherQueue) {
  start();
  std::vector<int> others(1, 5);
  elsewhere([&] {
    sycl::buffer<int> unrelated{others};
    other.submit([&](sycl::handler &h) {
      sycl::accessor a(unrelated, h);
      h.single_task<class open_unrelated>([a] { a[0] += 1; });
    });
    EXPECT_EQ(sycl::host_accessor(unrelated)[0], 6);
  });
  expect_open();
}
// A region of another queue that uses the buffer: that one goes on, this one ends.
TEST_P(OpenRegion, EndsBeforeAnotherRegionThatNeedsItsBuffer) {
  start();
  elsewhere([&] {
    auto second = fusion_queue();
    fusion_wrapper fw(second);
    fw.start_fusion();
    second.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h);
      h.single_task<class open_region_beside>([a] { a[0] += 10; });
    });
    EXPECT_TRUE(fw.is_in_fusion_mode());
    EXPECT_EQ(data[0], before + 1);
    fw.complete_fusion();
  });
  expect_ended(fusion_reason::aborted_by_synchronization, before + 11);
}

// start_fusion
TEST_P(OpenRegion, IsNotStartedTwice) {
  start();
  elsewhere([&] {
    try {
      fusion_wrapper(*q).start_fusion();
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), sycl::errc::invalid);
    }
  });
  expect_open();
}

// complete_fusion, cancel_fusion
TEST_P(OpenRegion, IsCompletedByAnotherThread) {
  auto e = start();
  triple();
  elsewhere([&] { EXPECT_TRUE(fusion_wrapper(*q).complete_fusion() == e); });
  EXPECT_FALSE(is_open());
  EXPECT_EQ(value(), (before + 1) * 3);
}
TEST_P(OpenRegion, IsCancelledByAnotherThread) {
  start();
  elsewhere([&] { fusion_wrapper(*q).cancel_fusion(); });
  expect_ended(fusion_reason::cancelled, before + 1);
}

// is_in_fusion_mode
TEST_P(OpenRegion, IsSeenByAnotherThread) {
  start();
  elsewhere([&] { EXPECT_TRUE(is_open()); });
  fusion_wrapper(*q).cancel_fusion();
  elsewhere([&] { EXPECT_FALSE(is_open()); });
}
