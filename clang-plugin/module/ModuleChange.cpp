// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ModuleChange.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace syclfuse::plugin {
namespace {

struct ModuleChange : PassInfoMixin<ModuleChange> {
  std::function<void(Module &)> Change;

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Change(M);
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; } // at -O0, too
};

} // namespace

void changeModule(clang::CompilerInstance &CI, std::function<void(Module &)> Change) {
  clang::CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  if (!CodeGen.DisableLLVMPasses) {
    CodeGen.PassBuilderCallbacks.push_back([Change = std::move(Change)](PassBuilder &Builder) {
      Builder.registerPipelineStartEPCallback([Change](ModulePassManager &Passes, OptimizationLevel) {
        ModuleChange Pass;
        Pass.Change = Change;
        Passes.addPass(std::move(Pass));
      });
    });
    return;
  }
  // -save-temps: this compilation only writes the module, and another one, which has no source, optimizes it. The
  // writer is a pass, too.
  CodeGen.PassBuilderCallbacks.push_back([Change = std::move(Change)](PassBuilder &Builder) {
    Builder.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback(
        [Change, Done = false](StringRef, Any IR) mutable {
          const auto *M = any_cast<const Module *>(&IR);
          if (!M || Done)
            return;
          Done = true;
          Change(const_cast<Module &>(**M));
        });
  });
}

} // namespace syclfuse::plugin
