// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace syclfuse::fuser {

// A SPIR-V module whose zero scalars are written as ordinary constants rather than as OpConstantNull, which means the
// same: llvm-spirv 15 aborts on the latter, and LLVM's own back end writes it. A StringError if Bytes is no sequence of
// SPIR-V instructions in little-endian words.
llvm::Expected<std::vector<unsigned char>> writeOutZeros(llvm::StringRef Bytes);

// The back end's output as the image, after writeOutZeros. Fails (SF3010) if Bytes is no SPIR-V module with one entry
// point named Entry.
llvm::Expected<std::vector<unsigned char>> finishSpirv(llvm::StringRef Bytes, llvm::StringRef Entry);

} // namespace syclfuse::fuser
