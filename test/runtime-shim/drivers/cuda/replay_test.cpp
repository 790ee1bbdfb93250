// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collected commands become a CUDA graph with the edges of their steps.
#include "cuda_test.hpp"
#include "drivers/cuda/driver.hpp"

namespace {

using cuda_test::ptx;
using cuda_test::test_bundle;
using fake_gpu::result;
using steps = std::vector<std::size_t>;

// k(p, d): *p = *p * 10 + d.
void append_digit(void **args) {
  int *p = *static_cast<int **>(args[0]);
  *p = *p * 10 + *static_cast<int *>(args[1]);
}

class cuda_replay : public cuda_test::cuda {
protected:
  void SetUp() override {
    cuda_test::cuda::SetUp();
    fake->kernels["k"] = append_digit;
    fake->parameters["k"] = {8, 4};
    memory = static_cast<int *>(device().allocate(64, 0, usm_kind::device));
    std::fill(memory, memory + 16, 0);
    stream = device().create_stream(false);
  }
  void TearDown() override {
    stream.reset();
    device().deallocate(memory, usm_kind::device);
    fake->kernels.clear();
    cuda_test::cuda::TearDown();
    EXPECT_EQ(fake->live_graphs, 0);
    EXPECT_EQ(fake->live_executable_graphs, 0);
  }
  using usm_kind = sycl::detail::usm_kind;

  void digit(sycl::detail::driver_commands &to, int d, int *p) {
    sycl::detail::launch_request r = request(bundle, range(1));
    const void *args[] = {&p, &d};
    const std::uint32_t sizes[] = {8, 4};
    r.args = args;
    r.arg_sizes = sizes;
    r.arg_count = 2;
    to.launch(r);
  }
  void step(sycl::detail::driver_collector &c, int d, const steps &after) {
    c.begin_step(after);
    digit(c, d, memory);
  }
  int run(sycl::detail::driver_replay &r) {
    *memory = 0;
    stream->replay(r);
    stream->synchronize();
    return *memory;
  }

