// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Byte offsets of pointers from an argument as sums of symbols with constant factors.
#pragma once

#include "ValueClasses.h"

#include "Support/Metadata.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class ConstantRange;
class DataLayout;
class GEPOperator;
class PHINode;
class ScalarEvolution;
} // namespace llvm

namespace syclfuse::fuser {

// What is summed up. Leaf: an integer of the kernel, as wide as an index after the extension. Query: an id or size.
// GroupBase: the product of group id and local size of a dimension. Pointer: the offset of a pointer that merges
// others.
struct OffsetSymbol {
  enum KindT : unsigned char { Leaf, SignExtended, ZeroExtended, Query, GroupBase, Pointer } Kind;
  const llvm::Value *Class = nullptr; // not of Query and GroupBase
  ValueClasses::Query Of = {};        // of Query and GroupBase
  bool operator==(const OffsetSymbol &O) const { return Kind == O.Kind && Class == O.Class && Of == O.Of; }
};

struct OffsetTerm {
  OffsetSymbol Symbol;
  llvm::Value *V; // of Leaf, SignExtended, ZeroExtended and Pointer: the value itself, computed before the pointer is
  int64_t Factor;
};

// Sums wrap at the width of an index.
struct LinearOffset {
  int64_t Constant = 0;
  llvm::SmallVector<OffsetTerm, 4> Terms; // no symbol twice, no factor 0
};

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
  uint64_t global(unsigned D) const { return D < Range->Dims ? Range->Global[Range->Dims - 1 - D] : 1; }
  uint64_t local(unsigned D) const { return D < Range->Dims ? Range->Local[Range->Dims - 1 - D] : 1; }
  uint64_t offset(unsigned D) const { return D < Range->Dims ? Range->Offset[Range->Dims - 1 - D] : 0; }
  // The value, where it is the same for all work-items; the values there are.
  std::optional<uint64_t> value(ValueClasses::Query Q) const;
  std::optional<OffsetRange> range(ValueClasses::Query Q) const;

private:
  std::optional<NDRange> Range;
};

class GuardedIds;

class LinearOffsets {
public:
  // Bits: the width of an index. SplitIds: a global id becomes group id × local size + local id + offset.
  LinearOffsets(ValueClasses &Classes, const LaunchSizes &Launch, llvm::ScalarEvolution &SE, const llvm::DataLayout &DL,
                unsigned Bits, bool SplitIds, GuardedIds *Guarded = nullptr)
      : Classes(Classes), Launch(Launch), SE(SE), DL(DL), Bits(Bits), SplitIds(SplitIds), Guarded(Guarded) {}

  // Of Pointer, computed from Root through offsets and casts only, or a Pointer symbol.
  LinearOffset ofPointer(llvm::Value *Pointer, const llvm::Value *Root);
  // The values of what is summed up without its factor.
  std::optional<OffsetRange> range(const OffsetTerm &T);
  // Of a whole sum, for work-items with these ids; nothing if a part of it is not known, or does not fit.
  std::optional<OffsetRange> range(const LinearOffset &Sum, const IdRanges &Ids = {});
  // Adds Factor × Symbol to Sum.
  void add(LinearOffset &Sum, OffsetTerm T) const;

private:
  int64_t wrap(uint64_t V) const;
  void addInteger(LinearOffset &Sum, llvm::Value *V, int64_t Factor, OffsetSymbol::KindT Extension, unsigned Depth);
  void addQuery(LinearOffset &Sum, ValueClasses::Query Q, int64_t Factor);
  bool addProduct(LinearOffset &Sum, llvm::Value *A, llvm::Value *B, int64_t Factor);
  std::optional<LinearOffset> merged(llvm::PHINode &Phi, unsigned Depth);
  llvm::ConstantRange valueRange(llvm::Value *V, bool Signed, unsigned Depth);
  std::optional<OffsetRange> integerRange(llvm::Value *V, OffsetSymbol::KindT Extension);

  ValueClasses &Classes;
  const LaunchSizes &Launch;
  llvm::ScalarEvolution &SE;
  const llvm::DataLayout &DL;
  const unsigned Bits;
  const bool SplitIds;
  GuardedIds *const Guarded; // may be null
};

} // namespace syclfuse::fuser
