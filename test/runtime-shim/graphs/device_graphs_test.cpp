// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs on a device with memory of its own: where the data is, host tasks between kernels, a fused kernel, an accessor
// that is given anew, and which of its graphs the driver has.
#include "device_fixture.hpp"

#include <thread>

using namespace sycl;
using namespace test;
namespace x = sycl::ext::oneapi::experimental;

namespace {

class DeviceGraphs : public DeviceMemory {
protected:
  x::command_graph<> g{gpu.get_context(), gpu.get_device(), {x::property::graph::assume_buffer_outlives_graph()}};
  std::vector<int> data = std::vector<int>(100, 1);
  buffer<int> b{data.data(), range<1>(100)};
  void SetUp() override {
    DeviceMemory::SetUp();
    b.set_write_back(false);
  }
  static event placed(queue &q, buffer<int> &b, int value) {
    return q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for<placed_add>(b.get_range(), add_of{a, value});
    });
  }
  event record_task(int factor) {
    return gpu.submit([&](handler &h) {
      accessor a(b, h, read_write_host_task);
      h.host_task([=] {
        for (int &v : a)
          v *= factor;
      });
    });
  }
  // A kernel whose buffer, at first b, can be updated.
  x::node add_to_parameter() {
    other.set_write_back(false);
    return g.add([&](handler &h) {
      h.require(parameter);
      h.set_arg(0, parameter);
      h.parallel_for<placed_add>(range<1>(100), add_of{accessor(b, h, read_write), 1}); // of the parameter's type
    });
  }
  using placeholder = accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t>;
  std::vector<int> others = std::vector<int>(100, 50);
  buffer<int> other{others.data(), range<1>(100)};
  x::dynamic_parameter<placeholder> parameter{placeholder(b)};
  int first(buffer<int> &of) { return host_accessor(of, read_only)[0]; }
};

} // namespace

TEST_F(DeviceGraphs, DataGoesThereBeforeTheFirstExecution) {
  g.begin_recording(gpu);
  for (int i = 0; i < 3; ++i)
    add(gpu, b, 1);
  g.end_recording();
  auto executable = g.finalize();
  EXPECT_EQ(copies(), 0);
  for (int i = 0; i < 4; ++i)
    gpu.ext_oneapi_graph(executable);
  gpu.wait();
  EXPECT_EQ(copies(), 1);
  EXPECT_EQ(fake->launches.size(), 12u);
  add(cpu, b, 100);
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 116);
}

TEST_F(DeviceGraphs, HostTasksHaveTheDataOnTheHost) {
  buffer<int> alone{range<1>(1)};
  g.begin_recording(gpu);
  add(gpu, b, 1);
  record_task(10);
  add(gpu, b, 3);
  gpu.submit([&](handler &h) {
    accessor a(b, h, read_only_host_task);
    accessor to(alone, h, write_only_host_task, no_init);
    h.host_task([=] { to[0] = a[99]; });
  });
  g.end_recording();
  auto executable = g.finalize();
  for (int round = 0, value = 1; round < 3; ++round) {
    auto e = gpu.ext_oneapi_graph(executable);
    value = (value + 1) * 10 + 3;
    EXPECT_EQ(first(alone), value);
    if (round == 1) {
      add(gpu, b, 5);
      value += 5;
    }
    EXPECT_EQ(first(b), value);
    e.wait();
  }
}

TEST_F(DeviceGraphs, BeginsWithAHostTask) {
  g.begin_recording(gpu);
  record_task(7);
  add(gpu, b, 1);
  g.end_recording();
  auto executable = g.finalize();
  queue in_order(gpu.get_context(), gpu.get_device(), property::queue::in_order());
  add(in_order, b, 1);
  in_order.ext_oneapi_graph(executable);
  add(in_order, b, 1000);
  EXPECT_EQ(first(b), 1015);
}

