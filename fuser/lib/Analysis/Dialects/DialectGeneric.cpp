// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIR, SPIR-V and host IR: the builtins of Builtins.def.
#include "Dialects.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral BarrierName = "_Z22__spirv_ControlBarrieriii";
// Execution and memory scope work-group; acquire-release of work-group and global memory.
constexpr unsigned WorkGroup = 2, AcquireReleaseAll = 0x308;

std::optional<Builtin> calledBuiltin(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  return F && F->isDeclaration() ? classifyBuiltin(*F) : std::nullopt;
}

class GenericDialect : public Dialect {
public:
  explicit GenericDialect(bool Spirv) {
    Generic = Spirv ? 4 : 0;
    Global = 1;
    Local = 3;
    Constant = 2;
    Private = 0;
  }

  bool isKernel(const Function &F) const override {
    const CallingConv::ID Convention = F.getCallingConv();
    return Convention == CallingConv::SPIR_KERNEL || Convention == CallingConv::PTX_Kernel ||
           Convention == CallingConv::AMDGPU_KERNEL;
  }

  void makeKernel(Function &New, const Function &Like) const override { New.setCallingConv(Like.getCallingConv()); }

  Expected<SmallVector<DialectQuery, 16>> findQueries(Function &F) const override {
    if (Error E = canonicalizeQueries(F))
      return std::move(E);
    SmallVector<DialectQuery, 16> Found;
    for (const QueryUse &Use : fuser::findQueries(F))
      if (Use.Call->getType()->isIntegerTy())
        Found.push_back({Use.Call, Use.Kind, Use.Dimension});
    return Found;
  }

  Value *emitQuery(IRBuilderBase &B, Builtin Kind, unsigned Dimension) const override {
    return emitQueryCall(B, Kind, Dimension);
  }

  bool isBarrier(const CallBase &Call) const override { return isGenericBarrier(Call); }

  CallInst *emitBarrier(IRBuilderBase &B) const override {
    Function &Barrier = barrierFunction(*B.GetInsertBlock()->getModule());
    CallInst *Call =
        B.CreateCall(&Barrier, {B.getInt32(WorkGroup), B.getInt32(WorkGroup), B.getInt32(AcquireReleaseAll)});
    Call->setConvergent();
    Call->setCallingConv(Barrier.getCallingConv());
    return Call;
  }

  bool needsGroup(const CallBase &Call) const override { return needsGroupGenerically(Call); }

  bool hasGlobalId() const override { return true; }

private:
  static Function &barrierFunction(Module &M) {
    Type *I32 = Type::getInt32Ty(M.getContext());
    auto *T = FunctionType::get(Type::getVoidTy(M.getContext()), {I32, I32, I32}, false);
    for (StringRef Name : {StringRef(BarrierName), StringRef("__spirv_ControlBarrier")})
      if (Function *Known = M.getFunction(Name); Known && Known->getFunctionType() == T)
        return *Known;
    Function *F = Function::Create(T, GlobalValue::ExternalLinkage, BarrierName, M);
    F->addFnAttr(Attribute::Convergent);
    F->addFnAttr(Attribute::NoUnwind);
    if (M.getTargetTriple().isSPIROrSPIRV())
      F->setCallingConv(CallingConv::SPIR_FUNC);
    return *F;
  }
};

} // namespace

bool isGenericBarrier(const CallBase &Call) { return calledBuiltin(Call) == Builtin::ControlBarrier; }

bool needsGroupGenerically(const CallBase &Call) {
  if (const std::optional<Builtin> Kind = calledBuiltin(Call))
    return *Kind == Builtin::ControlBarrier || isGroupFunction(*Kind);
  return Call.getIntrinsicID() != Intrinsic::not_intrinsic && Call.isConvergent();
}

const Dialect &genericDialect(bool Spirv) {
  static const GenericDialect OfSpirv(true), OfHosts(false);
  return Spirv ? OfSpirv : OfHosts;
}

} // namespace syclfuse::fuser
