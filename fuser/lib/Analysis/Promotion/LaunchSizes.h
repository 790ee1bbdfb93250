// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sizes of a launch that are known, and what they say of ids.
#pragma once

#include "ValueClasses.h"

#include "Support/NDRange.h"

namespace syclfuse::fuser {

// Both ends are possible values of what was asked for, or beyond them.
struct OffsetRange {
  int64_t Min, Max;
};

// Ids and sizes, where not all work-items of a launch are meant.
using IdRanges = llvm::SmallVector<std::pair<ValueClasses::Query, OffsetRange>, 2>;

// The launch of a fused kernel as far as it is known, by dimension in SPIR-V order.
class LaunchSizes {
public:
  LaunchSizes() = default;
  explicit LaunchSizes(std::optional<NDRange> Range) : Range(Range) {}

  bool isKnown() const { return Range.has_value(); }
  bool hasLocal() const { return Range && Range->hasLocal(); }
  uint64_t global(unsigned D) const { return Range->global(D); }
  uint64_t local(unsigned D) const { return Range->local(D); }
  uint64_t offset(unsigned D) const { return Range->offset(D); }
  // The value of Q, if it is known and the same for all work-items; the range of its values, if that is known.
  std::optional<uint64_t> value(ValueClasses::Query Q) const;
  std::optional<OffsetRange> range(ValueClasses::Query Q) const;

private:
  std::optional<NDRange> Range;
};

} // namespace syclfuse::fuser
