// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads of the native device. They are oneTBB's: a launch asks its arena for workers, and each that comes stays
// for a while after its work is done and looks for the next launch (SYCL_FUSE_NATIVE_SPIN). That makes the start of a
// parallel launch in a sequence as cheap as with OpenMP, whose threads spin as well; waking a sleeping thread costs
// tens of microseconds here. No thread is started before the first launch that is worth it. Forked processes have
// threads of their own, not oneTBB's, if their parent had some.
#pragma once

#include <cstdint>

namespace sycl::detail::native {

// Executes [begin, end).
using body = void (*)(const void *context, std::uint64_t begin, std::uint64_t end);

// Threads that one launch may use, the caller included.
unsigned thread_count();

// True if all of them are there and looking for work.
bool workers_awake();

// Calls `f` for disjoint pieces of [first, count), each beginning at a multiple of `align`, at least `grain` long (but
// the last), on several threads, and returns when all are done. `backwards`: a hint, each thread begins with the pieces
// of its share that are last in order. Rethrows the first exception. May be called by several threads at once.
void parallel_pieces(std::uint64_t first, std::uint64_t count, std::uint64_t align, std::uint64_t grain, bool backwards,
                     body f, const void *context);

} // namespace sycl::detail::native
