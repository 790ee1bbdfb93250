// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// new, delete, malloc and their relatives. Placement new allocates nothing.
#include "DeviceCheck.h"

#include "clang/Basic/Builtins.h"

using namespace clang;

namespace syclfuse::plugin {

// What S allocates or frees memory with; empty if it does not. A class may have operators of its own.
static std::string allocatorOf(const Stmt &S, const ASTContext &AST) {
  const FunctionDecl *Callee = calleeOf(S, AST);
  if (!Callee)
    return isa<CXXNewExpr>(S) ? "new" : isa<CXXDeleteExpr>(S) ? "delete" : "";
  unsigned Id = Callee->getBuiltinID();
  if (Id == Builtin::BI__builtin_operator_new || Callee->isReplaceableGlobalAllocationFunction() ||
      Id == Builtin::BI__builtin_operator_delete) {
    bool Frees = Id == Builtin::BI__builtin_operator_delete || isa<CXXDeleteExpr>(S) ||
                 Callee->getOverloadedOperator() == OO_Delete || Callee->getOverloadedOperator() == OO_Array_Delete;
    return Frees ? "delete" : "new";
  }
  static const llvm::StringRef Names[] = {"malloc",        "calloc",         "realloc", "free",
                                          "aligned_alloc", "posix_memalign", "strdup"};
  llvm::StringRef Name = libraryName(*Callee);
  Name.consume_front("__builtin_");
  return llvm::is_contained(Names, Name) ? Name.str() : "";
}

bool checkAllocation(const Stmt &S, DeviceContext &C) {
  std::string Allocator = allocatorOf(S, C.AST);
  if (Allocator.empty())
    return false;
  bool Frees = Allocator == "delete" || Allocator == "free";
  return C.report(diag::device_allocation, S.getBeginLoc(), {Frees ? "frees" : "allocates", Allocator});
}

} // namespace syclfuse::plugin
