// Programs as textbooks have them, in plain SYCL 2020: matrix product, histogram, n bodies, Jacobi's method, prefix
// sums.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <cmath>
#include <numeric>

using namespace sycl;

// C = A B in tiles of local memory; sizes that the tile does not divide.
class matrix_product;
void multiply(queue &q) {
  constexpr std::size_t tile = 8, n = 50, k = 37, m = 61;
  const std::vector<float> a = e2e::random_values<float>(n * k, 1), b = e2e::random_values<float>(k * m, 2);
  std::vector<float> c(n * m), wanted(n * m);
  const auto up = [](std::size_t x) { return (x + tile - 1) / tile * tile; };
  {
    buffer<float, 2> A(a.data(), range<2>(n, k)), B(b.data(), range<2>(k, m)), C(c.data(), range<2>(n, m));
    q.submit([&](handler &cgh) {
      accessor in_a{A, cgh, read_only};
      accessor in_b{B, cgh, read_only};
      accessor out{C, cgh, write_only, no_init};
      local_accessor<float, 2> tile_a{range<2>{tile, tile}, cgh}, tile_b{{tile, tile}, cgh};
      cgh.parallel_for<matrix_product>(nd_range<2>{{up(n), up(m)}, {tile, tile}}, [=](nd_item<2> it) {
        const auto row = it.get_global_id(0), column = it.get_global_id(1);
        const auto y = it.get_local_id(0), x = it.get_local_id(1);
        float sum = 0;
        for (std::size_t t = 0; t < k; t += tile) {
          tile_a[y][x] = row < n && t + x < k ? in_a[row][t + x] : 0.0f;
          tile_b[y][x] = t + y < k && column < m ? in_b[t + y][column] : 0.0f;
          group_barrier(it.get_group());
          for (std::size_t i = 0; i < tile; ++i)
            sum = sycl::fma(tile_a[y][i], tile_b[i][x], sum);
          it.barrier(access::fence_space::local_space);
        }
        if (row < n && column < m)
          out[row][column] = sum;
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      float sum = 0;
      for (std::size_t t = 0; t < up(k); ++t)
        sum = std::fma(t < k ? a[i * k + t] : 0.0f, t < k ? b[t * m + j] : 0.0f, sum);
      wanted[i * m + j] = sum;
    }
  e2e::expect_equal("matrix product", c, wanted);
}

// Each work-group counts in local memory and adds its bins to the result.
void histogram(queue &q) {
  constexpr std::size_t n = 20011, bins = 61, group = 32, groups = 19;
  const std::vector<unsigned> data = e2e::random_values<unsigned>(n, 5);
  std::vector<unsigned> counts(bins, 7), wanted(bins, 7);
  for (unsigned v : data)
    ++wanted[v % bins];
  {
    buffer values{data};
    buffer result{counts};
    q.submit([&](handler &h) {
      accessor in{values, h, read_only};
      accessor out{result, h};
      local_accessor<unsigned> mine{bins, h};
      h.parallel_for(nd_range{range{group * groups}, range{group}}, [=](nd_item<1> it) {
        for (std::size_t b = it.get_local_linear_id(); b < bins; b += group)
          mine[b] = 0;
        group_barrier(it.get_group(), memory_scope::work_group);
        for (std::size_t i = it.get_global_id(0); i < n; i += it.get_global_range(0))
          atomic_ref<unsigned, memory_order::relaxed, memory_scope::work_group, access::address_space::local_space>(
              mine[in[i] % bins])++;
        group_barrier(it.get_group());
        for (std::size_t b = it.get_local_linear_id(); b < bins; b += group) {
          atomic_ref<unsigned, memory_order::relaxed, memory_scope::device, access::address_space::global_space> total(
              out[b]);
          total.fetch_add(mine[b]);
        }
      });
    });
  }
  e2e::expect_equal("histogram", counts, wanted);
}

// Positions and velocities as float4; all pairs. The mass is in w.
float4 attraction(float4 from, float4 to) {
  const float4 d = to - from;
  const float r2 = d.x() * d.x() + d.y() * d.y() + d.z() * d.z() + 0.01f;
  const float inverse = 1.0f / (r2 * sycl::sqrt(r2));
  float4 f = d * (to.w() * inverse);
  f.w() = 0;
  return f;
}
void bodies(queue &q) {
  constexpr std::size_t n = 143;
  constexpr int steps = 3;
  constexpr float dt = 0.01f;
  const std::vector<float> start = e2e::random_values<float>(4 * n, 8);
  std::vector<float4> position(n), velocity(n, float4(0.0f));
  for (std::size_t i = 0; i < n; ++i)
    position[i] = float4{start[4 * i], start[4 * i + 1], start[4 * i + 2], std::fabs(start[4 * i + 3])};
  std::vector<float4> p = position, v = velocity;
  {
    buffer<float4> P{p}, V{v};
    for (int s = 0; s < steps; ++s) {
      q.submit([&](handler &h) {
        auto at = P.get_access<access::mode::read>(h);
        auto speed = V.get_access<access::mode::read_write>(h);
        h.parallel_for(range<1>{n}, [=](item<1> i) {
          float4 force(0.0f);
          for (std::size_t j = 0; j < n; ++j)
            force += attraction(at[i], at[j]);
          speed[i] += force * dt;
        });
      });
      q.submit([&](handler &h) {
        auto at = P.get_access(h);
        auto speed = V.get_access(h, read_only);
        h.parallel_for(range<1>{n}, [=](id<1> i) { at[i] += speed[i] * dt; });
      });
    }
  }
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < n; ++i) {
      float4 force(0.0f);
      for (std::size_t j = 0; j < n; ++j)
        force += attraction(position[i], position[j]);
      velocity[i] += force * dt;
    }
    for (std::size_t i = 0; i < n; ++i)
      position[i] += velocity[i] * dt;
  }
  // Host and device may contract differently.
  for (std::size_t i = 0; i < n; ++i)
    if (!(sycl::fast_distance(p[i].swizzle<elem::x, elem::y, elem::z>(),
                              position[i].swizzle<elem::x, elem::y, elem::z>()) <= 1e-2f)) {
      ++e2e::failures;
      std::printf("body %zu is at %g %g %g, needed: %g %g %g\n", i, double(p[i].x()), double(p[i].y()),
                  double(p[i].z()), double(position[i].x()), double(position[i].y()), double(position[i].z()));
    }
}

// The plane's equation of heat with USM, until a reduction says that it is done.
void jacobi(queue &q) {
  constexpr std::size_t rows = 33, columns = 47;
  auto step_of = [](const double *u, std::size_t i, std::size_t j) {
    return 0.25 *
           (u[(i - 1) * columns + j] + u[(i + 1) * columns + j] + u[i * columns + j - 1] + u[i * columns + j + 1]);
  };
  double *u = malloc_shared<double>(rows * columns, q), *next = malloc_shared<double>(rows * columns, q);
  double *change = malloc_shared<double>(1, q);
  auto fill = [&](double *grid) {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        grid[i * columns + j] = i == 0 ? 100.0 : j == 0 ? 50.0 : 0.0;
  };
  fill(u);
  std::vector<double> host(rows * columns), host_next;
  fill(host.data());
  host_next = host;
  q.memcpy(next, u, rows * columns * sizeof(double)).wait();
  int iterations = 0;
  for (double largest = 1; largest > 1e-2 && iterations < 400; ++iterations) {
    event moved = q.parallel_for(range<2>(rows - 2, columns - 2),
                                 reduction(change, maximum<double>(), property::reduction::initialize_to_identity{}),
                                 [=](id<2> at, auto &most) {
                                   const std::size_t i = at[0] + 1, j = at[1] + 1;
                                   next[i * columns + j] = step_of(u, i, j);
                                   most.combine(sycl::fabs(next[i * columns + j] - u[i * columns + j]));
                                 });
    q.copy(next, u, rows * columns, moved);
    q.wait_and_throw();
    largest = *change;
  }
  int wanted_iterations = 0;
  for (double largest = 1; largest > 1e-2 && wanted_iterations < 400; ++wanted_iterations) {
    largest = 0;
    for (std::size_t i = 1; i + 1 < rows; ++i)
      for (std::size_t j = 1; j + 1 < columns; ++j) {
        host_next[i * columns + j] = step_of(host.data(), i, j);
        largest = std::max(largest, std::fabs(host_next[i * columns + j] - host[i * columns + j]));
      }
    host = host_next;
  }
  e2e::expect_equal("Jacobi", std::vector<double>(u, u + rows * columns), host);
  if (iterations != wanted_iterations || iterations < 10) {
    ++e2e::failures;
    std::printf("Jacobi took %d iterations, needed: %d\n", iterations, wanted_iterations);
  }
  free(u, q);
  free(next, q);
  free(change, q.get_context());
}

// Scans of blocks, a scan of their sums, and the sums added: functions of work-groups.
void prefix_sums(queue &q) {
  constexpr std::size_t block = 64, n = 5003, blocks = (n + block - 1) / block;
  const std::vector<int> in = e2e::random_values<int>(n, 11);
  std::vector<int> out(n), wanted(n);
  std::exclusive_scan(in.begin(), in.end(), wanted.begin(), 17);
  {
    buffer<int> bIn{in.data(), range{n}}, bOut{out.data(), range{n}}, bSums{range{blocks}};
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor r{bOut, h, write_only, no_init};
      accessor sums{bSums, h, write_only, no_init};
      h.parallel_for(nd_range<1>{blocks * block, block}, [=](nd_item<1> it) {
        const std::size_t i = it.get_global_linear_id();
        const int mine = i < n ? a[i] : 0;
        const int before = exclusive_scan_over_group(it.get_group(), mine, plus<>());
        if (i < n)
          r[i] = before;
        const int all = group_broadcast(it.get_group(), before + mine, block - 1);
        if (it.get_group().leader())
          sums[it.get_group_linear_id()] = all;
      });
    });
    q.submit([&](handler &h) {
      accessor sums{bSums, h};
      h.parallel_for(nd_range<1>{block, block}, [=](nd_item<1> it) {
        int *first = &sums[0];
        joint_exclusive_scan(it.get_group(), first, first + blocks, first, 17, plus<int>());
      });
    });
    q.submit([&](handler &h) {
      accessor r{bOut, h};
      accessor sums{bSums, h, read_only};
      h.parallel_for(range{n}, [=](id<1> i) { r[i] += sums[i / block]; });
    });
  }
  e2e::expect_equal("prefix sums", out, wanted);
}

int main() {
  auto report = [](exception_list errors) {
    for (const std::exception_ptr &e : errors) {
      ++e2e::failures;
      try {
        std::rethrow_exception(e);
      } catch (const exception &x) {
        std::printf("%s\n", x.what());
      }
    }
  };
  for (bool in_order : {false, true}) {
    queue q =
        in_order ? queue{default_selector_v, report, property::queue::in_order{}} : queue{default_selector_v, report};
    multiply(q);
    histogram(q);
    bodies(q);
    jacobi(q);
    prefix_sums(q);
    q.wait_and_throw();
  }
  return e2e::finish();
}
