// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What statements and functions may do to fusion regions, whether or not it is ever reached.
#pragma once

#include "Values.h"

namespace syclfuse::plugin {

struct Commands {
  bool Submits = false; // commands to a queue, or calls that cannot be seen and may give some
  bool Starts = false;  // regions
  bool Ends = false;    // regions
  bool Leaves = false;  // the statement before its end: return, break, continue, goto; not of functions. What is thrown
                        // ends all regions
  bool any() const { return Submits || Starts || Ends; }
  void add(const Commands &O);
};

class CommandFinder {
public:
  CommandFinder(clang::ASTContext &Context, Names &Recognize) : Context(Context), Recognize(Recognize) {}

  Commands of(const clang::Stmt *S);
  // Of FD's body and of what it calls; nothing for functions of the library.
  Commands of(const clang::FunctionDecl *FD);
  // Whether E passes a queue, handler or wrapper to a function that cannot be seen. Callee: what E calls; null: not known.
  bool takesQueue(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  // Whether E calls what a std::function holds, which gives nothing back: it is there to do something.
  bool callsHeldFunction(const clang::CallExpr *E);
  bool isLibrary(const clang::FunctionDecl *FD) const;
  // Whether which function E calls depends on the class of an object at run time.
  static bool isVirtual(const clang::CallExpr *E);

private:
  clang::ASTContext &Context;
  Names &Recognize;
  llvm::DenseMap<const clang::FunctionDecl *, Commands> Functions;
};

} // namespace syclfuse::plugin
