// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds properties in the arguments of a constructor or call, by the types of the expressions in them.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

struct Properties {
  promotion Promote = promotion::none;
  bool NoBarriers = false, InOrder = false, Trusted = false, Profiles = false;
  bool Fuses = false, RequiresFusion = false, InsertBarriers = false, AllLeaves = false; // of graphs
  // An access scope, by the memory that it allows, and whether nothing is read that was there before.
  promotion Scope = promotion::none;
  bool NoInit = false;
};

// The hint of an accessor on a buffer. An access scope is a promise of private or local memory if the data is internal
// and nothing is read that was there before; else the fuser proves it.
promotion promotionOf(const Properties &Accessor, const Properties &Buffer);

class PropertyFinder {
public:
  explicit PropertyFinder(HostValues &Values) : Values(Values) {}

  Properties find(llvm::ArrayRef<const clang::Expr *> Arguments, const Env *In);
  // Tells what `condition ? a : b` is taken to be where only a run knows it: 0 for a, 1 for b.
  std::function<unsigned(const clang::Expr *Condition, const Env *In)> Choose;

private:
  void visit(Value V, Properties &Out);
  void visitCondition(const clang::AbstractConditionalOperator *E, const Env *In, Properties &Out);
  HostValues &Values;
  unsigned Depth = 0;
};

} // namespace syclfuse::plugin
