// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of CUB (reduction_peers.cu) over the arrays of bench-reductions, in a library of their own that it loads.
#pragma once

#include <cstddef>

enum class cub_reduction : int { sum, max };

// Reduces n elements, double or float, in device memory of the device's primary context, and waits; *result is the
// host's. False if CUDA fails, which has been said on stderr. Temporary memory is kept from the first call on. Not for
// several threads.
extern "C" bool reduce_by_cub(int reduction, bool doubles, const void *elements, std::size_t n, double *result);
