// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SYCL_EXTERNAL as `__attribute__((sycl_external))`. Clang has it as [[clang::sycl_external]] only, which may not stand
// where programs have it as well: before `extern "C"`.
#include "ClangHeaders.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace syclfuse::plugin {
namespace {

struct ExternalFunction : ParsedAttrInfo {
  ExternalFunction() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, "sycl_external"}};
    Spellings = Names;
  }
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    if (isa<FunctionDecl>(D))
      return true;
    S.Diag(Attr.getLoc(), clang::diag::warn_attribute_wrong_decl_type_str)
        << Attr << Attr.isRegularKeywordAttribute() << "functions";
    return false;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    D->addAttr(SYCLExternalAttr::CreateImplicit(S.Context, Attr.getRange()));
    return AttributeApplied;
  }
};
ParsedAttrInfoRegistry::Add<ExternalFunction> Registration("sycl-external", "functions of other translation units");

} // namespace
} // namespace syclfuse::plugin
