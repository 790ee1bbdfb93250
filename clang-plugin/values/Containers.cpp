// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects in tuples, arrays, containers, optionals and smart pointers of the library: how many there are, and what made
// them.
#include "HostValues.h"
#include "names/Library.h"

using namespace clang;

namespace syclfuse::plugin {

std::optional<uint64_t> HostValues::elements(Value Range) {
  Value Made = strip(Range);
  QualType T = Made ? Made.E->getType().getNonReferenceType() : QualType();
  if (T.isNull())
    return std::nullopt;
  if (const auto *Array = Context.getAsConstantArrayType(T))
    return Array->getZExtSize();
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || Class->getTemplateArgs().size() != 2)
    return std::nullopt;
  return Class->getName() == "array" ? std::optional(Class->getTemplateArgs()[1].getAsIntegral().getLimitedValue())
                                     : std::nullopt;
}

// The name of T's class or of the function that E calls, if it is of namespace std; else empty.
static llvm::StringRef stdName(QualType T) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->isInStdNamespace() && Class->getIdentifier() ? Class->getName() : "";
}
static llvm::StringRef stdName(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  return Callee && Callee->isInStdNamespace() && Callee->getIdentifier() ? Callee->getName() : "";
}

// Which element of which object E names: get<1>(t), v[1], v.at(1), v.front(), v.back(), *p, p->, o.value(), p.get().
Element HostValues::elementNamed(const CallExpr *E, const Env *In) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E)) {
    if ((O->getOperator() == OO_Star || O->getOperator() == OO_Arrow) && O->getNumArgs() == 1)
      return {{O->getArg(0)->IgnoreParenImpCasts(), In}, 0, true}; // of a base class of smart pointers
    std::optional<uint64_t> Index =
        O->getOperator() == OO_Subscript && O->getNumArgs() == 2 ? integer({O->getArg(1), In}) : std::nullopt;
    return Index ? Element{{O->getArg(0), In}, *Index} : Element{};
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Value Object{Member->getImplicitObjectArgument()->IgnoreParenImpCasts(), In};
    if (!Callee || !Callee->getIdentifier() || stdName(Object.E->getType()).empty())
      return {};
    const llvm::StringRef Name = Callee->getName();
    if (Name == "value" || Name == "get")
      return {Object, 0, true};
    std::optional<uint64_t> Index, Count = Name == "back" ? elements(Object) : std::nullopt;
    if (Name == "at" && E->getNumArgs() == 1)
      Index = integer({E->getArg(0), In});
    else if (Name == "front" || (Count && *Count))
      Index = Count ? *Count - 1 : 0;
    return Index ? Element{Object, *Index} : Element{};
  }
  const TemplateArgumentList *Arguments =
      stdName(E) == "get" && E->getNumArgs() == 1 ? Callee->getTemplateSpecializationArgs() : nullptr;
  if (!Arguments || Arguments->size() == 0 || Arguments->get(0).getKind() != TemplateArgument::Integral)
    return {};
  return {{E->getArg(0), In}, Arguments->get(0).getAsIntegral().getZExtValue()};
}

// The element of an object that a constructor of the library made.
Value HostValues::constructedElement(const CXXConstructExpr *E, const Env *In, uint64_t Index) {
  llvm::StringRef Class = stdName(E->getType());
  if (!E->getNumArgs() || Class.empty())
    return {};
  const Expr *First = E->getArg(0)->IgnoreImplicit();
  if (Class == "tuple" || Class == "pair")
    return Index < E->getNumArgs() && E->getNumArgs() > 1 ? Value{E->getArg(Index), In} : Value{};
  if (Class == "optional") // made in place of all arguments
    return stdName(First->getType()) == "in_place_t" ? Value{E, In} : Value{First, In};
  if (Class == "unique_ptr" || Class == "shared_ptr") {
    const auto *New = dyn_cast<CXXNewExpr>(First);
    return New && New->getInitializer() ? Value{New->getInitializer(), In} : Value{};
  }
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(First))
    First = List->getSubExpr()->IgnoreImplicit();
  if (const auto *List = dyn_cast<InitListExpr>(First))
    return Index < List->getNumInits() ? Value{List->getInit(Index), In} : Value{};
  return E->getNumArgs() > 1 && Class == "vector" ? Value{E->getArg(1), In} : Value{}; // so many of it
}

Value HostValues::contained(Value V) {
  const auto *Call = dyn_cast<CallExpr>(V.E);
  Element Named = Call ? elementNamed(Call, V.In) : Element{};
  if (!Named.Of)
    return {};
  Value Made = origin(Named.Of);
  if (!Made)
    return {};
  if (const auto *C = dyn_cast<CXXConstructExpr>(Made.E))
    return constructedElement(C, Made.In, Named.Index);
  if (const auto *C = dyn_cast<CallExpr>(Made.E)) {
    llvm::StringRef Name = stdName(C);
    if (Name == "make_unique" || Name == "make_shared" || Name == "make_optional")
      return Made;
    return (Name == "make_pair" || Name == "make_tuple") && Named.Index < C->getNumArgs()
               ? Value{C->getArg(Named.Index), Made.In}
               : Value{};
  }
  return partOfElement({Made, Named.Index}, {});
}

// What a function of the user's gives that ends with its only return.
Value HostValues::result(Value V) {
  const auto *Call = dyn_cast<CallExpr>(V.E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr, *Definition = nullptr;
  const auto *Body =
      Callee && !isLibrary(Callee, Context) ? dyn_cast_or_null<CompoundStmt>(Callee->getBody(Definition)) : nullptr;
  if (!Body || Body->body_empty() || isa<CXXMethodDecl>(Callee))
    return {};
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_back());
  struct Counter : DynamicRecursiveASTVisitor {
    unsigned Returns = 0;
    bool VisitReturnStmt(ReturnStmt *) override { return ++Returns, true; }
    bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
  } Count;
  Count.TraverseStmt(const_cast<CompoundStmt *>(Body));
  if (!Return || !Return->getRetValue() || Count.Returns != 1)
    return {};
  return {Return->getRetValue(), call(Definition, {Call->getArgs(), Call->getNumArgs()}, {}, V.In)};
}

llvm::ArrayRef<const Expr *> HostValues::makers(Value Made) {
  if (const auto *C = dyn_cast<CXXConstructExpr>(Made.E);
      C && (Names.of(C->getType()) == Known::Buffer || !stdName(C->getType()).empty()))
    return {C->getArgs(), C->getNumArgs()};
  const auto *Call = dyn_cast<CallExpr>(Made.E);
  const bool Makes = Call && (llvm::StringRef(stdName(Call)).starts_with("make_") ||
                              (isa<CXXMemberCallExpr>(Call) &&
                               stdName(cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument()->getType()) != ""));
  return Makes ? llvm::ArrayRef<const Expr *>(Call->getArgs(), Call->getNumArgs()) : llvm::ArrayRef<const Expr *>();
}

} // namespace syclfuse::plugin
