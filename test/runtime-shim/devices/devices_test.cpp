// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two GPUs and the processor at once, from one thread and from several against a sequential model: the CUDA driver on
// the double of libcuda. The seed is printed; SYCLFUSE_TEST_SEED sets it.
#include "bundle_parts.hpp"
#include "fake_gpu.hpp"
#include "random_work.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <dlfcn.h>
#include <thread>

using namespace sycl;
using sycl::ext::codeplay::experimental::fusion_wrapper;

namespace {

class adds_one;

void native_add_one(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i)
    (*static_cast<int *const *>(args[0]))[i] += 1;
}
void device_add_one(void **args) {
  std::uint64_t n;
  std::memcpy(&n, args[1], 8);
  native_add_one(args, nullptr, 0, n);
}

std::vector<std::uint64_t> make_bundle() {
  syclfuse::bundle::builder b("devices");
  auto k = test::accessor_kernel(detail::kernel_symbol<adds_one>(), "adds_one", 0);
  k.variants = {test::gpu_form("adds_one"), test::native_form(test::gpu_form("adds_one"))};
  b.add_kernel(k);
  return test::words_of(b);
}

event add_one(queue &q, buffer<int> &b) {
  return q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for<adds_one>(b.get_range(), [a](id<1> i) { a[i] += 1; });
  });
}

class Devices : public testing::Test {
protected:
  static void SetUpTestSuite() {
    fake = reinterpret_cast<fake_gpu::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_gpu_state"))();
    fake->kernels["adds_one"] = device_add_one;
    static auto words = make_bundle();
    static const sycl_fuse_native_entry entries[] = {native_add_one};
    static const sycl_fuse_registration r{SYCL_FUSE_ABI_VERSION, 1, words.data(), words.size() * 8, entries};
    sycl_fuse_register(&r);
  }
  static std::vector<device> gpus() { return device::get_devices(info::device_type::gpu); }
  static fake_gpu::state *fake;
};
fake_gpu::state *Devices::fake = nullptr;

// Commands of all queues use it.
class ordered_memory : public test::ordered_usm {
public:
  explicit ordered_memory(queue &q) : ordered_usm(q, malloc_host<unsigned>(n, q), n) {}
  void step(queue &q, unsigned random) {
    const unsigned value = random / 16 % 5 + 2;
    const std::size_t from = random / 128 % (n / 2);
    switch (random % 4) {
    case 0:
      return host_task(q, value);
    case 1:
      last_ = q.fill(x_ + from, value, n / 2, last_);
      std::fill_n(model_.begin() + static_cast<long>(from), n / 2, value);
      return;
    case 2:
      return copy(q, n / 2, n / 2 - from, from);
    default:
      last_.wait();
    }
  }

private:
  static constexpr std::size_t n = 300;
};

