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
  // Returns the present contents of P. IsExposed: assignments through unknown pointers may change them. WithParts: the
  // contents count as unknown if a part of P holds something else.
  Held of(const Place &P, bool IsExposed, bool WithParts = false) const;
  // From now on To holds what From does. If From is null, the contents of To are unknown.
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
