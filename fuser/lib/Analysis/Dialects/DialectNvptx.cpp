// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX: special registers (LLVM's NVPTX usage guide), and llvm.nvvm.implicit.offset of other SYCL compilers, which stock
// LLVM reads as a function that it does not know: a pointer to three i32, the global offset.
#include "IntrinsicDialect.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral ImplicitOffset = "llvm.nvvm.implicit.offset";

struct Register {
  Intrinsic::ID ID;
  Builtin Kind;
};

constexpr Register Registers[3][4] = {
#define REGISTERS(D)                                                                                                   \
  {                                                                                                                    \
    {Intrinsic::nvvm_read_ptx_sreg_tid_##D, Builtin::LocalId},                                                         \
        {Intrinsic::nvvm_read_ptx_sreg_ctaid_##D, Builtin::GroupId},                                                   \
        {Intrinsic::nvvm_read_ptx_sreg_ntid_##D, Builtin::LocalSize}, {                                                \
      Intrinsic::nvvm_read_ptx_sreg_nctaid_##D, Builtin::NumGroups                                                     \
    }                                                                                                                  \
  }
    REGISTERS(x), REGISTERS(y), REGISTERS(z)
#undef REGISTERS
};

// {F, "kernel", i32 1} in nvvm.annotations. LLVM turns these into calling conventions as it reads a module; IR that was
// made in memory may still have them.
MDNode *kernelAnnotation(const Function &F) {
  const NamedMDNode *List = F.getParent()->getNamedMetadata("nvvm.annotations");
  for (unsigned I = 0; List && I < List->getNumOperands(); ++I) {
    MDNode *Node = List->getOperand(I);
    const auto *Of =
        Node->getNumOperands() == 3 ? dyn_cast_or_null<ValueAsMetadata>(Node->getOperand(0).get()) : nullptr;
    const auto *Key = Of ? dyn_cast_or_null<MDString>(Node->getOperand(1).get()) : nullptr;
    if (Of && Of->getValue() == &F && Key && Key->getString() == "kernel")
      return Node;
  }
  return nullptr;
}

class NvptxDialect : public IntrinsicDialect {
public:
  bool isKernel(const Function &F) const override { return genericDialect(false).isKernel(F) || kernelAnnotation(F); }

  void makeKernel(Function &New, const Function &Like) const override {
    New.setCallingConv(Like.getCallingConv());
    if (MDNode *Annotation = kernelAnnotation(Like)) {
      Metadata *Row[] = {ValueAsMetadata::get(&New), Annotation->getOperand(1), Annotation->getOperand(2)};
      New.getParent()->getNamedMetadata("nvvm.annotations")->addOperand(MDNode::get(New.getContext(), Row));
    }
  }

  StringRef groupScope() const override { return "block"; }
  bool isOneGroupWithoutLocalSize() const override { return true; }

  CallInst *emitBarrier(IRBuilderBase &B) const override {
    return B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {B.getInt32(0)});
  }

protected:
  std::optional<Query> queryOf(const CallBase &Call) const override {
    const Intrinsic::ID ID = Call.getIntrinsicID();
    if (ID == Intrinsic::nvvm_read_ptx_sreg_warpsize)
      return Query(Builtin::SubGroupMaxSize, 0);
    if (ID == Intrinsic::nvvm_read_ptx_sreg_laneid)
      return Query(Builtin::SubGroupLocalId, 0);
    for (unsigned D = 0; D != 3; ++D)
      for (const Register &R : Registers[D])
        if (ID == R.ID)
          return Query(R.Kind, D);
    return std::nullopt;
  }

  bool isFieldPointer(const CallBase &Call, bool &Whole) const override {
    Whole = true;
    return Call.getCalledFunction()->getName() == ImplicitOffset;
  }

  std::optional<Query> fieldOf(const CallBase &, uint64_t Offset, uint64_t Size) const override {
    if (Size != 4 || Offset % 4 || Offset > 8)
      return std::nullopt;
    return Query(Builtin::GlobalOffset, Offset / 4);
  }

  bool isBarrierIntrinsic(unsigned ID) const override {
    return ID == Intrinsic::nvvm_barrier_cta_sync_aligned_all || ID == Intrinsic::nvvm_barrier_cta_sync_all ||
           ID == Intrinsic::nvvm_barrier_cta_sync_aligned_count || ID == Intrinsic::nvvm_barrier_cta_sync_count;
  }

  Value *emitBasic(IRBuilderBase &B, Builtin Kind, unsigned Dimension) const override {
    if (Kind == Builtin::GlobalOffset) {
      Function *Offset = B.GetInsertBlock()->getModule()->getFunction(ImplicitOffset);
      const bool Known = Offset && Offset->getReturnType()->isPointerTy() && Offset->arg_empty();
      return Known && Dimension < 3 ? emitField(B, B.CreateCall(Offset), 4 * Dimension, 32) : B.getInt64(0);
    }
    if (Kind == Builtin::SubGroupMaxSize)
      return B.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_warpsize, {});
    if (Kind == Builtin::SubGroupLocalId)
      return B.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    for (const Register &R : Registers[std::min(Dimension, 2u)])
      if (R.Kind == Kind)
        return B.CreateIntrinsic(R.ID, {});
    return B.getInt64(0);
  }
};

} // namespace

const Dialect &nvptxDialect() {
  static const NvptxDialect TheDialect;
  return TheDialect;
}

} // namespace syclfuse::fuser
