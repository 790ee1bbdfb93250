// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The objects that were given away so far in a walk, to code that is not followed: their numbers may change at any
// time.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

class EscapedObjects {
public:
  explicit EscapedObjects(Mutations &Changes) : Changes(Changes) {}

  // Before each walk.
  void begin() { Given.clear(), All = false; }
  // From here on, code that is not followed may change P and all of its parts.
  void give(const Place &P) { Given.push_back(P); }
  // A number was assigned to, and it may be a part of any object.
  void giveAll() { All = true; }
  // True if the number P, a part of an object, may change unseen.
  bool mayChange(const Place &P) const {
    return All || llvm::any_of(Given, [&](const Place &G) { return P.overlaps(G); });
  }
  // True if an assignment through a pointer that leads anywhere may change the pointer P.
  bool mayBeReached(const Place &P) const {
    const clang::VarDecl *D = P.variable();
    if (!D || !D->hasLocalStorage())
      return P.Root || mayChange(P);
    return (D->getType()->isPointerType() && !P.behindPointer().empty()) || Changes.isExposed(D);
  }

private:
  Mutations &Changes;
  std::vector<Place> Given;
  bool All = false;
};

} // namespace syclfuse::plugin
