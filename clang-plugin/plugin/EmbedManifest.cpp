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

// Data of the module, and no assembly in the source: it is the same for assemblers of all hosts, for bitcode, and for
// any bytes.
struct EmbedManifest : PassInfoMixin<EmbedManifest> {
  std::string Section;

  void embed(Module &M) const {
    embedBufferInModule(M, MemoryBufferRef(Section, "manifest"), manifest::section_name,
                        Align(manifest::section_alignment));
  }

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    embed(M);
    return PreservedAnalyses::all();
  }

  static bool isRequired() { return true; } // at -O0, too
};

// Without passes (-disable-llvm-passes) nothing but the source is left to put data into: assembly for ELF.
void embedAsAssembly(clang::CompilerInstance &CI, StringRef Section) {
  std::string Text;
  raw_string_ostream Out(Text);
  Out << ".pushsection " << manifest::section_name << ",\"e\",%progbits\n.balign " << manifest::section_alignment
      << "\n";
  for (size_t I = 0; I < Section.size(); I += 64) {
    Out << ".ascii \"";
    for (unsigned char C : Section.substr(I, 64))
      Out << '\\' << char('0' + C / 64) << char('0' + C / 8 % 8) << char('0' + C % 8);
    Out << "\"\n";
  }
  Out << ".popsection";
  clang::ASTContext &Context = CI.getASTContext();
  clang::QualType Array = Context.getStringLiteralArrayType(Context.CharTy, Text.size());
  auto *Literal = clang::StringLiteral::Create(Context, Text, clang::StringLiteralKind::Ordinary, /*Pascal=*/false,
                                               Array, clang::SourceLocation());
  auto *Assembly = clang::FileScopeAsmDecl::Create(Context, Context.getTranslationUnitDecl(), Literal, {}, {});
  CI.getASTConsumer().HandleTopLevelDecl(clang::DeclGroupRef(Assembly));
}

} // namespace

void embedManifest(clang::CompilerInstance &CI, StringRef Text) {
  clang::CodeGenOptions &CodeGen = CI.getCodeGenOpts();
  EmbedManifest Pass;
  Pass.Section = manifest::to_section(Text);
  if (!CodeGen.DisableLLVMPasses) {
    CodeGen.PassBuilderCallbacks.push_back([Pass = std::move(Pass)](PassBuilder &Builder) {
      Builder.registerPipelineStartEPCallback(
          [Pass](ModulePassManager &Passes, OptimizationLevel) { Passes.addPass(EmbedManifest(Pass)); });
    });
    return;
  }
  const clang::frontend::ActionKind Action = CI.getFrontendOpts().ProgramAction;
  if (Action == clang::frontend::EmitObj || Action == clang::frontend::EmitAssembly)
    return embedAsAssembly(CI, Pass.Section);
  // -save-temps: this compilation only writes the module, and another one, which has no source, optimizes it. The
  // writer is a pass, too.
  CodeGen.PassBuilderCallbacks.push_back([Pass = std::move(Pass)](PassBuilder &Builder) {
    Builder.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback(
        [Pass, Done = false](StringRef, Any IR) mutable {
          const auto *M = any_cast<const Module *>(&IR);
          if (!M || Done)
            return;
          Done = true;
          Pass.embed(const_cast<Module &>(**M));
        });
  });
}

} // namespace syclfuse::plugin
