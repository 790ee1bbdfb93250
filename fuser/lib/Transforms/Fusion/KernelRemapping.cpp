// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelRemapping.h"

#include "NDRangeRemapping.h"
#include "RowItems.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Deeper nesting than any code that does not call itself.
constexpr unsigned DepthLimit = 64;

iterator_range<Function::iterator> blocksOf(const InlinedKernel &K) {
  return make_range(K.Body->getIterator(), K.Next->getIterator());
}

Function *calledDefinition(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  auto *Callee = Call ? dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts()) : nullptr;
  return Callee && !Callee->isDeclaration() ? Callee : nullptr;
}

// Tells functions apart that may ask for their work-item, themselves or in what they call.
class QueryReach {
public:
  bool mayQuery(Function &Root) {
    auto [It, New] = Known.try_emplace(&Root, false);
    if (!New)
      return It->second;
    SetVector<Function *> Reached;
    Reached.insert(&Root);
    bool Found = false;
    for (unsigned N = 0; N < Reached.size() && !Found; ++N)
      for (Instruction &I : instructions(*Reached[N])) {
        Found |= asks(I);
        if (Function *Callee = calledDefinition(I))
          Reached.insert(Callee);
      }
    return Known[&Root] = Found;
  }

private:
  static bool asks(const Instruction &I) {
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *F = Call->getCalledFunction(); F && F->isDeclaration()) {
        const std::optional<Builtin> Kind = classifyBuiltin(*F);
        const Intrinsic::ID ID = F->getIntrinsicID();
        if ((Kind && isQuery(*Kind)) || Intrinsic::isTargetIntrinsic(ID) ||
            (ID == Intrinsic::not_intrinsic && F->getName().starts_with("llvm.")))
          return true;
      }
    return any_of(I.operands(), [](const Use &U) {
      const auto *G = U->getType()->isPointerTy() ? dyn_cast<GlobalVariable>(getUnderlyingObject(U.get())) : nullptr;
      return G && classifyBuiltin(*G);
    });
  }

  DenseMap<const Function *, bool> Known;
};

class KernelRemapper {
public:
  KernelRemapper(Function &Fused, const FusedLaunch &Launch, ArrayRef<InlinedKernel> Kernels,
                 ArrayRef<std::string> Names)
      : Fused(Fused), L(Launch), Kernels(Kernels), Names(Names), D(Dialect::of(*Fused.getParent())) {}

  Error run() {
    for (unsigned K = 0; K < Kernels.size(); ++K)
      if (L.How == FusedLaunch::Form::RunTime || L.isInBlocks(K))
        if (Error E = inlineQueries(K))
          return E;
    auto Queries = D.findQueries(Fused);
    if (!Queries)
      return Queries.takeError();
    DenseMap<const BasicBlock *, unsigned> KernelOf;
    for (auto [K, Kernel] : enumerate(Kernels))
      for (BasicBlock &BB : blocksOf(Kernel))
        KernelOf[&BB] = K;
    SmallVector<SmallVector<DialectQuery, 8>, 8> ByKernel(Kernels.size());
    for (const DialectQuery &Q : *Queries)
      if (auto It = KernelOf.find(Q.At->getParent()); It != KernelOf.end())
        ByKernel[It->second].push_back(Q);
    LaunchValues Values(Fused, D);
    for (unsigned K = 0; K < Kernels.size(); ++K)
      if (Error E = remapKernel(K, ByKernel[K], Values)) {
        for (Function *Copy : CopiesMade)
          Copy->dropAllReferences();
        dropUsesOf(CopiesMade.getArrayRef());
        return E;
      }
    return Error::success();
  }

  std::vector<SizeArgument> takeSizes() {
    std::vector<SizeArgument> Out;
    for (auto &[Key, Size] : Sizes)
      Out.push_back(std::move(Size));
    return Out;
  }

private:
  // Fused is thrown away as well: nothing needs the copies.
  void dropUsesOf(ArrayRef<Function *> Copies) {
    for (Function *Copy : Copies) {
      Copy->replaceAllUsesWith(PoisonValue::get(Copy->getType()));
      Copy->eraseFromParent();
    }
  }

  Error refuse(unsigned K, const std::string &Why, const Instruction &At) {
    return fuseError(diag::kernel_not_fusible, {userName(*Fused.getParent(), Names[K]), userName(Fused), Why}, At);
  }

