// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelFusion.h"

#include "BarrierElision.h"
#include "DependenceCheck.h"
#include "FusedProperties.h"
#include "FusionPlan.h"
#include "KernelRemapping.h"
#include "RowItems.h"
#include "Support/KernelSignature.h"
#include "Support/MetadataReader.h"
#include "Support/PassDiagnostics.h"
#include "Support/UserNames.h"

#include "Analysis/Dialects/Dialect.h"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

using KernelArgument = FusionPlan::KernelArgument;

class Fuser {
public:
  explicit Fuser(FusionPlan &P) : P(P), M(*P.Kernels.front()->getParent()), C(M.getContext()) {}

  // If a kernel cannot be inlined or remapped the module stays as it was.
  Expected<Function *> run() {
    createFunction();
    createDebugInfo();
    callKernels();
    std::vector<SizeArgument> Sizes;
    if (Error E = fillIn().moveInto(Sizes)) {
      Fused->eraseFromParent();
      return std::move(E);
    }
    tagInstructions();
    dropInvariantLoads();
    mergeBlocks();
    addArguments(Sizes);
    attachMetadata(Sizes);
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
    for (auto [Arg, From] : zip(Fused->args(), P.Order)) {
      Arg.setName("k" + Twine(From.first) + "." + P.argument(From).getName());
      AttrBuilder Attributes = inheritedAttributes(From);
      Arg.addAttrs(Attributes);
    }
    Dialect::of(M).makeKernel(*Fused, First);
    inheritProperties(*Fused, P);
  }

