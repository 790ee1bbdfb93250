// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where local variables may change after their initialization.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

class Mutations {
public:
  // Whether the local variable D can only ever have the value of its initializer.
  bool isNeverChanged(const clang::VarDecl *D);
  // Whether the local variable D, a parameter, may come to be something else than it was at first.
  bool isRedirected(const clang::VarDecl *D);
  // Whether D may come to stand for other memory between Begin and End: a pointer that changes, an object (or a part of it) that
  // is assigned to or swapped.
  bool isRedirectedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                           const clang::SourceManager &SM);

  // Where the variables of one function may change.
  struct Places {
    llvm::SmallVector<clang::SourceLocation, 2> Changes, Assignments;
  };

private:
  const Places &of(const clang::VarDecl *D);
  llvm::DenseSet<const clang::FunctionDecl *> Scanned;
  llvm::DenseMap<const clang::VarDecl *, Places> Known;
};

} // namespace syclfuse::plugin
