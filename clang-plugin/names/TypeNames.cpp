// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TypeNames.h"

#include "clang/AST/Mangle.h"

using namespace clang;

namespace syclfuse::plugin {

std::string linkerName(const FunctionDecl *D, ASTContext &Context) { return ASTNameGenerator(Context).getName(D); }

static PrintingPolicy policy(const ASTContext &Context) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.AnonymousTagLocations = false; // they hold file names
  Policy.PrintAsCanonical = true;
  Policy.FullyQualifiedName = true;
  return Policy;
}

std::string typeName(QualType T, const ASTContext &Context) {
  return T.getCanonicalType().getUnqualifiedType().getAsString(policy(Context));
}

// Names of the enclosing namespaces and classes, without template arguments.
static std::string qualifiedName(const NamedDecl *D) {
  std::string Name =
      D->getDeclName().isIdentifier() && D->getName().empty() ? "(anonymous)" : D->getDeclName().getAsString();
  if (isa<CXXConstructorDecl>(D)) // Clang writes the template arguments of its class
    Name = cast<CXXConstructorDecl>(D)->getParent()->getName().str();
  for (const DeclContext *DC = D->getDeclContext(); !DC->isTranslationUnit(); DC = DC->getParent()) {
    const auto *Scope = dyn_cast<NamedDecl>(DC);
    if (Scope && !DC->isInlineNamespace() && !Scope->getName().empty())
      Name = Scope->getName().str() + "::" + Name;
  }
  return Name;
}

// The outermost function around DC, or null. Nothing between it and DC has a name that anybody knows.
static const FunctionDecl *outermostFunction(const DeclContext *DC) {
  const FunctionDecl *Found = nullptr;
  for (; DC && !DC->isTranslationUnit(); DC = DC->getParent())
    if (const auto *FD = dyn_cast<FunctionDecl>(DC))
      Found = FD;
  return Found;
}

static bool isLambdaCall(const FunctionDecl *D) {
  const auto *Method = dyn_cast<CXXMethodDecl>(D);
  return Method && Method->getParent()->isLambda();
}

std::string functionName(const FunctionDecl *D) {
  const FunctionDecl *Outer = outermostFunction(D);
  if (!isLambdaCall(Outer))
    return qualifiedName(Outer);
  // A lambda in an initializer at namespace or class scope.
  const auto *Variable = dyn_cast_or_null<NamedDecl>(cast<CXXMethodDecl>(Outer)->getParent()->getLambdaContextDecl());
  return Variable ? qualifiedName(Variable) : "lambda";
}

std::string kernelName(QualType Name, const ASTContext &Context) {
  const CXXRecordDecl *Record = Name->getAsCXXRecordDecl();
  if (!Record)
    return typeName(Name, Context);
  if (Record->isLambda()) {
    const SourceManager &SM = Context.getSourceManager();
    unsigned Line = SM.getPresumedLoc(SM.getExpansionLoc(Record->getBeginLoc())).getLine();
    return functionName(Record->getLambdaCallOperator()) + "::lambda:" + std::to_string(Line);
  }
  // `class Name` written in a call is local to the function around it, which is noise to people.
  if (Record->isLocalClass() ||
      (outermostFunction(Record->getDeclContext()) && !isa<ClassTemplateSpecializationDecl>(Record)))
    return Record->getName().str();
  return typeName(Name, Context);
}

} // namespace syclfuse::plugin
