// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Transforms/Internalization.h"

#include "../Analysis/PromotableUses.h"
#include "KernelSignature.h"
#include "MetadataReader.h"
#include "PassDiagnostics.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Moves the accesses of one argument to private memory.
class PrivateMemory {
public:
  PrivateMemory(Argument &Pointer, uint64_t Size, PromotableUses &Uses)
      : Pointer(Pointer), Size(Size), Uses(Uses), DL(Pointer.getParent()->getDataLayout()),
        IndexType(cast<IntegerType>(DL.getIndexType(Pointer.getType()))) {}

  void promote() {
    createMemory();
    for (auto &[I, Operands] : Uses.Accesses)
      moveAccess(*I, Operands);
    for (Instruction *I : Uses.Droppable)
      I->eraseFromParent();
    for (auto &[V, Offset] : Uses.Pointers)
      if (auto *I = dyn_cast<Instruction>(V)) {
        I->replaceAllUsesWith(PoisonValue::get(I->getType()));
        I->eraseFromParent();
      }
  }

private:
  static Align accessAlign(const Instruction &I, unsigned Operand) {
    if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
      return (Operand == 0 ? Mem->getDestAlign() : cast<MemTransferInst>(Mem)->getSourceAlign()).valueOrOne();
    return getLoadStoreAlignment(&I);
  }

  void createMemory() {
    BasicBlock &Entry = Pointer.getParent()->getEntryBlock();
    IRBuilder<> B(&Entry, Entry.begin());
    Memory = B.CreateAlloca(ArrayType::get(B.getInt8Ty(), Size), DL.getAllocaAddrSpace(), nullptr,
                            Pointer.getName() + ".private");
    Align Alignment;
    for (auto &[I, Operands] : Uses.Accesses)
      for (unsigned Op : Operands)
        Alignment = std::max(Alignment, accessAlign(*I, Op));
    Memory->setAlignment(Alignment);
  }

  // The offset of a pointer from the argument in bytes, computed where the pointer is.
  Value *offsetOf(Value *V) {
    if (V == &Pointer)
      return ConstantInt::get(IndexType, 0);
    auto [It, New] = Offsets.try_emplace(V, nullptr);
    if (!New)
      return It->second;
    auto &I = *cast<Instruction>(V);
    if (auto *Phi = dyn_cast<PHINode>(&I)) {
      PHINode *Offset = IRBuilder<>(Phi).CreatePHI(IndexType, Phi->getNumIncomingValues());
      Offsets[V] = Offset; // before the incoming values: they may come back to it
      for (auto [Incoming, Block] : zip(Phi->incoming_values(), Phi->blocks()))
        Offset->addIncoming(offsetOf(Incoming), Block);
      return Offset;
    }
    Value *Offset = offsetOfInstruction(I);
    Offsets[V] = Offset;
    return Offset;
  }

  Value *offsetOfInstruction(Instruction &I) {
    IRBuilder<> B(&I);
    if (auto *Select = dyn_cast<SelectInst>(&I)) {
      Value *True = offsetOf(Select->getTrueValue()), *False = offsetOf(Select->getFalseValue());
      return B.CreateSelect(Select->getCondition(), True, False);
    }
    Value *From = offsetOf(I.getOperand(0));
    if (auto *GEP = dyn_cast<GetElementPtrInst>(&I))
      return B.CreateAdd(From, B.CreateSExtOrTrunc(emitGEPOffset(&B, DL, GEP), IndexType));
    return isa<FreezeInst>(I) ? B.CreateFreeze(From) : From;
  }

