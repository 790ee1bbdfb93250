// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Byte offsets of pointers from an argument as sums of symbols with constant factors.
#pragma once

#include "GuardedIds.h"
#include "LaunchSizes.h"

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

// One summand. Leaf: an integer of the kernel, as wide as an index after the extension. Query: an id or size.
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

class LinearOffsets {
public:
  // Bits: the width of an index. SplitIds: a global id becomes group id × local size + local id + offset.
  LinearOffsets(ValueClasses &Classes, const LaunchSizes &Launch, llvm::ScalarEvolution &SE, const llvm::DataLayout &DL,
                unsigned Bits, bool SplitIds, GuardedIds *Guarded = nullptr)
      : Classes(Classes), Launch(Launch), SE(SE), DL(DL), Bits(Bits), SplitIds(SplitIds), Guarded(Guarded) {}

  // The offset of Pointer, computed from Root through offsets and casts only, or a Pointer symbol.
  LinearOffset ofPointer(llvm::Value *Pointer, const llvm::Value *Root);
  // The range of T's symbol, without the factor.
  std::optional<OffsetRange> range(const OffsetTerm &T);
  // The same of a whole sum, for work-items with these ids; nothing if a part of it is not known, or does not fit.
  std::optional<OffsetRange> range(const LinearOffset &Sum, const IdRanges &Ids = {});
  // Adds Factor × Symbol to Sum.
  void add(LinearOffset &Sum, OffsetTerm T) const;

private:
  int64_t wrap(uint64_t V) const;
  void addInteger(LinearOffset &Sum, llvm::Value *V, int64_t Factor, OffsetSymbol::KindT Extension, unsigned Depth);
  bool addOperation(LinearOffset &Sum, llvm::Value *V, int64_t Factor, OffsetSymbol::KindT Extension, unsigned Depth);
  void addQuery(LinearOffset &Sum, ValueClasses::Query Q, int64_t Factor);
  bool addProduct(LinearOffset &Sum, llvm::Value *A, llvm::Value *B, int64_t Factor);
  std::optional<LinearOffset> merged(llvm::PHINode &Phi, unsigned Depth);
  std::optional<uint64_t> remainderBy(llvm::Value *V, unsigned Depth);
  std::pair<llvm::Value *, int64_t> shiftedBack(llvm::Value *V);
  llvm::ConstantRange countedRange(llvm::PHINode &Phi, bool Signed, unsigned Depth);
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
