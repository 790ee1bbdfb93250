// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions of a translation unit that start fusion regions, and records these regions.
#pragma once

#include "RegionWalker.h"

namespace syclfuse::plugin {

class RegionRecorder {
public:
  RegionRecorder(clang::ASTContext &Context, const KernelRecorder &Kernels, const Locations &Places, Names &Recognize,
                 Diagnostics &Report)
      : Context(Context), Kernels(Kernels), Places(Places), Recognize(Recognize), Report(Report) {}

  // The regions of the whole translation unit, named, each once.
  std::vector<manifest::region> record();

private:
  struct CallSite {
    const clang::CallExpr *Call;
    const clang::FunctionDecl *Caller;
  };
  std::vector<CallSite> findCalls(llvm::function_ref<bool(const clang::CallExpr *)> Wanted);
  std::vector<const clang::FunctionDecl *> functionsWithRegions();
  void walk(const clang::FunctionDecl *FD, std::vector<RegionBuilder> &Out);
  bool walkFor(const clang::FunctionDecl *FD, const CallSite *Site, std::vector<RegionBuilder> &Out);
  void name(std::vector<RegionBuilder> &Regions);

  clang::ASTContext &Context;
  const KernelRecorder &Kernels;
  const Locations &Places;
  Names &Recognize;
  Diagnostics &Report;
};

} // namespace syclfuse::plugin
