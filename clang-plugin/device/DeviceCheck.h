// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of the checks of device code. Each has its own file and a line in DeviceChecks.def.
#pragma once

#include "DeviceGraph.h"

namespace syclfuse::plugin {

// A function that is looked at, and where checks put what they find in it.
struct DeviceContext {
  const clang::ASTContext &AST;
  DeviceFunction &Function;

  // Returns true, as a check does that has refused something.
  bool report(diag Code, clang::SourceLocation Location, std::vector<std::string> Arguments = {},
              std::vector<Note> Notes = {}) {
    Function.Findings.push_back({Code, Location, std::move(Arguments), std::move(Notes)});
    return true;
  }
  // True if this function has such a finding already. For findings that would repeat on each line.
  bool hasFinding(diag Code) const {
    return llvm::any_of(Function.Findings, [&](const Message &F) { return F.Code == Code; });
  }
};

// Reports S if it cannot work on a device; true then, and its parts are not checked. S may run: it is evaluated, and no
// constant condition keeps it from running.
#define SF_DEVICE_CHECK(Name) bool check##Name(const clang::Stmt &S, DeviceContext &C);
#include "DeviceChecks.def"

// A call, explicit or implicit, of a function that has no definition.
void checkUndefined(const clang::FunctionDecl &FD, clang::SourceLocation Location, DeviceContext &C);
// A function-local static variable.
void checkStaticLocal(const clang::VarDecl &VD, DeviceContext &C);

// True if values of type T have another size or format on the device: long double, alone or in arrays and complex
// numbers.
bool isHostType(clang::QualType T);

// The function that a call, a construction, new or delete calls; null if there is none or it is not known. A virtual
// function may be overridden.
const clang::FunctionDecl *calleeOf(const clang::Stmt &S, const clang::ASTContext &AST);
// Name of a function of the C library or namespace std, empty for every other one.
llvm::StringRef libraryName(const clang::FunctionDecl &FD);

} // namespace syclfuse::plugin
