// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds properties in the arguments of a constructor or call, by the types of the expressions in them.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

struct Properties {
  promotion Promote = promotion::none;
  bool NoBarriers = false, InOrder = false;
};

class PropertyFinder {
public:
  // Of `condition ? a : b` whose condition is only known at run time, Alternative 0 takes a, and 1 takes b.
  PropertyFinder(HostValues &Values, unsigned Alternative) : Values(Values), Alternative(Alternative) {}

  Properties find(llvm::ArrayRef<const clang::Expr *> Arguments, const Env *In);
  // Whether there was such a condition, so that the other alternative is worth a look.
  bool sawAlternatives() const { return SawAlternatives; }

private:
  void visit(Value V, Properties &Out);
  void visitCondition(const clang::AbstractConditionalOperator *E, const Env *In, Properties &Out);
  HostValues &Values;
  unsigned Alternative;
  unsigned Depth = 0;
  bool SawAlternatives = false;
};

} // namespace syclfuse::plugin
