// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers and regions on a device with memory of its own: the CUDA driver on the double of libcuda, whose kernels are functions of the
// test. Copies are counted: data moves only when it has to.
#include "bundle_parts.hpp"
#include "cuda/fake_cuda.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace sycl;

namespace {

class add_value;
class placed_add;
class not_built;
class not_built_for_gpu;
class secondary_only;
class fails_in_region;

// a[i] += value; PTX-like text for the double, native code for the processor.
void native_add(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i)
    (*static_cast<int *const *>(args[0]))[i] += *static_cast<const int *>(args[2]);
}
void device_add(void **args) {
  std::uint64_t n;
  std::memcpy(&n, args[1], 8);
  const void *const *a = args;
  native_add(a, nullptr, 0, n);
}

void device_fused_add(void **args) {
  device_add(args);
  void *second[] = {args[0], args[1], args[3]};
  device_add(second);
}

// Two times placed_add in one kernel.
syclfuse::bundle::builder::region fused_region(std::uint32_t kernel, syclfuse::bundle::builder::variant v) {
  syclfuse::bundle::builder::region r;
  r.name = "twice";
  r.submissions = {{kernel, syclfuse::range_kind::range, 1, {}}, {kernel, syclfuse::range_kind::range, 1, {}}};
  const std::string text = ".version 8.0\n.visible .entry fused_add() {}\n";
  v.image.assign(text.begin(), text.end());
  v.entry = "fused_add";
  v.arguments.push_back(v.arguments[2]);
  v.arguments[3].submission = 1;
  r.variants.push_back(v);
  return r;
}

// placed_add of a buffer that it keeps to itself.
syclfuse::bundle::builder::region promoted_region(std::uint32_t kernel, syclfuse::bundle::builder::variant v) {
  syclfuse::bundle::builder::region r;
  r.name = "promoted";
  syclfuse::bundle::promotion_record promoted{};
  promoted.promote = syclfuse::promotion::private_memory;
  r.submissions = {{kernel, syclfuse::range_kind::range, 1, {promoted}}};
  const std::string text = ".version 8.0\n.visible .entry fused_promoted() {}\n";
  v.image.assign(text.begin(), text.end());
  v.entry = "fused_promoted";
  v.arguments.erase(v.arguments.begin());
  r.variants.push_back(v);
  return r;
}

std::vector<std::uint64_t> make_bundle() {
  syclfuse::bundle::builder b("test");
  auto k = test::accessor_kernel(detail::kernel_symbol<add_value>(), "add_value", 8);
  auto v = test::gpu_form("add_value");
  v.arguments.emplace_back();
  v.arguments[2].offset = syclfuse::accessor_layout::size(1);
  v.arguments[2].size = 4;
  k.variants = {v, test::native_form(v)};
  b.add_kernel(k);
  k.symbol = detail::kernel_symbol<placed_add>();
  const auto placed = b.add_kernel(k);
  b.add_region(fused_region(placed, v));
  b.add_region(promoted_region(placed, v));
  return test::words_of(b);
}

template <class Accessor> struct add_of {
  Accessor a;
  int value;
  void operator()(id<1> i) const { a[i] += value; }
};
template <class Accessor> add_of(Accessor, int) -> add_of<Accessor>;

class DeviceMemory : public testing::Test {
protected:
  static void SetUpTestSuite() {
    auto state = reinterpret_cast<fake_cuda::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_cuda_state"));
    fake = state();
    fake->kernels["add_value"] = device_add;
    fake->kernels["fused_add"] = device_fused_add;
    fake->kernels["fused_promoted"] = [](void **) {};
    fake->static_shared_of["fused_add"] = 1 << 10;
    static auto words = make_bundle();
    static const sycl_fuse_native_entry entries[] = {native_add};
    static const sycl_fuse_registration r{SYCL_FUSE_ABI_VERSION, 1, words.data(), words.size() * 8, entries};
    sycl_fuse_register(&r);
  }
  void SetUp() override {
    fake->calls.clear();
    fake->launches.clear();
  }
  int copies() { return fake->calls["cuMemcpyAsync"]; }
  static event add(queue &q, buffer<int> &b, int value) {
    return q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for<add_value>(b.get_range(), [a, value](id<1> i) { a[i] += value; });
    });
  }
  static fake_cuda::state *fake;
  queue gpu{gpu_selector_v, {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  queue cpu{cpu_selector_v};
};
fake_cuda::state *DeviceMemory::fake = nullptr;

} // namespace

