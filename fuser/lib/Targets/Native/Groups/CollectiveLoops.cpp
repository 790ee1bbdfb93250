// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CollectiveLoops.h"
#include "Targets/Common/GroupOperations.h"
#include "Targets/Common/LoopEmitter.h"

#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned LanesOfReductions = 16;
constexpr unsigned MostCopies = 3; // of the loops for what a kernel does at several boundaries

bool isSame(const Collective &X, const Collective &Y) {
  return X.Kind == Y.Kind && X.SubGroup == Y.SubGroup && X.Operation == Y.Operation && X.Value == Y.Value &&
         X.Index == Y.Index && X.FixedIndex == Y.FixedIndex;
}

// A shuffle by a constant.
const ConstantInt *fixedShuffle(const Collective &C) {
  return C.Kind == Builtin::GroupBroadcast ? nullptr : dyn_cast_if_present<ConstantInt>(C.FixedIndex);
}

// Truth values are bytes in memory, but bits in a vector; there are no vectors of vectors.
bool hasLanes(const Type &T) { return !T.isIntegerTy(1) && !T.isVectorTy(); }

class CollectiveEmitter {
public:
  // IsWhole: of a sub-group of SubGroupSize work-items.
  CollectiveEmitter(IRBuilder<> &B, const Collective &C, const CollectiveArrays &Arrays, Value *First, Value *Last,
                    unsigned SubGroupSize, bool IsWhole)
      : B(B), C(C), Arrays(Arrays), First(First),
        Last(IsWhole ? B.CreateAdd(First, B.getInt64(SubGroupSize), "", true, true) : Last), SubGroupSize(SubGroupSize),
        IsWhole(IsWhole), T(C.Value) {}

  void emit(ArrayRef<Value *> LocalSize) {
    if (C.Kind == Builtin::GroupBroadcast)
      return give(B.CreateLoad(T, at(0, B.CreateAdd(First, broadcastIndex(LocalSize)))));
    if (C.isSameForAll())
      return give(reduce());
    isReduction(C.Kind) ? scan() : shuffle();
  }

private:
  Value *combine(Value *X, Value *Y) {
    Builtin Kind = C.Kind == Builtin::GroupAll   ? Builtin::GroupAnd
                   : C.Kind == Builtin::GroupAny ? Builtin::GroupOr
                                                 : C.Kind;
    return emitGroupOperation(B, Kind, X, Y);
  }

  Value *at(unsigned Array, Value *I) {
    auto [Base, Element] = Arrays.Arrays[Array];
    return B.CreateInBoundsGEP(Element, Base, I);
  }

  // `for (i = Start; i < End; ++i) Body(i)`
  void loop(Value *Start, Value *End, StringRef Name, function_ref<void(Value *)> Body) {
    emitLoop(B, Start, End, Name, LoopKind::Plain, Body);
  }

  BasicBlock *block(StringRef Name) {
    return BasicBlock::Create(B.getContext(), Name, B.GetInsertBlock()->getParent());
  }

  // A variable of the emitted loops; it becomes a register.
  AllocaInst *variable(Type *Kind) {
    BasicBlock &Top = B.GetInsertBlock()->getParent()->getEntryBlock();
    return IRBuilder<>(&Top, Top.begin()).CreateAlloca(Kind);
  }

  void give(Value *V) { B.CreateStore(V, Arrays.Arrays.back().first); }

  // Lane l of `Lanes` takes the values l, l + Lanes, ...; the halves of the lanes are combined until one is left, and
  // what fills no lanes follows in its order. The order is the same whatever the vectors of the target.
  Value *reduce() {
    BasicBlock *Short = block("reduce.short"), *Rest = block("reduce.rest");
    AllocaInst *Sum = variable(T), *From = variable(B.getInt64Ty());
    if (hasLanes(*T)) {
      BasicBlock *Lanewise = block("reduce.lanes");
      B.CreateCondBr(B.CreateICmpUGE(B.CreateSub(Last, First), B.getInt64(LanesOfReductions)), Lanewise, Short);
      B.SetInsertPoint(Lanewise);
      B.CreateStore(reduceLanes(From), Sum);
      B.CreateBr(Rest);
    } else {
      B.CreateBr(Short);
    }

    B.SetInsertPoint(Short);
    B.CreateStore(B.CreateLoad(T, at(0, First)), Sum);
    B.CreateStore(B.CreateAdd(First, B.getInt64(1)), From);
    B.CreateBr(Rest);

    B.SetInsertPoint(Rest);
    loop(B.CreateLoad(B.getInt64Ty(), From), Last, "reduce", [&](Value *I) { add(Sum, B.CreateLoad(T, at(0, I))); });
    return B.CreateLoad(T, Sum);
  }

