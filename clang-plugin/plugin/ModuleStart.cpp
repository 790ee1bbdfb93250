// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ModuleStart.h"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace syclfuse::plugin {
namespace {

struct ChangePass : PassInfoMixin<ChangePass> {
  std::function<void(Module &)> Change;

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    Change(M);
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; } // at -O0, too
};

} // namespace

bool canChangeModule(clang::CompilerInstance &CI) {
  const clang::frontend::ActionKind Action = CI.getFrontendOpts().ProgramAction;
  return !CI.getCodeGenOpts().DisableLLVMPasses ||
         (Action != clang::frontend::EmitObj && Action != clang::frontend::EmitAssembly);
}

void changeModule(clang::CompilerInstance &CI, std::function<void(Module &)> Change) {
  clang::CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  ChangePass Pass;
  Pass.Change = std::move(Change);
  if (!CodeGen.DisableLLVMPasses) {
    CodeGen.PassBuilderCallbacks.push_back([Pass = std::move(Pass)](PassBuilder &Builder) {
      Builder.registerPipelineStartEPCallback(
          [Pass](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(ChangePass(Pass)); });
    });
    return;
  }
  // -save-temps: this compilation only writes the module, and another one, which has no source, optimizes it. The
  // writer is a pass, too.
  CodeGen.PassBuilderCallbacks.push_back([Pass = std::move(Pass)](PassBuilder &Builder) {
    Builder.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback(
        [Pass, Done = false](StringRef, Any IR) mutable {
          const auto *M = any_cast<const Module *>(&IR);
          if (!M || Done)
            return;
          Done = true;
          Pass.Change(const_cast<Module &>(**M));
        });
  });
}

} // namespace syclfuse::plugin
