// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What pointers, buffers and the objects that have some hold while a region is walked, where assignments and swaps in
// it change that.
#pragma once

#include "values/HostValues.h"

namespace syclfuse::plugin {

// Memory by the name that it has where the region begins.
struct Held {
  std::optional<Place> Memory; // absent: it cannot be told
  Value Named;                 // an expression that named it; null where nothing was assigned
};

class ReassignedMemory {
public:
  // What P holds now, which reach may have changed if it is a pointer. With its parts: of which none may be another
  // one.
  Held of(const Place &P, bool IsPointer, bool WithParts = false) const;
  // From now on To holds what From does; by null: what cannot be told.
  void assign(const Place &To, const Held *From);

  // From now on it cannot be told what pointers in places that MayBe holds for are: something was assigned through
  // another pointer.
  using Predicate = std::function<bool(const Place &)>;
  void reach(Predicate MayBe);

private:
  struct Change {
    Place At;
    Held Now;
    Predicate MayBe; // if it is not set: At
  };
  std::vector<Change> Changes; // in their order
};

} // namespace syclfuse::plugin
