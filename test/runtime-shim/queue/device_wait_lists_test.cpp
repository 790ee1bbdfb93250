// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// event::get_wait_list (SYCL 2020, 4.6.6.1): what a command waited for when it was submitted, also if that has finished;
// and that it costs no memory.
#include "device_fixture.hpp"

#include <dlfcn.h>
#include <malloc.h>

using namespace sycl;
using namespace test;

namespace {

// How many events hang in the chain that ends with `e`.
std::size_t chain_length(event e) {
  std::size_t n = 1;
  for (auto list = e.get_wait_list(); !list.empty(); list = list.front().get_wait_list())
    ++n;
  return n;
}

} // namespace

using DeviceWaitLists = DeviceMemory;

TEST_F(DeviceWaitLists, HasTheDirectDependencies) {
  queue q{gpu_selector_v};
  std::vector<int> v(10, 1), w(10, 1);
  buffer<int> b(v), c(w);
  event first = add(q, b, 1), second = add(q, c, 2), third = add(q, b, 3);
  EXPECT_TRUE(first.get_wait_list().empty());
  EXPECT_TRUE(second.get_wait_list().empty());
  EXPECT_EQ(third.get_wait_list(), std::vector<event>{first});
  event both = q.submit([&](handler &h) {
    h.depends_on(third); // said twice
    h.depends_on(first);
    accessor from(b, h, read_only);
    accessor to(c, h, write_only, no_init);
    h.copy(from, to);
  });
  auto list = both.get_wait_list();
  EXPECT_EQ(list.size(), 3u);
  for (const event &e : {first, second, third})
    EXPECT_NE(std::find(list.begin(), list.end(), e), list.end());
  first.wait();
  EXPECT_EQ(third.get_wait_list(), std::vector<event>{first});
  EXPECT_EQ(both.get_info<info::event::command_execution_status>(), info::event_command_status::running);
  both.wait();
  EXPECT_EQ(both.get_wait_list().size(), 3u);
  EXPECT_EQ(third.get_wait_list(), std::vector<event>{first});
  EXPECT_EQ(add(q, b, 4).get_wait_list(), std::vector<event>{both}); // which has finished
}

// A writer behind readers waits for these, and they for the writer before.
TEST_F(DeviceWaitLists, LeavesOutWhatTheDependenciesWaitFor) {
  queue q{gpu_selector_v};
  std::vector<int> v(10, 1), w(10), u(10);
  buffer<int> b(v), c(w), d(u);
  const auto copy_to = [&](buffer<int> &to) {
    return q.submit([&](handler &h) {
      accessor from(b, h, read_only);
      accessor target(to, h, write_only, no_init);
      h.copy(from, target);
    });
  };
  const event first = add(q, b, 1), one = copy_to(c), two = copy_to(d), last = add(q, b, 2);
  EXPECT_EQ(event(one).get_wait_list(), std::vector<event>{first});
  EXPECT_EQ(event(two).get_wait_list(), std::vector<event>{first});
  EXPECT_EQ(event(last).get_wait_list(), (std::vector<event>{one, two}));
  q.wait();
  host_accessor seen(b), copied(d);
  EXPECT_EQ(seen[0], 4);
  EXPECT_EQ(copied[0], 2);
}

TEST_F(DeviceWaitLists, EventsThatTheProgramDidNotKeepAreThere) {
  std::vector<int> v(10, 1);
  buffer<int> b(v);
  for (int i = 0; i < 9; ++i)
    add(gpu, b, 1);
  event last = add(gpu, b, 1);
  EXPECT_EQ(chain_length(last), 10u);
  event before = last.get_wait_list().front().get_wait_list().front();
  before.wait();
  EXPECT_LE(chain_length(last), 4u); // who waits may wait for small commands behind, too
  gpu.wait();
  EXPECT_LE(chain_length(last), 2u);
}

TEST_F(DeviceWaitLists, OfARegion) {
  ext::codeplay::experimental::fusion_wrapper fw(gpu);
  std::vector<int> v(10, 1), w(10, 1);
  buffer<int> b(v), c(w);
  event before = add(gpu, b, 1);
  fw.start_fusion();
  event region = add(gpu, c, 1);
  EXPECT_TRUE(region.get_wait_list().empty());
  add(gpu, b, 1);
  EXPECT_EQ(region.get_wait_list(), std::vector<event>{before}); // not itself
  fw.complete_fusion();
  EXPECT_EQ(region.get_wait_list(), std::vector<event>{before});
  event after = add(gpu, c, 1);
  EXPECT_EQ(after.get_wait_list(), std::vector<event>{region});
}