  Error remapKernel(unsigned K, ArrayRef<DialectQuery> Queries, LaunchValues &Values) {
    const InlinedKernel &Kernel = Kernels[K];
    if (L.isInBlocks(K)) {
      replace(Queries, *loopOverBlock(K, Values));
      return Error::success();
    }
    std::unique_ptr<RemappedIds> Ids = makeIds(K, Values, *Kernel.Prologue->getTerminator());
    IRBuilder<> B(Kernel.Guard->getTerminator());
    if (Value *TakesPart = Ids->guard(B)) {
      B.CreateCondBr(TakesPart, Kernel.Prologue, Kernel.Next);
      Kernel.Guard->getTerminator()->eraseFromParent();
    }
    if (L.isByRows() && L.How != FusedLaunch::Form::RunTime && L.Launch.dimensions == 1 && has_groups(L.Launch))
      replaceGlobalIds(Kernel, Queries, Values);
    replace(Queries, *Ids);
    if (L.How == FusedLaunch::Form::RunTime)
      return Error::success();
    for (BasicBlock &BB : blocksOf(Kernel))
      if (Error E = specializeCalls(BB, K))
        return E;
    return Error::success();
  }

  // By the work-group and the place in it: where a sub-group does a row, its quotient of the global id is a row, too.
  void replaceGlobalIds(const InlinedKernel &Kernel, ArrayRef<DialectQuery> Queries, LaunchValues &Values) {
    IRBuilder<> B(Kernel.Prologue->getTerminator());
    const uint64_t Local = L.Launch.local_size[0];
    Value *Group = markRowItem(B, Values.unit(L.Launch), L.Launch.global_size[0] / Local, /*OfGroup=*/true);
    Value *Place = markRowItem(B, Values.placeInUnit(L.Launch), Local, /*OfGroup=*/true);
    Value *Id = B.CreateNUWAdd(B.CreateNUWMul(Group, B.getInt64(Local)), Place);
    for (const DialectQuery &Q : Queries)
      if (Q.Kind == Builtin::GlobalLinearId || (Q.Kind == Builtin::GlobalId && Q.Dimension == 0)) {
        IRBuilder<> At(Q.At);
        Q.At->replaceAllUsesWith(At.CreateZExtOrTrunc(Id, Q.At->getType()));
      }
  }

  // Each work-item of a unit does every n-th work-item of the kernel's block, where n is the size of the unit:
  // neighbours go on accessing neighbours.
  std::unique_ptr<RemappedIds> loopOverBlock(unsigned K, LaunchValues &Values) {
    const InlinedKernel &Kernel = Kernels[K];
    Value *First = Values.placeInUnit(L.Launch), *Step = Values.unitSize(L.Launch);
    IRBuilder<> B(Kernel.Guard->getTerminator());
    RowItem Item{Values.unit(L.Launch), First, nullptr, 0};
    Item.Size = blockSize(K, Values, Item.InnerDims);
    const uint64_t Block = *L.Blocks[K];
    const auto *Items = dyn_cast<ConstantInt>(Step);
    if (Block == 0 || !Items || Items->getValue().ult(Block)) {
      Item.InBlock = makeLoop(Kernel, First, Step, Item.Size);
    } else if (Items->getValue().ugt(Block)) {
      B.CreateCondBr(B.CreateICmpULT(First, Item.Size), Kernel.Prologue, Kernel.Next);
      Kernel.Guard->getTerminator()->eraseFromParent();
    }
    B.SetInsertPoint(Kernel.Prologue->getTerminator());
    Item.Unit = markRowItem(B, Item.Unit, Block == 0 ? 0 : work_items(L.Kernels[K]) / Block);
    Item.InBlock = markRowItem(B, Item.InBlock, Block);
    return rowIds(L.Kernels[K], Item, sizesOf(K), Values, *Kernel.Prologue->getTerminator());
  }