  // Of at least as many values as there are lanes; where the rest begins is left in `From`.
  Value *reduceLanes(AllocaInst *From) {
    auto *Vector = FixedVectorType::get(T, LanesOfReductions);
    const Align Alignment = B.GetInsertBlock()->getModule()->getDataLayout().getABITypeAlign(T);
    auto Load = [&](Value *I) { return B.CreateAlignedLoad(Vector, at(0, I), Alignment); };
    AllocaInst *Sums = variable(Vector);
    B.CreateStore(Load(First), Sums);
    Value *Rounds = B.CreateUDiv(B.CreateSub(Last, First), B.getInt64(LanesOfReductions));
    auto Begin = [&](Value *Round) { return B.CreateAdd(First, B.CreateMul(Round, B.getInt64(LanesOfReductions))); };
    Value *Next = B.getInt64(1);
    if (C.Kind == Builtin::GroupFMin || C.Kind == Builtin::GroupFMax) {
      // Three instructions each, one after the other, for the sake of NaN: four rounds wait for each other once.
      Value *Four = B.getInt64(4), *Fours = B.CreateUDiv(B.CreateSub(Rounds, Next), Four);
      loop(B.getInt64(0), Fours, "reduce.fours", [&](Value *I) {
        Value *Here = B.CreateAdd(B.CreateMul(I, Four), Next);
        auto Of = [&](unsigned N) { return Load(Begin(B.CreateAdd(Here, B.getInt64(N)))); };
        Value *Low = combine(Of(0), Of(1)), *High = combine(Of(2), Of(3));
        add(Sums, combine(Low, High));
      });
      Next = B.CreateAdd(B.CreateMul(Fours, Four), Next);
    }
    loop(Next, Rounds, "reduce.lanes", [&](Value *Round) { add(Sums, Load(Begin(Round))); });
    B.CreateStore(Begin(Rounds), From);
    Value *All = B.CreateLoad(Vector, Sums);
    for (unsigned Half = LanesOfReductions / 2; Half; Half /= 2) {
      auto Low = to_vector(seq<int>(0, Half)), High = to_vector(seq<int>(Half, 2 * Half));
      All = combine(B.CreateShuffleVector(All, Low), B.CreateShuffleVector(All, High));
    }
    return B.CreateExtractElement(All, B.getInt64(0));
  }

  void add(AllocaInst *Sum, Value *V) { B.CreateStore(combine(B.CreateLoad(V->getType(), Sum), V), Sum); }

  void scan() {
    bool Inclusive = C.Operation == 1;
    Value *Start = B.CreateLoad(T, at(0, First)), *From = First;
    if (Inclusive)
      From = B.CreateAdd(First, B.getInt64(1));
    else
      Start = groupIdentity(C.Kind, T);
    AllocaInst *Sum = variable(T);
    B.CreateStore(Start, Sum);
    loop(From, Last, "scan", [&](Value *I) {
      Value *Before = B.CreateLoad(T, Sum), *After = combine(Before, B.CreateLoad(T, at(0, I)));
      B.CreateStore(After, Sum);
      B.CreateStore(Inclusive ? After : Before, at(0, I));
    });
  }

  Value *index(Value *I) {
    if (C.FixedIndex)
      return C.FixedIndex;
    return B.CreateLoad(C.Index, at(1, I));
  }

  // Uniform: the first work-item speaks for all.
  Value *broadcastIndex(ArrayRef<Value *> LocalSize) {
    Value *Index = index(First);
    auto *Vector = dyn_cast<FixedVectorType>(Index->getType());
    if (!Vector)
      return B.CreateZExtOrTrunc(Index, B.getInt64Ty());
    Value *Linear = B.getInt64(0);
    for (unsigned D = std::min(Vector->getNumElements(), 3u); D-- > 0;)
      Linear = B.CreateAdd(B.CreateMul(Linear, LocalSize[D]),
                           B.CreateZExtOrTrunc(B.CreateExtractElement(Index, D), B.getInt64Ty()));
    return Linear;
  }

  // Of a whole sub-group, by a constant: one shuffle of a vector.
  void shuffleWhole(const ConstantInt &By) {
    SmallVector<int, 32> Mask;
    for (uint64_t Own = 0; Own != SubGroupSize; ++Own) {
      uint64_t Other = By.getZExtValue();
      if (C.Kind == Builtin::ShuffleXor)
        Other ^= Own;
      else if (C.Kind == Builtin::ShuffleUp)
        Other = Own - Other;
      else if (C.Kind == Builtin::ShuffleDown)
        Other += Own;
      Mask.push_back(int(Other < SubGroupSize ? Other : Own));
    }
    const Align Alignment = B.GetInsertBlock()->getModule()->getDataLayout().getABITypeAlign(T);
    Value *All = B.CreateAlignedLoad(FixedVectorType::get(T, SubGroupSize), at(0, First), Alignment);
    B.CreateAlignedStore(B.CreateShuffleVector(All, Mask), at(Arrays.Arrays.size() - 1, First), Alignment);
  }

