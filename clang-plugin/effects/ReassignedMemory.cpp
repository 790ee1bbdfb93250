// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ReassignedMemory.h"

namespace syclfuse::plugin {

// The way from Whole to Part of it: "" if they are one; nothing if Part is elsewhere.
static std::optional<llvm::StringRef> wayTo(const Place &Part, const Place &Whole) {
  llvm::StringRef Rest = Part.Part;
  if (Part.Owner != Whole.Owner || Part.Root != Whole.Root || !Rest.consume_front(Whole.Part))
    return std::nullopt;
  return Rest.empty() || Place::beginsPart(Rest.front()) ? std::optional(Rest) : std::nullopt;
}

Held ReassignedMemory::of(const Place &P, bool IsPointer, bool WithParts) const {
  for (const Change &C : llvm::reverse(Changes)) {
    if (C.MayBe && IsPointer && C.MayBe(P))
      return {std::nullopt, {}};
    if (C.MayBe)
      continue;
    std::optional<llvm::StringRef> Rest = wayTo(P, C.At);
    if (!Rest && WithParts && wayTo(C.At, P))
      return {std::nullopt, {}};
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

void ReassignedMemory::assign(const Place &To, const Held *From) {
  Changes.push_back({To, From ? *From : Held{}, nullptr});
}

void ReassignedMemory::reach(Predicate MayBe) { Changes.push_back({{}, {}, std::move(MayBe)}); }

} // namespace syclfuse::plugin
