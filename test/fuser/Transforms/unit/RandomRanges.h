// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels with ND-ranges of their own, in any dialect: each work-item adds all that it can ask about itself to
// elements of its own in a buffer. Some kernels ask in a function they call; some have a barrier and so use their
// groups.
#pragma once

#include "syclfuse/fused_range.hpp"

#include "llvm/IR/Module.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

namespace syclfuse::fuser::test {

// What is asked about by a work-item of a range kernel, and besides by one of an nd_range kernel.
constexpr unsigned ValuesPerItem = 24;

struct RangeCase {
  std::unique_ptr<llvm::Module> M;
  std::vector<std::string> Kernels;    // functions (ptr addrspace(1) buffer, i64 factor)
  std::vector<submitted_range> Ranges; // one per kernel
  std::vector<uint64_t> Factors;
};

RangeCase randomRanges(uint64_t Seed, const std::string &Triple, llvm::LLVMContext &C);

} // namespace syclfuse::fuser::test
