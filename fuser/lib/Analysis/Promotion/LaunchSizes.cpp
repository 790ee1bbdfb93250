// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchSizes.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

std::optional<uint64_t> LaunchSizes::value(ValueClasses::Query Q) const {
  auto [Kind, D] = Q;
  if (!isKnown() || D > 2)
    return std::nullopt;
  switch (Kind) {
  case Builtin::GlobalSize:
    return global(D);
  case Builtin::GlobalOffset:
    return offset(D);
  case Builtin::LocalSize:
    return hasLocal() ? std::optional(local(D)) : std::nullopt;
  case Builtin::NumGroups:
    return hasLocal() && local(D) ? std::optional(global(D) / local(D)) : std::nullopt;
  default:
    return std::nullopt;
  }
}

// The ids from First on, Count of them.
static std::optional<OffsetRange> idRange(uint64_t First, uint64_t Count) {
  constexpr uint64_t Limit = uint64_t(1) << 62;
  if (Count == 0 || Count > Limit || First > Limit)
    return std::nullopt;
  return OffsetRange{static_cast<int64_t>(First), static_cast<int64_t>(First + Count - 1)};
}

std::optional<OffsetRange> LaunchSizes::range(ValueClasses::Query Q) const {
  if (auto V = value(Q))
    return idRange(*V, 1);
  auto [Kind, D] = Q;
  if (!isKnown() || D > 2)
    return std::nullopt;
  switch (Kind) {
  case Builtin::GlobalId:
    return idRange(offset(D), global(D));
  case Builtin::LocalId:
    return hasLocal() ? idRange(0, local(D)) : idRange(0, global(D));
  case Builtin::GroupId:
    return hasLocal() && local(D) ? idRange(0, global(D) / local(D)) : idRange(0, global(D));
  case Builtin::GlobalLinearId: {
    uint64_t Items = SaturatingMultiply(SaturatingMultiply(global(0), global(1)), global(2));
    return idRange(0, Items);
  }
  case Builtin::LocalLinearId:
    return hasLocal() ? idRange(0, SaturatingMultiply(SaturatingMultiply(local(0), local(1)), local(2))) : std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace syclfuse::fuser
