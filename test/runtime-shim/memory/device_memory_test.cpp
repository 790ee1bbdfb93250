// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers, copies and USM of a device with memory of its own. Copies are counted: data moves only when it has to.
#include "device_fixture.hpp"

using namespace sycl;
using namespace test;

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
     })
      .wait();
  EXPECT_EQ(out, std::vector<int>(10, 2));
  gpu.submit([&](handler &h) {
    accessor a(b, h, range<1>(5), id<1>(5), write_only);
    h.copy(static_cast<const int *>(in.data()), a);
  });
  gpu.submit([&](handler &h) {
       accessor a(b, h, read_only);
       h.update_host(a);
     })
      .wait();
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
    try {
      gpu.submit([&](handler &h) { h.parallel_for<placed_add>(range<1>(10), kernel); });
      ADD_FAILURE() << "the placeholder was not required";
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::kernel_argument);
    }
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
       })
        .wait();
    EXPECT_NE(first, v.data());
  }
  EXPECT_EQ(seen, std::vector<int>(10, 5));
  EXPECT_EQ(v[0], 101);
  EXPECT_EQ(v[9], 6);
}

TEST_F(DeviceMemory, AccessorsForTheDeviceGiveHostTasksTheHostsMemory) {
  std::vector<int> v(10, 1), w(10, 1), seen;
  {
    buffer<int> b(v), c(w);
    add(gpu, b, 4);
    add(gpu, c, 2);
    gpu.submit([&](handler &h) {
      accessor a(b, h, read_write);
      accessor ranged(c, h, range<1>(4), id<1>(3), read_only);
      h.host_task([=, &seen] {
        for (int i = 0; i < 4; ++i)
          seen.push_back(a[i] + 100 * ranged[i]);
        a[0] = 50;
      });
    });
    add(gpu, b, 1); // behind the task, with what it wrote
  }
  EXPECT_EQ(seen, std::vector<int>(4, 305));
  EXPECT_EQ(v[0], 51);
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
     })
      .wait();
  EXPECT_EQ(out, std::vector<int>(10, 2));
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
