// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds where local variables may change after their initialization.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// True if Method, a member function of a library container, may replace its elements. Every one may that is not known
// to leave them alone: begin() gives algorithms an iterator.
bool mayMoveElements(const clang::CXXMethodDecl &Method);

class Mutations {
public:
  // True if the local variable D can only ever have the value of its initializer.
  bool isNeverChanged(const clang::VarDecl *D);
  // True if D, a local variable or parameter, may get another value than its first one. Of an object, assignments,
  // swaps and what may replace its elements count; other calls do not.
  bool isRedirected(const clang::VarDecl *D);
  // True if D may come to stand for other memory between Begin and End: a pointer changes, or an object or a part of it
  // is assigned to or swapped. Changes that the walk of the region follows (ReassignedMemory) do not count.
  bool isRedirectedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                           const clang::SourceManager &SM);

  // True if D, a local variable, is assigned to in any way between Begin and End (invalid: the end of the function).
  bool isAssignedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                         const clang::SourceManager &SM);
  // True if D, a local variable, is mentioned between Begin and End in a way that may change it.
  bool isChangedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                        const clang::SourceManager &SM);
  // True if a function of the translation unit assigns to D, a variable or a member of any object, or to what D points
  // to or holds.
  bool isAssignedAnywhere(const clang::ValueDecl *D);

  // True if elements or members of D may be replaced after it was made.
  bool isPartReassigned(const clang::VarDecl *D);
  // True if the local variable D is used in a way that may change it, and that the walk of a region does not follow.
  bool isExposed(const clang::VarDecl *D);

  // The places where a variable may change.
  struct Uses {
    llvm::SmallVector<clang::SourceLocation, 2> Changes, Assignments; // all
    llvm::SmallVector<clang::SourceLocation, 2> Followed;             // those of them that the walk of a region follows
  };

private:
  const Uses &of(const clang::VarDecl *D);
  llvm::DenseSet<const clang::FunctionDecl *> Scanned;
  llvm::DenseMap<const clang::VarDecl *, Uses> Known;
  std::optional<llvm::DenseSet<const clang::ValueDecl *>> Assigned; // in the translation unit
};

} // namespace syclfuse::plugin