  // The address in private memory that takes the place of V, for an access right after B.
  std::pair<Value *, Align> place(Value *V, IRBuilder<> &B) {
    const OffsetCongruence Known = Uses.Pointers.find(V)->second;
    Align Alignment = commonAlignment(Memory->getAlign(), Known.Residue);
    if (Known.Modulus == Size && Known.Residue == 0)
      return {Memory, Alignment};
    if (Known.Modulus == Size)
      return {B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Known.Residue), Alignment};
    Value *Offset = B.CreateURem(offsetOf(V), ConstantInt::get(IndexType, Size));
    return {B.CreateInBoundsGEP(B.getInt8Ty(), Memory, Offset), commonAlignment(Alignment, Known.Modulus)};
  }

  void moveAccess(Instruction &I, ArrayRef<unsigned> Operands) {
    IRBuilder<> B(&I);
    if (auto *Mem = dyn_cast<MemIntrinsic>(&I))
      return moveIntrinsic(*Mem, Operands, B);
    auto [Place, Alignment] = place(I.getOperand(Operands.front()), B);
    I.setOperand(Operands.front(), Place);
    Alignment = std::min(Alignment, getLoadStoreAlignment(&I));
    if (auto *Load = dyn_cast<LoadInst>(&I))
      Load->setAlignment(Alignment);
    else
      cast<StoreInst>(I).setAlignment(Alignment);
  }

  // The types of the pointers are part of an intrinsic's name, so it is made anew.
  void moveIntrinsic(MemIntrinsic &Mem, ArrayRef<unsigned> Operands, IRBuilder<> &B) {
    auto Moved = [&](unsigned Op) -> std::pair<Value *, Align> {
      const Align Was = accessAlign(Mem, Op);
      if (!is_contained(Operands, Op))
        return {Mem.getOperand(Op), Was};
      auto [Place, Alignment] = place(Mem.getOperand(Op), B);
      return {Place, std::min(Alignment, Was)};
    };
    auto [Dest, DestAlign] = Moved(0);
    CallInst *New = nullptr;
    if (auto *Set = dyn_cast<MemSetInst>(&Mem)) {
      New = B.CreateMemSet(Dest, Set->getValue(), Set->getLength(), DestAlign);
    } else {
      auto [Source, SourceAlign] = Moved(1);
      // Elements that were apart may have the same place now.
      const bool MayOverlap = isa<MemMoveInst>(Mem) || Operands.size() == 2;
      New = MayOverlap ? B.CreateMemMove(Dest, DestAlign, Source, SourceAlign, Mem.getLength())
                       : B.CreateMemCpy(Dest, DestAlign, Source, SourceAlign, Mem.getLength());
    }
    New->setAAMetadata(Mem.getAAMetadata());
    Mem.eraseFromParent();
  }

  Argument &Pointer;
  const uint64_t Size;
  PromotableUses &Uses;
  const DataLayout &DL;
  IntegerType *const IndexType;
  AllocaInst *Memory = nullptr;
  DenseMap<Value *, Value *> Offsets;
};

// Adds SF3015 for Arg, at the instruction that is the reason.
void refuse(const Argument &Arg, const std::string &Why, const Instruction *At, diagnostics &Refusals) {
  std::vector<std::string> Arguments = {Arg.hasName() ? Arg.getName().str() : std::to_string(Arg.getArgNo()),
                                        Arg.getParent()->getName().str(), Why};
  report(At ? fuseError(diag::not_internalized, std::move(Arguments), *At)
            : fuseError(diag::not_internalized, std::move(Arguments), *Arg.getParent()),
         Refusals);
}

bool promoteArgument(Argument &Arg, const PromotedArgument &P, diagnostics &Refusals) {
  if (P.Kind == promotion::local_memory) {
    refuse(Arg, "promotion to local memory is not supported yet", nullptr, Refusals);
    return false;
  }
  if (!Arg.getType()->isPointerTy() || Arg.hasPassPointeeByValueCopyAttr()) {
    refuse(Arg, "it is no pointer to global memory", nullptr, Refusals);
    return false;
  }
  const uint64_t Size = P.Elements * P.ElementSize;
  PromotableUses Uses = findPromotableUses(Arg, Size, P.ElementSize);
  if (!Uses.Refusal.empty()) {
    refuse(Arg, Uses.Refusal, Uses.RefusedAt, Refusals);
    return false;
  }
  PrivateMemory(Arg, Size, Uses).promote();
  return true;
}

} // namespace

Expected<Function *> internalize(Function &F, diagnostics &Refusals) {
  Expected<std::vector<PromotedArgument>> Promotions = readPromotions(F);
  if (!Promotions)
    return Promotions.takeError();
  if (Promotions->empty())
    return &F;
  if (Promotions->size() != F.arg_size())
    return metadataError(MDPromote, F, Twine(Promotions->size()) + " entries for " + Twine(F.arg_size()) + " arguments");
  if (F.isDeclaration() || hasCallers(F))
    return metadataError(MDPromote, F, "the function is not defined, or is called");
  BitVector Promoted(F.arg_size());
  for (Argument &Arg : F.args())
    if (const PromotedArgument &P = (*Promotions)[Arg.getArgNo()]; P.Kind != promotion::none)
      Promoted[Arg.getArgNo()] = promoteArgument(Arg, P, Refusals);
  writePromotions(F, {});
  return Promoted.any() ? dropArguments(F, Promoted) : &F;
}

PreservedAnalyses InternalizationPass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    if (!F.hasMetadata(MDPromote) || F.hasMetadata(MDFused)) // A stub is for sycl-kernel-fusion.
      continue;
    diagnostics Refusals;
    Expected<Function *> New = internalize(F, Refusals);
    if (!New) {
      diagnose(M.getContext(), New.takeError());
      continue;
    }
    emitMissedRemarks(**New, "sycl-internalization", Refusals);
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
