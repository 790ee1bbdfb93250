// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReassignedMemory.h"

namespace syclfuse::plugin {

Held ReassignedMemory::of(const Place &P, bool IsExposed, bool WithParts) const {
  for (const Change &C : llvm::reverse(Changes)) {
    if (C.ThroughPointer) {
      if (IsExposed && !(C.At && C.At->Root == P.Root && C.At->Owner == P.Owner))
        return {};
      continue;
    }
    std::optional<llvm::StringRef> Rest = P.wayFrom(*C.At);
    if (!Rest && WithParts && C.At->wayFrom(P))
      return {};
    if (!Rest)
      continue;
    Held Now = C.Now;
    if (!Rest->empty()) {
      Now.Named = {};
      if (Now.Memory)
        Now.Memory->append(*Rest);
    }
    return Now;
  }
  return {P, {}};
}

} // namespace syclfuse::plugin
