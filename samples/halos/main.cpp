// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat that spreads over a plate, whose rows are divided among the ranks of MPI. In each step neighbours exchange their
// border rows; then three kernels make the next state, and run as one.
#include <mpi.h>
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace fusion = sycl::ext::codeplay::experimental;

struct plate {
  std::size_t rows, columns; // a rank's share: its rows, and a halo row above and below them
  std::size_t cells() const { return rows * columns; }
};

// Of the whole plate; `top` is the number of the rank's first row in it.
static float first_state(std::size_t row, std::size_t column) {
  return static_cast<float>((row * 7 + column * 3) % 11);
}
static float source(std::size_t row, std::size_t column) { return (row + column) % 17 == 0 ? 0.25f : 0.0f; }

// The borders of the plate are their own neighbours. `now` and `next` begin at the halo row above.
static bool step(sycl::queue &q, plate p, std::size_t top, const float *now, float *next) {
  const std::size_t columns = p.columns;
  const sycl::range<2> cells{p.rows, columns};
  fusion::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Spread>(cells, [=](sycl::id<2> i) {
    const std::size_t at = (i[0] + 1) * columns + i[1];
    const float left = now[i[1] == 0 ? at : at - 1], right = now[i[1] + 1 == columns ? at : at + 1];
    next[at] = now[at] + 0.2f * (now[at - columns] + now[at + columns] + left + right - 4 * now[at]);
  });
  q.parallel_for<class Heat>(cells,
                             [=](sycl::id<2> i) { next[(i[0] + 1) * columns + i[1]] += source(top + i[0], i[1]); });
  q.parallel_for<class Cool>(cells, [=](sycl::id<2> i) {
    float &here = next[(i[0] + 1) * columns + i[1]];
    here = sycl::fmin(here * 0.99f, 10.0f);
  });
  fw.complete_fusion();
  q.wait(); // MPI reads what the device has written
  return fw.last_outcome() != fusion::fusion_outcome::unfused;
}

// Each rank sends its first and last row, and receives its halo rows; a border of the plate is copied.
static void exchange(float *state, plate p, int rank, int ranks) {
  const int above = rank == 0 ? MPI_PROC_NULL : rank - 1, below = rank + 1 == ranks ? MPI_PROC_NULL : rank + 1;
  const int count = static_cast<int>(p.columns);
  float *halo_above = state, *first = state + p.columns, *last = state + p.cells(), *halo_below = last + p.columns;
  if (above == MPI_PROC_NULL)
    std::copy(first, first + p.columns, halo_above);
  if (below == MPI_PROC_NULL)
    std::copy(last, last + p.columns, halo_below);
  MPI_Sendrecv(first, count, MPI_FLOAT, above, 0, halo_below, count, MPI_FLOAT, below, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(last, count, MPI_FLOAT, below, 1, halo_above, count, MPI_FLOAT, above, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
}

// The ranks of a node share its GPUs; without one, each has the CPU.
static sycl::device device_of_rank() {
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int rank_on_node = 0;
  MPI_Comm_rank(node, &rank_on_node);
  MPI_Comm_free(&node);
  const std::vector<sycl::device> gpus = sycl::device::get_devices(sycl::info::device_type::gpu);
  return gpus.empty() ? sycl::device() : gpus[static_cast<std::size_t>(rank_on_node) % gpus.size()];
}

// By one process, to compare.
static std::vector<float> serial(plate p, std::size_t steps) {
  std::vector<float> now(p.cells()), next(p.cells());
  for (std::size_t i = 0; i < p.cells(); ++i)
    now[i] = first_state(i / p.columns, i % p.columns);
  for (std::size_t s = 0; s < steps; ++s, now.swap(next))
    for (std::size_t y = 0; y < p.rows; ++y)
      for (std::size_t x = 0; x < p.columns; ++x) {
        const std::size_t at = y * p.columns + x;
        const float around = now[y == 0 ? at : at - p.columns] + now[y + 1 == p.rows ? at : at + p.columns] +
                             now[x == 0 ? at : at - 1] + now[x + 1 == p.columns ? at : at + 1];
        next[at] = std::fmin((now[at] + 0.2f * (around - 4 * now[at]) + source(y, x)) * 0.99f, 10.0f);
      }
  return now;
}

static std::size_t count_wrong(const std::vector<float> &plate_of_all, const std::vector<float> &wanted) {
  std::size_t wrong = 0; // by more than rounding: a device may multiply and add at once
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wrong += !(std::fabs(plate_of_all[i] - wanted[i]) <= 1e-4f * std::fmax(std::fabs(wanted[i]), 1.0f));
  return wrong;
}

static int run(plate whole, std::size_t steps, int rank, int ranks) {
  const auto row_of = [&](int r) { return whole.rows * static_cast<std::size_t>(r) / static_cast<std::size_t>(ranks); };
  const std::size_t top = row_of(rank);
  const plate mine{row_of(rank + 1) - top, whole.columns};
  sycl::queue q{device_of_rank(), {sycl::property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  const std::size_t with_halos = mine.cells() + 2 * mine.columns;
  float *now = sycl::malloc_shared<float>(with_halos, q), *next = sycl::malloc_shared<float>(with_halos, q);
  for (std::size_t i = 0; i < mine.cells(); ++i)
    now[mine.columns + i] = first_state(top + i / mine.columns, i % mine.columns);

  unsigned long fused = 0, fused_by_all = 0;
  for (std::size_t s = 0; s < steps; ++s, std::swap(now, next)) {
    exchange(now, mine, rank, ranks);
    fused += step(q, mine, top, now, next);
  }
  MPI_Reduce(&fused, &fused_by_all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);

  std::vector<float> all(rank == 0 ? whole.cells() : 0);
  std::vector<int> counts, places;
  for (int r = 0; r < ranks; ++r) {
    places.push_back(static_cast<int>(row_of(r) * whole.columns));
    counts.push_back(static_cast<int>((row_of(r + 1) - row_of(r)) * whole.columns));
  }
  MPI_Gatherv(now + mine.columns, static_cast<int>(mine.cells()), MPI_FLOAT, all.data(), counts.data(), places.data(),
              MPI_FLOAT, 0, MPI_COMM_WORLD);
  sycl::free(now, q);
  sycl::free(next, q);
  if (rank != 0)
    return 0;
  const std::size_t wrong = count_wrong(all, serial(whole, steps));
  std::printf("%d ranks: %lu of %zu steps fused, %zu of %zu cells wrong\n", ranks, fused_by_all,
              steps * static_cast<std::size_t>(ranks), wrong, whole.cells());
  return wrong != 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const auto argument = [&](int i, std::size_t fallback) {
    return argc > i ? std::strtoul(argv[i], nullptr, 10) : fallback;
  };
  const plate whole{argument(1, 37), argument(2, 53)};
  int status = 2;
  if (whole.rows >= static_cast<std::size_t>(ranks) && whole.columns != 0)
    status = run(whole, argument(3, 10), rank, ranks);
  else if (rank == 0)
    std::fprintf(stderr, "usage: halos [rows [columns [steps]]], at least one row for each rank\n");
  MPI_Finalize();
  return status;
}