  // Inner: how many dimensions make up a block, if it is known. In code for all sizes the slowest one counts the rows.
  Value *blockSize(unsigned K, LaunchValues &Values, unsigned &Inner) {
    const submitted_range &Range = L.Kernels[K];
    Value *Units = Values.units(L.Launch);
    IRBuilder<> B(Fused.getEntryBlock().getTerminator());
    Value *Size = nullptr;
    if (const uint64_t Block = *L.Blocks[K]) {
      Size = B.getInt64(Block);
      uint64_t Items = 1;
      for (unsigned D = 0; D < Range.dimensions && Inner == 0; ++D)
        Inner = (Items *= Range.global_size[D]) == Block ? D + 1 : 0;
    } else if (Range.dimensions == 1) {
      Size = B.CreateUDiv(sizeOf(K, Builtin::GlobalSize, 0), Units);
    } else {
      Inner = Range.dimensions - 1;
      for (unsigned D = 0; D < Inner; ++D)
        Size = D == 0 ? sizeOf(K, Builtin::GlobalSize, 0) : B.CreateNUWMul(Size, sizeOf(K, Builtin::GlobalSize, D));
    }
    return Size;
  }

  // Around the kernel: for (b = 0; b < End; b += Step) if (b + First < End). All work-items go round equally often, so
  // that on processors the rounds can be around the work-items; there is one. Gives b + First.
  Value *makeLoop(const InlinedKernel &Kernel, Value *First, Value *Step, Value *End) {
    auto *Header = BasicBlock::Create(Fused.getContext(), "", &Fused, Kernel.Prologue);
    auto *Latch = BasicBlock::Create(Fused.getContext(), "", &Fused, Kernel.Next);
    for (BasicBlock &BB : blocksOf(Kernel))
      if (&BB != Latch)
        BB.getTerminator()->replaceSuccessorWith(Kernel.Next, Latch);
    Kernel.Guard->getTerminator()->replaceSuccessorWith(Kernel.Prologue, Header);
    const auto *Number = dyn_cast<ConstantInt>(End), *Items = dyn_cast<ConstantInt>(Step);
    const bool AreWhole = Number && Items && Number->getValue().urem(Items->getValue()) == 0;
    IRBuilder<> B(Header);
    PHINode *Begin = B.CreatePHI(B.getInt64Ty(), 2);
    Value *Item = B.CreateNUWAdd(Begin, First);
    if (AreWhole)
      B.CreateBr(Kernel.Prologue);
    else
      B.CreateCondBr(B.CreateICmpULT(Item, End), Kernel.Prologue, Latch);
    B.SetInsertPoint(Latch);
    Value *Following = B.CreateNUWAdd(Begin, Step);
    B.CreateCondBr(B.CreateICmpULT(Following, End), Header, Kernel.Next);
    Begin->addIncoming(B.getInt64(0), Kernel.Guard);
    Begin->addIncoming(Following, Latch);
    return Item;
  }

  std::unique_ptr<RemappedIds> makeIds(unsigned K, LaunchValues &Values, Instruction &Place) {
    const submitted_range &Range = L.Kernels[K];
    if (L.How != FusedLaunch::Form::RunTime)
      return constantIds(Range, L.Launch, Values, Place);
    return runTimeIds(Range, sizesOf(K), Values, Place);
  }

  SizeFn sizesOf(unsigned K) {
    return [this, K](Builtin Kind, unsigned Dimension) { return sizeOf(K, Kind, Dimension); };
  }

  // A constant, or an argument.
  Value *sizeOf(unsigned K, Builtin Kind, unsigned Dimension) {
    if (L.How != FusedLaunch::Form::RunTime) {
      const uint64_t All = L.Kernels[K].global_size[Dimension], Local = L.Kernels[K].local_size[Dimension];
      return ConstantInt::get(Type::getInt64Ty(Fused.getContext()), Kind == Builtin::GlobalSize  ? All
                                                                    : Kind == Builtin::LocalSize ? Local
                                                                                                 : All / Local);
    }
    const argument_source Source = Kind == Builtin::GlobalSize  ? argument_source::global_size
                                   : Kind == Builtin::LocalSize ? argument_source::local_size
                                                                : argument_source::num_groups;
    SizeArgument &Size = Sizes[{K, static_cast<unsigned>(Source), Dimension}];
    if (!Size.Value)
      Size = {K, Source, Dimension, std::make_unique<Argument>(Type::getInt64Ty(Fused.getContext()))};
    return Size.Value.get();
  }

  static void replace(ArrayRef<DialectQuery> Queries, RemappedIds &Ids) {
    for (const DialectQuery &Q : Queries) {
      Value *New = Ids.get(Q.Kind, Q.Dimension);
      if (!New)
        continue;
      IRBuilder<> B(Q.At);
      Q.At->replaceAllUsesWith(B.CreateZExtOrTrunc(New, Q.At->getType()));
      auto *Load = dyn_cast<LoadInst>(Q.At);
      Value *Address = Load ? Load->getPointerOperand() : nullptr;
      Q.At->eraseFromParent();
      if (Address)
        RecursivelyDeleteTriviallyDeadInstructions(Address);
    }
  }

