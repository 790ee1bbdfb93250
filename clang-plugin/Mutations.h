// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where local variables may change after their initialization.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

class Mutations {
public:
  // Whether the local variable D can only ever have the value of its initializer.
  bool isNeverChanged(const clang::VarDecl *D);
  // Whether D may change at a place of its function between Begin and End.
  bool isChangedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                        const clang::SourceManager &SM);

private:
  using Places = llvm::SmallVector<clang::SourceLocation, 2>;
  const Places &of(const clang::VarDecl *D);
  llvm::DenseSet<const clang::FunctionDecl *> Scanned;
  llvm::DenseMap<const clang::VarDecl *, Places> Changes;
};

} // namespace syclfuse::plugin
