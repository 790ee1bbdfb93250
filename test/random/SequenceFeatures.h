// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sequences are made of.
#pragma once

#include "Sequence.h"

#include <map>
#include <string>
#include <vector>

namespace syclfuse::fuser::sequence {

// How often each feature occurred in what was compiled and run.
using Counts = std::map<std::string, uint64_t>;

// Each must occur if there are enough sequences, or single kernels.
std::vector<std::string> knownFeatures();
std::vector<std::string> knownFeaturesOfKernels();
void countFeatures(const Sequence &S, Counts &Count);

// For a message: buffers, ND-ranges and the kernels' IR.
std::string describe(const Sequence &S);

} // namespace syclfuse::fuser::sequence