void walk(unsigned seed, std::vector<queue> &shared, const device &mine, std::vector<buffer<int>> &buffers,
          std::vector<std::atomic<int>> &model) {
  std::mt19937 random(seed);
  queue own{mine, {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  ordered_memory ordered(own);
  event kept;
  for (int step = 0; step < 60; ++step) {
    const std::size_t b = random() % buffers.size();
    queue &q = shared[random() % shared.size()];
    switch (random() % 9) {
    case 0: {
      fusion_wrapper fw(own);
      fw.start_fusion();
      const int kernels = static_cast<int>(random() % 4);
      for (int k = 0; k < kernels; ++k)
        add_one(own, buffers[b]);
      model[b] += kernels;
      switch (random() % 4) {
      case 0:
        fw.complete_fusion().wait();
        break;
      case 1:
        fw.cancel_fusion();
        break;
      case 2:
        own.wait();
        break;
      default:
        fusion_wrapper(own).complete_fusion();
        break;
      }
      break;
    }
    case 1:
      (void)host_accessor(buffers[b], read_only);
      break;
    case 2: {
      host_accessor a(buffers[b]);
      for (int &v : a)
        ++v;
      model[b] += 1;
      break;
    }
    case 3:
      q.submit([&](handler &h) {
        accessor a(buffers[b], h, read_write_host_task);
        h.host_task([=] {
          for (int &v : a)
            ++v;
        });
      });
      model[b] += 1;
      break;
    case 4:
    case 5:
      ordered.step(q, static_cast<unsigned>(random()));
      break;
    case 6:
      random() % 2 ? kept.wait() : q.wait();
      break;
    default:
      kept = add_one(q, buffers[b]);
      model[b] += 1;
    }
  }
  EXPECT_TRUE(ordered.right()) << "seed " << seed;
}

} // namespace

TEST_F(Devices, ABufferGoesRound) {
  ASSERT_EQ(gpus().size(), 2u);
  queue first{gpus()[0]}, second{gpus()[1]}, cpu{cpu_selector_v};
  EXPECT_NE(first.get_device(), second.get_device());
  EXPECT_EQ(first.get_device().get_platform(), second.get_device().get_platform());
  std::vector<int> v(5000, 0);
  {
    buffer<int> b(v);
    add_one(first, b);
    add_one(first, b);
    fake->calls.clear();
    add_one(second, b); // through the host
    EXPECT_EQ(fake->calls["cuMemcpyAsync"], 2);
    add_one(second, b);
    add_one(cpu, b);
    add_one(first, b);
    EXPECT_EQ(fake->calls["cuMemcpyAsync"], 4);
    for (int i = 0; i < 30; ++i)
      add_one(i % 3 == 0 ? first : i % 3 == 1 ? second : cpu, b);
  }
  EXPECT_EQ(v, std::vector<int>(5000, 36));
}

TEST_F(Devices, EventsOrderCommandsOfSeveral) {
  queue first{gpus()[0]}, second{gpus()[1]}, cpu{cpu_selector_v};
  int *p = malloc_host<int>(3, first);
  event e = first.fill(p, 1, 3);
  e = second.fill(p + 1, 2, 2, e);
  e = cpu.fill(p + 2, 3, 1, e);
  e = first.memcpy(p, p + 2, sizeof(int), e);
  e.wait();
  EXPECT_EQ(p[0], 3);
  EXPECT_EQ(p[1], 2);
  EXPECT_EQ(p[2], 3);
  second.ext_oneapi_submit_barrier({e}).wait();
  sycl::free(p, first);
}

TEST_F(Devices, QueuesOfAPlatformShareItsContext) {
  queue first{gpus()[0]}, second{gpus()[1]};
  const platform p = gpus()[0].get_platform();
  EXPECT_EQ(first.get_context(), second.get_context());
  EXPECT_EQ(first.get_context(), p.ext_oneapi_get_default_context());
  EXPECT_EQ(p.khr_get_default_context().get_devices(), p.get_devices());
  EXPECT_NE(first.get_context(), queue{cpu_selector_v}.get_context());
  int *p0 = malloc_device<int>(10, first);
  std::vector<int> v(10, 3), back(10);
  first.copy(v.data(), p0, 10).wait();
  second.copy(p0, back.data(), 10).wait();
  EXPECT_EQ(back, v);
  sycl::free(p0, second);
}

TEST_F(Devices, UsmOfAnotherContextIsAnError) {
  queue first{context(gpus()[0]), gpus()[0]}, second{context(gpus()[1]), gpus()[1]}, cpu{cpu_selector_v};
  const context both(gpus());
  int *p = malloc_device<int>(10, first);
  EXPECT_EQ(get_pointer_device(p, first.get_context()), gpus()[0]);
  EXPECT_EQ(get_pointer_type(p, both), usm::alloc::device);
  EXPECT_EQ(get_pointer_type(p, second.get_context()), usm::alloc::unknown);
  auto invalid = [&](auto f) {
    try {
      f();
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::invalid);
      EXPECT_NE(std::string(e.what()).find("was allocated for '"), std::string::npos) << e.what();
    }
  };
  std::vector<int> v(10, 3);
  for (queue *q : {&second, &cpu}) {
    invalid([&] { sycl::free(p, *q); });
    invalid([&] { get_pointer_device(p, q->get_context()); });
    invalid([&] { q->memcpy(p, v.data(), 40); });
    invalid([&] { q->copy(p, v.data(), 10); });
    invalid([&] { q->fill(p, 1, 10); });
  }
  queue same{first.get_context(), gpus()[0]}, shared{both, gpus()[1]};
  same.copy(v.data(), p, 10).wait();
  v.assign(10, 0);
  shared.copy(p, v.data(), 10).wait();
  EXPECT_EQ(v, std::vector<int>(10, 3));
  sycl::free(p, both);
  // The host's memory is everybody's.
  int *h = malloc_host<int>(10, first);
  cpu.fill(h, 5, 10).wait();
  second.copy(h, v.data(), 10).wait();
  EXPECT_EQ(v, std::vector<int>(10, 5));
  sycl::free(h, first);
}

TEST_F(Devices, ThreadsQueuesAndBuffers) {
  const unsigned base = test::seed();
  std::vector<queue> shared{queue{gpus()[0]}, queue{gpus()[1], property::queue::in_order()}, queue{gpus()[1]},
                            queue{cpu_selector_v}};
  std::vector<std::atomic<int>> model(3);
  std::vector<std::vector<int>> data(3, std::vector<int>(3000, 0));
  {
    std::vector<buffer<int>> buffers(data.begin(), data.end());
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 8; ++t)
      threads.emplace_back([&, t] { walk(base + t, shared, gpus()[t % 2], buffers, model); });
    for (auto &t : threads)
      t.join();
  }
  for (std::size_t b = 0; b < 3; ++b)
    for (int v : data[b])
      ASSERT_EQ(v, model[b].load()) << "seed " << base;
}