TEST_F(DeviceMemory, TheGpuIsTheDefaultSinceTheProgramHasCodeForIt) {
  EXPECT_TRUE(queue().get_device().is_gpu());
  EXPECT_EQ(platform::get_platforms().size(), 2u);
}

TEST_F(DeviceMemory, DataGoesThereOnceAndComesBackOnce) {
  std::vector<int> v(1000, 1);
  {
    buffer<int> b(v);
    for (int i = 0; i < 10; ++i)
      add(gpu, b, 2);
    EXPECT_EQ(copies(), 1);
    EXPECT_EQ(fake->launches.size(), 10u);
  }
  EXPECT_EQ(copies(), 2);
  EXPECT_EQ(v, std::vector<int>(1000, 21));
}

TEST_F(DeviceMemory, HostAccessorsFetchOnlyWhatChanged) {
  std::vector<int> v(10, 1);
  buffer<int> b(v);
  add(gpu, b, 1);
  for (int i = 0; i < 3; ++i) {
    host_accessor a(b, read_only);
    EXPECT_EQ(a[9], 2);
  }
  EXPECT_EQ(copies(), 2);
  add(gpu, b, 1); // still valid there
  EXPECT_EQ(copies(), 2);
  {
    host_accessor a(b, read_write);
    EXPECT_EQ(a[9], 3);
    a[9] = 100;
  }
  EXPECT_EQ(copies(), 3);
  add(gpu, b, 1);
  EXPECT_EQ(copies(), 4);
  host_accessor a(b, read_only);
  EXPECT_EQ(a[9], 101);
  EXPECT_EQ(a[0], 4);
}

TEST_F(DeviceMemory, BuffersWithoutContentsAreNotCopied) {
  {
    buffer<int> b{range<1>(100)};
    add(gpu, b, 1);
    add(gpu, b, 1);
  }
  std::vector<int> v(100, 5);
  {
    buffer<int> b(v);
    gpu.submit([&](handler &h) {
      accessor a(b, h, write_only, no_init);
      h.fill(a, 7);
    });
    EXPECT_EQ(copies(), 0);
  }
  EXPECT_EQ(v, std::vector<int>(100, 7));
  EXPECT_EQ(copies(), 1);
}

TEST_F(DeviceMemory, TwoDevicesTakeTurns) {
  std::vector<int> v(5000, 0);
  {
    buffer<int> b(v);
    for (int i = 0; i < 10; ++i)
      add(i % 2 ? gpu : cpu, b, 1 + i);
  }
  EXPECT_EQ(v, std::vector<int>(5000, 55));
}

TEST_F(DeviceMemory, TwoQueuesOfOneDevice) {
  queue other{gpu_selector_v};
  std::vector<int> v(50, 0);
  {
    buffer<int> b(v);
    for (int i = 0; i < 10; ++i)
      add(i % 2 ? gpu : other, b, 1).wait();
    add(gpu, b, 1);
    event e = add(other, b, 1);
    EXPECT_EQ(copies(), 1);
    e.wait();
    EXPECT_EQ(e.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
  }
  EXPECT_EQ(v, std::vector<int>(50, 12));
}

TEST_F(DeviceMemory, ConstantSourcesAreNeverWritten) {
  const std::vector<int> v(10, 1);
  buffer<int> b(v.data(), range<1>(10));
  add(gpu, b, 1);
  host_accessor a(b, read_only);
  EXPECT_EQ(a[0], 2);
  EXPECT_EQ(v[0], 1);
}

TEST_F(DeviceMemory, ExplicitCopies) {
  std::vector<int> v(10, 1), out(10), in(10, 4);
  buffer<int> b(v);
  add(gpu, b, 1);
  gpu.submit([&](handler &h) {
     accessor a(b, h, read_only);
     h.copy(a, out.data());
   }).wait();
  EXPECT_EQ(out, std::vector<int>(10, 2));
  gpu.submit([&](handler &h) {
    accessor a(b, h, range<1>(5), id<1>(5), write_only);
    h.copy(static_cast<const int *>(in.data()), a);
  });
  gpu.submit([&](handler &h) {
     accessor a(b, h, read_only);
     h.update_host(a);
   }).wait();
  host_accessor a(b, read_only);
  EXPECT_EQ(a[4], 2);
  EXPECT_EQ(a[5], 4);
}

TEST_F(DeviceMemory, Placeholders) {
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v);
    accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> a(b);
    int value = 3;
    add_of kernel{a, value};
    add(gpu, b, 1);
    gpu.submit([&](handler &h) {
      h.require(a);
      h.parallel_for<placed_add>(range<1>(10), kernel);
    });
  }
  EXPECT_EQ(v, std::vector<int>(10, 5));
}

