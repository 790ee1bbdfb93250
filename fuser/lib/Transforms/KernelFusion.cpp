// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Transforms/KernelFusion.h"

#include "BarrierElision.h"
#include "FusedProperties.h"
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

using KernelArgument = FusionRequest::KernelArgument;

// What is decided before the module is changed.
struct Plan {
  FusionRequest Request;
  SmallVector<Function *, 8> Kernels;
  // By kernel and argument: the argument of the fused kernel.
  SmallVector<SmallVector<unsigned, 8>, 8> FusedArgument;
  // By argument of the fused kernel: where it comes from first.
  SmallVector<KernelArgument, 16> Order;
  // Absent if a kernel does not say where its arguments come from.
  std::optional<SmallVector<ArgumentSource, 16>> Sources;

  Argument &argument(KernelArgument A) const { return *Kernels[A.first]->getArg(A.second); }
};

class Planner {
public:
  explicit Planner(Function &Stub) : Stub(Stub) {}

  Expected<Plan> run() {
    if (Error E = readFusionStub(Stub).moveInto(P.Request))
      return std::move(E);
    for (auto Step : {&Planner::findKernels, &Planner::checkName, &Planner::checkRanges, &Planner::mapArguments,
                      &Planner::checkLists, &Planner::composeSources})
      if (Error E = (this->*Step)())
        return std::move(E);
    if (Error E = checkCompatible(P.Kernels, P.Request.FusedName))
      return std::move(E);
    return std::move(P);
  }

private:
  Error findKernels() {
    for (const std::string &Name : P.Request.Kernels) {
      Function *Kernel = Stub.getParent()->getFunction(Name);
      if (!Kernel || Kernel->isDeclaration())
        return fuseError(diag::kernel_not_in_ir, {Name}, Stub);
      auto Refuse = [&](const char *Why) {
        return fuseError(diag::kernel_not_fusible, {Name, P.Request.FusedName, Why}, *Kernel);
      };
      if (!Kernel->getReturnType()->isVoidTy() || Kernel->isVarArg())
        return Refuse("it is no kernel: it returns a value or takes a variable number of arguments");
      if (InlineResult Viable = isInlineViable(*Kernel); !Viable.isSuccess())
        return Refuse(Viable.getFailureReason());
      P.Kernels.push_back(Kernel);
    }
    return Error::success();
  }

  Error checkName() {
    const GlobalValue *Other = Stub.getParent()->getNamedValue(P.Request.FusedName);
    if (Other && Other != &Stub)
      return metadataError(MDFused, Stub, "the module already has a symbol '" + P.Request.FusedName + "'");
    return Error::success();
  }

  Error checkRanges() {
    if (P.Request.Ranges.empty())
      return Error::success();
    const NDRange &Fused = P.Request.Range ? *P.Request.Range : P.Request.Ranges.front();
    for (auto [I, Range] : enumerate(P.Request.Ranges)) {
      if (Range == Fused)
        continue;
      const bool LocalDiffers = Range.hasLocal() && Fused.hasLocal() && Range.Local != Fused.Local;
      return fuseError(LocalDiffers ? diag::local_size_differs : diag::nd_ranges_differ,
                       {P.Request.Kernels[I], P.Request.FusedName, LocalDiffers ? sizes(Range) : Range.str(),
                        LocalDiffers ? sizes(Fused) : Fused.str()},
                       *P.Kernels[I]);
    }
    return Error::success();
  }

  static std::string sizes(const NDRange &N) {
    std::string Out;
    for (unsigned I = 0; I < N.Dims; ++I)
      Out += (I ? "x" : "") + std::to_string(N.Local[I]);
    return Out;
  }

  // Groups the identical arguments, then numbers those of the fused kernel.
  Error mapArguments() {
    DenseMap<KernelArgument, KernelArgument> First;
    for (const std::vector<KernelArgument> &Group : P.Request.IdenticalArguments) {
      if (Group.size() < 2)
        return metadataError(MDParam, Stub, "a tuple has less than two arguments");
      for (KernelArgument A : Group) {
        if (A.first >= P.Kernels.size() || A.second >= P.Kernels[A.first]->arg_size())
          return metadataError(MDParam, Stub,
                               "there is no argument " + Twine(A.second) + " of kernel " + Twine(A.first));
        if (!First.try_emplace(A, *std::min_element(Group.begin(), Group.end())).second)
          return metadataError(MDParam, Stub, "argument " + Twine(A.second) + " of kernel " + Twine(A.first) +
                                                  " is listed twice");
        if (Error E = checkSameType(Group.front(), A))
          return E;
      }
    }
    for (unsigned K = 0; K < P.Kernels.size(); ++K) {
      P.FusedArgument.emplace_back();
      for (unsigned A = 0; A < P.Kernels[K]->arg_size(); ++A) {
        auto It = First.find({K, A});
        const bool Elided = It != First.end() && It->second != KernelArgument(K, A);
        P.FusedArgument[K].push_back(Elided ? P.FusedArgument[It->second.first][It->second.second] : P.Order.size());
        if (!Elided)
          P.Order.push_back({K, A});
      }
    }
    return Error::success();
  }

  Error checkSameType(KernelArgument A, KernelArgument B) {
    const Argument &X = P.argument(A), &Y = P.argument(B);
    if (X.getType() == Y.getType() && X.getParamByValType() == Y.getParamByValType())
      return Error::success();
    return metadataError(MDParam, Stub,
                         "argument " + Twine(B.second) + " of kernel " + Twine(B.first) +
                             " is declared identical to one of another type");
  }

  Error checkLists() {
    const size_t Count = P.Order.size();
    if (!P.Request.Promotions.empty() && P.Request.Promotions.size() != Count)
      return metadataError(MDPromote, Stub,
                           Twine(P.Request.Promotions.size()) + " entries for " + Twine(Count) + " arguments");
    for (const auto &[Index, Bytes] : P.Request.Constants)
      if (Index >= Count)
        return metadataError(MDConstants, Stub, "there is no argument " + Twine(Index));
    return Error::success();
  }

  // The kernel's own sources, with its place in the sequence for the submission.
  Error composeSources() {
    SmallVector<SmallVector<ArgumentSource, 8>, 8> ByKernel;
    for (Function *Kernel : P.Kernels) {
      auto Sources = readArgumentSources(*Kernel);
      if (!Sources)
        return Sources.takeError();
      ByKernel.push_back(std::move(*Sources));
    }
    if (!all_of(P.Kernels, [](Function *Kernel) { return Kernel->hasMetadata(MDArguments); }))
      return Error::success();
    P.Sources.emplace();
    for (auto [K, A] : P.Order) {
      ArgumentSource Source = ByKernel[K][A];
      Source.Submission = K;
      P.Sources->push_back(Source);
    }
    return Error::success();
  }

  Function &Stub;
  Plan P;
};

class Fuser {
public:
  explicit Fuser(Plan &P) : P(P), M(*P.Kernels.front()->getParent()), C(M.getContext()) {}

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

  Plan &P;
  Module &M;
  LLVMContext &C;
  Function *Fused = nullptr;
};

} // namespace

Expected<Function *> fuseKernels(Function &Stub) {
  Expected<Plan> P = Planner(Stub).run();
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
  bool Changed = false;
  for (Function &Stub : make_early_inc_range(M)) {
    if (!Stub.hasMetadata(MDFused))
      continue;
    Expected<Function *> Fused = fuseKernels(Stub);
    if (!Fused)
      diagnose(M.getContext(), Fused.takeError());
    else
      Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace syclfuse::fuser
