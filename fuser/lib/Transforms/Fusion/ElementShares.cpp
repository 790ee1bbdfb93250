// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ElementShares.h"

#include "NDRangeRemapping.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/FuseError.h"
#include "Support/KernelSignature.h"
#include "Support/Metadata.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {

bool hasShareLoop(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && Call->getCalledFunction() && classifyBuiltin(*Call->getCalledFunction()) == Builtin::PerElement;
  });
}

// Leaves the half of F that is for one element, or the other one.
static void keepHalf(Function &F, bool PerElement) {
  for (CallInst *Call : findCalls(F, Builtin::PerElement)) {
    Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), PerElement));
    Call->eraseFromParent();
  }
  SmallVector<Instruction *, 8> Work;
  for (Instruction &I : instructions(F))
    if (all_of(I.operands(), [](const Use &U) { return isa<Constant>(U.get()); }) && isa<CmpInst>(I))
      Work.push_back(&I);
  for (Instruction *I : Work)
    if (Constant *C = ConstantFoldInstruction(I, F.getDataLayout()))
      I->replaceAllUsesWith(C);
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
  removeUnreachableBlocks(F);
}

ShareLoop takeShareLoop(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration() || !isKernel(F) || !hasShareLoop(F))
      continue;
    ValueToValueMapTy Map;
    Function *Loop = CloneFunction(&F, Map);
    Loop->setName(F.getName() + ".shares");
    Loop->setLinkage(GlobalValue::InternalLinkage);
    Loop->setComdat(nullptr);
    Loop->setCallingConv(CallingConv::SPIR_FUNC);
    keepHalf(F, true);
    keepHalf(*Loop, false);
    return {Loop, F.getName().str()};
  }
  return {};
}

namespace {

class LoopFiller {
public:
  LoopFiller(Function &Element, Function &Loop, const SharedRange &Range)
      : Element(&Element), Loop(&Loop), Range(Range), M(*Element.getParent()), C(M.getContext()), D(Dialect::of(M)),
        Kind{Range.Constant ? Range.Constant->sizes() : launch_sizes{},
             Range.Constant && Range.Constant->hasLocal() ? range_kind::nd_range : range_kind::range,
             static_cast<uint8_t>(Range.Dims)} {}

  Expected<Function *> run() {
    if (Error E = readSources())
      return std::move(E);
    if (Error E = passElement())
      return std::move(E);
    joinArguments();
    shareRest();
    for (CallInst *Call : findCalls(*Loop, Builtin::DoElement))
      if (Error E = inlineElement(*Call))
        return std::move(E);
    keepValues();
    Element->eraseFromParent();
    return Loop;
  }

private:
  Error readSources() {
    for (auto [F, To] : {std::pair(Element, &ElementSources), std::pair(Loop, &LoopSources)})
      if (Error E = readArgumentSources(*F).moveInto(*To))
        return E;
    for (ArgumentSource &S : LoopSources)
      if (S.Source == argument_source::closure)
        S.Submission = Range.Submission;
    HasSources = ElementSources.size() == Element->arg_size() && LoopSources.size() == Loop->arg_size();
    return Error::success();
  }

  // The queries of Element become those of the element that it is given. Its arguments: its own, the element and the
  // sizes of the range.
  Error passElement() {
    auto Queries = D.findQueries(*Element);
    if (!Queries)
      return Queries.takeError();
    SmallVector<KernelParameter, 16> Parameters;
    for (Argument &Arg : Element->args())
      Parameters.push_back(
          {Arg.getType(), Element->getAttributes().getParamAttrs(Arg.getArgNo()), Arg.getName().str()});
    Type *Size = Type::getInt64Ty(C);
    Parameters.push_back({Size, AttributeSet(), "element"});
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      Parameters.push_back({Size, AttributeSet(), "size." + std::to_string(Dim)});
    Own = Element->arg_size();
    Function *Old = Element;
    Element = moveBody(*Old, Parameters);
    for (Argument &Arg : Old->args())
      Arg.replaceAllUsesWith(Element->getArg(Arg.getArgNo()));
    finishMove(*Old);
    Kernel = Element->getName().str();
    Convention = Element->getCallingConv();
    Element->setCallingConv(CallingConv::SPIR_FUNC);
    Element->setLinkage(GlobalValue::InternalLinkage);
    replaceQueries(*Queries);
    return Error::success();
  }

  void replaceQueries(ArrayRef<DialectQuery> Queries) {
    Instruction &Place = makePrologue(*Element);
    LaunchValues Launch(*Element, D);
    Value *Number = Element->getArg(Own), *Zero = ConstantInt::get(Number->getType(), 0);
    Launch.set(Builtin::GlobalLinearId, 0, Number);
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      Launch.set(Builtin::GlobalOffset, Dim, Zero);
    const auto Ids = runTimeIds(Kind, [&](Builtin Of, unsigned Dim) { return size(Of, Dim); }, Launch, Place);
    for (const DialectQuery &Q : Queries) {
      Value *New = Q.Kind == Builtin::GlobalLinearId || Q.Kind == Builtin::GlobalOffset
                       ? Launch.get(Q.Kind, Q.Dimension)
                       : Ids->get(Q.Kind, Q.Dimension);
      if (!New)
        continue;
      IRBuilder<> B(Q.At);
      Q.At->replaceAllUsesWith(B.CreateZExtOrTrunc(New, Q.At->getType()));
      Q.At->eraseFromParent();
    }
  }

