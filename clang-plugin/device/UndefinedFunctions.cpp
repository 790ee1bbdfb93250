// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions without a body. Those marked SYCL_EXTERNAL may come from another translation unit, builtins of the device
// language and the mathematics of the C library from sycl-fuse.
#include "DeviceCheck.h"

#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace syclfuse::plugin {

static bool isExternal(const FunctionDecl &FD) {
  return llvm::any_of(FD.redecls(), [](const FunctionDecl *R) { return R->hasAttr<SYCLExternalAttr>(); });
}

// Mathematics that sycl-fuse has for every target, and that of long double, in which libraries compute constants: what
// the program itself computes in it has its own message.
static bool isMathematics(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {
#define SF_LIBM(Name, Arity) #Name, #Name "f", #Name "l",
#define SF_LIBM_EXPANDED(Name, Expansion) #Name, #Name "f", #Name "l",
#include "syclfuse/libm_functions.def"
      "lgammaf_r"};
  return Names.contains(Name);
}

// What the compiler emits in place of a call. Clang has no property of a builtin that says so.
static bool isEmittedInline(llvm::StringRef Name, bool IsBuiltin) {
  static const llvm::StringSet<> Names = {"abs",   "labs",   "llabs",  "cimag",   "cimagf", "conj",   "conjf",
                                          "creal", "crealf", "memcpy", "memmove", "memset", "mempcpy"};
  static const llvm::StringSet<> Builtins = {"ffs", "ffsl", "ffsll", "bzero", "alloca"};
  return Names.contains(Name) || (IsBuiltin && Builtins.contains(Name));
}

// The headers define functions of the C library for devices: one that calls and builtins reach by its symbol in
// sycl::detail::c_library, or the function itself.
static bool isDefinedForDevices(llvm::StringRef Name, const ASTContext &AST) {
  auto IsDefined = [](const NamedDecl *D) {
    const auto *FD = dyn_cast<FunctionDecl>(D);
    return FD && FD->isDefined();
  };
  const DeclContext *Library = AST.getTranslationUnitDecl();
  if (llvm::any_of(Library->lookup(&AST.Idents.get(Name)), IsDefined))
    return true;
  for (llvm::StringRef Inner : {"sycl", "detail", "c_library"}) {
    const auto Found = Library->lookup(&AST.Idents.get(Inner));
    Library = Found.empty() ? nullptr : dyn_cast<NamespaceDecl>(Found.front());
    if (!Library)
      return false;
  }
  return llvm::any_of(Library->lookup(&AST.Idents.get(Name)), IsDefined);
}

// Whether the identifier is a function of the C library that the compiler knows.
static bool isOfLibrary(llvm::StringRef Name, const ASTContext &AST) {
  const unsigned Id = AST.Idents.get(Name).getBuiltinID();
  return Id && AST.BuiltinInfo.isPredefinedLibFunction(Id);
}

// Builtins of the compiler that call nothing, and functions of the C library that devices have.
static bool isKnownBuiltin(const FunctionDecl &FD, const ASTContext &AST) {
  llvm::StringRef Name = FD.getIdentifier() ? FD.getName() : "";
  const bool IsBuiltin = Name.consume_front("__builtin_"), IsLibrary = isOfLibrary(Name, AST);
  if (FD.getBuiltinID() && (!IsLibrary || FD.isInStdNamespace())) // std::move and its like
    return Name != "abort";
  return (IsLibrary || FD.isExternC()) &&
         (isMathematics(Name) || isEmittedInline(Name, IsBuiltin) || isDefinedForDevices(Name, AST));
}

// A template, or a member of one, that the compiler can still make.
static bool isInstantiable(const FunctionDecl &FD) {
  const FunctionDecl *Pattern = FD.getTemplateInstantiationPattern();
  return Pattern && Pattern->isDefined() && FD.getTemplateSpecializationKind() != TSK_ExplicitInstantiationDeclaration;
}

static bool isDefined(const FunctionDecl &FD) {
  return FD.isDefined() || FD.isDefaulted() || FD.isDeleted() || FD.isPureVirtual() || FD.isTrivial() ||
         isInstantiable(FD);
}

static bool isOurs(const FunctionDecl &FD) {
  llvm::StringRef Name = FD.getIdentifier() ? FD.getName() : "";
  return Name.starts_with("__spirv_") || Name.starts_with("__sycl_");
}

// The standard library's own assertions, and <cassert> of C libraries that sycl-fuse does not know.
static bool isAssertion(const FunctionDecl &FD) {
  static const llvm::StringRef Names[] = {"__assert", "__assert_rtn", "_wassert", "__glibcxx_assert_fail"};
  return llvm::is_contained(Names, libraryName(FD));
}

// What <cassert> calls.
static bool isFailure(const FunctionDecl &FD) { return libraryName(FD) == "__assert_fail"; }

void checkUndefined(const FunctionDecl &FD, SourceLocation Location, DeviceContext &C) {
  if (isDefined(FD) || isExternal(FD) || isKnownBuiltin(FD, C.AST) || isOurs(FD) || isFailure(FD))
    return;
  if (isAssertion(FD)) {
    C.report(diag::device_assertion, Location);
    return;
  }
  C.report(diag::device_undefined, Location, {FD.getQualifiedNameAsString()}, {{FD.getLocation(), "declared here"}});
}

} // namespace syclfuse::plugin