TEST_F(DeviceMemory, PlaceholdersInCopies) {
  std::vector<int> v(10, 1), out(10), part(3, 8);
  buffer<int> b(v);
  accessor whole{b, read_only};
  accessor some{b, range{3}, id{4}, write_only};
  add(gpu, b, 1); // the newest contents are on the device
  gpu.copy(whole, out.data()).wait();
  EXPECT_EQ(out, std::vector<int>(10, 2));
  gpu.copy(part.data(), some);
  gpu.fill(accessor{b, range{1}, id{9}, write_only}, 6);
  gpu.copy(whole, out.data()).wait();
  EXPECT_EQ(out, (std::vector<int>{2, 2, 2, 2, 8, 8, 8, 2, 2, 6}));
  try {
    gpu.submit([&](handler &h) { h.copy(whole, out.data()); });
    ADD_FAILURE() << "the placeholder was not required";
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_argument);
  }
}

TEST_F(DeviceMemory, UsmOfTheDevice) {
  int *d = malloc_device<int>(100, gpu);
  EXPECT_EQ(get_pointer_type(d, gpu.get_context()), usm::alloc::device);
  std::vector<int> v(100);
  event filled = gpu.fill(d, 6, 100);
  gpu.copy(d, v.data(), 100, filled).wait();
  EXPECT_EQ(v, std::vector<int>(100, 6));
  free(d, gpu);
}

TEST_F(DeviceMemory, UsmIsAlignedToWhateverIsAskedFor) {
  const auto before = fake->allocations.size();
  for (std::size_t alignment : {64u, 512u, 4096u, 1u << 20})
    for (auto kind : {usm::alloc::device, usm::alloc::host, usm::alloc::shared}) {
      void *p = aligned_alloc(alignment, 3, gpu, kind);
      ASSERT_NE(p, nullptr);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
      EXPECT_EQ(get_pointer_type(p, gpu.get_context()), kind);
      free(p, gpu);
    }
  EXPECT_EQ(fake->allocations.size(), before);
}

TEST_F(DeviceMemory, IndependentCommandsOfAnOutOfOrderQueueMayOverlap) {
  queue q{gpu_selector_v};
  const int before = fake->live_streams;
  std::vector<int> v(10, 1), w(10, 1);
  {
    buffer<int> b(v), c(w);
    add(q, b, 1);
    for (int i = 0; i < 5; ++i)
      add(q, b, 1); // a chain stays in its stream
    EXPECT_EQ(fake->live_streams, before);
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 0);
    add(q, c, 2);
    EXPECT_EQ(fake->live_streams, before + 1);
    q.submit([&](handler &h) { // needs both
      accessor from(b, h, read_only);
      accessor to(c, h, write_only, no_init);
      h.copy(from, to);
    });
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 1);
    q.wait();
    queue in_order{gpu_selector_v, property::queue::in_order()};
    add(in_order, b, 1);
    add(in_order, c, 1);
    EXPECT_EQ(fake->live_streams, before + 2);
  }
  EXPECT_EQ(v, std::vector<int>(10, 8));
  EXPECT_EQ(w, std::vector<int>(10, 8));
}