TEST_F(DeviceGraphs, ChildrenShareBuffersWithTheirParent) {
  x::command_graph<> child{gpu.get_context(), gpu.get_device(), {x::property::graph::assume_buffer_outlives_graph()}};
  child.begin_recording(gpu);
  record_task(3);
  child.end_recording();
  auto inner = child.finalize();
  g.begin_recording(gpu);
  add(gpu, b, 1);
  gpu.ext_oneapi_graph(inner);
  add(gpu, b, 1);
  g.end_recording();
  auto executable = g.finalize();
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 7);
  gpu.ext_oneapi_graph(inner);
  EXPECT_EQ(first(b), 21);
}

TEST_F(DeviceGraphs, KernelsBecomeOne) {
  g.begin_recording(gpu);
  const std::vector<int> source(100, 1);
  gpu.submit([&](handler &h) { h.copy(source.data(), accessor(b, h, write_only, no_init)); });
  placed(gpu, b, 2);
  placed(gpu, b, 3);
  record_task(2);
  g.end_recording();
  auto executable = g.finalize({x::property::graph::require_fusion(), x::property::graph::insert_barriers()});
  for (int i = 0; i < 2; ++i)
    gpu.ext_oneapi_graph(executable).wait();
  EXPECT_EQ(first(b), 12);
  EXPECT_EQ(fake->launches.size(), 2u);
}

TEST_F(DeviceGraphs, AHostTaskBetweenKernelsForbidsRequiredFusion) {
  g.begin_recording(gpu);
  placed(gpu, b, 2);
  placed(gpu, b, 3);
  record_task(2);
  placed(gpu, b, 4);
  placed(gpu, b, 5);
  g.end_recording();
  const x::property::graph::insert_barriers barriers;
  EXPECT_THROW(g.finalize({x::property::graph::require_fusion(), barriers}), sycl::exception);
  auto executable = g.finalize({x::property::graph::enable_fusion(), barriers});
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 21);
  EXPECT_EQ(fake->launches.size(), 2u); // as few as can be
}

TEST_F(DeviceGraphs, AnAccessorIsGivenAnew) {
  x::node n = add_to_parameter();
  auto executable = g.finalize(x::property::graph::updatable());
  gpu.ext_oneapi_graph(executable);
  parameter.update(placeholder(other));
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 3);
  EXPECT_EQ(first(other), 50);
  executable.update(n);
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 3);
  EXPECT_EQ(first(other), 51);
}

TEST_F(DeviceGraphs, SeveralKernelsAreAGraphOfTheDriver) {
  fake->graphs.clear();
  constexpr std::size_t large = 1 << 20; // else a row is faster
  buffer<int> b{range<1>(large)}, other{range<1>(large)};
  host_accessor(b, write_only)[0] = 1;
  g.begin_recording(gpu);
  add(gpu, b, 1);
  add(gpu, other, 2);
  add(gpu, b, 3);
  gpu.ext_oneapi_submit_barrier();
  add(gpu, other, 4);
  g.end_recording();
  auto executable = g.finalize();
  EXPECT_EQ(fake->graphs, (std::vector<std::vector<std::size_t>>{{0, 0, 1, 2}}));
  for (int i = 0; i < 4; ++i)
    gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 17);
  EXPECT_EQ(fake->calls["cuGraphLaunch"], 4);
  EXPECT_EQ(fake->calls["cuGraphInstantiateWithFlags"], 1);
}

TEST_F(DeviceGraphs, AFusedKernelIsANode) {
  g.begin_recording(gpu);
  placed(gpu, b, 2);
  placed(gpu, b, 3);
  g.end_recording();
  auto executable = g.finalize({x::property::graph::require_fusion(), x::property::graph::insert_barriers()});
  for (int i = 0; i < 3; ++i)
    gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 16);
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(fake->calls["cuGraphLaunch"], 3);
}

