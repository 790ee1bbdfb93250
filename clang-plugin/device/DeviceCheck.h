// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of the checks of device code. Each has its own file and a line in DeviceChecks.def.
#pragma once

#include "DeviceGraph.h"

namespace syclfuse::plugin {

// A function that is looked at, and where checks put what they find in it.
struct DeviceContext {
  const clang::ASTContext &AST;
  DeviceFunction &Function;

  void report(diag Code, clang::SourceLocation Location, std::vector<std::string> Arguments = {},
              std::vector<Note> Notes = {}) {
    Function.Findings.push_back({Code, Location, std::move(Arguments), std::move(Notes)});
  }
  // Whether something was found in this function already: for what would be found in each line.
  bool hasFinding(diag Code) const {
    return llvm::any_of(Function.Findings, [&](const Finding &F) { return F.Code == Code; });
  }
};

// True if S cannot work, which is reported: it is not looked into any further. S is executed by the device, for all
// that is known: it is not under a condition that is constant, and not unevaluated.
#define SF_DEVICE_CHECK(Name) bool check##Name(const clang::Stmt &S, DeviceContext &C);
#include "DeviceChecks.def"

// A call, explicit or implicit, of a function that has no definition.
void checkUndefined(const clang::FunctionDecl &FD, clang::SourceLocation Location, DeviceContext &C);
// A function-local static variable.
void checkStaticLocal(const clang::VarDecl &VD, DeviceContext &C);

// Whether values of type T have another size or format on the device: long double, alone or in arrays and complex
// numbers.
bool isHostType(clang::QualType T);

// The function that a call, a construction, new or delete calls; null if there is none or it is not known. A virtual
// function may be overridden.
const clang::FunctionDecl *calleeOf(const clang::Stmt &S, const clang::ASTContext &AST);
// Name of a function of the C library or namespace std, empty for every other one.
llvm::StringRef libraryName(const clang::FunctionDecl &FD);

} // namespace syclfuse::plugin
