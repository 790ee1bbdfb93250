// Buffers and events move between the native CPU, an OpenCL device and the double of a CUDA device in one program, in random order, fused and unfused, with
// commands that wait for those of other devices; the host computes the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: pocl, llvm-spirv, target-spirv, target-native, target-cuda
// RUN: %sycl_cxx -O1 -I%source_root/test/e2e/Inputs -I%source_root/test/runtime-shim/support -I%source_root/runtime-shim/src -c %s -o %t.o
// RUN: sycl-fuse build --target=native --target=spir --target=cuda:sm_90 --ptxas=none %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -ldl -o %t
// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so 'ONEAPI_DEVICE_SELECTOR=native_cpu:*;opencl:*;cuda:*' POCL_CACHE_DIR=%t.cache SYCL_FUSE_JIT=off %t %random_seed | FileCheck-22 %s
// CHECK: 3 devices, seed
// CHECK: all results right
#include "e2e.hpp"
#include "fake_gpu.hpp"

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>

using namespace sycl;

static constexpr std::size_t n = 1000;
using number = std::uint32_t; // which wraps around
using values = std::vector<number>;

class Scale;
class First;
class Second;
class Add;

static void scale(queue &q, buffer<number> &to, buffer<number> &from, number factor) {
  q.submit([&](handler &h) {
    accessor in{from, h, read_only};
    accessor out{to, h, read_write};
    h.parallel_for<Scale>(range{n}, [=](id<1> i) { out[i] = out[i] + factor * in[i]; });
  });
}

static void fused(queue &q, buffer<number> &a, buffer<number> &b, buffer<number> &c) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor in{a, h, read_only};
    accessor out{b, h, write_only, no_init};
    h.parallel_for<First>(range{n}, [=](id<1> i) { out[i] = in[i] ^ 0x55; });
  });
  q.submit([&](handler &h) {
    accessor in{b, h, read_only};
    accessor out{c, h, read_write};
    h.parallel_for<Second>(range{n}, [=](id<1> i) { out[i] = out[i] - in[i]; });
  });
  fw.complete_fusion();
  e2e::expect("fused", fw.last_outcome() != e2e::fusion::fusion_outcome::unfused);
}

// The double runs what it is told the kernels do. A kernel that it was not told of would leave wrong results.
static number *pointer(void **arguments, int i) { return *static_cast<number **>(arguments[i]); }
static void fused_on_the_double(void **arguments) {
  number *b = pointer(arguments, 0), *a = pointer(arguments, 1), *c = pointer(arguments, 2);
  for (std::size_t i = 0; i < n; ++i)
    c[i] -= b[i] = a[i] ^ 0x55;
}
static void teach_the_double() {
  void *library = dlopen(std::getenv("SYCL_FUSE_CUDA_LIBRARY"), RTLD_NOW);
  auto &kernels = reinterpret_cast<decltype(&fake_gpu_state)>(dlsym(library, "fake_gpu_state"))()->kernels;
  kernels["sycl_fuse_kernel__ZTS5Scale"] = [](void **arguments) {
    for (std::size_t i = 0; i < n; ++i)
      pointer(arguments, 0)[i] += *static_cast<number *>(arguments[1]) * pointer(arguments, 2)[i];
  };
  kernels["sycl_fuse_kernel__ZTS3Add"] = [](void **arguments) {
    for (std::size_t i = 0; i < n; ++i)
      pointer(arguments, 0)[i] += pointer(arguments, 1)[i];
  };
  for (const char *name : {"specialized_1000_distinct", "generic_distinct", "generic"})
    kernels[std::string("sycl_fuse_fused_") + name] = fused_on_the_double;
}

