// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes a closure type apart into the parameters of a kernel (manifest::parameter).
#pragma once

#include "names/KnownDeclarations.h"

namespace syclfuse::plugin {

// One step from an object to a part of it.
struct PathStep {
  const clang::FieldDecl *Field = nullptr;
  const clang::CXXRecordDecl *Base = nullptr;
  uint64_t Index = 0; // of an array element, if both others are null
};
using Path = llvm::SmallVector<PathStep, 4>;

struct Leaf {
  manifest::parameter Parameter;
  Path Steps;                       // from the closure to the leaf
  promotion Hint = promotion::none; // of what its type alone promises: InternalPointers.h
  bool IsBeside = false;            // what our headers put beside the user's function object
};

// The leaves of Closure, a complete class, with the offsets and sizes of Context's target: accessors, local accessors,
// pointers, and whatever lies between them. Classes and arrays that contain one of the first three are split, others
// are one leaf. Empty members have no leaf.
std::vector<Leaf> closureLeaves(const clang::CXXRecordDecl *Closure, const clang::ASTContext &Context,
                                KnownDeclarations &Names);

} // namespace syclfuse::plugin
