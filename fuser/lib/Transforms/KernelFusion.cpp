// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Transforms/KernelFusion.h"

#include "BarrierElision.h"
#include "FusedProperties.h"
#include "FusionPlan.h"
#include "KernelSignature.h"
#include "MetadataReader.h"
#include "PassDiagnostics.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

using KernelArgument = FusionPlan::KernelArgument;

class Fuser {
public:
  explicit Fuser(FusionPlan &P) : P(P), M(*P.Kernels.front()->getParent()), C(M.getContext()) {}

  // If a kernel cannot be inlined the module stays as it was.
  Expected<Function *> run() {
    createFunction();
    createDebugInfo();
    SmallVector<std::pair<CallInst *, unsigned>, 8> Calls = callKernels();
    for (auto [Call, K] : Calls)
      if (Error E = inlineKernel(*Call, K)) {
        Fused->eraseFromParent();
        return std::move(E);
      }
    dropInvariantLoads();
    attachMetadata();
    return Fused;
  }

private:
  void createFunction() {
    SmallVector<Type *, 16> Types;
    for (KernelArgument A : P.Order)
      Types.push_back(P.argument(A).getType());
    const Function &First = *P.Kernels.front();
    Fused = Function::Create(FunctionType::get(Type::getVoidTy(C), Types, false), GlobalValue::ExternalLinkage,
                             First.getAddressSpace(), P.Request.FusedName, &M);
    Fused->setCallingConv(First.getCallingConv());
    for (auto [Arg, From] : zip(Fused->args(), P.Order)) {
      Arg.setName("k" + Twine(From.first) + "." + P.argument(From).getName());
      AttrBuilder Attributes = inheritedAttributes(From);
      Arg.addAttrs(Attributes);
    }
    inheritProperties(*Fused, P.Kernels);
  }

  // What says how an argument is passed stays. What says how a kernel uses it (noalias, readonly, captures …) holds for that
  // kernel only: the inliner turns it into metadata of its instructions.
  AttrBuilder inheritedAttributes(KernelArgument From) {
    AttrBuilder Kept(C);
    const AttributeSet All = P.Kernels[From.first]->getAttributes().getParamAttrs(From.second);
    for (Attribute::AttrKind Kind : {Attribute::ByVal, Attribute::Alignment, Attribute::ZExt, Attribute::SExt,
                                     Attribute::InReg, Attribute::NoUndef})
      if (All.hasAttribute(Kind))
        Kept.addAttribute(All.getAttribute(Kind));
    // Nobody writes to or shares an aggregate.
    if (All.hasAttribute(Attribute::ByVal) && All.hasAttribute(Attribute::ReadOnly))
      Kept.addAttribute(Attribute::ReadOnly).addAttribute(Attribute::NoAlias);
    return Kept;
  }

