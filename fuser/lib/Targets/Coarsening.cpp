// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Coarsening.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned WideBytes = 16;

class Coarsener {
public:
  explicit Coarsener(const WorkItemFunction &Item) : Item(Item), F(*Item.F) {}

  std::optional<CoarsenedItem> run() {
    if (F.size() != 1 || Item.UsesLocalMemory || !onlyGlobalId() || !analyze())
      return std::nullopt;
    emit();
    return std::move(Result);
  }

private:
  // Any other id would need its own value in each work-item.
  bool onlyGlobalId() {
    for (auto [N, Query] : enumerate(Item.Queries)) {
      if (Query == std::pair(Builtin::GlobalId, 0u))
        Id = F.getArg(Item.KernelArguments + N);
      else if (Query.first != Builtin::GlobalSize && Query.first != Builtin::GlobalOffset)
        return false;
    }
    return Id != nullptr;
  }

  bool analyze() {
    TargetLibraryInfoImpl Impl(F.getParent()->getTargetTriple());
    TargetLibraryInfo TLI(Impl);
    AssumptionCache AC(F);
    DominatorTree DT(F);
    LoopInfo LI(DT);
    ScalarEvolution SE(F, TLI, AC, DT, LI);
    uint64_t Size = 0;
    for (Instruction &I : F.getEntryBlock()) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer) {
        if (isa<AllocaInst, PHINode>(I) || I.mayReadOrWriteMemory() || I.isAtomic())
          return false;
        continue;
      }
      Type *T = getLoadStoreType(&I);
      uint64_t Here = F.getDataLayout().getTypeStoreSize(T);
      bool Simple = isa<LoadInst>(I) ? cast<LoadInst>(I).isSimple() : cast<StoreInst>(I).isSimple();
      if (!Simple || T->isVectorTy() || T->isAggregateType() || T->isPointerTy() || (Here != 4 && Here != 8) ||
          (Size && Here != Size) || !noteAccess(SE, I, *Pointer, Here))
        return false;
      Size = Here;
    }
    if (!Size)
      return false;
    Result.Items = WideBytes / Size;
    return true;
  }

  // Pointer must be argument + id * Size.
  bool noteAccess(ScalarEvolution &SE, Instruction &I, Value &Pointer, uint64_t Size) {
    const SCEV *Address = SE.getSCEV(&Pointer);
    auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
    auto *A = Base ? dyn_cast<Argument>(Base->getValue()) : nullptr;
    if (!A || A->getArgNo() >= Item.KernelArguments || A->hasByValAttr())
      return false;
    const SCEV *Wanted = SE.getMulExpr(SE.getConstant(Id->getType(), Size), SE.getSCEV(Id));
    if (SE.getMinusSCEV(Address, Base) != Wanted)
      return false;
    if (Result.ElementSizes.try_emplace(A->getArgNo(), Size).second)
      Result.WideArguments.push_back(A->getArgNo());
    return true;
  }

  // In lockstep: work-items of a range have no order, so each instruction runs for all of them before the next one
  // does.
  void emit() {
    Function *New =
        Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, F.getName() + ".wide", F.getParent());
    New->setAttributes(F.getAttributes());
    IRBuilder<> B(BasicBlock::Create(F.getContext(), "", New));
    for (auto [From, To] : zip(F.args(), New->args()))
      Copies[&From].assign(Result.Items, &To);
    for (unsigned N = 1; N != Result.Items; ++N)
      Copies[Id][N] = B.CreateAdd(Copies[Id][0], ConstantInt::get(Id->getType(), N), "", true, true);
    for (Instruction &I : F.getEntryBlock())
      if (!isa<ReturnInst>(I))
        emitInstruction(B, I);
    B.CreateRetVoid();
    Result.F = New;
  }

  Value *copy(Value *V, unsigned N) { return isa<Instruction, Argument>(V) ? Copies[V][N] : V; }

  void emitInstruction(IRBuilder<> &B, Instruction &I) {
    SmallVector<Value *, 4> New;
    if (auto *Load = dyn_cast<LoadInst>(&I)) {
      auto *T = FixedVectorType::get(I.getType(), Result.Items);
      LoadInst *Wide = B.CreateAlignedLoad(T, copy(Load->getPointerOperand(), 0), Align(WideBytes));
      for (unsigned N = 0; N != Result.Items; ++N)
        New.push_back(B.CreateExtractElement(Wide, N));
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Value *Wide = PoisonValue::get(FixedVectorType::get(Store->getValueOperand()->getType(), Result.Items));
      for (unsigned N = 0; N != Result.Items; ++N)
        Wide = B.CreateInsertElement(Wide, copy(Store->getValueOperand(), N), N);
      B.CreateAlignedStore(Wide, copy(Store->getPointerOperand(), 0), Align(WideBytes));
      return;
    } else {
      for (unsigned N = 0; N != Result.Items; ++N) {
        Instruction *Clone = I.clone();
        for (Use &U : Clone->operands())
          U = copy(U, N);
        New.push_back(B.Insert(Clone));
      }
    }
    Copies[&I].assign(New.begin(), New.end());
  }

  const WorkItemFunction &Item;
  Function &F;
  Argument *Id = nullptr;
  CoarsenedItem Result;
  DenseMap<Value *, SmallVector<Value *, 4>> Copies;
};

} // namespace

std::optional<CoarsenedItem> coarsen(const WorkItemFunction &Item) { return Coarsener(Item).run(); }

} // namespace syclfuse::fuser