TEST_F(DeviceMemory, ChainsCostOneCallOfTheDriverForEachKernel) {
  queue ordered{gpu_selector_v, property::queue::in_order()}, free_order{gpu_selector_v};
  std::vector<int> v(10, 1), w(10, 2);
  buffer<int> b(v), c(w);
  add(ordered, b, 1);
  add(free_order, b, 1);
  add(ordered, c, 1);
  ordered.wait();
  free_order.wait();
  auto calls_of = [&](auto submit) {
    fake->calls.clear();
    fake->launches.clear();
    for (int i = 0; i < 100; ++i)
      submit();
    EXPECT_EQ(fake->launches.size(), 100u);
    int calls = 0;
    for (const auto &[name, count] : fake->calls)
      calls += name == "cuCtxGetCurrent" ? 0 : count; // which costs next to nothing
    return calls;
  };
  EXPECT_EQ(calls_of([&] { add(ordered, b, 1); }), 100);
  ordered.wait();
  EXPECT_EQ(calls_of([&] { add(free_order, b, 1); }), 100);
  EXPECT_EQ(calls_of([&] { // events that only say what comes next
              static event last;
              last = free_order.submit([&](handler &h) {
                h.depends_on(last);
                accessor a(b, h, read_write);
                h.parallel_for<add_value>(b.get_range(), add_of{a, 1});
              });
            }),
            100);
  fake->calls.clear();
  free_order.wait();
  EXPECT_EQ(fake->calls["cuStreamSynchronize"], 1);
  EXPECT_EQ(fake->calls["cuEventRecord"], 0);
  // An event that is kept is that of its command only, unless the next one depends on it.
  event first = add(ordered, b, 1);
  event second = add(ordered, c, 1);
  first.wait();
  EXPECT_EQ(first.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
  EXPECT_EQ(second.get_info<info::event::command_execution_status>(), info::event_command_status::running);
}

TEST_F(DeviceMemory, ReadersOfABufferDoNotCollect) {
  queue q{gpu_selector_v};
  std::vector<int> v(10, 1), out(10);
  {
    buffer<int> b(v), c(out);
    for (int i = 0; i < 1000; ++i)
      q.submit([&](handler &h) {
        accessor from(b, h, read_only);
        accessor to(c, h, write_only, no_init);
        h.copy(from, to);
      });
    EXPECT_EQ(fake->calls["cuEventQuery"], 0);
    fake->calls.clear();
    add(q, b, 6); // after all of them
    q.wait();
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 0);
    host_accessor a(b);
    EXPECT_LE(fake->calls["cuEventSynchronize"], 1);
  }
  EXPECT_EQ(v[9], 7);
  EXPECT_EQ(out[9], 1);
}

TEST_F(DeviceMemory, BarriersJoinTheStreams) {
  queue q{gpu_selector_v};
  int *p = malloc_device<int>(2, q);
  std::vector<int> out(2);
  q.fill(p, 1, 1);
  q.fill(p + 1, 2, 1);
  q.ext_oneapi_submit_barrier();
  q.memcpy(out.data(), p, 2 * sizeof(int));
  q.ext_oneapi_submit_barrier().wait();
  EXPECT_EQ(out, (std::vector<int>{1, 2}));
  event e = q.fill(p, 3, 1);
  q.fill(p + 1, 4, 1).wait();
  q.ext_oneapi_submit_barrier({e});
  for (int i = 0; i < 4; ++i) // in each of the streams
    q.memcpy(out.data() + i % 2, p + i % 2, sizeof(int));
  q.wait();
  EXPECT_EQ(out, (std::vector<int>{3, 4}));
  free(p, q);
}

