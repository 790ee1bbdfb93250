// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One random sequence: every kernel by itself, and all of them fused in two forms, against the interpreter.
#pragma once

#include "NativeRun.h"

#include <map>
#include <string>

namespace syclfuse::fuser::sequence {

// How often each feature occurred in what was compiled and run.
using Counts = std::map<std::string, uint64_t>;

// What sequences are made of; each must occur if there are enough of them.
std::vector<std::string> knownFeatures();
void countFeatures(const Sequence &S, Counts &Count);

// The highest x86-64 level of this machine.
unsigned hostLevel();

// For a message: buffers, ND-ranges and the kernels' IR.
std::string describe(const Sequence &S);

// Optimize: with all that the native target and LLVM do to code; else without what LLVM does to the work-item loops.
// The error says what differs. Loader was made for the same.
llvm::Error checkSequence(uint64_t Seed, bool Optimize, NativeLoader &Loader, Counts &Count);

} // namespace syclfuse::fuser::sequence
