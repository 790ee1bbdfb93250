// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace syclfuse::fuser {

// The back end's output as the image: zero scalars are written as ordinary constants rather than as OpConstantNull, which
// means the same and which older readers (llvm-spirv 15) reject. Fails (SF3010) if Bytes is no SPIR-V module with one entry point
// named Entry.
llvm::Expected<std::vector<unsigned char>> finishSpirv(llvm::StringRef Bytes, llvm::StringRef Entry);

} // namespace syclfuse::fuser