TEST_F(DeviceMemory, HostTasksHaveTheDataOfTheDevice) {
  std::vector<int> v(10, 1);
  std::vector<int> seen;
  {
    buffer<int> b(v);
    add(gpu, b, 4);
    gpu.submit([&](handler &h) {
      accessor a(b, h, read_write_host_task);
      h.host_task([=, &seen](interop_handle ih) {
        seen.assign(a.begin(), a.end());
        a[0] = 100;
        EXPECT_NE(ih.get_native_queue<backend::ext_oneapi_cuda>(), nullptr);
        EXPECT_NE(ih.get_native_context<backend::ext_oneapi_cuda>(), nullptr);
      });
    });
    add(gpu, b, 1); // behind the task, with what it wrote
    const int *first = nullptr;
    gpu.submit([&](handler &h) {
      accessor a(b, h, read_only); // the device's memory
      h.host_task([=, &first](interop_handle ih) { first = ih.get_native_mem<backend::ext_oneapi_cuda>(a); });
    }).wait();
    EXPECT_NE(first, v.data());
  }
  EXPECT_EQ(seen, std::vector<int>(10, 5));
  EXPECT_EQ(v[0], 101);
  EXPECT_EQ(v[9], 6);
}

TEST_F(DeviceMemory, ReadingOnTheHostDoesNotHoldBackReadersOnTheDevice) {
  std::vector<int> v(10, 1), out(10);
  buffer<int> b(v);
  add(gpu, b, 1);
  host_accessor held(b, read_only); // brings the data first
  EXPECT_EQ(held[3], 2);
  gpu.submit([&](handler &h) {
     accessor a(b, h, read_only);
     h.copy(a, out.data());
   }).wait();
  EXPECT_EQ(out, std::vector<int>(10, 2));
}

TEST_F(DeviceMemory, BuffersThatArePromotedEverywhereGetNoMemory) {
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  buffer<int> tmp{range<1>(100), property_list{ext::codeplay::experimental::property::promote_private{}}};
  const auto before = fake->allocations.size();
  auto submit = [&] {
    gpu.submit([&](handler &h) {
      accessor a(tmp, h, read_write);
      h.parallel_for<placed_add>(range<1>(100), add_of{a, 1});
    });
  };
  for (int i = 0; i < 3; ++i) {
    fw.start_fusion();
    submit();
    fw.complete_fusion();
    EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic) << to_string(fw.last_reason());
  }
  gpu.wait();
  EXPECT_EQ(fake->allocations.size(), before);
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(copies(), 0);

  // Kernel by kernel it is an ordinary buffer.
  gpu.submit([&](handler &h) {
    accessor a(tmp, h, write_only, no_init);
    h.fill(a, 5);
  });
  fw.start_fusion();
  submit();
  fw.cancel_fusion();
  EXPECT_EQ(fake->allocations.size(), before + 1);
  host_accessor a(tmp, read_only);
  EXPECT_EQ(a[99], 6);
}

TEST_F(DeviceMemory, CancelledRegionGivesItsBuffersMemory) {
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  for (int how = 0; how < 4; ++how) {
    std::vector<int> out(100);
    const auto before = fake->allocations.size();
    buffer<int> tmp{range<1>(100), property_list{ext::codeplay::experimental::property::promote_private{}}};
    fw.start_fusion();
    gpu.submit([&](handler &h) {
      accessor a(tmp, h, write_only, no_init);
      h.parallel_for<placed_add>(range<1>(100), add_of{a, 1});
    });
    EXPECT_EQ(fake->allocations.size(), before);
    auto read = [&](queue &q) {
      q.submit([&](handler &h) {
         accessor a(tmp, h, read_only);
         h.copy(a, out.data());
       }).wait();
    };
    queue other{gpu_selector_v};
    switch (how) {
    case 0: fw.cancel_fusion(); read(gpu); break;
    case 1: read(other); break;
    case 2: read(cpu); break;
    default: {
      host_accessor a(tmp, read_only);
      out.assign(a.begin(), a.end());
    }
    }
    EXPECT_FALSE(fw.is_in_fusion_mode());
    EXPECT_EQ(fake->allocations.size(), before + 1) << how;
    // The kernel added 1 to what the memory happened to hold.
    EXPECT_EQ(fake->launches.back().entry, "add_value");
    host_accessor a(tmp, read_only);
    EXPECT_EQ(out, std::vector<int>(a.begin(), a.end())) << how;
  }
}