  Value *size(Builtin Of, unsigned Dim) {
    if (!Range.Constant)
      return Element->getArg(Own + 1 + Dim);
    const uint64_t Global = Kind.global_size[Dim], Local = Kind.local_size[Dim];
    return ConstantInt::get(Type::getInt64Ty(C), Of == Builtin::GlobalSize  ? Global
                                                 : Of == Builtin::LocalSize ? Local
                                                                            : Global / Local);
  }

  // The loop with the arguments of both that are used. Passed has those of Element.
  void joinArguments() {
    SmallVector<KernelParameter, 16> Parameters;
    SmallVector<ArgumentSource, 16> Sources;
    auto Add = [&](Function &F, unsigned I, const ArgumentSource &Source) {
      Parameters.push_back({F.getArg(I)->getType(), F.getAttributes().getParamAttrs(I), F.getArg(I)->getName().str()});
      Sources.push_back(Source);
      return Parameters.size() - 1;
    };
    const ArgumentSource None;
    SmallVector<std::optional<unsigned>, 16> OfElement, OfLoop;
    for (unsigned I = 0; I < Element->arg_size(); ++I) {
      OfElement.emplace_back();
      if (Element->getArg(I)->use_empty() || I == Own)
        continue;
      const unsigned Dim = I - Own - 1;
      OfElement.back() = Add(*Element, I,
                             I > Own      ? ArgumentSource{argument_source::global_size, Range.Submission, Dim, 8}
                             : HasSources ? ElementSources[I]
                                          : None);
    }
    for (unsigned I = 0; I < Loop->arg_size(); ++I) {
      OfLoop.emplace_back();
      if (!Loop->getArg(I)->use_empty())
        OfLoop.back() = Add(*Loop, I, HasSources ? LoopSources[I] : None);
    }
    const unsigned FirstSize = Parameters.size();
    for (auto [K, R] : enumerate(Range.RunTimeRanges))
      for (unsigned Dim = 0; Dim < R.second; ++Dim) {
        Parameters.push_back({Type::getInt64Ty(C), AttributeSet(), ("k" + Twine(K) + ".size." + Twine(Dim)).str()});
        Sources.push_back({argument_source::global_size, static_cast<unsigned>(K), Dim, 8});
      }
    Function *Old = Loop;
    Loop = moveBody(*Old, Parameters);
    for (Argument &Arg : drop_begin(Loop->args(), FirstSize))
      Sizes.push_back(&Arg);
    for (Argument &Arg : Old->args())
      if (OfLoop[Arg.getArgNo()])
        Arg.replaceAllUsesWith(Loop->getArg(*OfLoop[Arg.getArgNo()]));
    finishMove(*Old);
    for (const std::optional<unsigned> &I : OfElement)
      Passed.push_back(I ? Loop->getArg(*I) : nullptr);
    describe(Sources);
  }

  // The number of elements of each kernel, at B.
  SmallVector<Value *, 8> elementCounts(IRBuilder<> &B) {
    SmallVector<Value *, 8> Counts;
    for (const NDRange &R : Range.Ranges)
      Counts.push_back(B.getInt64(R.global(0) * R.global(1) * R.global(2)));
    unsigned Next = 0;
    for (const auto &[Kind, Dims] : Range.RunTimeRanges) {
      Value *Count = B.getInt64(1);
      for (unsigned Dim = 0; Dim < Dims; ++Dim)
        Count = B.CreateNUWMul(Count, Sizes[Next++]);
      Counts.push_back(Count);
    }
    return Counts;
  }

  // Before the loop, in the order of the work-items: the elements of larger kernels that it does not have.
  void shareRest() {
    Instruction &Place = makePrologue(*Loop);
    IRBuilder<> B(&Place);
    const SmallVector<Value *, 8> Counts = elementCounts(B);
    if (all_of(Counts, [&](Value *Count) { return Count == Counts.back(); }))
      return;
    Value *Most = Counts.back(), *First = B.CreateNUWAdd(Most, D.emitQuery(B, Builtin::GlobalId, 0)),
          *Step = D.emitQuery(B, Builtin::GlobalSize, 0);
    for (Value *Count : Counts)
      Most = B.CreateBinaryIntrinsic(Intrinsic::umax, Most, Count);
    BasicBlock *Before = Place.getParent(), *After = Place.getSuccessor(0),
               *Body = BasicBlock::Create(C, "rest", Loop, After);
    B.CreateCondBr(B.CreateICmpULT(First, Most), Body, After);
    Place.eraseFromParent();
    B.SetInsertPoint(Body);
    PHINode *Number = B.CreatePHI(B.getInt64Ty(), 2);
    const CallInst *Like = findCalls(*Loop, Builtin::DoElement).front();
    B.CreateCall(Like->getCalledFunction(), Number)->setCallingConv(Like->getCallingConv());
    Value *Next = B.CreateNUWAdd(Number, Step);
    B.CreateCondBr(B.CreateICmpULT(Next, Most), Body, After);
    Number->addIncoming(First, Before);
    Number->addIncoming(Next, Body);
  }

