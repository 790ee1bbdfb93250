// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelSymbols.h"

#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace syclfuse::plugin {

static bool isInternal(QualType T);

static bool isInternal(const TemplateArgument &A) {
  switch (A.getKind()) {
  case TemplateArgument::Type:
    return isInternal(A.getAsType());
  case TemplateArgument::Declaration:
    return !A.getAsDecl()->isExternallyVisible();
  case TemplateArgument::Pack:
    return llvm::any_of(A.pack_elements(), [](const TemplateArgument &E) { return isInternal(E); });
  default:
    return false;
  }
}

// True for lambdas outside of functions, unless they belong to a variable that all translation units share.
static bool isLambdaOfTheFile(const CXXRecordDecl *Record) {
  if (!Record->isLambda() || !Record->getDeclContext()->getRedeclContext()->isFileContext())
    return false;
  const auto *Variable = dyn_cast_or_null<VarDecl>(Record->getLambdaContextDecl());
  return !Variable || !Variable->isExternallyVisible();
}

static bool isInternal(const RecordDecl *Record) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Record);
  if (Class && isLambdaOfTheFile(Class))
    return true;
  if (const auto *Specialization = dyn_cast<ClassTemplateSpecializationDecl>(Record))
    if (llvm::any_of(Specialization->getTemplateArgs().asArray(),
                     [](const TemplateArgument &A) { return isInternal(A); }))
      return true;
  for (const DeclContext *DC = Record->getDeclContext(); !DC->isTranslationUnit(); DC = DC->getParent()) {
    if (const auto *Outer = dyn_cast<RecordDecl>(DC))
      return isInternal(Outer);
    if (const auto *Namespace = dyn_cast<NamespaceDecl>(DC); Namespace && Namespace->isAnonymousNamespace())
      return true;
    // The outermost function counts: members of local classes, and of lambdas, have no linkage of their own.
    const auto *Function = dyn_cast<FunctionDecl>(DC);
    if (Function && !Function->getParentFunctionOrMethod() && !Function->isExternallyVisible())
      return true;
  }
  return false;
}

static bool isInternal(QualType T) {
  T = T.getCanonicalType();
  while (!T->getPointeeType().isNull())
    T = T->getPointeeType();
  const auto *Tag = T->getAsTagDecl();
  if (const auto *Record = dyn_cast_or_null<RecordDecl>(Tag))
    return isInternal(Record);
  return Tag && Tag->hasLinkage() && !Tag->isExternallyVisible();
}

// What tells the translation unit from others of a program: its file, and the macros that it is compiled with.
static std::string unitName(const CompilerInstance &CI, const LocationWriter &Locations) {
  const SourceManager &SM = CI.getSourceManager();
  // With -save-temps each pass reads a preprocessed file of its own.
  std::string Name = CI.getFrontendOpts().DashX.isPreprocessed()
                         ? CI.getCodeGenOpts().MainFileName
                         : Locations.of(SM.getLocForStartOfFile(SM.getMainFileID())).file;
  // The folder must not count; files of one name are told apart by what is in them.
  if (llvm::sys::path::is_absolute(Name))
    Name = llvm::sys::path::filename(Name).str() + '\n' +
           std::to_string(llvm::xxHash64(SM.getBufferData(SM.getMainFileID())));
  for (const auto &[Macro, Undefined] : CI.getPreprocessorOpts().Macros)
    if (!llvm::StringRef(Macro).contains('/')) // a path
      Name += (Undefined ? "\n-U" : "\n-D") + Macro;
  return Name;
}

std::string unitSuffix(const CompilerInstance &CI, const LocationWriter &Locations) {
  return "_unit" + llvm::utohexstr(llvm::xxHash64(unitName(CI, Locations)), /*LowerCase=*/true, /*Width=*/16);
}

KernelSymbols internalKernelSymbols(llvm::ArrayRef<const FunctionDecl *> EntryPoints, const CompilerInstance &CI,
                                    const LocationWriter &Locations) {
  KernelSymbols Symbols;
  std::string Suffix;
  const ASTContext &Context = CI.getASTContext();
  for (const FunctionDecl *FD : EntryPoints) {
    const auto *Attr = FD->getAttr<SYCLKernelEntryPointAttr>();
    if (!Attr || Attr->isInvalidAttr() || FD->isDependentContext() || !isInternal(Attr->getKernelName()))
      continue;
    const SYCLKernelInfo *Info = Context.findSYCLKernelInfo(Context.getCanonicalType(Attr->getKernelName()));
    if (!Info)
      continue;
    if (Suffix.empty())
      Suffix = unitSuffix(CI, Locations);
    Symbols[Info->GetKernelName()] = Info->GetKernelName() + Suffix;
  }
  return Symbols;
}

} // namespace syclfuse::plugin
