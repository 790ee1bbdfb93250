// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells what statements and functions may do to fusion regions if they are reached.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

struct FusionEffects {
  bool Submits = false;     // commands to a queue, or calls that cannot be seen and may give some
  bool Starts = false;      // regions
  bool Ends = false;        // regions
  bool Builds = false;      // graphs
  bool Redirects = false;   // assigns to or swaps pointers, buffers, objects that have some, or numbers in objects
  bool EndsHolding = false; // has the runtime launch the kernels that it holds back, and submits nothing
  bool Leaves = false;      // by return, break, continue or goto; never of functions, and a throw ends all regions
  bool any() const { return Submits || Starts || Ends || Builds; }
  bool matters() const { return any() || Redirects; }
  bool changesRuns() const { return any() || EndsHolding; } // of kernels that nobody asked to fuse
  void add(const FusionEffects &O);
};

// Functions that exchange the values of two objects.
bool isSwap(const clang::FunctionDecl *FD);
// True if assignments to E are followed: it is a pointer, or a number that may be a member of an object.
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
  // True if E passes a queue, handler or wrapper to a function that cannot be seen. Callee: the function that E calls;
  // null if it is not known.
  bool takesQueue(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  // True if E calls a std::function, or what std::bind has made, for its effects: it returns nothing, or an event.
  bool callsHeldFunction(const clang::CallExpr *E);
  bool isLibrary(const clang::FunctionDecl *FD) const;
  // True if E has the runtime launch the kernels that it holds back, though it is no command of a region: host access,
  // what asks how far commands have come, and functions of the library that submit something themselves.
  bool endsHolding(const clang::Expr *E);
  // True if the class of an object at run time decides which function E calls.
  static bool isVirtual(const clang::CallExpr *E);

  // Calls Visit with each object that E gives to code that is not followed and may change it: a function that cannot be
  // seen, or one of the library that is called on the object.
  void forEachGiven(const clang::CallExpr *E, llvm::function_ref<void(const clang::Expr *)> Visit);

  // True if an object of type T may be, or have, memory of a region.
  bool mayHoldMemory(clang::QualType T);

private:
  clang::ASTContext &Context;
  KnownDeclarations &Names;
  llvm::DenseMap<const clang::FunctionDecl *, FusionEffects> Functions;
  llvm::DenseMap<const clang::CXXRecordDecl *, FusionEffects> Classes;
};

} // namespace syclfuse::plugin
