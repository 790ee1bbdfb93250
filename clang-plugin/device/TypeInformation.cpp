// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// typeid and dynamic_cast. A dynamic_cast to a base class is a static one.
#include "DeviceCheck.h"

using namespace clang;

namespace syclfuse::plugin {

bool checkTypeInformation(const Stmt &S, DeviceContext &C) {
  const auto *Cast = dyn_cast<CXXDynamicCastExpr>(&S);
  if (!isa<CXXTypeidExpr>(S) && !(Cast && Cast->getCastKind() == CK_Dynamic))
    return false;
  return C.report(diag::device_rtti, S.getBeginLoc(), {Cast ? "dynamic_cast" : "typeid"});
}

} // namespace syclfuse::plugin
