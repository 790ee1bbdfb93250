// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OwnIds.h"

#include "Analysis/Dialects/Builtins.h"
#include "Support/Metadata.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {

bool OwnRange::isConstant() const {
  return all_of(Sizes, [](const Size &S) { return !S.Argument; });
}

uint64_t OwnRange::items() const { return Sizes[0].Constant * Sizes[1].Constant * Sizes[2].Constant; }

bool OwnRange::hasSameRows(const OwnRange &O) const {
  return !HasLocalIds && !O.HasLocalIds && Dims == O.Dims &&
         std::equal(Sizes.begin(), Sizes.begin() + Dims - 1, O.Sizes.begin());
}

// Of kernels whose sizes are known at run time only: fusion added all of them as arguments.
static SmallVector<OwnRange, 8> rangesOfArguments(const Function &F) {
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(F);
  if (!Sources) {
    consumeError(Sources.takeError());
    return {};
  }
  SmallVector<OwnRange, 8> Ranges;
  bool Any = false;
  for (auto [N, Source] : enumerate(*Sources)) {
    if (Source.Submission >= Ranges.size())
      Ranges.resize(Source.Submission + 1);
    OwnRange &R = Ranges[Source.Submission];
    R.HasLocalIds |= Source.Source == argument_source::local_size;
    if (Source.Source != argument_source::global_size || Source.Offset >= 3)
      continue;
    R.Sizes[Source.Offset].Argument = N;
    R.Dims = std::max(R.Dims, Source.Offset + 1);
    Any = true;
  }
  // One that asks for some of its sizes only has the work-groups of the launch.
  const bool Whole = all_of(Ranges, [](const OwnRange &R) {
    return R.Dims == 1 || all_of(ArrayRef(R.Sizes).take_front(R.Dims), [](auto &S) { return S.Argument; });
  });
  return Any && Whole ? Ranges : SmallVector<OwnRange, 8>();
}

SmallVector<OwnRange, 8> ownRanges(const Function &F) {
  Expected<std::vector<NDRange>> Known = readNDRanges(F);
  if (!Known) {
    consumeError(Known.takeError());
    return {};
  }
  if (Known->empty())
    return rangesOfArguments(F);
  SmallVector<OwnRange, 8> Ranges;
  for (const NDRange &N : *Known) {
    OwnRange &R = Ranges.emplace_back();
    R.Dims = N.Dims;
    for (unsigned D = 0; D != 3; ++D)
      R.Sizes[D].Constant = N.global(D);
  }
  return Ranges;
}

namespace {

class Finder {
public:
  Finder(Function &F, const OwnRange &R) : F(F), R(R) {}

  SmallVector<OwnId, 8> run() {
    SmallVector<OwnId, 8> Found;
    if (R.Dims == 1)
      return Found;
    for (Instruction &I : instructions(F))
      if (std::optional<unsigned> D = dimensionOf(I))
        Found.push_back({&I, *D});
    return Found;
  }

private:
  // Constant divisors that are powers of two are shifts and masks by now.
  static bool isQuotient(Value *V, Value *&Of, Value *&By) {
    const APInt *C;
    if (match(V, m_UDiv(m_Value(Of), m_Value(By))))
      return true;
    if (!match(V, m_LShr(m_Value(Of), m_APInt(C))) || C->uge(V->getType()->getScalarSizeInBits()))
      return false;
    By = ConstantInt::get(V->getType(), APInt(C->getBitWidth(), 1) << *C);
    return true;
  }
  static bool isRemainder(Value *V, Value *&Of, Value *&By) {
    const APInt *C;
    if (match(V, m_URem(m_Value(Of), m_Value(By))))
      return true;
    if (!match(V, m_And(m_Value(Of), m_LowBitMask(C))) || C->isAllOnes())
      return false;
    By = ConstantInt::get(V->getType(), *C + 1);
    return true;
  }

  // Constant ranges that fit in 32 bits are divided in 32 bits.
  Value *strip(Value *V) const {
    const bool IsNarrow = R.isConstant() && R.items() <= uint64_t(1) << 32;
    while (isa<ZExtInst, FreezeInst>(V) || (IsNarrow && isa<TruncInst>(V)))
      V = cast<Instruction>(V)->getOperand(0);
    return V;
  }

  // The dimension after those whose sizes, from dimension From on, make up By; From if they do not.
  unsigned after(unsigned From, Value *By) const {
    By = strip(By);
    if (auto *A = dyn_cast<Argument>(By))
      return R.Sizes[From].Argument == A->getArgNo() ? From + 1 : From;
    auto *C = dyn_cast<ConstantInt>(By);
    uint64_t Product = 1;
    for (unsigned D = From; C && D + 1 < R.Dims && !R.Sizes[D].Argument; ++D)
      if ((Product *= R.Sizes[D].Constant) == C->getZExtValue() && Product != 1)
        return D + 1;
    return From;
  }

  // How many dimensions V, a quotient of the linear id, is without.
  std::optional<unsigned> levelOf(Value *V) const {
    V = strip(V);
    if (auto *Call = dyn_cast<CallInst>(V)) {
      const Function *Callee = Call->getCalledFunction();
      if (Callee && classifyBuiltin(*Callee) == Builtin::GlobalLinearId)
        return 0;
      return std::nullopt;
    }
    Value *Of, *By;
    if (!isQuotient(V, Of, By))
      return std::nullopt;
    std::optional<unsigned> Level = levelOf(Of);
    if (!Level || *Level + 1 >= R.Dims)
      return std::nullopt;
    const unsigned After = after(*Level, By);
    return After == *Level ? std::nullopt : std::optional(After);
  }

  std::optional<unsigned> dimensionOf(Instruction &I) const {
    Value *Of, *By;
    if (isRemainder(&I, Of, By)) {
      std::optional<unsigned> Level = levelOf(Of);
      return Level && *Level + 1 < R.Dims && after(*Level, By) == *Level + 1 ? Level : std::nullopt;
    }
    if (!isQuotient(&I, Of, By))
      return std::nullopt;
    std::optional<unsigned> Level = levelOf(&I);
    return Level == R.Dims - 1 ? Level : std::nullopt;
  }

  Function &F;
  const OwnRange &R;
};

} // namespace

SmallVector<OwnId, 8> findOwnIds(Function &F, const OwnRange &R) { return Finder(F, R).run(); }

} // namespace syclfuse::fuser
