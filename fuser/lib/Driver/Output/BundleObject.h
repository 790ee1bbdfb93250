// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins the results of all jobs: the bundle, and the object around it that registers itself.
#pragma once

#include "Driver/Planning/Jobs.h"

namespace syclfuse::fuser {

struct BuiltBundle {
  std::vector<unsigned char> Bytes;
  std::vector<llvm::StringRef> NativeObjects; // of the jobs, in the results
  std::vector<std::string> NativeEntries;     // symbols, in the order of their index
};

// `Results` belong to `Jobs`, one to one, and outlive the bundle.
BuiltBundle buildBundle(const manifest::document &Document, llvm::ArrayRef<Job> Jobs,
                        llvm::ArrayRef<JobResult> Results);

// A relocatable x86-64 ELF object: native code, the bundle in its section, its registration, and a constructor and
// destructor that hand that to the runtime (native_abi.h), or an exported record. Its symbols are local, so that
// several of them link into one program.
llvm::Expected<llvm::SmallVector<char, 0>> buildObject(const BuiltBundle &Bundle, RegisteredBy How,
                                                       const std::string &Anchor);

} // namespace syclfuse::fuser
