// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds where local variables may change after their initialization.
#pragma once

#include "ClangHeaders.h"

namespace syclfuse::plugin {

// Whether a member function of a container of the library may make its elements others. All that is not known to leave
// them where they are: algorithms get iterators.
bool mayMoveElements(const clang::CXXMethodDecl &Method);

class Mutations {
public:
  // Whether the local variable D can only ever have the value of its initializer.
  bool isNeverChanged(const clang::VarDecl *D);
  // Whether the local variable D, a parameter, may come to be something else than it was at first.
  bool isRedirected(const clang::VarDecl *D);
  // Whether D may come to stand for other memory between Begin and End: a pointer that changes, an object (or a part of
  // it) that is assigned to or swapped, except in a way that the walk of the region follows (ReassignedMemory):
  // assignments to pointers and objects, and swaps.
  bool isRedirectedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                           const clang::SourceManager &SM);

  // Whether D, a local variable, is assigned to between Begin and End (invalid: the end of the function), in whatever
  // way.
  bool isAssignedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                         const clang::SourceManager &SM);
  // Whether D, a local variable, is mentioned between Begin and End in a way that may change it.
  bool isChangedBetween(const clang::VarDecl *D, clang::SourceLocation Begin, clang::SourceLocation End,
                        const clang::SourceManager &SM);
  // Whether D, a variable or a member of any object, or what it points to or holds, is assigned to in a function of the
  // translation unit.
  bool isAssignedAnywhere(const clang::ValueDecl *D);

  // Whether elements or members of D may come to be others than it was made with.
  bool isPartReassigned(const clang::VarDecl *D);
  // Whether the local variable D is used in a way that may change it, and that the walk of a region does not follow.
  bool isExposed(const clang::VarDecl *D);

  // Where the variables of one function may change.
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