  // What says how an argument is passed stays. What says how a kernel uses it (noalias, readonly, captures …) holds for
  // that kernel only: the inliner turns it into metadata of its instructions.
  AttrBuilder inheritedAttributes(KernelArgument From) {
    AttrBuilder Kept(C);
    const AttributeSet All = P.Kernels[From.first]->getAttributes().getParamAttrs(From.second);
    for (Attribute::AttrKind Kind : {Attribute::ByVal, Attribute::ByRef, Attribute::Alignment, Attribute::ZExt,
                                     Attribute::SExt, Attribute::InReg, Attribute::NoUndef})
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
    DISubprogram *Subprogram = Builder.createFunction(
        First->getFile(), P.Request.FusedName, P.Request.FusedName, First->getFile(), First->getLine(), Type,
        First->getLine(), DINode::FlagArtificial, DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
    Fused->setSubprogram(Subprogram);
    Builder.finalize();
  }

  // Each kernel's call stands in a block of its own, behind what belongs to it but is not its code. Inlining keeps what
  // it adds in front of the next kernel.
  void callKernels() {
    IRBuilder<> B(BasicBlock::Create(C, "entry", Fused));
    if (DISubprogram *Subprogram = Fused->getSubprogram())
      B.SetCurrentDebugLocation(DILocation::get(C, Subprogram->getLine(), 0, Subprogram));
    auto StartBlock = [&](const Twine &Name = "") {
      auto *BB = BasicBlock::Create(C, Name, Fused);
      B.CreateBr(BB);
      B.SetInsertPoint(BB);
      return BB;
    };
    BasicBlock *Guard = StartBlock();
    for (unsigned K = 0; K < P.Kernels.size(); ++K) {
      if (K && P.Request.Barriers)
        createBarrier(B);
      InlinedKernel Kernel{Guard, StartBlock("k" + Twine(K)), StartBlock(), nullptr};
      SmallVector<Value *, 8> Arguments;
      for (unsigned A : P.FusedArgument[K])
        Arguments.push_back(Fused->getArg(A));
      CallInst *Call = B.CreateCall(P.Kernels[K], Arguments);
      Call->setCallingConv(P.Kernels[K]->getCallingConv());
      Call->setAttributes(AttributeList::get(C, AttributeSet(), AttributeSet(), passedAttributes(K)));
      Kernel.Next = Guard = StartBlock();
      Calls.push_back(Call);
      Inlined.push_back(Kernel);
    }
    B.CreateRetVoid();
  }

  // The bodies of the kernels, each for its own ND-range.
  Expected<std::vector<SizeArgument>> fillIn() {
    for (unsigned K = 0; K < Calls.size(); ++K)
      if (Error E = inlineKernel(*Calls[K], K))
        return std::move(E);
    if (!P.Launch.isRemapped())
      return std::vector<SizeArgument>();
    return remapKernels(*Fused, P.Launch, Inlined, P.Request.Kernels);
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

  void createBarrier(IRBuilder<> &B) {
    Dialect::of(M).emitBarrier(B)->setMetadata(MDInsertedBarrier, MDNode::get(C, {}));
    Fused->setConvergent();
  }

  Error inlineKernel(CallInst &Call, unsigned K) {
    InlineFunctionInfo Info;
    InlineResult Result = InlineFunction(Call, Info, /*MergeAttributes=*/false);
    if (Result.isSuccess())
      return Error::success();
    return fuseError(diag::kernel_not_fusible,
                     {userName(*P.Kernels[K]), userName(M, P.Request.FusedName), Result.getFailureReason()},
                     *P.Kernels[K]);
  }

  // Memory that one kernel only reads may be what another one writes.
  void dropInvariantLoads() {
    if (P.Kernels.size() == 1)
      return;
    for (BasicBlock &BB : *Fused)
      for (Instruction &I : BB)
        I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
  }

  // What analyses need to tell kernels apart.
  void tagInstructions() {
    const unsigned Kind = C.getMDKindID(MDSubmission);
    for (auto [K, Kernel] : enumerate(Inlined)) {
      MDNode *Tag = MDNode::get(C, {integerMetadata(C, 32, K)});
      for (BasicBlock &BB : make_range(Kernel.Body->getIterator(), Kernel.Next->getIterator()))
        for (Instruction &I : BB)
          if ((I.mayReadOrWriteMemory() || isa<CallBase>(I)) && !isa<DbgInfoIntrinsic>(I))
            I.setMetadata(Kind, Tag);
    }
  }

  // Blocks that were needed to tell code apart.
  void mergeBlocks() {
    for (BasicBlock &BB : make_early_inc_range(*Fused))
      if (!BB.isEntryBlock())
        MergeBlockIntoPredecessor(&BB);
  }

  // LLVM functions cannot change their type.
  void addArguments(ArrayRef<SizeArgument> Sizes) {
    if (Sizes.empty())
      return;
    SmallVector<KernelParameter, 16> Parameters;
    for (Argument &Arg : Fused->args())
      Parameters.push_back({Arg.getType(), Fused->getAttributes().getParamAttrs(Arg.getArgNo()), Arg.getName().str()});
    for (const SizeArgument &Size : Sizes)
      Parameters.push_back({Size.Value->getType(), AttributeSet(), nameOf(Size)});
    Function *Old = Fused;
    Fused = moveBody(*Old, Parameters);
    for (Argument &Arg : Old->args())
      Arg.replaceAllUsesWith(Fused->getArg(Arg.getArgNo()));
    for (auto [I, Size] : enumerate(Sizes))
      Size.Value->replaceAllUsesWith(Fused->getArg(Old->arg_size() + I));
    finishMove(*Old);
  }

  static std::string nameOf(const SizeArgument &Size) {
    const char *Name = Size.Source == argument_source::global_size  ? ".global_size."
                       : Size.Source == argument_source::local_size ? ".local_size."
                                                                    : ".num_groups.";
    return "k" + std::to_string(Size.Submission) + Name + std::to_string(Size.Dimension);
  }

  void attachMetadata(ArrayRef<SizeArgument> Sizes) {
    uniteArgumentLists(*Fused, P);
    if (P.Sources) {
      for (const SizeArgument &Size : Sizes)
        P.Sources->push_back({Size.Source, Size.Submission, Size.Dimension, 8});
      writeArgumentSources(*Fused, *P.Sources);
    }
    std::vector<PromotedArgument> &Promotions = P.Request.Promotions;
    if (!Promotions.empty())
      Promotions.resize(Fused->arg_size());
    writePromotions(*Fused, Promotions);
    writeConstants(*Fused, P.Request.Constants);
    if (P.Launch.Range)
      writeNDRange(*Fused, *P.Launch.Range);
    // By rows kernels have loops of their own already.
    if (P.Launch.How == FusedLaunch::Form::Different && !P.Launch.isByRows())
      writeNDRanges(*Fused, P.Request.Ranges);
    if (P.Request.Launch)
      writeLaunch(*Fused, *P.Request.Launch);
    SmallVector<Metadata *, 4> Lost;
    for (unsigned K = 0; K < P.Kernels.size(); ++K)
      if (P.Launch.losesGroups(K))
        Lost.push_back(integerMetadata(C, 32, K));
    if (!Lost.empty())
      Fused->setMetadata(MDLostGroups, MDNode::get(C, Lost));
  }

  FusionPlan &P;
  Module &M;
  LLVMContext &C;
  Function *Fused = nullptr;
  SmallVector<CallInst *, 8> Calls;
  SmallVector<InlinedKernel, 8> Inlined;
};

} // namespace

// Removes what a fusion that failed left: intrinsics that inlining declared, functions copied for an ND-range.
static void eraseNewFunctions(Module &M, const SmallPtrSetImpl<const Function *> &Known) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : make_early_inc_range(M))
      if (!Known.contains(&F) && F.use_empty() && (F.isDeclaration() || F.hasInternalLinkage())) {
        F.eraseFromParent();
        Changed = true;
      }
  }
}

