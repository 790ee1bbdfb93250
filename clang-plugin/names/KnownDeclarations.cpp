// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KnownDeclarations.h"

using namespace clang;

namespace syclfuse::plugin {

KnownDeclarations::KnownDeclarations() {
  auto Add = [this](Known Kind, std::initializer_list<llvm::StringRef> QualifiedNames) {
    for (llvm::StringRef Name : QualifiedNames)
      ByLastName[Name.rsplit("::").second].push_back({Name, Kind});
  };
#define SF_KNOWN(Enumerator, ...) Add(Known::Enumerator, {__VA_ARGS__});
#include "KnownDeclarations.def"
}

// Whether D's enclosing scopes, from the inside out, are the components of Scope.
static bool hasScope(const DeclContext *DC, llvm::StringRef Scope) {
  for (DC = DC->getRedeclContext(); !DC->isTranslationUnit(); DC = DC->getParent()->getRedeclContext()) {
    if (DC->isInlineNamespace())
      continue;
    const auto *Enclosing = dyn_cast<NamedDecl>(DC);
    if (!Enclosing || !Enclosing->getIdentifier() || Scope.empty())
      return false;
    auto [Outer, Last] = Scope.rsplit("::");
    bool Single = Last.empty(); // rsplit gives the whole as the first part if there is no separator
    if ((Single ? Outer : Last) != Enclosing->getName())
      return false;
    Scope = Single ? llvm::StringRef() : Outer;
  }
  return Scope.empty();
}

// accessor<…, target::local> derives from the local accessor that it is.
static const CXXRecordDecl *soleBase(const NamedDecl *D) {
  const auto *Record = dyn_cast<CXXRecordDecl>(D);
  Record = Record ? Record->getDefinition() : nullptr;
  return Record && Record->getNumBases() == 1 ? Record->bases_begin()->getType()->getAsCXXRecordDecl() : nullptr;
}

// Finalized graphs are another specialization of the class.
static bool isFinalized(const NamedDecl *D) {
  const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(D);
  return Class && Class->getTemplateArgs().size() &&
         Class->getTemplateArgs()[0].getKind() == TemplateArgument::Integral &&
         Class->getTemplateArgs()[0].getAsIntegral() != 0;
}

// annotated_ptr<T, properties<V...>>.
void forEachProperty(const ClassTemplateSpecializationDecl *Pointer, llvm::function_ref<void(QualType)> F) {
  const TemplateArgumentList &Args = Pointer->getTemplateArgs();
  if (Args.size() < 2 || Args[1].getKind() != TemplateArgument::Type)
    return;
  const auto *List = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Args[1].getAsType()->getAsCXXRecordDecl());
  if (!List || List->getTemplateArgs().size() != 1 || List->getTemplateArgs()[0].getKind() != TemplateArgument::Pack)
    return;
  for (const TemplateArgument &A : List->getTemplateArgs()[0].getPackAsArray())
    if (A.getKind() == TemplateArgument::Type)
      F(A.getAsType());
}

bool makesGraph(const FunctionDecl *FD, KnownDeclarations &Names) {
  const auto *Constructor = dyn_cast_or_null<CXXConstructorDecl>(FD);
  if (!Constructor || Names.of(Constructor->getParent()) != Known::CommandGraph || Constructor->getNumParams() == 0)
    return false;
  const auto *Given = Constructor->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return Given && (Given->getName() == "context" || Given->getName() == "device" || Names.of(Given) == Known::Queue);
}

Known KnownDeclarations::of(const NamedDecl *D) {
  if (!D || !D->getIdentifier())
    return Known::None;
  auto Candidates = ByLastName.find(D->getName());
  if (Candidates == ByLastName.end())
    return Known::None;
  if (auto It = Cache.find(D->getCanonicalDecl()); It != Cache.end())
    return It->second;
  Known Kind = Known::None;
  for (const Entry &E : Candidates->second)
    if (hasScope(D->getDeclContext(), E.QualifiedName.rsplit("::").first)) {
      Kind = E.Kind;
      break;
    }
  if (Kind == Known::Accessor && of(soleBase(D)) == Known::LocalAccessor)
    Kind = Known::None;
  if (Kind == Known::CommandGraph && isFinalized(D))
    Kind = Known::None;
  if (Kind == Known::InternalPointer && !isInternal(D))
    Kind = Known::None;
  return Cache[D->getCanonicalDecl()] = Kind;
}

bool KnownDeclarations::isInternal(const NamedDecl *D) {
  bool Found = false;
  if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(D))
    forEachProperty(Class, [&](QualType Property) { Found |= of(Property) == Known::InternalMemory; });
  return Found;
}

Known KnownDeclarations::of(QualType T) { return T.isNull() ? Known::None : of(T->getAsCXXRecordDecl()); }

Known KnownDeclarations::ofPointee(QualType T) {
  if (T.isNull())
    return Known::None;
  QualType Pointee = T->getPointeeType();
  return of(Pointee.isNull() ? T : Pointee);
}

const ClassTemplateSpecializationDecl *KnownDeclarations::specialization(QualType T, Known Kind) {
  if (T.isNull() || of(T) != Kind)
    return nullptr;
  return dyn_cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
}

} // namespace syclfuse::plugin