TEST_F(DeviceGraphs, TheStepsOfAChildAreNodesOfTheSameGraph) {
  fake->graphs.clear();
  buffer<int> other{range<1>(100)};
  x::command_graph<> child{gpu.get_context(), gpu.get_device(), {x::property::graph::assume_buffer_outlives_graph()}};
  child.begin_recording(gpu);
  add(gpu, b, 10);
  add(gpu, other, 10);
  child.end_recording();
  auto inner = child.finalize();
  g.begin_recording(gpu);
  add(gpu, b, 1);
  gpu.ext_oneapi_graph(inner);
  add(gpu, b, 100);
  g.end_recording();
  auto executable = g.finalize();
  EXPECT_EQ(fake->graphs.back(), (std::vector<std::size_t>{0, 1, 1, 1})); // in a row, as they are small
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 112);
  EXPECT_EQ(fake->calls["cuGraphLaunch"], 1);
}

TEST_F(DeviceGraphs, AnUpdateChangesTheGraphThatThereIs) {
  int *p = malloc_shared<int>(2, gpu);
  p[0] = p[1] = 0;
  x::node n = add_to_parameter();
  g.add([&](handler &h) { h.memset(p, 1, 4); });
  auto executable = g.finalize(x::property::graph::updatable());
  gpu.ext_oneapi_graph(executable);
  parameter.update(placeholder(other));
  executable.update(n);
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 2);
  EXPECT_EQ(first(other), 51);
  EXPECT_EQ(p[0], 0x1010101);
  EXPECT_EQ(fake->calls["cuGraphInstantiateWithFlags"], 1);
  EXPECT_EQ(fake->calls["cuGraphExecUpdate"], 1);
  free(p, gpu);
}

TEST_F(DeviceGraphs, CopiesOfOrdinaryMemoryStandBesideTheGraph) {
  std::vector<int> source(100, 5), result(100);
  g.begin_recording(gpu);
  gpu.submit([&](handler &h) { h.copy(source.data(), accessor(b, h, write_only, no_init)); });
  add(gpu, b, 1);
  add(gpu, b, 2);
  gpu.submit([&](handler &h) { h.copy(accessor(b, h, read_only), result.data()); });
  g.end_recording();
  auto executable = g.finalize();
  for (int value : {5, 20}) {
    std::fill(source.begin(), source.end(), value);
    gpu.ext_oneapi_graph(executable).wait();
    EXPECT_EQ(result[99], value + 3);
  }
  EXPECT_EQ(fake->calls["cuGraphLaunch"], 2);
}

TEST_F(DeviceGraphs, WithoutAGraphOfTheDriverEachCommandIsALaunch) {
  fake->always["cuStreamBeginCapture"] = fake_gpu::result::out_of_memory;
  g.begin_recording(gpu);
  add(gpu, b, 1);
  add(gpu, b, 2);
  g.end_recording();
  auto executable = g.finalize();
  fake->always.clear();
  for (int i = 0; i < 2; ++i)
    gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 7);
  EXPECT_EQ(fake->calls["cuGraphLaunch"], 0);
  EXPECT_EQ(fake->launches.size(), 4u);
}

TEST_F(DeviceGraphs, ExecutionsInSeveralQueuesFollowEachOther) {
  g.begin_recording(gpu);
  add(gpu, b, 1);
  add(gpu, b, 2);
  g.end_recording();
  queue other(gpu.get_context(), gpu.get_device());
  {
    auto executable = g.finalize();
    for (int i = 0; i < 5; ++i)
      (i % 2 ? gpu : other).ext_oneapi_graph(executable);
  } // ends while it may run
  EXPECT_EQ(first(b), 16);
}

TEST_F(DeviceGraphs, ExecutionsInARowNeedNoLookAtTheBuffers) {
  g.begin_recording(gpu);
  add(gpu, b, 1);
  add(gpu, b, 2);
  g.end_recording();
  auto executable = g.finalize();
  for (int i = 0; i < 3; ++i)
    gpu.ext_oneapi_graph(executable);
  event kept = gpu.ext_oneapi_graph(executable);
  gpu.ext_oneapi_graph(executable);
  gpu.ext_oneapi_graph(executable); // the one before is behind an event that the program holds
  kept.wait();
  EXPECT_EQ(first(b), 19);
  gpu.ext_oneapi_graph(executable);
  add(gpu, b, 100);
  gpu.ext_oneapi_graph(executable);
  add(cpu, b, 1000);
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 1128);
  host_accessor(b, write_only)[0] = 5;
  gpu.ext_oneapi_graph(executable);
  gpu.wait();
  gpu.ext_oneapi_graph(executable);
  EXPECT_EQ(first(b), 11);
}

