// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One random sequence: every kernel by itself, and all of them fused in two forms, against the interpreter.
#pragma once

#include "NativeRun.h"
#include "SequenceFeatures.h"

namespace syclfuse::fuser::sequence {

// Optimize: with all that the native target and LLVM do to code; else without what LLVM does to the work-item loops.
// The error says what differs. Loader was made for the same.
llvm::Error checkSequence(uint64_t Seed, bool Optimize, NativeLoader &Loader, Counts &Count);

} // namespace syclfuse::fuser::sequence
