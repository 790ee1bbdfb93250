// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-buffers on a device with memory of its own: what has no byte in common is not ordered, and moves alone.
#include "device_fixture.hpp"
#include "random_work.hpp"
#include "sub_buffer_work.hpp"

#include <numeric>

using namespace sycl;
using namespace test;

namespace {

buffer<int> part(buffer<int> &whole, std::size_t first, std::size_t count) {
  return {whole, id<1>(first), range<1>(count)};
}

bool holds(const std::vector<event> &list, const event &e) {
  return std::find(list.begin(), list.end(), e) != list.end();
}

} // namespace

using DeviceSubBuffers = DeviceMemory;

TEST_F(DeviceSubBuffers, DisjointOnesAreIndependentAndOverlappingOnesInOrder) {
  queue q{gpu_selector_v};
  const int streams = fake->live_streams;
  std::vector<int> v(1001, 1);
  {
    buffer<int> b(v);
    auto left = part(b, 0, 500), right = part(b, 500, 501), middle = part(b, 499, 2);
    event l = add(q, left, 1), r = add(q, right, 10);
    EXPECT_TRUE(l.get_wait_list().empty());
    EXPECT_TRUE(r.get_wait_list().empty());
    EXPECT_EQ(fake->live_streams, streams + 1); // they may overlap
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 0);
    event m = add(q, middle, 100);
    auto list = m.get_wait_list();
    EXPECT_EQ(list.size(), 2u);
    EXPECT_TRUE(holds(list, l) && holds(list, r));
    event all = add(q, b, 1000);
    list = all.get_wait_list(); // and what is beside the middle
    EXPECT_EQ(list.size(), 3u);
    EXPECT_TRUE(holds(list, m) && holds(list, l) && holds(list, r));
    event again = add(q, right, 10000);
    EXPECT_EQ(again.get_wait_list(), std::vector<event>{all});
    EXPECT_EQ(copies(), 2); // each half once
  }
  for (std::size_t i = 0; i < 1001; ++i)
    ASSERT_EQ(v[i], 1 + (i < 500 ? 1 : 10) + (i == 499 || i == 500 ? 100 : 0) + 1000 + (i >= 500 ? 10000 : 0)) << i;
}

TEST_F(DeviceSubBuffers, HostAccessorHoldsBackOnlyItsBytes) {
  std::vector<int> v(100, 1);
  {
    buffer<int> b(v);
    auto left = part(b, 0, 37), right = part(b, 37, 63);
    add(gpu, b, 1);
    host_accessor a(left);
    EXPECT_EQ(a[36], 2);
    a[0] = 50;
    add(gpu, right, 5).wait(); // would never end otherwise
    event e = add(gpu, left, 7);
    EXPECT_EQ(e.get_info<info::event::command_execution_status>(), info::event_command_status::submitted);
    host_accessor second(right, read_only);
    EXPECT_EQ(second[0], 7);
  }
  EXPECT_EQ(v[0], 57);
  EXPECT_EQ(v[36], 9);
  EXPECT_EQ(v[37], 7);
}

TEST_F(DeviceSubBuffers, OnlyTheirBytesMove) {
  std::vector<int> v(1000);
  std::iota(v.begin(), v.end(), 0);
  {
    buffer<int> b(v);
    auto left = part(b, 0, 10), right = part(b, 10, 990);
    add(gpu, left, 1);
    add(cpu, right, 2); // the rest never leaves the host
    EXPECT_EQ(copies(), 1);
    gpu.submit(
        [&](handler &h) { h.fill(accessor(right, h, write_only, no_init), 9); }); // nothing of it is needed there
    EXPECT_EQ(copies(), 1);
    {
      host_accessor a(right, read_only);
      EXPECT_EQ(a[0], 9);
      EXPECT_EQ(copies(), 2);
    }
    add(cpu, b, 100); // now the other part comes back
    EXPECT_EQ(copies(), 3);
  }
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(v[static_cast<std::size_t>(i)], 100 + (i < 10 ? i + 1 : 9));
}

// Many different parts, each used once.
TEST_F(DeviceSubBuffers, DivisionsDoNotCollect) {
  std::vector<int> v(4000, 0);
  {
    buffer<int> b(v);
    for (std::size_t i = 0; i + 3 <= v.size(); ++i) {
      auto p = part(b, i, 3);
      add(i % 2 ? gpu : cpu, p, 1);
    }
    fake->calls.clear();
    add(gpu, b, 1); // in one piece where neighbours are as one
    EXPECT_LT(copies(), 4000);
    fake->calls.clear();
    add(cpu, b, 1);
    EXPECT_EQ(copies(), 1);
  }
  EXPECT_EQ(v[0], 3);
  EXPECT_EQ(v[2000], 5);
}

TEST_F(DeviceSubBuffers, RegionsEndForTheirBytesOnly) {
  using namespace ext::codeplay::experimental;
  std::vector<int> v(10, 1);
  buffer<int> b(v);
  auto left = part(b, 0, 5), right = part(b, 5, 5);
  fusion_wrapper fw(gpu);
  fw.start_fusion();
  event region = add(gpu, left, 1);
  {
    host_accessor a(right);
    a[0] = 4;
  }
  add(cpu, right, 1);
  EXPECT_TRUE(fw.is_in_fusion_mode());
  {
    host_accessor a(left, read_only);
    EXPECT_EQ(a[4], 2);
  }
  EXPECT_FALSE(fw.is_in_fusion_mode());
  host_accessor a(b, read_only);
  EXPECT_EQ(a[5], 5);
}

TEST_F(DeviceSubBuffers, PlaceholdersAndUpdatesOfTheHost) {
  std::vector<int> v(10, 1), out(4);
  buffer<int> b(v);
  auto some = part(b, 3, 4);
  accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> a(some);
  add(gpu, b, 1);
  event e = gpu.submit([&](handler &h) {
    h.require(a);
    h.parallel_for<placed_add>(range<1>(4), add_of<decltype(a)>{a, 5});
  });
  auto beside = part(b, 7, 3);
  event f = add(gpu, beside, 1);
  EXPECT_FALSE(holds(f.get_wait_list(), e));
  gpu.submit([&](handler &h) { h.update_host(accessor(some, h, read_only)); }).wait();
  gpu.copy(accessor<int, 1, access_mode::read, target::device, access::placeholder::true_t>(some), out.data()).wait();
  EXPECT_EQ(out, std::vector<int>(4, 7));
  host_accessor h(b, read_only);
  EXPECT_EQ(std::vector<int>(h.begin(), h.end()), (std::vector<int>{2, 2, 2, 7, 7, 7, 7, 3, 3, 3}));
}

TEST_F(DeviceSubBuffers, RandomCommands) {
  const unsigned first = seed();
  for (unsigned s = first; s < first + 20; ++s) {
    std::vector<int> v(20 + s % 97, 1);
    buffer<int> b(v);
    queue in_order{gpu_selector_v, property::queue::in_order()},
        other{device::get_devices(info::device_type::gpu).back()};
    sub_buffer_work work({gpu, cpu, in_order, other}, b, 0, v.size(), add, s);
    for (int i = 0; i < 200; ++i)
      work.step();
    ASSERT_TRUE(work.right()) << "seed " << s;
  }
}
