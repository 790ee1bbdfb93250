// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EmbedManifest.h"

#include "syclfuse/manifest_section.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::plugin {
namespace {

// Data of the module, and no assembly in the source: it is the same for assemblers of all hosts, for bitcode, and for any bytes.
struct EmbedManifest : PassInfoMixin<EmbedManifest> {
  std::string Section;

  void embed(Module &M) const {
    embedBufferInModule(M, MemoryBufferRef(Section, "manifest"), manifest::section_name, Align(manifest::section_alignment));
  }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    embed(M);
    return PreservedAnalyses::all();
  }

  static bool isRequired() { return true; } // at -O0, too
};

} // namespace

void embedManifest(clang::CodeGenOptions &CodeGen, StringRef Text) {
  EmbedManifest Pass;
  Pass.Section = manifest::to_section(Text);
  if (!CodeGen.DisableLLVMPasses) {
    CodeGen.PassBuilderCallbacks.push_back([Pass = std::move(Pass)](PassBuilder &Builder) {
      Builder.registerPipelineStartEPCallback([Pass](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(EmbedManifest(Pass)); });
    });
    return;
  }
  // -save-temps: this compilation only writes the module, and another one, which has no source, optimizes it. The writer is a pass, too.
  CodeGen.PassBuilderCallbacks.push_back([Pass = std::move(Pass)](PassBuilder &Builder) {
    Builder.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback([Pass, Done = false](StringRef, Any IR) mutable {
      const auto *M = any_cast<const Module *>(&IR);
      if (!M || Done)
        return;
      Done = true;
      Pass.embed(const_cast<Module &>(**M));
    });
  });
}

} // namespace syclfuse::plugin