  // Inlined code needs a subprogram to be inlined into.
  void createDebugInfo() {
    auto WithInfo = find_if(P.Kernels, [](Function *Kernel) { return Kernel->getSubprogram(); });
    if (WithInfo == P.Kernels.end())
      return;
    const DISubprogram *First = (*WithInfo)->getSubprogram();
    DIBuilder Builder(M, false, First->getUnit());
    auto *Type = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
    DISubprogram *Subprogram =
        Builder.createFunction(First->getFile(), P.Request.FusedName, P.Request.FusedName, First->getFile(),
                               First->getLine(), Type, First->getLine(), DINode::FlagArtificial,
                               DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
    Fused->setSubprogram(Subprogram);
    Builder.finalize();
  }

  SmallVector<std::pair<CallInst *, unsigned>, 8> callKernels() {
    IRBuilder<> B(BasicBlock::Create(C, "entry", Fused));
    if (DISubprogram *Subprogram = Fused->getSubprogram())
      B.SetCurrentDebugLocation(DILocation::get(C, Subprogram->getLine(), 0, Subprogram));
    SmallVector<std::pair<CallInst *, unsigned>, 8> Calls;
    for (unsigned K = 0; K < P.Kernels.size(); ++K) {
      if (K && P.Request.Barriers)
        createBarrier(B);
      SmallVector<Value *, 8> Arguments;
      for (unsigned A : P.FusedArgument[K])
        Arguments.push_back(Fused->getArg(A));
      CallInst *Call = B.CreateCall(P.Kernels[K], Arguments);
      Call->setCallingConv(P.Kernels[K]->getCallingConv());
      Call->setAttributes(AttributeList::get(C, AttributeSet(), AttributeSet(), passedAttributes(K)));
      Calls.emplace_back(Call, K);
    }
    B.CreateRetVoid();
    return Calls;
  }

  SmallVector<AttributeSet, 8> passedAttributes(unsigned K) {
    SmallVector<AttributeSet, 8> Out;
    for (Argument &Arg : P.Kernels[K]->args()) {
      AttrBuilder Attributes(C);
      if (Arg.hasByValAttr())
        Attributes.addByValAttr(Arg.getParamByValType());
      if (MaybeAlign Alignment = Arg.getParamAlign())
        Attributes.addAlignmentAttr(Alignment);
      Out.push_back(AttributeSet::get(C, Attributes));
    }
    return Out;
  }

  // Execution and memory scope work-group; acquire-release of work-group and global memory.
  void createBarrier(IRBuilder<> &B) {
    Type *I32 = B.getInt32Ty();
    FunctionCallee Barrier =
        M.getOrInsertFunction("_Z22__spirv_ControlBarrieriii", FunctionType::get(B.getVoidTy(), {I32, I32, I32}, false));
    auto *Callee = dyn_cast<Function>(Barrier.getCallee());
    if (Callee && Callee->use_empty()) {
      Callee->addFnAttr(Attribute::Convergent);
      Callee->addFnAttr(Attribute::NoUnwind);
      if (M.getTargetTriple().isSPIROrSPIRV())
        Callee->setCallingConv(CallingConv::SPIR_FUNC);
    }
    CallInst *Call = B.CreateCall(Barrier, {B.getInt32(2), B.getInt32(2), B.getInt32(0x308)});
    Call->setConvergent();
    Call->setMetadata(MDInsertedBarrier, MDNode::get(C, {}));
    if (Callee)
      Call->setCallingConv(Callee->getCallingConv());
    Fused->setConvergent();
  }

  Error inlineKernel(CallInst &Call, unsigned K) {
    InlineFunctionInfo Info;
    InlineResult Result = InlineFunction(Call, Info, /*MergeAttributes=*/false);
    if (Result.isSuccess())
      return Error::success();
    return fuseError(diag::kernel_not_fusible,
                     {P.Request.Kernels[K], P.Request.FusedName, Result.getFailureReason()}, *P.Kernels[K]);
  }

  // Memory that one kernel only reads may be what another one writes.
  void dropInvariantLoads() {
    if (P.Kernels.size() == 1)
      return;
    for (BasicBlock &BB : *Fused)
      for (Instruction &I : BB)
        I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
  }

  void attachMetadata() {
    uniteArgumentLists(*Fused, P.Kernels, P.Order);
    if (P.Sources)
      writeArgumentSources(*Fused, *P.Sources);
    writePromotions(*Fused, P.Request.Promotions);
    writeConstants(*Fused, P.Request.Constants);
  }

  FusionPlan &P;
  Module &M;
  LLVMContext &C;
  Function *Fused = nullptr;
};

} // namespace

Expected<Function *> fuseKernels(Function &Stub) {
  Expected<FusionPlan> P = planFusion(Stub);
  if (!P)
    return P.takeError();
  // The stub may have the name of the fused kernel.
  const std::string StubName = Stub.getName().str();
  Stub.setName("");
  Expected<Function *> Fused = Fuser(*P).run();
  if (Fused) {
    Stub.replaceAllUsesWith(*Fused);
    Stub.eraseFromParent();
  } else {
    Stub.setName(StubName);
  }
  return Fused;
}

PreservedAnalyses KernelFusionPass::run(Module &M, ModuleAnalysisManager &) {
  return replaceFunctions(M, [](const Function &F) { return F.hasMetadata(MDFused); }, fuseKernels);
}

} // namespace syclfuse::fuser