TEST_F(DeviceMemory, RegionsAreCancelledByAHostAccessor) {
  std::vector<int> v(100, 1);
  buffer<int> b(v);
  ext::codeplay::experimental::fusion_wrapper fw(gpu);
  fw.start_fusion();
  add(gpu, b, 1);
  add(gpu, b, 1);
  EXPECT_EQ(fake->launches.size(), 0u);
  host_accessor a(b, read_only);
  EXPECT_EQ(a[50], 3);
  EXPECT_EQ(copies(), 2);
  EXPECT_FALSE(fw.is_in_fusion_mode());
}

TEST_F(DeviceMemory, RegionThatIsNotInTheBundleRunsUnfused) {
  std::vector<int> v(100, 1);
  {
    buffer<int> b(v);
    ext::codeplay::experimental::fusion_wrapper fw(gpu);
    fw.start_fusion();
    add(gpu, b, 1);
    add(cpu, b, 10); // needs the region: it runs first
    EXPECT_FALSE(fw.is_in_fusion_mode());
    fw.start_fusion();
    add(gpu, b, 100);
    fw.complete_fusion().wait();
  }
  EXPECT_EQ(v, std::vector<int>(100, 112));
}

TEST_F(DeviceMemory, FusedKernelThatNeedsTooMuchOfAWorkGroupRunsUnfused) {
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  std::vector<int> v(100, 1);
  auto run = [&](int local_bytes) {
    buffer<int> b(v);
    fw.start_fusion();
    for (int value : {10, 20})
      gpu.submit([&](handler &h) {
        accessor a(b, h, read_write);
        local_accessor<char> l(range<1>(local_bytes), h); // not captured: only its size counts
        h.parallel_for<placed_add>(range<1>(100), add_of{a, value});
      });
    fw.complete_fusion();
  };
  auto ranges = reinterpret_cast<std::vector<std::string> *(*)()>(dlsym(dlopen(FAKE_PROFILER, RTLD_NOW), "fake_profiler_ranges"))();
  ranges->clear();
  run(16);
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic);
  EXPECT_EQ(fake->launches.size(), 1u);
  EXPECT_EQ(v, std::vector<int>(100, 31));
  // Profilers show fused kernels by their constituents.
  EXPECT_EQ(*ranges, (std::vector<std::string>{"+fused twice [add_value, add_value]", "-"}));
  testing::internal::CaptureStderr();
  run(static_cast<int>(gpu.get_device().get_info<sycl::info::device::local_mem_size>())); // with its own it is more
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::unfused);
  EXPECT_EQ(fw.last_reason(), fusion_reason::resources_exceeded);
  EXPECT_NE(text.find("its kernels run one by one: "), std::string::npos) << text;
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(v, std::vector<int>(100, 61));
}

// In a process of its own, with SYCL_FUSE_CHECK.
TEST_F(DeviceMemory, CheckedRegionsGiveUnfusedResults) {
  if (!getenv("SYCL_FUSE_CHECK"))
    GTEST_SKIP() << "is the test runtime.Checked";
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  std::vector<int> v(100, 1);
  auto run = [&](property_list p = {}) {
    buffer<int> b(v.data(), range<1>(100), p);
    fw.start_fusion();
    for (int value : {10, 20})
      gpu.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for<placed_add>(range<1>(100), add_of{a, value});
      });
    fw.complete_fusion();
  };
  testing::internal::CaptureStderr();
  run();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(v, std::vector<int>(100, 31));
  fake->kernels["fused_add"] = device_add; // leaves the second one out
  testing::internal::CaptureStderr();
  run();
  run();
  fake->kernels["fused_add"] = device_fused_add;
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "sycl-fuse: warning: fused region 'twice' computes other results than its kernels one by one: kernel 'add_value', 'a', element 0 (byte 0) [SF6172]\n");
  EXPECT_EQ(v, std::vector<int>(100, 91));
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic);
}

TEST_F(DeviceMemory, FailingLaunchIsAnException) {
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v);
    fake->always["cuLaunchKernel"] = fake_cuda::result::launch_failed;
    try {
      add(gpu, b, 1);
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_NE(std::string(e.what()).find("cuLaunchKernel"), std::string::npos) << e.what();
    }
    ext::codeplay::experimental::fusion_wrapper fw(gpu);
    fw.start_fusion();
    event region = add(gpu, b, 1);
    EXPECT_THROW(fw.complete_fusion(), sycl::exception);
    region.wait(); // ended, not for ever pending
    fake->always.clear();
    EXPECT_FALSE(fw.is_in_fusion_mode());
    add(gpu, b, 5);
  }
  EXPECT_EQ(v, std::vector<int>(10, 6));
}