  void shuffle() {
    const ConstantInt *By = fixedShuffle(C);
    if (!By || !hasLanes(*T))
      return shuffleEach();
    if (IsWhole)
      return shuffleWhole(*By);
    BasicBlock *Whole = block("shuffle.whole"), *Part = block("shuffle.part"), *Done = block("shuffled");
    B.CreateCondBr(B.CreateICmpEQ(B.CreateSub(Last, First), B.getInt64(SubGroupSize)), Whole, Part);
    B.SetInsertPoint(Whole);
    shuffleWhole(*By);
    B.CreateBr(Done);
    B.SetInsertPoint(Part);
    shuffleEach();
    B.CreateBr(Done);
    B.SetInsertPoint(Done);
  }

  // Where there is no such work-item, SPIR-V leaves the value undefined: one's own.
  void shuffleEach() {
    Value *Count = B.CreateSub(Last, First);
    loop(First, Last, "shuffle", [&](Value *I) {
      Value *Own = B.CreateSub(I, First), *Given = B.CreateZExtOrTrunc(index(I), B.getInt64Ty()), *Other = Given;
      if (C.Kind == Builtin::ShuffleXor)
        Other = B.CreateXor(Own, Given);
      else if (C.Kind == Builtin::ShuffleUp)
        Other = B.CreateSub(Own, Given);
      else if (C.Kind == Builtin::ShuffleDown)
        Other = B.CreateAdd(Own, Given);
      Value *Taken = B.CreateSelect(B.CreateICmpULT(Other, Count), Other, Own);
      B.CreateStore(B.CreateLoad(T, at(0, B.CreateAdd(First, Taken))), at(Arrays.Arrays.size() - 1, I));
    });
  }

  IRBuilder<> &B;
  const Collective &C;
  const CollectiveArrays &Arrays;
  Value *First, *Last;
  const unsigned SubGroupSize;
  const bool IsWhole;
  Type *T;
};

} // namespace

bool CollectiveLoops::isShared(const Collective &C) const {
  if (C.SubGroup && AreWhole && fixedShuffle(C) && hasLanes(*C.Value))
    return false; // as long as a call
  return C.Kind != Builtin::GroupBroadcast &&
         count_if(All, [&](const Collective &Other) { return isSame(C, Other); }) > MostCopies;
}

// (addresses of the arrays, First, Last)
Function *CollectiveLoops::functionFor(const Collective &C, const CollectiveArrays &Arrays) {
  auto Known = find_if(Functions, [&](auto &Each) { return isSame(Each.first, C); });
  if (Known != Functions.end())
    return Known->second;
  LLVMContext &X = M.getContext();
  Type *I64 = Type::getInt64Ty(X);
  const size_t Count = Arrays.Arrays.size();
  SmallVector<Type *, 8> Parameters(Count, PointerType::getUnqual(X));
  Parameters.append(2, I64);
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(X), Parameters, false), GlobalValue::InternalLinkage,
                                 "sycl_fuse_collective", M);
  F->setDoesNotThrow();
  F->addFnAttr(Attribute::NoInline);
  CollectiveArrays Own = Arrays;
  for (size_t N = 0; N != Count; ++N) {
    F->addParamAttr(N, Attribute::NoAlias);
    Own.Arrays[N].first = F->getArg(N);
  }
  IRBuilder<> B(BasicBlock::Create(X, "", F));
  CollectiveEmitter(B, C, Own, F->getArg(Count), F->getArg(Count + 1), SubGroupSize, C.SubGroup && AreWhole).emit({});
  B.CreateRetVoid();
  Functions.push_back({C, F});
  return F;
}

void CollectiveLoops::emit(IRBuilder<> &B, const Collective &C, const CollectiveArrays &Arrays, Value *First,
                           Value *Last, ArrayRef<Value *> LocalSize) {
  if (C.Fence)
    B.CreateFence(AtomicOrdering::AcquireRelease);
  if (C.Kind == Builtin::ControlBarrier)
    return;
  if (!isShared(C))
    return CollectiveEmitter(B, C, Arrays, First, Last, SubGroupSize, C.SubGroup && AreWhole).emit(LocalSize);
  SmallVector<Value *, 8> Values;
  for (auto [Address, T] : Arrays.Arrays)
    Values.push_back(Address);
  Values.append({First, Last});
  B.CreateCall(functionFor(C, Arrays), Values);
}

} // namespace syclfuse::fuser