  void describe(ArrayRef<ArgumentSource> Sources) {
    const AttributeList Mine = Loop->getAttributes();
    Loop->setAttributes(AttributeList::get(C, Element->getAttributes().getFnAttrs(), AttributeSet(), {})
                            .removeFnAttribute(C, Attribute::Memory)
                            .removeFnAttribute(C, Attribute::NoSync));
    for (Argument &Arg : Loop->args()) {
      AttrBuilder Attributes(C, Mine.getParamAttrs(Arg.getArgNo()));
      Arg.addAttrs(Attributes);
    }
    Loop->setConvergent();
    DISubprogram *Lines = Loop->getSubprogram();
    Loop->clearMetadata();
    Loop->setSubprogram(Lines);
    if (HasSources)
      writeArgumentSources(*Loop, Sources);
    Loop->setMetadata(MDAnySize, Element->getMetadata(MDAnySize));
    writeLaunch(*Loop, {range_kind::nd_range, 1});
    Element->setName(Kernel + ".element");
    Loop->setName(Kernel);
    Loop->setLinkage(GlobalValue::ExternalLinkage);
    Loop->setCallingConv(Convention);
  }

  Error inlineElement(CallInst &At) {
    IRBuilder<> B(&At);
    SmallVector<Value *, 16> Arguments;
    for (auto [Arg, Value] : zip(Element->args(), Passed))
      Arguments.push_back(Arg.getArgNo() == Own ? At.getArgOperand(0)
                          : Value               ? Value
                                                : PoisonValue::get(Arg.getType()));
    CallInst *Call = B.CreateCall(Element, Arguments);
    Call->setCallingConv(Element->getCallingConv());
    for (Argument &Arg : Element->args())
      if (Arg.hasByValAttr())
        Call->addParamAttr(Arg.getArgNo(), Attribute::getWithByValType(C, Arg.getParamByValType()));
    if (!Call->getDebugLoc() && Loop->getSubprogram())
      Call->setDebugLoc(DILocation::get(C, Loop->getSubprogram()->getLine(), 0, Loop->getSubprogram()));
    At.eraseFromParent();
    InlineFunctionInfo Info;
    const InlineResult Result = InlineFunction(*Call, Info);
    return Result.isSuccess() ? Error::success()
                              : fuseError(diag::kernel_not_fusible, {Kernel, Kernel, Result.getFailureReason()}, *Loop);
  }

  // Each value is one variable: put for an element, taken behind it.
  void keepValues() {
    IRBuilder<> Entry(&Loop->getEntryBlock(), Loop->getEntryBlock().begin());
    SmallVector<AllocaInst *, 4> Values;
    auto At = [&](Value *Number) {
      const uint64_t I = cast<ConstantInt>(Number)->getZExtValue();
      while (Values.size() <= I)
        Values.push_back(Entry.CreateAlloca(Entry.getInt64Ty(), nullptr, "value"));
      return Values[I];
    };
    for (CallInst *Put : findCalls(*Loop, Builtin::PutValue)) {
      IRBuilder<>(Put).CreateStore(Put->getArgOperand(1), At(Put->getArgOperand(0)));
      Put->eraseFromParent();
    }
    for (CallInst *Take : findCalls(*Loop, Builtin::TakeValue)) {
      Take->replaceAllUsesWith(IRBuilder<>(Take).CreateLoad(Take->getType(), At(Take->getArgOperand(0))));
      Take->eraseFromParent();
    }
  }

  Function *Element, *Loop;
  const SharedRange &Range;
  Module &M;
  LLVMContext &C;
  const Dialect &D;
  const submitted_range Kind;
  SmallVector<ArgumentSource, 8> ElementSources, LoopSources;
  bool HasSources = false;
  unsigned Own = 0; // arguments of Element before the element and its sizes
  std::string Kernel;
  CallingConv::ID Convention = CallingConv::SPIR_KERNEL;
  SmallVector<Value *, 16> Passed, Sizes;
};

} // namespace

Expected<Function *> putIntoLoop(Function &Element, const ShareLoop &Loop, const SharedRange &Range) {
  if (usesGroups(Element) && Element.getName() != Loop.Kernel)
    return fuseError(diag::kernel_not_fusible,
                     {Loop.Kernel, Element.getName().str(),
                      "its work-items take shares of the elements, and another kernel uses its work-groups"},
                     Element);
  return LoopFiller(Element, *Loop.Loop, Range).run();
}

} // namespace syclfuse::fuser