// How long the module's named lists are: kernels of PTX have a row in one of them.
using ListLengths = SmallVector<std::pair<NamedMDNode *, unsigned>, 4>;
static ListLengths lengthsOfLists(Module &M) {
  ListLengths Lengths;
  for (NamedMDNode &List : M.named_metadata())
    Lengths.emplace_back(&List, List.getNumOperands());
  return Lengths;
}
static void shortenLists(const ListLengths &Lengths) {
  for (auto [List, Length] : Lengths) {
    if (List->getNumOperands() == Length)
      continue;
    SmallVector<MDNode *, 8> Rows(llvm::make_range(List->op_begin(), std::next(List->op_begin(), Length)));
    List->clearOperands();
    for (MDNode *Row : Rows)
      List->addOperand(Row);
  }
}

Expected<FusedKernel> fuseKernels(Function &Stub, ExchangeCheck Check) {
  Expected<FusionPlan> P = planFusion(Stub);
  if (!P)
    return P.takeError();
  if (Error E = checkCompatible(*P))
    return std::move(E);
  SmallPtrSet<const Function *, 32> Known;
  for (const Function &F : *Stub.getParent())
    Known.insert(&F);
  const ListLengths Lists = lengthsOfLists(*Stub.getParent());
  // The stub may have the name of the fused kernel.
  const std::string StubName = Stub.getName().str();
  Stub.setName("");
  Expected<Function *> Fused = Fuser(*P).run();
  if (Fused && Check == ExchangeCheck::Now)
    foldRowItems(**Fused, /*MayCheck=*/false);
  if (Fused && Check == ExchangeCheck::Now)
    if (Error E = checkExchange(**Fused, P->Request.Kernels, P->Request.Barriers)) {
      (*Fused)->eraseFromParent();
      Fused = std::move(E);
    }
  if (!Fused) {
    Stub.setName(StubName);
    eraseNewFunctions(*Stub.getParent(), Known);
    shortenLists(Lists);
    return Fused.takeError();
  }
  Stub.replaceAllUsesWith(*Fused);
  Stub.eraseFromParent();
  return FusedKernel{*Fused, std::move(P->Request), P->Launch.Range};
}

PreservedAnalyses KernelFusionPass::run(Module &M, ModuleAnalysisManager &) {
  auto Fuse = [&](Function &Stub) -> Expected<Function *> {
    const bool Added = Options.NoBarriers && !Stub.hasMetadata(MDNoBarriers);
    if (Added)
      Stub.setMetadata(MDNoBarriers, MDNode::get(M.getContext(), {}));
    Expected<FusedKernel> Fused = fuseKernels(Stub);
    if (Fused)
      return Fused->F;
    if (Added) // the stub is still there, and as it was
      Stub.setMetadata(MDNoBarriers, nullptr);
    return Fused.takeError();
  };
  return replaceFunctions(M, [](const Function &F) { return F.hasMetadata(MDFused); }, Fuse);
}

} // namespace syclfuse::fuser