// Whatever the driver refuses is an exception with its text, or goes to the handler; the queue goes on, and nothing is kept.
TEST_F(DeviceMemory, FailuresOfEachCallLeaveTheQueueUsable) {
  using fake_cuda::result;
  struct refusal {
    const char *call;
    result with;
    errc code;
  };
  const refusal refusals[] = {{"cuMemAlloc", result::out_of_memory, errc::memory_allocation},
                              {"cuMemAlloc", result::illegal_address, errc::kernel},
                              {"cuMemcpyAsync", result::illegal_address, errc::kernel},
                              {"cuMemcpyAsync", result::invalid_value, errc::runtime},
                              {"cuLaunchKernel", result::launch_out_of_resources, errc::kernel},
                              {"cuStreamSynchronize", result::launch_failed, errc::kernel},
                              {"cuCtxGetCurrent", result::deinitialized, errc::runtime}};
  std::vector<int> v(10, 1), out(10);
  {
    buffer<int> warm(v); // streams and pools are there
    add(gpu, warm, 0).wait();
    add(gpu, warm, 0);
    gpu.wait();
  }
  const auto allocations = fake->allocations.size();
  const int events = fake->live_events, streams = fake->live_streams;
  for (const refusal &r : refusals) {
    fake->always[r.call] = r.with;
    if (std::string(r.call) == "cuCtxGetCurrent") // asked for, then set
      fake->always["cuCtxSetCurrent"] = r.with;
    testing::internal::CaptureStderr(); // buffers say what they could not write back
    try {
      buffer<int> b(v);
      add(gpu, b, 1);
      gpu.wait();
      ADD_FAILURE() << r.call;
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), r.code) << r.call << ": " << e.what();
      if (r.code != errc::memory_allocation) {
        const std::string named = std::string(r.call) == "cuCtxGetCurrent" ? "cuCtxSetCurrent" : r.call;
        EXPECT_NE(std::string(e.what()).find(named + " failed: "), std::string::npos) << e.what();
      }
    }
    fake->always.clear();
    testing::internal::GetCapturedStderr();
    v.assign(10, 1);
    {
      buffer<int> b(v);
      add(gpu, b, 1);
    }
    EXPECT_EQ(v, std::vector<int>(10, 2)) << "after " << r.call;
    v.assign(10, 1);
    gpu.wait();
    EXPECT_EQ(fake->allocations.size(), allocations) << r.call;
    EXPECT_EQ(fake->live_streams, streams) << r.call;
    EXPECT_LE(fake->live_events, events + 2) << r.call;
  }
}

// A device that is lost gives the same error for every call from then on.
TEST_F(DeviceMemory, LostDevice) {
  std::vector<int> v(10, 1);
  queue q{gpu_selector_v};
  const auto allocations = fake->allocations.size();
  testing::internal::CaptureStderr();
  {
    buffer<int> b(v);
    add(q, b, 1);
    event e = add(q, b, 1);
    fake->sticky = fake_cuda::result::launch_failed;
    for (int i = 0; i < 2; ++i) {
      try {
        i ? e.wait() : q.wait();
        ADD_FAILURE();
      } catch (const sycl::exception &error) {
        EXPECT_NE(std::string(error.what()).find("CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure"), std::string::npos)
            << error.what();
      }
      EXPECT_THROW(add(q, b, 1), sycl::exception);
      EXPECT_THROW(malloc_device<int>(10, q), sycl::exception);
    }
    EXPECT_THROW(host_accessor a(b), sycl::exception);
  }
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("the data was not written back"), std::string::npos) << text;
  fake->sticky = fake_cuda::result::success;
  EXPECT_LE(fake->allocations.size(), allocations + 1); // what the driver did not take back
  std::vector<int> w(10, 1);
  {
    buffer<int> b(w);
    add(cpu, b, 1); // another device goes on
  }
  EXPECT_EQ(w, std::vector<int>(10, 2));
}

