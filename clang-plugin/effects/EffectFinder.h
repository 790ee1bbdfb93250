// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells what statements and functions may do to fusion regions if they are reached.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

struct FusionEffects {
  bool Submits = false;   // commands to a queue, or calls that cannot be seen and may give some
  bool Starts = false;    // regions
  bool Ends = false;      // regions
  bool Builds = false;    // graphs
  bool Redirects = false; // pointers, buffers or objects that have some: assigns to them or swaps them; counts of
                          // objects' members too
  bool Leaves = false; // the statement before its end: return, break, continue, goto; not of functions. What is thrown
                       // ends all regions
  bool any() const { return Submits || Starts || Ends || Builds; }
  bool matters() const { return any() || Redirects; }
  void add(const FusionEffects &O);
};

// Functions that exchange the values of two objects.
bool isSwap(const clang::FunctionDecl *FD);
// Whether assignments to E are followed: a pointer, or a number that may be a member of an object.
bool isFollowedScalar(const clang::Expr *E);

class EffectFinder {
public:
  EffectFinder(clang::ASTContext &Context, KnownDeclarations &Names) : Context(Context), Names(Names) {}

  FusionEffects of(const clang::Stmt *S);
  // Effects of FD's body and of what it calls; none for functions of the library.
  FusionEffects of(const clang::FunctionDecl *FD);
  // Effects of the destructors of an object of type T, of its members and of its bases; none for classes of the
  // library.
  FusionEffects ofDestruction(clang::QualType T);
  // Whether E passes a queue, handler or wrapper to a function that cannot be seen. Callee: what E calls; null: not
  // known.
  bool takesQueue(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  // Whether E calls what a std::function holds, or std::bind has made, and gets nothing back: such a call has effects.
  bool callsHeldFunction(const clang::CallExpr *E);
  bool isLibrary(const clang::FunctionDecl *FD) const;
  // Whether which function E calls depends on the class of an object at run time.
  static bool isVirtual(const clang::CallExpr *E);

  // Calls Visit with each object that E gives to code that is not followed and may change it: a function that cannot be
  // seen, or one of the library that is called on the object.
  void forEachGiven(const clang::CallExpr *E, llvm::function_ref<void(const clang::Expr *)> Visit);

  // Whether an object of type T may be, or have, memory of a region.
  bool mayHoldMemory(clang::QualType T);

private:
  clang::ASTContext &Context;
  KnownDeclarations &Names;
  llvm::DenseMap<const clang::FunctionDecl *, FusionEffects> Functions;
  llvm::DenseMap<const clang::CXXRecordDecl *, FusionEffects> Classes;
};

} // namespace syclfuse::plugin
