// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/native/stream.hpp"
#include "core/process/host_memory.hpp"
#include "drivers/native/kernel.hpp"
#include "drivers/native/workers.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <new>

namespace sycl::detail::native {
namespace {

// Pieces begin at multiples of this many work-items: rows of whole cache lines for every element size from one byte.
constexpr std::uint64_t alignment = 64;
// A launch of fewer work-items is tried on the calling thread first.
constexpr std::uint64_t certainly_parallel = 1 << 16, probe = 1024;
// What the rest has to cost before other threads are called; more if they sleep or do not exist yet, since then the
// first iterations of a program, which are slow for other reasons (cold code, untouched pages), would start them for
// nothing.
constexpr auto worth_parallel = std::chrono::microseconds(10), worth_waking = std::chrono::microseconds(100);
constexpr std::uint64_t smallest_piece = 4096;
// After a try that found the rest too short for other threads, the same launch is not tried for as many times.
constexpr unsigned tries_left_out = 63;

// Of the calling thread; contents are undefined at each work-group. Two variables, since a static object's destructor
// may launch after the thread's own objects are gone: the block is then null again, and what is allocated from there on
// is not freed.
struct memory_block {
  void *data;
  std::size_t size;
};
thread_local memory_block thread_block{nullptr, 0};

void free_thread_block() noexcept {
  free_host(thread_block.data);
  thread_block = {nullptr, 0};
}

void *local_memory(std::size_t bytes) {
  struct at_thread_exit {
    ~at_thread_exit() { free_thread_block(); }
  };
  thread_local at_thread_exit freed_in_the_end;
  (void)freed_in_the_end;
  if (bytes > thread_block.size) {
    free_thread_block();
    thread_block.data = allocate_host(bytes);
    if (!thread_block.data)
      throw std::bad_alloc();
    thread_block.size = bytes;
  }
  return thread_block.data;
}

void run(const void *context, std::uint64_t begin, std::uint64_t end) {
  auto &c = *static_cast<const launch_context *>(context);
  if (c.local_bytes == 0)
    return c.entry(c.args, &c.state, begin, end);
  sycl_fuse_native_state mine = c.state;
  mine.local_memory = local_memory(c.local_bytes);
  c.entry(c.args, &mine, begin, end);
}

std::chrono::nanoseconds timed(const launch_context &c, std::uint64_t begin, std::uint64_t end) {
  auto start = std::chrono::steady_clock::now();
  run(&c, begin, end);
  return std::chrono::steady_clock::now() - start;
}

// Every other launch on all threads goes backwards, so that launches over the same arrays find in the cache what the
// one before touched last.
bool next_goes_backwards() {
  static std::atomic<bool> last{false};
  const bool backwards = !last.load(std::memory_order_relaxed);
  last.store(backwards, std::memory_order_relaxed);
  return backwards;
}

// `units` work-items, or work-groups of `items` work-items each. `known_short` as of prepared_launch.
void dispatch(const launch_context &c, std::uint64_t units, std::uint64_t items, unsigned &known_short) {
  if (known_short != 0) {
    --known_short;
    return run(&c, 0, units);
  }
  std::uint64_t align = items == 1 ? alignment : 1;
  std::uint64_t grain = std::max(align, smallest_piece / items);
  std::uint64_t first = 0;
  if (units * items < certainly_parallel) {
    std::uint64_t step = std::max<std::uint64_t>(probe / items, 1);
    if (units <= 2 * step || thread_count() == 1)
      return run(&c, 0, units);
    // The faster of two tries.
    auto cost = std::min(timed(c, 0, step), timed(c, step, 2 * step));
    first = 2 * step;
    if (cost * ((units - first) / step + 1) < (workers_awake() ? worth_parallel : worth_waking)) {
      known_short = tries_left_out;
      return run(&c, first, units);
    }
    // Few expensive work-items: give each thread its share of them.
    grain = align;
  }
  const bool backwards = next_goes_backwards();
  launch_context all = c;
  if (backwards)
    all.state.flags |= SYCL_FUSE_NATIVE_BACKWARDS;
  parallel_pieces(first, units, align, grain, backwards, run, &all);
}

template <class T> void fill_with(void *dst, const void *pattern, std::size_t count) {
  T v;
  std::memcpy(&v, pattern, sizeof(T));
  auto out = static_cast<unsigned char *>(dst);
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(out + i * sizeof(T), &v, sizeof(T));
}

struct kept_launch final : driver_launch {
  kept_launch(const launch_request &r, std::uint64_t stream_threshold) : launch(r, r.args, stream_threshold) {}
  prepared_launch launch;
};

} // namespace

prepared_launch::prepared_launch(const launch_request &r, const void *const *args, std::uint64_t stream_threshold)
    : context_{static_cast<const kernel *>(r.kernel)->entry, args, {}, r.local_memory + r.variant->local_memory} {
  sycl_fuse_native_state &state = context_.state;
  bool linear = r.variant->flags & syclfuse::bundle::variant_linear;
  std::uint64_t total = 1;
  for (int d = 0; d < 3; ++d) {
    std::uint64_t local = linear ? 1 : std::max<std::uint64_t>(r.range.local_size[d], 1);
    state.global_size[d] = r.range.global_size[d];
    state.local_size[d] = local;
    state.num_groups[d] = r.range.global_size[d] / local;
    state.global_offset[d] = r.range.global_offset[d];
    units_ *= state.num_groups[d];
    items_ *= local;
    total *= r.range.global_size[d];
  }
  // Without buffers to count: what an element-wise kernel over a few arrays of floats touches.
  std::uint64_t bytes = r.footprint ? r.footprint : total * 16;
  if (bytes >= stream_threshold)
    state.flags |= SYCL_FUSE_NATIVE_STREAM;
}

void prepared_launch::run() { dispatch(context_, units_, items_, known_short_); }

void stream::launch(const launch_request &r) { prepared_launch(r, r.args, stream_threshold_).run(); }

void stream::launch_again(const launch_request &r, std::unique_ptr<driver_launch> &prepared) {
  if (!prepared)
    prepared = std::make_unique<kept_launch>(r, stream_threshold_);
  static_cast<kept_launch &>(*prepared).launch.run();
}

void stream::copy(void *dst, const void *src, std::size_t bytes) {
  if (bytes) // else the pointers may be null
    std::memmove(dst, src, bytes);
}

void stream::fill(void *dst, const void *pattern, std::size_t pattern_size, std::size_t count) {
  switch (pattern_size) {
  case 1:
    if (count)
      std::memset(dst, *static_cast<const unsigned char *>(pattern), count);
    return;
  case 2:
    return fill_with<std::uint16_t>(dst, pattern, count);
  case 4:
    return fill_with<std::uint32_t>(dst, pattern, count);
  case 8:
    return fill_with<std::uint64_t>(dst, pattern, count);
  }
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(static_cast<unsigned char *>(dst) + i * pattern_size, pattern, pattern_size);
}

} // namespace sycl::detail::native