// A program that never waits. The device goes on without anybody asking.
TEST_F(DeviceWaitLists, ChainsAreCutBehindWhatHasFinished) {
  queue q{gpu_selector_v, property::queue::in_order()};
  void *stream = nullptr;
  q.submit([&](handler &h) {
     h.host_task([&](interop_handle ih) { stream = ih.get_native_queue<backend::ext_oneapi_cuda>(); });
   }).wait();
  using function = sycl::detail::gpu::result(sycl::detail::gpu::stream_handle);
  auto *synchronize = reinterpret_cast<function *>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "cuStreamSynchronize"));
  int *p = malloc_device<int>(2, q);
  std::vector<event> kept;
  event chains[2];
  for (int i = 0; i < 20000; ++i) {
    // Two chains that meet now and then, and events of one of them that the program keeps.
    event &last = chains[i % 2];
    last = i % 777 ? q.fill(p, i, 1, last) : q.fill(p, i, 1, {chains[0], chains[1]});
    if (i % 100 == 0)
      kept.push_back(last);
    if (i % 64 == 0)
      synchronize(static_cast<sycl::detail::gpu::stream_handle>(stream));
  }
  EXPECT_LT(chain_length(chains[0]), 2000u);
  EXPECT_LT(chain_length(chains[1]), 2000u);
  std::size_t in_chains = 0;
  for (event &e : kept)
    in_chains += chain_length(e);
  EXPECT_LT(in_chains, 20000u);
  q.wait();
  free(p, q);
}

// Commands that have finished when the next one comes, and a program that keeps the latest events, or all of one kind.
void finished_chain(queue &q, int *p, std::size_t n) {
  std::vector<event> latest(10), kept;
  event last;
  for (std::size_t i = 0; i < n; ++i) {
    last = q.fill(p, static_cast<int>(i), 1, last);
    latest[i % latest.size()] = last;
    if (i % (n / 100) == 0)
      kept.push_back(last);
    q.wait();
  }
  EXPECT_LE(chain_length(last), latest.size() + 2);
  for (const event &e : kept)
    EXPECT_LE(chain_length(e), latest.size() + 2);
}

TEST_F(DeviceWaitLists, ChainsOfFinishedCommandsAreShort) {
  int *p = malloc_device<int>(2, gpu);
  finished_chain(gpu, p, 2000);
  free(p, gpu);
}

// Also what ends on the host while it is submitted.
TEST_F(DeviceWaitLists, OfARegionThatRunsAtOnce) {
  queue q{cpu_selector_v, ext::codeplay::experimental::property::queue::enable_fusion{}};
  ext::codeplay::experimental::fusion_wrapper fw(q);
  std::vector<int> v(10, 1), w(10, 1);
  buffer<int> b(v), c(w);
  for (int round = 0; round < 3; ++round) {
    event before = add(q, b, 1), other = q.submit([](handler &h) { h.host_task([] {}); });
    other.wait();
    fw.start_fusion();
    add(q, b, 1);
    q.submit([&](handler &h) {
      h.depends_on(other);
      h.single_task([] {});
    });
    event region = fw.complete_fusion();
    region.wait();
    EXPECT_EQ(region.get_wait_list(), (std::vector<event>{before, other}));
  }
}

TEST_F(DeviceWaitLists, AMillionCommandsInAChainCostNoMemory) {
  queue q{cpu_selector_v};
  int *p = malloc_device<int>(2, q);
  finished_chain(q, p, 1000);
  const std::size_t used = mallinfo2().uordblks;
  finished_chain(q, p, 1000000);
  EXPECT_LT(mallinfo2().uordblks, used + 100000);
  free(p, q);
}

// A device that is far behind: a long chain ends, in one go and without deep recursion.
TEST_F(DeviceWaitLists, LongChainsEnd) {
  int *p = malloc_device<int>(2, gpu);
  for (bool waited : {false, true}) {
    event last;
    for (int i = 0; i < 100000; ++i)
      last = gpu.fill(p, i, 1, last);
    EXPECT_GT(chain_length(last), 99000u);
    if (waited)
      last.wait();
    last = {};
    gpu.fill(p, 0, 1);
    gpu.wait();
  }
  free(p, gpu);
}
