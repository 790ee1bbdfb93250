// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The prepared kernels of all inputs, each on its own as bitcode, so that a job loads what it needs into a context of
// its own.
#pragma once

#include "DeviceInput.h"
#include "Driver/Process/WorkerPool.h"
#include "LibraryKernel.h"
#include "RelativePaths.h"

#include "syclfuse/manifest.hpp"

#include "llvm/ADT/ArrayRef.h"

#include <map>

namespace syclfuse::fuser {

class KernelLibrary {
public:
  // Prepares (Pipeline.h) the kernels of all images, in processes of their own. False, with an error in Diags, if an
  // image cannot be read, or two of them define one kernel differently (SF3004). A kernel that cannot be prepared is in
  // the library with the reason. Described has the places of kernels, for messages.
  bool load(llvm::ArrayRef<DeviceImage> Images, const manifest::document &Described, bool VerifyEach,
            const WorkerLimits &Limits, diagnostics &Diags);

  // A kernel that was prepared before.
  void insert(const std::string &Symbol, LibraryKernel Kernel) { Kernels[Symbol] = std::move(Kernel); }

  const LibraryKernel *find(const std::string &Symbol) const;
  const std::map<std::string, LibraryKernel> &kernels() const { return Kernels; }
  // Of the files that the images were compiled from.
  const SourcePaths &paths() const { return Paths; }

  // A module with the definitions of the kernels, in a context whose diagnostics the caller has set up.
  llvm::Expected<std::unique_ptr<llvm::Module>> instantiate(llvm::ArrayRef<std::string> Symbols,
                                                            llvm::LLVMContext &Context) const;

private:
  // Takes one of the definitions of each kernel.
  bool unite(std::map<std::string, std::vector<LibraryKernel>> Definitions, const manifest::document &Described,
             const WorkerLimits &Limits, diagnostics &Diags);

  std::map<std::string, LibraryKernel> Kernels;
  SourcePaths Paths;
};

} // namespace syclfuse::fuser