TEST_F(DeviceMemory, KernelThatWasNotBuiltForTheDevice) {
  try {
    gpu.parallel_for<not_built>(range<1>(10), [](id<1>) {});
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_not_supported);
    EXPECT_NE(std::string(e.what()).find("[SF6002]"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(gpu.get_device().get_info<info::device::name>()), std::string::npos) << e.what();
  }
}

TEST_F(DeviceMemory, HostCodeOfTheProcessorIsNotLaunchedOnTheGpu) {
  int x = 0, *p = &x;
  auto kernel = [p](id<1>) { *p = 1; };
  cpu.parallel_for<not_built_for_gpu>(range<1>(1), kernel).wait();
  EXPECT_EQ(x, 1);
  try {
    gpu.parallel_for<not_built_for_gpu>(range<1>(1), kernel);
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_not_supported);
  }
  EXPECT_EQ(fake->launches.size(), 0u);
}

TEST_F(DeviceMemory, SecondaryQueueRunsWhatTheFirstRefuses) {
  int x = 0, *p = &x;
  auto group = [p](handler &h) { h.parallel_for<secondary_only>(range<1>(1), [p](id<1>) { *p += 1; }); };
  gpu.submit(group, cpu).wait();
  EXPECT_EQ(x, 1);
  EXPECT_EQ(fake->launches.size(), 0u);
  cpu.submit(group, gpu).wait();
  EXPECT_EQ(x, 2);
  EXPECT_THROW(gpu.submit(group, gpu), sycl::exception);
  // What the program throws is its own affair.
  EXPECT_THROW(gpu.submit([](handler &) { throw 1; }, cpu), int);
}

TEST_F(DeviceMemory, NoInitOfARangeKeepsTheRest) {
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v);
    const int value = 4;
    gpu.submit([&](handler &h) {
      accessor<int, 1, access_mode::read_write> a(b, h, range<1>(5), id<1>(5), property::no_init{});
      h.fill(a, value);
    });
  }
  EXPECT_EQ(v, (std::vector<int>{1, 1, 1, 1, 1, 4, 4, 4, 4, 4}));
}

TEST_F(DeviceMemory, FailureOfACommandIsNotCalledALostWriteBack) {
  std::vector<int> v(10, 1);
  for (bool has_host : {false, true}) {
    testing::internal::CaptureStderr();
    {
      buffer<int> b = has_host ? buffer<int>(v) : buffer<int>(range<1>(10));
      add(gpu, b, 1);
      fake->always["cuStreamSynchronize"] = fake->always["cuEventSynchronize"] = fake_cuda::result::launch_failed;
    }
    fake->always.clear();
    std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(text.find("the data was not written back") != std::string::npos, has_host) << text;
  }
}

// What uses a buffer beside the command that fails is waited for all the same before the memory goes.
TEST_F(DeviceMemory, DestructionWaitsForAllUsers) {
  buffer<int> out{range<1>(10)};
  ext::codeplay::experimental::fusion_wrapper fw(gpu);
  testing::internal::CaptureStderr();
  {
    buffer<int> b{range<1>(10)};
    add(gpu, b, 1);
    fw.start_fusion();
    gpu.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor o(out, h, write_only, no_init);
      h.parallel_for<fails_in_region>(range<1>(10), [=](id<1> i) { o[i] = a[i]; });
    });
    fake->calls.clear();
  }
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("a command that uses it failed"), std::string::npos) << text;
  EXPECT_GT(fake->calls["cuEventSynchronize"] + fake->calls["cuStreamSynchronize"], 0);
}

// Two devices; the tests of this file use the first.
int main(int argc, char **argv) {
  setenv("SYCL_FUSE_CUDA_LIBRARY", FAKE_CUDA_LIBRARY, 1);
  reinterpret_cast<fake_cuda::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_cuda_state"))()->devices = 2;
  setenv("ONEAPI_DEVICE_SELECTOR", "*:*", 1);
  setenv("NVTX_INJECTION64_PATH", FAKE_PROFILER, 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
