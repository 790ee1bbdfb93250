// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EmbedManifest.h"

#include "module/ModuleChange.h"

#include "syclfuse/manifest_section.hpp"

#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace syclfuse::plugin {
namespace {

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
  std::string Section = manifest::to_section(Text);
  const clang::frontend::ActionKind Action = CI.getFrontendOpts().ProgramAction;
  if (CI.getCodeGenOpts().DisableLLVMPasses &&
      (Action == clang::frontend::EmitObj || Action == clang::frontend::EmitAssembly))
    return embedAsAssembly(CI, Section);
  // Data of the module, and no assembly in the source: it is the same for assemblers of all hosts, for bitcode, and for
  // any bytes.
  changeModule(CI, [Section = std::move(Section)](Module &M) {
    embedBufferInModule(M, MemoryBufferRef(Section, "manifest"), manifest::section_name,
                        Align(manifest::section_alignment));
  });
}

} // namespace syclfuse::plugin
