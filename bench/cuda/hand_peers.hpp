// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Peers written by hand in CUDA, in a library of their own that a benchmark loads.
#pragma once

#include <cstddef>

// What one launch of a peer does, made once; a failure of CUDA has been said on stderr.
class hand_peer {
public:
  virtual ~hand_peer() = default;
  virtual bool launch() = 0;
  virtual bool wait() = 0;
  // The first `count` elements of the result after one launch. inputs: those of the workload, null if it has none.
  virtual bool result(const float *const *inputs, float *to, std::size_t count) = 0;
};

// workload: a value of the library's enumeration, as are the meanings of the two sizes. Null if CUDA fails. Owned by
// the caller.
extern "C" hand_peer *make_hand_peer(int workload, std::size_t first_size, std::size_t second_size);
