// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelCalls.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

// The functions that a body and the lambdas in it name.
struct CalleeVisitor : DynamicRecursiveASTVisitor {
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return add(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return add(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return add(E->getConstructor()); }
  bool add(const ValueDecl *D) {
    if (const auto *FD = dyn_cast<FunctionDecl>(D))
      Found.insert(FD->getCanonicalDecl());
    return true;
  }
  llvm::SetVector<const FunctionDecl *> Found;
};

// Type or number, so that arguments of two templates may be compared.
bool areEqual(const TemplateArgument &A, const TemplateArgument &B, const ASTContext &Context) {
  return Context.getCanonicalTemplateArgument(A).structurallyEquals(Context.getCanonicalTemplateArgument(B));
}

// kernel_entry<Name, F, Kind, Dimensions, Argument> runs on the host as host_loop<F, Kind, Dimensions, Argument>.
const FunctionDecl *hostLoop(const FunctionDecl *Entry) {
  const TemplateArgumentList *Wanted = Entry->getTemplateSpecializationArgs();
  const ASTContext &Context = Entry->getASTContext();
  for (const NamedDecl *D : Entry->getDeclContext()->lookup(&Context.Idents.get("host_loop")))
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D); Template && Wanted)
      for (const FunctionDecl *FD : Template->specializations()) {
        ArrayRef<TemplateArgument> Given = FD->getTemplateSpecializationArgs()->asArray();
        if (Given.size() + 1 == Wanted->size() &&
            llvm::equal(Given, Wanted->asArray().drop_front(),
                        [&](const TemplateArgument &A, const TemplateArgument &B) { return areEqual(A, B, Context); }))
          return FD;
      }
  return nullptr;
}

} // namespace

const KernelCalls::Callees &KernelCalls::calleesOf(const FunctionDecl *FD) {
  const auto [At, IsNew] = Known.try_emplace(FD->getCanonicalDecl());
  const FunctionDecl *Definition = FD->getDefinition();
  if (IsNew && Definition && !Definition->isDependentContext()) {
    CalleeVisitor Visitor;
    Visitor.TraverseStmt(Definition->getBody());
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *I : Constructor->inits())
        Visitor.TraverseStmt(I->getInit());
    At->second = Visitor.Found.takeVector();
  }
  return At->second;
}

llvm::SmallVector<const FunctionDecl *, 0> KernelCalls::from(const FunctionDecl *Entry) {
  llvm::SetVector<const FunctionDecl *> Reached;
  if (const FunctionDecl *Loop = hostLoop(Entry))
    Reached.insert(Loop->getCanonicalDecl());
  for (size_t I = 0; I < Reached.size(); ++I)
    for (const FunctionDecl *Callee : calleesOf(Reached[I]))
      Reached.insert(Callee);
  return Reached.takeVector();
}

} // namespace syclfuse::plugin
