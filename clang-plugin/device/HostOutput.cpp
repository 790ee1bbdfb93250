// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Standard streams and the functions of <cstdio>.
#include "DeviceCheck.h"

#include "clang/Basic/Builtins.h"

using namespace clang;

namespace syclfuse::plugin {

static bool isStandardStream(const ValueDecl *D) {
  const auto *Variable = dyn_cast<VarDecl>(D);
  if (!Variable || !Variable->isInStdNamespace() || !Variable->getIdentifier())
    return false;
  static const llvm::StringRef Names[] = {"cout", "cerr", "clog", "cin", "wcout", "wcerr", "wclog", "wcin"};
  return llvm::is_contained(Names, Variable->getName());
}

// Those that Clang does not know as builtins are named here.
static bool isStandardOutput(const FunctionDecl &FD, const ASTContext &AST) {
  llvm::StringRef Name = libraryName(FD);
  Name.consume_front("__builtin_");
  if (Name.empty())
    return false;
  unsigned Id = FD.getBuiltinID();
  const char *Header = Id ? AST.BuiltinInfo.getHeaderName(Id) : nullptr;
  if (Header && llvm::StringRef(Header) == "stdio.h")
    return true;
  static const llvm::StringRef Names[] = {"printf",  "fprintf", "vprintf", "vfprintf", "puts",   "fputs",
                                          "putchar", "putc",    "fputc",   "fflush",   "fwrite", "perror"};
  return llvm::is_contained(Names, Name);
}

bool checkHostOutput(const Stmt &S, DeviceContext &C) {
  const ValueDecl *Used = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S); Ref && isStandardStream(Ref->getDecl()))
    Used = Ref->getDecl();
  else if (const FunctionDecl *Callee = isa<CallExpr>(S) ? calleeOf(S, C.AST) : nullptr;
           Callee && isStandardOutput(*Callee, C.AST))
    Used = Callee;
  if (!Used)
    return false;
  return C.report(diag::device_host_output, S.getBeginLoc(), {Used->getQualifiedNameAsString()});
}

} // namespace syclfuse::plugin
