// Buffers and events move between the native CPU and an OpenCL device of one program, in random order, fused and unfused; the host computes the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: pocl, llvm-spirv, target-spirv, target-native
// RUN: %sycl_cxx -O1 -I%source_root/test/e2e/Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native --target=spir %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env 'ONEAPI_DEVICE_SELECTOR=native_cpu:*;opencl:*' POCL_CACHE_DIR=%t.cache SYCL_FUSE_JIT=off %t %random_seed | FileCheck-22 %s
// CHECK: 2 devices, seed
// CHECK: all results right
#include "e2e.hpp"

#include <cstdlib>

using namespace sycl;

static constexpr std::size_t n = 1000;
using number = std::uint32_t; // which wraps around
using values = std::vector<number>;

static void scale(queue &q, buffer<number> &to, buffer<number> &from, number factor) {
  q.submit([&](handler &h) {
    accessor in{from, h, read_only};
    accessor out{to, h, read_write};
    h.parallel_for<class Scale>(range{n}, [=](id<1> i) { out[i] = out[i] + factor * in[i]; });
  });
}

static void fused(queue &q, buffer<number> &a, buffer<number> &b, buffer<number> &c) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor in{a, h, read_only};
    accessor out{b, h, write_only, no_init};
    h.parallel_for<class First>(range{n}, [=](id<1> i) { out[i] = in[i] ^ 0x55; });
  });
  q.submit([&](handler &h) {
    accessor in{b, h, read_only};
    accessor out{c, h, read_write};
    h.parallel_for<class Second>(range{n}, [=](id<1> i) { out[i] = out[i] - in[i]; });
  });
  fw.complete_fusion();
  e2e::expect("fused", fw.last_outcome() != e2e::fusion::fusion_outcome::unfused);
}

// A pointer of one device, written there; the host takes it to the other.
static event through_memory(queue &q, number *mine, const event &before, number add) {
  return q.submit([&](handler &h) {
    h.depends_on(before);
    h.parallel_for<class Add>(range{n}, [=](id<1> i) { mine[i] = mine[i] + add; });
  });
}

int main(int argc, char **argv) {
  const unsigned seed = argc > 1 && *argv[1] ? static_cast<unsigned>(std::atoi(argv[1])) : std::random_device{}();
  const auto devices = device::get_devices();
  std::printf("%zu devices, seed %u\n", devices.size(), seed);
  std::vector<queue> queues;
  for (const device &d : devices)
    queues.emplace_back(d, property_list{e2e::fusion::property::queue::enable_fusion{}});
  std::minstd_rand random{seed};
  values model[4];
  for (unsigned k = 0; k < 4; ++k)
    model[k] = e2e::random_values<number>(n, seed + k);
  {
    std::vector<values> memory(model, model + 4);
    std::vector<buffer<number>> buffers;
    for (values &v : memory)
      buffers.emplace_back(v);
    for (int step = 0; step < 60; ++step) {
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
  values sum(n, 0), wanted(n, 0);
  event before;
  for (number step = 0; step < 10; ++step) {
    queue &q = queues[random() % queues.size()];
    number *mine = malloc_device<number>(n, q);
    const event there = q.submit([&](handler &h) {
      h.depends_on(before);
      h.memcpy(mine, sum.data(), n * sizeof(number));
    });
    const event added = through_memory(q, mine, there, step);
    before = q.submit([&](handler &h) {
      h.depends_on(added);
      h.memcpy(sum.data(), mine, n * sizeof(number));
    });
    before.wait();
    free(mine, q);
    for (number &w : wanted)
      w += step;
  }
  e2e::expect_equal("through memory", sum, wanted);
  return e2e::finish();
}