TEST_F(DeviceGraphs, AnExecutionIsWaitedForLikeTheOneBefore) {
  g.begin_recording(gpu);
  add(gpu, b, 1);
  g.end_recording();
  auto executable = g.finalize();
  gpu.ext_oneapi_graph(executable);
  for (int i = 2; i < 5; ++i) {
    event again = gpu.ext_oneapi_graph(executable);
    EXPECT_NE(again.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
    again.wait();
    std::vector<int> seen(100);
    gpu.submit([&](handler &h) { h.copy(accessor(b, h, read_only), seen.data()); }).wait();
    EXPECT_EQ(seen[50], 1 + i);
  }
}

TEST_F(DeviceGraphs, TimesOfTheDeviceAreThoseOfTheHostsClock) {
  queue profiled(gpu.get_context(), gpu.get_device(), property::queue::enable_profiling());
  g.begin_recording(profiled);
  add(profiled, b, 1);
  g.end_recording();
  auto executable = g.finalize(x::property::graph::enable_profiling());
  event e = profiled.ext_oneapi_graph(executable);
  const auto submitted = e.get_profiling_info<info::event_profiling::command_submit>();
  EXPECT_GE(e.get_profiling_info<info::event_profiling::command_start>() + 60'000'000'000u, submitted);
  EXPECT_LE(e.get_profiling_info<info::event_profiling::command_start>(),
            e.get_profiling_info<info::event_profiling::command_end>());
}

TEST_F(DeviceGraphs, ThreadsExecuteOneGraph) {
  g.begin_recording(gpu);
  add(gpu, b, 1);
  add(gpu, b, 2);
  g.end_recording();
  auto executable = g.finalize();
  constexpr int threads = 4, rounds = 60;
  const auto work = [&](int t) {
    queue own(gpu.get_context(), gpu.get_device());
    event kept;
    for (int i = 0; i < rounds; ++i) {
      queue &q = i % 20 < 10 ? gpu : own;
      event e = q.ext_oneapi_graph(executable);
      if (i % 7 == t)
        kept = e;
      if (i % 11 == t)
        q.wait();
      if (i % 13 == t)
        kept.wait();
      if (i % 17 == t)
        first(b);
    }
  };
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back(work, t);
  for (std::thread &t : running)
    t.join();
  EXPECT_EQ(first(b), 1 + 3 * threads * rounds);
}

TEST_F(DeviceGraphs, AreForOneDevice) {
  const auto code = [](auto f) -> std::error_code {
    try {
      f();
    } catch (const exception &e) {
      return e.code();
    }
    return {};
  };
  EXPECT_EQ(code([&] { x::command_graph(gpu.get_context(), cpu.get_device()); }), errc::invalid);
  EXPECT_EQ(code([&] { g.begin_recording(cpu); }), errc::invalid);
  EXPECT_EQ(code([&] { g.begin_recording({gpu, cpu}); }), errc::invalid);
  EXPECT_EQ(gpu.ext_oneapi_get_state(), x::queue_state::executing);
  x::command_graph of_cpu(cpu);
  for (x::command_graph<> *to : {&g, &of_cpu})
    to->add([](handler &h) { h.host_task([] {}); });
  auto executable = g.finalize(x::property::graph::updatable());
  EXPECT_EQ(code([&] { cpu.ext_oneapi_graph(executable); }), errc::invalid);
  EXPECT_EQ(code([&] { cpu.submit([&](handler &h) { x::execute_graph(h, executable); }); }), errc::invalid);
  EXPECT_EQ(code([&] { executable.update(of_cpu); }), errc::invalid);
  EXPECT_EQ(code([&] { of_cpu.add([&](handler &h) { h.ext_oneapi_graph(executable); }); }), errc::invalid);
  gpu.ext_oneapi_graph(executable).wait();
}