  Error specializeCalls(BasicBlock &BB, unsigned K) {
    for (Instruction &I : BB) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && !Call->isInlineAsm() && !isa<Function>(Call->getCalledOperand()->stripPointerCasts()))
        return refuse(K, "it calls a function through a pointer, and its ids have to be remapped", I);
      Function *Callee = calledDefinition(I);
      // A copy of a function that calls itself calls the copy.
      if (!Callee || CopiesMade.contains(Callee) || !Reach.mayQuery(*Callee))
        continue;
      Expected<Function *> Copy = specialize(*Callee, K);
      if (!Copy)
        return Copy.takeError();
      Call->setCalledOperand(*Copy);
    }
    return Error::success();
  }

  // The copy of F for kernels with the range of K.
  Expected<Function *> specialize(Function &F, unsigned K) {
    Function *&Known = Copies[{&F, rangeKey(L.Kernels[K])}];
    if (Known)
      return Known;
    ValueToValueMapTy Map;
    Function *Copy = Known = CloneFunction(&F, Map);
    CopiesMade.insert(Copy);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    Copy->setVisibility(GlobalValue::DefaultVisibility);
    Copy->setComdat(nullptr);
    auto Queries = D.findQueries(*Copy);
    if (!Queries)
      return Queries.takeError();
    Instruction &Place = makePrologue(*Copy);
    LaunchValues Values(*Copy, D);
    replace(*Queries, *constantIds(L.Kernels[K], L.Launch, Values, Place));
    for (BasicBlock &BB : *Copy)
      if (Error E = specializeCalls(BB, K))
        return std::move(E);
    return Copy;
  }

  using RangeKey = std::array<uint64_t, 12>;
  static RangeKey rangeKey(const submitted_range &R) {
    RangeKey Key{};
    std::copy_n(R.global_size, 3, Key.begin());
    std::copy_n(R.local_size, 3, Key.begin() + 3);
    std::copy_n(R.global_offset, 3, Key.begin() + 6);
    Key[9] = R.dimensions;
    Key[10] = R.uses_groups;
    Key[11] = static_cast<uint64_t>(R.kind);
    return Key;
  }

  // Sizes are arguments of the fused kernel: what asks for its work-item has to be in it.
  Error inlineQueries(unsigned K) {
    SmallVector<std::pair<CallBase *, unsigned>, 8> Work;
    auto Add = [&](Instruction &I, unsigned Depth) {
      if (Function *Callee = calledDefinition(I); Callee && Reach.mayQuery(*Callee))
        Work.push_back({cast<CallBase>(&I), Depth});
    };
    for (BasicBlock &BB : blocksOf(Kernels[K]))
      for (Instruction &I : BB)
        Add(I, 0);
    while (!Work.empty()) {
      auto [Call, Depth] = Work.pop_back_val();
      if (Depth > DepthLimit)
        return refuse(K, "'" + userName(*calledDefinition(*Call)) + "' calls itself", *Call);
      InlineFunctionInfo Info;
      const InlineResult Result = InlineFunction(*Call, Info);
      if (!Result.isSuccess())
        return refuse(K, Result.getFailureReason(), *Call);
      for (CallBase *Inner : Info.InlinedCallSites)
        Add(*Inner, Depth + 1);
    }
    return Error::success();
  }

  Function &Fused;
  const FusedLaunch &L;
  ArrayRef<InlinedKernel> Kernels;
  ArrayRef<std::string> Names;
  const Dialect &D;
  QueryReach Reach;
  std::map<std::pair<Function *, RangeKey>, Function *> Copies; // looked up only
  SetVector<Function *> CopiesMade;
  std::map<std::array<unsigned, 3>, SizeArgument> Sizes; // by kernel, source and dimension
};

} // namespace

Expected<std::vector<SizeArgument>> remapKernels(Function &Fused, const FusedLaunch &Launch,
                                                 ArrayRef<InlinedKernel> Kernels, ArrayRef<std::string> Names) {
  KernelRemapper Remapper(Fused, Launch, Kernels, Names);
  if (Error E = Remapper.run())
    return std::move(E);
  return Remapper.takeSizes();
}

} // namespace syclfuse::fuser
