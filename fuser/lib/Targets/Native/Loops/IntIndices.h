// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `int i = item.get_id(0)`: index arithmetic of 32 bits over ids, and how large its results become.
#pragma once

#include "Targets/Common/LaunchConstants.h"
#include "Targets/Common/WorkItem.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class OverflowingBinaryOperator;
} // namespace llvm

namespace syclfuse::fuser {

using IdQuery = std::pair<Builtin, unsigned>; // and the dimension

// The product of its parts.
struct IndexTerm {
  std::optional<IdQuery> Id;
  llvm::Value *Shared = nullptr; // null: none; else the absolute value of one of 32 bits that all work-items share
  uint64_t Factor = 1;           // less than 2^31
  bool Unsigned = false;         // Shared is

  bool hasSameParts(const IndexTerm &Other) const {
    return Id == Other.Id && Shared == Other.Shared && Unsigned == Other.Unsigned;
  }
};

// An index lies between their sum and its negation.
using IndexBound = llvm::SmallVector<IndexTerm, 4>;

// Of a work-item function. OnlyLocal: local ids alone, which are small.
class IntIndices {
public:
  IntIndices(const WorkItemFunction &Item, bool OnlyLocal) : Item(Item), OnlyLocal(OnlyLocal) {}

  // The id of which V is the lower half.
  std::optional<IdQuery> truncatedId(const llvm::Value *V) const;
  // That of one that LLVM knows to be positive, extended again.
  std::optional<IdQuery> maskedId(const llvm::Value *V) const;

  bool containsId(const llvm::Value *V, unsigned Depth = 0) const;
  // Arithmetic that is the same in 64 bits, if the ids are below 2^31 and what wraps() says holds.
  bool isArithmetic(const llvm::Value *V) const;
  bool isDivision(const llvm::Value *V) const;
  static bool isSigned(const llvm::Instruction &Division);

  // For a sum or product with an id of which LLVM has forgotten that it does not wrap: it does not if its bound is at
  // most 2^31, of which a launch knows the parts. LLVM brings `x + n - 1` into the form `(n - 1) + x`, and makes shifts
  // of 64 bits of `a[6 * x]`. Nothing for random numbers, with which few launches would stay below 2^31. With OnlyLocal
  // what cannot wrap.
  std::optional<IndexBound> wraps(const llvm::Value *V) const;
  // The same for an extension of an unsigned index to an address, which is not below 0 either.
  std::optional<IndexBound> wrapsUnsigned(const llvm::Value *V) const;
  // Of a sum or product with an id; Unsigned: of numbers that are not below 0.
  std::optional<IndexBound> boundOfIndex(llvm::Value *V, bool Unsigned) const;
  bool reachesWrapping(const llvm::Value *V, unsigned Depth = 0) const;

  static constexpr unsigned MaxDepth = 6;

private:
  std::optional<IdQuery> queryOf(llvm::Value *V) const;
  bool isBitwise(const llvm::Value *V) const;
  bool neverWraps(const llvm::OverflowingBinaryOperator &O) const;
  bool isFirstOfGroup(const llvm::Value *V) const;
  bool isQueryOf(const llvm::Value *V, Builtin Kind) const;
  std::optional<IndexBound> boundOf(llvm::Value *V, bool Unsigned, unsigned Depth = 0) const;
  std::optional<IndexBound> boundOfProduct(llvm::Value *X, llvm::Value *Y, bool Unsigned, unsigned Depth) const;

  const WorkItemFunction &Item;
  const bool OnlyLocal;
};

// The number that an id is below: nothing for what is no id.
std::optional<uint64_t> boundOf(IdQuery Id, const LaunchConstants &L);

// One of its operands, an index of 32 bits.
bool isChoiceOfIndices(const llvm::Value *V);

} // namespace syclfuse::fuser