// The buffers of one program, on any device.
static void with_buffers(std::vector<queue> &queues, std::minstd_rand &random) {
  values model[4];
  for (unsigned k = 0; k < 4; ++k)
    model[k] = e2e::random_values<number>(n, static_cast<unsigned>(random()));
  std::vector<values> memory(model, model + 4);
  std::vector<buffer<number>> buffers;
  for (values &v : memory)
    buffers.emplace_back(v);
  for (int step = 0; step < 90; ++step) {
    queue &q = queues[random() % queues.size()];
    const unsigned a = random() % 4, b = (a + 1 + random() % 3) % 4, c = (b + 1) % 4 == a ? (b + 2) % 4 : (b + 1) % 4;
    if (random() % 3) {
      const number factor = random() % 7;
      scale(q, buffers[a], buffers[b], factor);
      for (std::size_t i = 0; i < n; ++i)
        model[a][i] += factor * model[b][i];
    } else {
      fused(q, buffers[a], buffers[b], buffers[c]);
      for (std::size_t i = 0; i < n; ++i) {
        model[b][i] = model[a][i] ^ 0x55;
        model[c][i] -= model[b][i];
      }
    }
    if (random() % 8 == 0) {
      host_accessor now{buffers[a], read_only};
      e2e::expect_equal("on the host", values(&now[0], &now[0] + n), model[a]);
    }
  }
  buffers.clear();
  for (unsigned k = 0; k < 4; ++k)
    e2e::expect_equal("in the end", memory[k], model[k]);
}

// Host memory that commands of any device read and write, with the events that order them.
struct shared_values {
  values now, model;
  event written;
  std::vector<event> read;
};

// to += from, through memory of a device; nothing waits.
static void add_on_device(queue &q, shared_values &to, shared_values &from, std::vector<number *> &memory) {
  number *mine = malloc_device<number>(2 * n, q), *other = mine + n;
  memory.push_back(mine);
  const event mine_there = q.submit([&](handler &h) {
    h.depends_on(to.written);
    h.memcpy(mine, to.now.data(), n * sizeof(number));
  });
  const event other_there = q.submit([&](handler &h) {
    h.depends_on(from.written);
    h.memcpy(other, from.now.data(), n * sizeof(number));
  });
  const event added = q.submit([&](handler &h) {
    h.depends_on({mine_there, other_there});
    h.parallel_for<Add>(range{n}, [=](id<1> i) { mine[i] = mine[i] + other[i]; });
  });
  from.read.push_back(other_there);
  to.written = q.submit([&](handler &h) {
    h.depends_on(added);
    h.depends_on(to.read);
    h.memcpy(to.now.data(), mine, n * sizeof(number));
  });
  to.read.clear();
  for (std::size_t i = 0; i < n; ++i)
    to.model[i] += from.model[i];
}

// On the host, and slowly, so that what comes behind it has to wait.
static void add_on_host(queue &q, shared_values &to, number what) {
  to.written = q.submit([&](handler &h) {
    h.depends_on(to.written);
    h.depends_on(to.read);
    number *all = to.now.data();
    h.host_task([=] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      for (std::size_t i = 0; i < n; ++i)
        all[i] += what;
    });
  });
  to.read.clear();
  for (number &m : to.model)
    m += what;
}

static void with_events(std::vector<queue> &queues, std::minstd_rand &random) {
  std::vector<shared_values> all(4);
  for (shared_values &one : all)
    one.now = one.model = e2e::random_values<number>(n, static_cast<unsigned>(random()));
  std::vector<std::vector<number *>> memory(queues.size());
  for (int step = 0; step < 40; ++step) {
    const std::size_t where = random() % queues.size();
    const unsigned to = random() % 4, from = (to + 1 + random() % 3) % 4;
    if (random() % 5)
      add_on_device(queues[where], all[to], all[from], memory[where]);
    else
      add_on_host(queues[where], all[to], static_cast<number>(step));
  }
  for (queue &q : queues)
    q.wait_and_throw();
  for (const shared_values &one : all)
    e2e::expect_equal("through memory", one.now, one.model);
  for (std::size_t k = 0; k < queues.size(); ++k)
    for (number *m : memory[k])
      free(m, queues[k]);
}

int main(int argc, char **argv) {
  const unsigned seed = argc > 1 && *argv[1] ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
  const auto devices = device::get_devices();
  std::printf("%zu devices, seed %u\n", devices.size(), seed);
  teach_the_double();
  std::vector<queue> queues;
  for (const device &d : devices)
    queues.emplace_back(d, property_list{e2e::fusion::property::queue::enable_fusion{}});
  std::minstd_rand random{seed};
  with_buffers(queues, random);
  with_events(queues, random);
  return e2e::finish();
}
