// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes of equal values in a kernel, whatever instruction computes them. A class may also have one value all through
// a work-item's run, or for all work-items of a work-group. Fused kernels need this: each of them computes its ids and
// indices by itself, in blocks that do not dominate each other.
#pragma once

#include "Analysis/Dialects/Dialect.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace llvm {
class LoopInfo;
class Type;
} // namespace llvm

namespace syclfuse::fuser {

class ValueClasses {
public:
  using Query = std::pair<Builtin, unsigned>; // with the dimension in SPIR-V order

  ValueClasses(const llvm::LoopInfo &Loops, llvm::ArrayRef<DialectQuery> Queries);

  // Values with one representative are equal where both are computed. Casts, arithmetic, comparisons and choices are
  // looked through; anything else stands for itself.
  const llvm::Value *representative(const llvm::Value *V);
  std::optional<Query> query(const llvm::Value *V) const;

  // One value in a run of the work-item: ids, arguments, what is computed from them, and what is in no loop.
  bool isInvariant(const llvm::Value *V) const { return isMadeOf(V, /*OfGroup=*/false, 0); }
  // One value in a work-group: arguments, sizes, ids of the group, and what is computed from them.
  bool isUniform(const llvm::Value *V) const { return isMadeOf(V, /*OfGroup=*/true, 0); }

private:
  bool isMadeOf(const llvm::Value *V, bool OfGroup, unsigned Depth) const;

  const llvm::LoopInfo &Loops;
  llvm::DenseMap<const llvm::Value *, Query> Queries;
  llvm::DenseMap<const llvm::Value *, const llvm::Value *> Representatives;
  std::map<Query, const llvm::Value *> FirstOfQuery;
  using Expression = std::tuple<unsigned, unsigned, const llvm::Type *, std::vector<const llvm::Value *>>;
  std::map<Expression, const llvm::Value *> FirstOfExpression; // looked up only, never walked
};

} // namespace syclfuse::fuser