  test_bundle bundle{{{"k", ptx("k"), syclfuse::image_format::ptx, 90, syclfuse::bundle::variant_linear}}};
  int *memory = nullptr;
  std::unique_ptr<sycl::detail::driver_stream> stream;
};

TEST_F(cuda_replay, steps_run_behind_those_that_they_name) {
  auto c = device().create_collector();
  step(*c, 1, {});
  step(*c, 2, {0});
  step(*c, 3, {1});
  step(*c, 4, {0, 2});
  const auto replay = c->finish(nullptr);
  c.reset();
  EXPECT_EQ(fake->graphs, (std::vector<steps>{{0, 1, 1, 2}}));
  EXPECT_EQ(fake->launches.size(), 0u);
  EXPECT_EQ(run(*replay), 1234);
  EXPECT_EQ(run(*replay), 1234); // the arguments are kept
  EXPECT_EQ(fake->launches.size(), 8u);
}

TEST_F(cuda_replay, steps_that_name_no_other_may_run_first) {
  auto c = device().create_collector();
  step(*c, 1, {});
  step(*c, 2, {});
  const auto replay = c->finish(nullptr);
  EXPECT_EQ(run(*replay), 21); // the double runs the newest first
}

TEST_F(cuda_replay, the_commands_of_a_step_come_one_after_the_other) {
  auto c = device().create_collector();
  const int seven = 7;
  c->begin_step({});
  c->fill(memory + 1, &seven, 4, 3);
  c->copy(memory, memory + 3, 4);
  digit(*c, 1, memory);
  c->begin_step({0});
  digit(*c, 2, memory);
  const auto replay = c->finish(nullptr);
  EXPECT_EQ(run(*replay), 712);
}

TEST_F(cuda_replay, a_step_without_commands_passes_on_what_it_waits_for) {
  auto c = device().create_collector();
  step(*c, 1, {});
  c->begin_step({0});
  c->copy(memory, memory, 0);
  step(*c, 2, {1});
  const auto replay = c->finish(nullptr);
  EXPECT_EQ(run(*replay), 12);
}

TEST_F(cuda_replay, nothing_is_nothing) {
  const auto replay = device().create_collector()->finish(nullptr);
  EXPECT_EQ(run(*replay), 0);
  EXPECT_EQ(fake->calls["cuGraphInstantiateWithFlags"], 0);
}

TEST_F(cuda_replay, other_arguments_change_the_graph_that_there_is) {
  std::unique_ptr<sycl::detail::driver_replay> replay;
  for (int d : {3, 4}) {
    auto c = device().create_collector();
    step(*c, d, {});
    step(*c, 2, {0});
    replay = c->finish(std::move(replay));
    *memory = 0;
    stream->replay(*replay); // keeps its arguments when the next one is made
  }
  stream->synchronize();
  EXPECT_EQ(*memory, 3242);
  EXPECT_EQ(fake->calls["cuGraphInstantiateWithFlags"], 1);
}

TEST_F(cuda_replay, other_edges_make_a_new_graph) {
  std::unique_ptr<sycl::detail::driver_replay> replay;
  for (const steps &after : {steps{}, steps{0}}) {
    auto c = device().create_collector();
    step(*c, 1, {});
    step(*c, 2, after);
    replay = c->finish(std::move(replay));
  }
  EXPECT_EQ(run(*replay), 12);
  EXPECT_EQ(fake->calls["cuGraphInstantiateWithFlags"], 2);
}

TEST_F(cuda_replay, branches_have_to_be_worth_it) {
  const auto in_a_row = [&](const std::vector<steps> &after, std::size_t bytes) {
    auto c = device().create_collector();
    for (const steps &s : after) {
      c->begin_step(s);
      c->copy(memory, memory, bytes);
    }
    return c->better_in_a_row();
  };
  const std::vector<steps> diamond{{}, {}, {1}, {0, 2}};
  EXPECT_TRUE(in_a_row(diamond, 64));
  EXPECT_FALSE(in_a_row(diamond, 1 << 20));
  EXPECT_FALSE(in_a_row(std::vector<steps>(100), 64));
  EXPECT_FALSE(in_a_row({{}, {0}, {1}}, 64)); // it is a row
}

TEST_F(cuda_replay, memory_that_the_driver_does_not_know_is_out_of_reach) {
  int host = 0;
  const auto c = device().create_collector();
  EXPECT_FALSE(c->reaches(&host));
  EXPECT_TRUE(c->reaches(memory));
}

TEST_F(cuda_replay, a_collector_that_is_not_finished_leaves_nothing_behind) {
  auto c = device().create_collector();
  step(*c, 1, {});
}

TEST_F(cuda_replay, a_graph_that_the_driver_refuses_leaves_nothing_behind) {
  for (const char *function : {"cuStreamBeginCapture", "cuStreamUpdateCaptureDependencies", "cuStreamGetCaptureInfo",
                               "cuStreamEndCapture", "cuGraphInstantiateWithFlags"}) {
    fake->always = {{function, result::out_of_memory}};
    cuda_test::expect_error(sycl::errc::memory_allocation, function, [&] {
      auto c = device().create_collector();
      step(*c, 1, {});
      step(*c, 2, {0});
      c->finish(nullptr);
    });
    fake->always.clear();
  }
}

TEST_F(cuda_replay, old_drivers_collect_nothing) {
  const auto old = sycl::detail::cuda::make_driver(FAKE_CUDA_11);
  ASSERT_EQ(old->devices().size(), 1u) << old->unavailable();
  EXPECT_EQ(old->devices()[0]->create_collector(), nullptr);
}

TEST_F(cuda_replay, a_graph_that_fails_is_a_kernel_that_failed) {
  auto c = device().create_collector();
  step(*c, 1, {});
  step(*c, 2, {0});
  const auto replay = c->finish(nullptr);
  fake->always["cuGraphLaunch"] = result::invalid_value;
  cuda_test::expect_error(sycl::errc::kernel, "cuGraphLaunch", [&] { stream->replay(*replay); });
  fake->always.clear();
}

} // namespace
