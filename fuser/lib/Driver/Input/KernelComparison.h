// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two definitions of one kernel, from two translation units.
#pragma once

#include "Driver/Process/ByteStream.h"

namespace llvm {
class Module;
}

namespace syclfuse::fuser {

// The first place where two bodies do not mean the same.
struct BodyDifference {
  struct Side {
    std::string Text; // of the instruction
    std::string File; // empty if unknown
    unsigned Line = 0, Column = 0;
  };
  std::string Function; // for people; empty if unknown
  Side First, Second;
};

template <class Stream> void exchange(Stream &S, BodyDifference::Side &D) { S(D.Text, D.File, D.Line, D.Column); }
template <class Stream> void exchange(Stream &S, BodyDifference &D) { S(D.Function, D.First, D.Second); }

// Compares two definitions of a kernel and all that they call: types by their structure, globals that the modules
// define by their contents, others by name. Names, debug information, and attributes and metadata that only promise
// something do not count. Both modules must have the same context. Returns nothing if the definitions mean the same.
std::optional<BodyDifference> compareKernels(const llvm::Module &First, const llvm::Module &Second,
                                             llvm::StringRef Symbol);

} // namespace syclfuse::fuser
