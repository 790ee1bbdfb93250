// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DependenceCheck.h"

#include "syclfuse/fuser/FuseError.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

using namespace llvm;

namespace syclfuse::fuser {

static void addNote(diagnostic &D, const Instruction &I, const std::string &Kernel) {
  diagnostic_note N;
  N.text = std::string(I.mayWriteToMemory() ? "written here" : "read here") + " in '" + Kernel + "'";
  if (const DILocation *At = I.getDebugLoc(); At && At->getLine()) {
    N.file = At->getFilename().str();
    N.line = At->getLine();
    N.column = At->getColumn();
  }
  D.notes.push_back(std::move(N));
}

static Error dependenceError(diag Code, const std::string &First, const std::string &Second, const SharingResult &R) {
  Error E = fuseError(Code, {First, Second}, *R.Second);
  return handleErrors(std::move(E), [&](const FuseError &Known) -> Error {
    diagnostic D = Known.get();
    addNote(D, *R.First, First);
    addNote(D, *R.Second, Second);
    return make_error<FuseError>(std::move(D));
  });
}

static void remarkUnknown(OptimizationRemarkEmitter &ORE, const SharingResult &R, StringRef First, StringRef Second) {
  ORE.emit([&] {
    OptimizationRemarkAnalysis Remark("sycl-fuse-region", "UnknownDependence", R.First);
    Remark << "whether '" << Second << "' depends on what other work-groups do in '" << First << "' is not known";
    return Remark;
  });
}

Error checkDependences(Function &F, const AccessLaunch &Launch, ArrayRef<std::string> Kernels, bool Barriers) {
  const AccessPattern Pattern(F, Launch);
  OptimizationRemarkEmitter ORE(&F);
  Error Found = Error::success();
  const unsigned Count = std::min<unsigned>(Kernels.size(), Pattern.submissions());
  for (unsigned Second = 1; Second < Count; ++Second)
    for (unsigned First = 0; First != Second; ++First) {
      const SharingResult R = Pattern.dependence(First, Second, DependenceThrough::SameArgument);
      if (R.Kind == Sharing::Unknown && R.First)
        remarkUnknown(ORE, R, Kernels[First], Kernels[Second]);
      const bool WithinGroup = R.Kind == Sharing::WorkGroup && !Barriers && Launch.Groups;
      if (!R.isProven() || (R.Kind != Sharing::Launch && !WithinGroup))
        continue;
      const diag Code = WithinGroup ? diag::dependence_needs_barrier : diag::dependence_crosses_groups;
      Found = joinErrors(std::move(Found), dependenceError(Code, Kernels[First], Kernels[Second], R));
    }
  return Found;
}

} // namespace syclfuse::fuser
