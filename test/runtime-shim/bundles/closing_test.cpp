// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Closing a library waits for who reads its bundles, however long, and says so.
#include "core/bundles/registry.hpp"
#include "core/bundles/snapshot_lease.hpp"
#include "region_bundle.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace sycl::detail;
using namespace std::chrono_literals;

TEST(Closing, WaitsForAReaderAndWarns) {
  sycl_fuse_registration none{}; // refused, and yet one that comes and goes
  registry::instance().add(&none);
  testing::internal::CaptureStderr();
  auto lease = std::make_unique<snapshot_lease>();
  ASSERT_TRUE((*lease)->any_refused);
  auto closing = std::async(std::launch::async, [&] { registry::instance().remove(&none, 10ms); });
  EXPECT_EQ(closing.wait_for(2s), std::future_status::timeout);
  EXPECT_TRUE((*lease)->any_refused) << "what is read is still there";
  lease.reset();
  EXPECT_EQ(closing.wait_for(60s), std::future_status::ready);
  const std::string text = testing::internal::GetCapturedStderr();
  const std::size_t first = text.find("[SF6005]");
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("[SF6005]", first + 1), std::string::npos) << "said once";
  EXPECT_FALSE(snapshot_lease()->any_refused);
}

TEST(Closing, DoesNotWaitForReadersOfWhatCameLater) {
  sycl_fuse_registration goes{}, comes{};
  registry &all = registry::instance();
  all.add(&goes);
  auto lease = std::make_unique<snapshot_lease>();
  const std::uint64_t before = all.generation();
  auto closing = std::async(std::launch::async, [&] { all.remove(&goes, 60s); });
  while (all.generation() == before)
    std::this_thread::yield();
  std::promise<void> reads, stop;
  std::thread reader([&] {
    const snapshot_lease later;
    reads.set_value();
    stop.get_future().wait();
  });
  reads.get_future().wait();
  all.add(&comes); // what the reader has is out of date, too
  lease.reset();
  EXPECT_EQ(closing.wait_for(20s), std::future_status::ready);
  stop.set_value();
  reader.join();
  closing.wait();
  all.remove(&comes);
}

// All that a look-up may read.
static std::size_t read(const snapshot &s) {
  std::size_t sum = 0;
  for (const snapshot::entry &e : s.regions) {
    const region_node &n = *e.region();
    sum += n.record->signature + n.bundle->view.string(n.record->name).size();
    for (const region_node::submission &submission : n.submissions)
      sum += submission.kernel->symbol.size() + submission.promotions.size();
  }
  return sum + s.kernel_symbols().size();
}

TEST(Closing, NothingIsReadAfterwards) {
  const test::registered_bundle stays(test::make_bundle({}));
  std::atomic<bool> stop{false};
  std::atomic<int> leases{0};
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i)
    readers.emplace_back([&] {
      while (!stop) {
        const snapshot_lease lease;
        EXPECT_NE(read(*lease), 0u);
        ++leases;
      }
    });
  for (int round = 0; round < 200 || leases < 2000; ++round) {
    // In static memory, for that of no library stays for ever.
    static std::optional<test::registered_bundle> goes[3];
    for (auto &bundle : goes)
      bundle.emplace(test::make_bundle({}));
    for (auto &bundle : goes)
      bundle.reset();
  }
  stop = true;
  for (std::thread &t : readers)
    t.join();
}
