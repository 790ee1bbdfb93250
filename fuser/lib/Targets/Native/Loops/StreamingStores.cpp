// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamingStores.h"

#include "Support/AnalysisManagers.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral AlignedMarker = "__sycl_fuse_assume_aligned";

SmallVector<AssumeInst *, 4> assumptionsOfAlignment(Function &F) {
  SmallVector<AssumeInst *, 4> Found;
  for (Instruction &I : instructions(F))
    if (auto *Assume = dyn_cast<AssumeInst>(&I))
      if (Assume->getNumOperandBundles() == 1 && Assume->getOperandBundleAt(0).getTagName() == "align")
        Found.push_back(Assume);
  return Found;
}

struct AlignedStore {
  StoreInst *Store;
  AssumeInst *Assumption; // that says so
};

SmallVector<AlignedStore, 8> alignedVectorStores(Function &F, ArrayRef<AssumeInst *> Assumptions) {
  FunctionAnalyses Analyses(F);
  ScalarEvolution &SE = Analyses.SE;
  SmallVector<AlignedStore, 8> Found;
  for (Instruction &I : instructions(F)) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || !Store->isSimple() || !Store->getValueOperand()->getType()->isVectorTy())
      continue;
    uint64_t Size = F.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType());
    if (Size < 16 || Size > StreamAlignment || !isPowerOf2_64(Size))
      continue;
    const SCEV *Address = SE.getSCEV(Store->getPointerOperand());
    for (AssumeInst *Assume : Assumptions) {
      // Elsewhere the same address may not be aligned.
      if (!Analyses.Dominators.dominates(Assume, Store))
        continue;
      const SCEV *Base = SE.getSCEV(Assume->getOperandBundleAt(0).Inputs[0]);
      const SCEV *Distance = SE.getMinusSCEV(Address, Base);
      if (isa<SCEVCouldNotCompute>(Distance) || SE.getMinTrailingZeros(Distance) < Log2_64(Size))
        continue;
      Store->setAlignment(Align(Size));
      Found.push_back({Store, Assume});
      break;
    }
  }
  return Found;
}

// Leaves those of the widest loops. What a vector loop leaves over, and a narrower one stores, does not fill a cache
// line, and part of a line past the caches takes as long as many lines: 1,160 us in place of 256 for rows of 128.
void keepWidest(SmallVectorImpl<AlignedStore> &Stores) {
  DenseMap<std::pair<AssumeInst *, BasicBlock *>, uint64_t> BytesIn;
  DenseMap<AssumeInst *, uint64_t> Most;
  for (auto [Store, Assumption] : Stores) {
    uint64_t &Bytes = BytesIn[{Assumption, Store->getParent()}];
    Bytes += Store->getAlign().value();
    Most[Assumption] = std::max(Most[Assumption], Bytes);
  }
  erase_if(Stores,
           [&](const AlignedStore &S) { return BytesIn[{S.Assumption, S.Store->getParent()}] < Most[S.Assumption]; });
}

} // namespace

void emitStreamMarker(IRBuilder<> &B, Value *Address) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Marker = M.getOrInsertFunction(AlignedMarker, B.getVoidTy(), Address->getType());
  auto *F = cast<Function>(Marker.getCallee());
  F->setOnlyAccessesInaccessibleMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  B.CreateCall(Marker, {Address});
}

void materializeAssumptions(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || Call->getCalledFunction()->getName() != AlignedMarker)
      continue;
    IRBuilder<>(Call).CreateAlignmentAssumption(F.getDataLayout(), Call->getArgOperand(0), StreamAlignment);
    Call->eraseFromParent();
  }
}

void markStreamingStores(Module &M) {
  LLVMContext &C = M.getContext();
  if (Function *Marker = M.getFunction(AlignedMarker))
    Marker->eraseFromParent();
  MDNode *One = MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), 1)));
  for (Function &F : M) {
    if (!F.hasFnAttribute(StreamAttribute) || F.isDeclaration())
      continue;
    SmallVector<AlignedStore, 8> Stores = alignedVectorStores(F, assumptionsOfAlignment(F));
    keepWidest(Stores);
    for (const AlignedStore &S : Stores)
      S.Store->setMetadata(LLVMContext::MD_nontemporal, One);
    for (BasicBlock &BB : F)
      if (!Stores.empty() && isa<ReturnInst>(BB.getTerminator()))
        IRBuilder<>(BB.getTerminator()).CreateIntrinsic(Intrinsic::x86_sse_sfence, {});
  }
}

} // namespace syclfuse::fuser
