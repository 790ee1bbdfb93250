// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry that runs the entries of the parts of a kernel.
#include "KernelParts.h"
#include "Targets/Common/LoopEmitter.h"
#include "syclfuse/native_abi.h"

#include "llvm/IR/Module.h"

#include <cstddef>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Rows of a usual image, whose borders cost little then; with arrays of floats or doubles they stay in the second level
// cache.
constexpr uint64_t StripItems = 8192;

class PartsBuilder {
public:
  PartsBuilder(StringRef Name, ArrayRef<KernelPart> Parts, ArrayRef<Function *> Entries, bool ShareMemory)
      : Parts(Parts), Entries(Entries), ShareMemory(ShareMemory), C(Entries.front()->getContext()), B(C),
        I64(B.getInt64Ty()), F(Function::Create(Entries.front()->getFunctionType(), GlobalValue::ExternalLinkage, Name,
                                                Entries.front()->getParent())) {
    F->setAttributes(Entries.front()->getAttributes().removeFnAttributes(C));
    F->setDoesNotThrow();
    F->setVisibility(GlobalValue::HiddenVisibility);
    B.SetInsertPoint(BasicBlock::Create(C, "", F));
  }

  Function *run() {
    SmallVector<Value *, 4> States, Items;
    for (const KernelPart &P : Parts) {
      Items.push_back(P.Ranges.empty() ? nullptr : itemsOf(P));
      States.push_back(P.Ranges.empty() ? F->getArg(1) : stateOf(P));
    }
    auto RunParts = [&](Value *First, Value *Last) {
      for (auto [Entry, State, Most] : zip(Entries, States, Items)) {
        Value *Here = Most ? B.CreateBinaryIntrinsic(Intrinsic::umin, Last, Most) : Last;
        B.CreateCall(Entry, {F->getArg(0), State, First, Here});
      }
    };
    Value *Begin = F->getArg(2), *End = F->getArg(3);
    if (ShareMemory)
      emitStrips(Begin, End, RunParts);
    else
      RunParts(Begin, End);
    B.CreateRetVoid();
    return F;
  }

private:
  void emitStrips(Value *Begin, Value *End, function_ref<void(Value *, Value *)> Run) {
    Value *Size = B.getInt64(StripItems);
    Value *Strips = B.CreateUDiv(B.CreateAdd(B.CreateSub(End, Begin), B.getInt64(StripItems - 1)), Size);
    Value *IsBackwards = isBackwards(), *LastStrip = B.CreateSub(Strips, B.getInt64(1));
    emitLoop(B, B.getInt64(0), Strips, "strip", LoopKind::Rolled, [&](Value *Turn) {
      Value *N = B.CreateSelect(IsBackwards, B.CreateSub(LastStrip, Turn), Turn);
      Value *First = B.CreateAdd(Begin, B.CreateMul(N, Size, "", true, true), "", true, true);
      Run(First, B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateAdd(First, Size, "", true, true), End));
    });
  }

  Value *sizeOf(const OwnRange::Size &Size) {
    if (!Size.Argument)
      return B.getInt64(Size.Constant);
    Type *Ptr = F->getArg(0)->getType();
    Value *Address = B.CreateLoad(Ptr, B.CreateConstInBoundsGEP1_64(Ptr, F->getArg(0), *Size.Argument));
    return B.CreateAlignedLoad(I64, Address, Align(1));
  }

  // Of the longest of its ranges.
  Value *sizeOf(const KernelPart &P, unsigned D) {
    Value *Most = sizeOf(P.Ranges.front().Sizes[D]);
    for (const OwnRange &R : P.Ranges)
      if (!(R.Sizes[D] == P.Ranges.front().Sizes[D]))
        Most = B.CreateBinaryIntrinsic(Intrinsic::umax, Most, sizeOf(R.Sizes[D]));
    return Most;
  }

  Value *itemsOf(const KernelPart &P) { return B.CreateMul(B.CreateMul(sizeOf(P, 0), sizeOf(P, 1)), sizeOf(P, 2)); }

  // Of the launch: it begins where the one before it ended (LoopDirection.h).
  Value *isBackwards() {
    Value *Flags = B.CreateAlignedLoad(
        I64, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), F->getArg(1), offsetof(sycl_fuse_native_state, flags)),
        Align(8));
    return B.CreateICmpNE(B.CreateAnd(Flags, SYCL_FUSE_NATIVE_BACKWARDS), B.getInt64(0));
  }

  // The launch as the part sees it.
  Value *stateOf(const KernelPart &P) {
    constexpr uint64_t Words = sizeof(sycl_fuse_native_state) / 8;
    AllocaInst *State = B.CreateAlloca(ArrayType::get(I64, Words));
    State->setAlignment(Align(8));
    B.CreateMemCpy(State, Align(8), F->getArg(1), Align(8), 8 * Words);
    for (unsigned D = 0; D != 3; ++D) {
      Value *Size = sizeOf(P, D);
      for (size_t Offset :
           {offsetof(sycl_fuse_native_state, global_size), offsetof(sycl_fuse_native_state, num_groups)})
        B.CreateAlignedStore(Size, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), State, Offset + 8 * D), Align(8));
    }
    return State;
  }

  ArrayRef<KernelPart> Parts;
  ArrayRef<Function *> Entries;
  const bool ShareMemory;
  LLVMContext &C;
  IRBuilder<> B;
  Type *I64;
  Function *F;
};

} // namespace

Function *emitEntryOfParts(StringRef Name, ArrayRef<KernelPart> Parts, ArrayRef<Function *> Entries, bool ShareMemory) {
  return PartsBuilder(Name, Parts, Entries, ShareMemory).run();
}

} // namespace syclfuse::fuser
