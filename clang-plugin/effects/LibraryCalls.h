// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's objects that functions of the standard library make and destroy: std::optional::emplace, std::make_unique,
// reset.
#pragma once

#include "FusionEffects.h"

namespace syclfuse::plugin {

// What a function of the standard library runs, through whatever functions of its own, that starts or ends regions.
struct LibraryCalls {
  const clang::CXXConstructExpr *Construct = nullptr; // in the library
  const clang::FunctionDecl *Constructor = nullptr;   // its definition; null if there is none
  const clang::FunctionDecl *Destructor = nullptr;
};

class LibraryCallFinder {
public:
  explicit LibraryCallFinder(EffectFinder &Effects) : Effects(Effects) {}

  // Of FD; nothing if it is not of the standard library.
  LibraryCalls of(const clang::FunctionDecl *FD);
  // Those of Arguments, which E's function is given, that the library passes on to the constructor; none if they are
  // not all there.
  static llvm::ArrayRef<const clang::Expr *> forwarded(const LibraryCalls &Calls,
                                                       llvm::ArrayRef<const clang::Expr *> Arguments);

private:
  EffectFinder &Effects;
  llvm::DenseMap<const clang::FunctionDecl *, LibraryCalls> Known;
};

} // namespace syclfuse::plugin
