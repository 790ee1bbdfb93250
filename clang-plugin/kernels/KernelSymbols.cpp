// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelSymbols.h"

#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace syclfuse::plugin {

static bool isUnitLocal(QualType T);

static bool anyIsUnitLocal(ArrayRef<TemplateArgument> Arguments) {
  return llvm::any_of(Arguments, [](const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Pack)
      return anyIsUnitLocal(A.getPackAsArray());
    return A.getKind() == TemplateArgument::Type && isUnitLocal(A.getAsType());
  });
}

static bool isUnitLocal(QualType T) {
  Linkage L = T->getLinkage();
  if (L != Linkage::None)
    return L == Linkage::Internal || L == Linkage::UniqueExternal;
  // A class in a function, or what is made of one: as local as the function.
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class)
    return true;
  for (const DeclContext *DC = Class->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *F = dyn_cast<FunctionDecl>(DC); F && !isLambdaCallOperator(F))
      return !F->isExternallyVisible();
  const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  return !Specialization || anyIsUnitLocal(Specialization->getTemplateArgs().asArray());
}

std::string kernelSymbol(const ASTContext &Context, CanQualType Name, llvm::StringRef UnitMark) {
  const SYCLKernelInfo *Info = Context.findSYCLKernelInfo(Name);
  if (!Info)
    return "";
  return Info->GetKernelName() + (isUnitLocal(Name) ? UnitMark.str() : "");
}

std::string unitMark(const CompilerInstance &CI, const LocationWriter &Locations) {
  const SourceManager &SM = CI.getSourceManager();
  // With -save-temps each pass reads a preprocessed file of its own.
  bool Preprocessed = CI.getFrontendOpts().DashX.isPreprocessed();
  std::string Text =
      Preprocessed ? CI.getCodeGenOpts().MainFileName : Locations.of(SM.getLocForStartOfFile(SM.getMainFileID())).file;
  for (const auto &[Macro, Undefined] : CI.getPreprocessorOpts().Macros)
    Text += (Undefined ? "\nU" : "\nD") + Macro;
  return "_u" + llvm::utohexstr(llvm::xxHash64(Text), /*LowerCase=*/true, /*Width=*/16);
}

} // namespace syclfuse::plugin
