// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ValueClasses.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {

// What has a value that depends on its operands and nothing else.
static bool isExpression(const Instruction &I) { return isa<CastInst, BinaryOperator, CmpInst, SelectInst>(I); }

ValueClasses::ValueClasses(const LoopInfo &Loops, ArrayRef<DialectQuery> Found) : Loops(Loops) {
  for (const DialectQuery &Q : Found)
    Queries[Q.At] = {Q.Kind, Q.Dimension};
}

std::optional<ValueClasses::Query> ValueClasses::query(const Value *V) const {
  auto It = Queries.find(V);
  return It == Queries.end() ? std::nullopt : std::optional(It->second);
}

const Value *ValueClasses::representative(const Value *V) {
  if (auto It = Representatives.find(V); It != Representatives.end())
    return It->second;
  const Value *First = V;
  const auto *I = dyn_cast<Instruction>(V);
  // Queries of one kind may have several types.
  if (auto Q = query(V); Q && V->getType()->isIntegerTy(64)) {
    First = FirstOfQuery.try_emplace(*Q, V).first->second;
  } else if (I && isExpression(*I)) {
    std::vector<const Value *> Operands;
    for (const Use &U : I->operands())
      Operands.push_back(representative(U));
    const unsigned Predicate = isa<CmpInst>(I) ? cast<CmpInst>(I)->getPredicate() : 0;
    First =
        FirstOfExpression.try_emplace({I->getOpcode(), Predicate, I->getType(), std::move(Operands)}, V).first->second;
  }
  return Representatives[V] = First;
}

bool ValueClasses::isMadeOf(const Value *V, bool OfGroup, unsigned Depth) const {
  if (isa<Constant, Argument>(V))
    return true;
  if (auto Q = query(V))
    return !OfGroup || isUniformQuery(Q->first);
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > 16)
    return false;
  if (!OfGroup && !Loops.getLoopFor(I->getParent()))
    return true;
  return isExpression(*I) && all_of(I->operands(), [&](const Use &U) { return isMadeOf(U, OfGroup, Depth + 1); });
}

} // namespace syclfuse::fuser
