// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What fuzz targets demand of passes: any valid module, whatever its metadata, gives a valid module or an error, and an
// error leaves the module as it was.
#pragma once

#include "ByteReader.h"

#include "llvm/IR/Module.h"

namespace syclfuse::fuser {

// Runs up to four passes that In chooses; aborts with the module's text if one of them breaks the rule. Does nothing
// with a module that is not valid.
void runChosenPasses(llvm::Module &M, ByteReader &In);

// The same for a pipeline as text, which must be valid or refused.
void runPipeline(llvm::Module &M, llvm::StringRef Pipeline);

} // namespace syclfuse::fuser
