// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The results of all jobs, joined: the bundle, and the object around it that registers itself.
#pragma once

#include "Driver/Planning/Job.h"
#include "JobResult.h"

namespace syclfuse::fuser {

struct BuiltBundle {
  std::vector<unsigned char> Bytes;
  std::vector<llvm::StringRef> NativeObjects; // of the jobs, in the results
  std::vector<std::string> NativeEntries;     // symbols, in the order of their index
  std::string Messages;                       // of the build, as lines (BuildMessages.h); none: no section for them
};

// The IR for the JIT worker of a kernel that has no job, as it is never launched alone; empty: left out.
using IrSource = llvm::function_ref<std::vector<unsigned char>(const manifest::kernel &)>;

// `Results[i]` is the result of `Jobs[i]`. The results must outlive the bundle.
BuiltBundle buildBundle(const manifest::document &Document, llvm::ArrayRef<Job> Jobs, llvm::ArrayRef<JobResult> Results,
                        IrSource IrOf);

// How an object registers its bundle with the runtime.
enum class RegisteredBy {
  Constructor,    // of the object
  ExportedRecord, // it looks for SYCL_FUSE_JIT_RECORD (native_abi.h)
};

// A relocatable x86-64 ELF object: native code, the bundle in its section, its registration, and a constructor and
// destructor that hand that to the runtime (native_abi.h), or an exported record. Its symbols are local, so that
// several of them link into one program. Made in a process of its own, for the memory that it may need. Nothing, with
// the reason in Diags, if that fails.
std::optional<std::string> makeObject(const BuiltBundle &Bundle, RegisteredBy How, const std::string &Anchor,
                                      diagnostics &Diags);

} // namespace syclfuse::fuser
