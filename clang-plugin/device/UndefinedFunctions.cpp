// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions without a body. Those marked SYCL_EXTERNAL may come from another translation unit, builtins of the device
// language and the mathematics of the C library from sycl-fuse, which refuses what it has not (SF3017).
#include "DeviceCheck.h"

#include "clang/Basic/Builtins.h"

using namespace clang;

namespace syclfuse::plugin {

static bool isExternal(const FunctionDecl &FD) {
  return llvm::any_of(FD.redecls(), [](const FunctionDecl *R) { return R->hasAttr<SYCLExternalAttr>(); });
}

// Library functions that become intrinsics, are folded, or have an equivalent on every target.
static bool isKnownBuiltin(const FunctionDecl &FD, const ASTContext &AST) {
  // GNU's additions to math.h, which are no builtins in standard modes of the language.
  static const llvm::StringRef Gnu[] = {"exp10", "exp10f", "lgamma_r", "lgammaf_r", "sincos", "sincosf"};
  if (FD.isExternC() && FD.getIdentifier() && llvm::is_contained(Gnu, FD.getName()))
    return true;
  unsigned Id = FD.getBuiltinID();
  if (!Id)
    return false;
  const char *Header = AST.BuiltinInfo.getHeaderName(Id);
  if (!Header || !AST.BuiltinInfo.isPredefinedLibFunction(Id))
    return Id != Builtin::BI__builtin_abort;
  static const llvm::StringRef Headers[] = {"math.h",   "complex.h", "string.h", "strings.h",
                                            "memory.h", "utility",   "memory"};
  static const llvm::StringRef Names[] = {"abs", "labs", "llabs"};
  return llvm::is_contained(Headers, Header) || (FD.getIdentifier() && llvm::is_contained(Names, FD.getName()));
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
