// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// AMD GPUs: intrinsics for ids; sizes are fields of the dispatch packet (HSA runtime specification, kernel dispatch
// packet) and of the implicit kernel arguments (LLVM's AMDGPU usage guide, "Hidden kernel arguments");
// llvm.amdgcn.implicit.offset of other SYCL compilers is a pointer to three i32, the global offset.
#include "IntrinsicDialect.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral ImplicitOffset = "llvm.amdgcn.implicit.offset";

// Three fields in a row.
struct Field {
  Builtin Kind;
  unsigned Offset, Size;
};
constexpr Field DispatchFields[] = {{Builtin::LocalSize, 4, 2}, {Builtin::GlobalSize, 12, 4}};
// Code object version 5 and later.
constexpr Field ImplicitFields[] = {
    {Builtin::NumGroups, 0, 4}, {Builtin::LocalSize, 12, 2}, {Builtin::GlobalOffset, 40, 8}};
constexpr Field ImplicitFieldsV4[] = {{Builtin::GlobalOffset, 0, 8}};
constexpr Field OffsetFields[] = {{Builtin::GlobalOffset, 0, 4}};

constexpr Intrinsic::ID LocalIds[] = {Intrinsic::amdgcn_workitem_id_x, Intrinsic::amdgcn_workitem_id_y,
                                      Intrinsic::amdgcn_workitem_id_z};
constexpr Intrinsic::ID GroupIds[] = {Intrinsic::amdgcn_workgroup_id_x, Intrinsic::amdgcn_workgroup_id_y,
                                      Intrinsic::amdgcn_workgroup_id_z};

ArrayRef<Field> implicitFields(const Module &M) {
  const auto *Version = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag("amdhsa_code_object_version"));
  return Version && Version->getZExtValue() < 500 ? ArrayRef<Field>(ImplicitFieldsV4) : ArrayRef<Field>(ImplicitFields);
}

const Field *find(ArrayRef<Field> Fields, Builtin Kind) {
  auto It = llvm::find_if(Fields, [&](const Field &F) { return F.Kind == Kind; });
  return It == Fields.end() ? nullptr : It;
}

class AmdgcnDialect : public IntrinsicDialect {
public:
  bool isKernel(const Function &F) const override { return genericDialect(false).isKernel(F); }
  void makeKernel(Function &New, const Function &Like) const override { New.setCallingConv(Like.getCallingConv()); }

  // The barrier itself orders nothing: memory is ordered by the fences around it.
  CallInst *emitBarrier(IRBuilderBase &B) const override {
    const SyncScope::ID Scope = B.getContext().getOrInsertSyncScopeID("workgroup");
    B.CreateFence(AtomicOrdering::Release, Scope);
    CallInst *Call = B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier, {});
    B.CreateFence(AtomicOrdering::Acquire, Scope);
    return Call;
  }

  Value *emitQuery(IRBuilderBase &B, Builtin Kind, unsigned Dimension) const override {
    if (Kind == Builtin::GlobalSize)
      return B.CreateZExt(emitBasic(B, Kind, Dimension), B.getInt64Ty());
    return IntrinsicDialect::emitQuery(B, Kind, Dimension);
  }

protected:
  std::optional<Query> queryOf(const CallBase &Call) const override {
    const Intrinsic::ID ID = Call.getIntrinsicID();
    if (ID == Intrinsic::amdgcn_wavefrontsize)
      return Query(Builtin::SubGroupMaxSize, 0);
    for (unsigned D = 0; D != 3; ++D) {
      if (ID == LocalIds[D])
        return Query(Builtin::LocalId, D);
      if (ID == GroupIds[D])
        return Query(Builtin::GroupId, D);
    }
    return std::nullopt;
  }

  bool isFieldPointer(const CallBase &Call, bool &Whole) const override {
    Whole = Call.getCalledFunction()->getName() == ImplicitOffset;
    return Whole || Call.getIntrinsicID() == Intrinsic::amdgcn_dispatch_ptr ||
           Call.getIntrinsicID() == Intrinsic::amdgcn_implicitarg_ptr;
  }

  std::optional<Query> fieldOf(const CallBase &Pointer, uint64_t Offset, uint64_t Size) const override {
    for (const Field &F : fieldsOf(Pointer))
      if (Size == F.Size && Offset >= F.Offset && Offset < F.Offset + 3 * F.Size && (Offset - F.Offset) % F.Size == 0)
        return Query(F.Kind, (Offset - F.Offset) / F.Size);
    return std::nullopt;
  }

  bool isBarrierIntrinsic(unsigned ID) const override { return ID == Intrinsic::amdgcn_s_barrier; }

  Value *emitBasic(IRBuilderBase &B, Builtin Kind, unsigned Dimension) const override {
    const unsigned D = std::min(Dimension, 2u);
    const Module &M = *B.GetInsertBlock()->getModule();
    switch (Kind) {
    case Builtin::LocalId:
      return B.CreateIntrinsic(LocalIds[D], {});
    case Builtin::GroupId:
      return B.CreateIntrinsic(GroupIds[D], {});
    case Builtin::SubGroupMaxSize:
      return B.CreateIntrinsic(Intrinsic::amdgcn_wavefrontsize, {});
    case Builtin::SubGroupLocalId: {
      Value *Low = B.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_lo, {B.getInt32(-1), B.getInt32(0)});
      return B.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_hi, {B.getInt32(-1), Low});
    }
    case Builtin::NumGroups:
      if (!find(implicitFields(M), Kind)) {
        return B.CreateUDiv(emitQuery(B, Builtin::GlobalSize, D), emitQuery(B, Builtin::LocalSize, D));
      }
      [[fallthrough]];
    default:
      return emitSize(B, M, Kind, D);
    }
  }

private:
  static ArrayRef<Field> fieldsOf(const CallBase &Pointer) {
    if (Pointer.getIntrinsicID() == Intrinsic::amdgcn_dispatch_ptr)
      return DispatchFields;
    if (Pointer.getIntrinsicID() == Intrinsic::amdgcn_implicitarg_ptr)
      return implicitFields(*Pointer.getModule());
    return OffsetFields;
  }

  static Value *emitSize(IRBuilderBase &B, const Module &M, Builtin Kind, unsigned D) {
    Function *Offset = M.getFunction(ImplicitOffset);
    if (Kind == Builtin::GlobalOffset && Offset && Offset->getReturnType()->isPointerTy() && Offset->arg_empty())
      return emitField(B, B.CreateCall(Offset), 4 * D, 32);
    Intrinsic::ID Source = Intrinsic::amdgcn_dispatch_ptr;
    const Field *F = find(DispatchFields, Kind);
    if (!F) {
      Source = Intrinsic::amdgcn_implicitarg_ptr;
      F = find(implicitFields(M), Kind);
    }
    return F ? emitField(B, B.CreateIntrinsic(Source, {}), F->Offset + D * F->Size, 8 * F->Size) : B.getInt64(0);
  }
};

} // namespace

const Dialect &amdgcnDialect() {
  static const AmdgcnDialect TheDialect;
  return TheDialect;
}

} // namespace syclfuse::fuser
