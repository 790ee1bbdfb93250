// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers what pointers, buffers and the objects that have some have come to hold by assignments and swaps in a
// region.
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
  // What P holds now. IsExposed: assignments through unknown pointers may change it. WithParts: it cannot be told if a
  // part of P holds something else.
  Held of(const Place &P, bool IsExposed, bool WithParts = false) const;
  // From now on To holds what From does; by null: what cannot be told.
  void assign(const Place &To, const Held *From) { Changes.push_back({To, From ? *From : Held{}, false}); }
  // Something was assigned through a pointer that may lead anywhere but to the object To.
  void assignThroughPointer(const std::optional<Place> &To) { Changes.push_back({To, {}, true}); }

private:
  struct Change {
    std::optional<Place> At;
    Held Now;
    bool ThroughPointer; // to anything that is exposed, except At
  };
  std::vector<Change> Changes; // in their order
};

} // namespace syclfuse::plugin
