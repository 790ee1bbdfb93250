// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuKernel.h"
#include "GpuGroups.h"
#include "LaunchIds.h"
#include "Support/FuseError.h"
#include "Targets/Common/DistinctArguments.h"
#include "Targets/Common/LoopEmitter.h"
#include "Targets/Common/WorkItem.h"
#include "Targets/Gpu/Coarsening/Coarsening.h"
#include "Targets/Gpu/Coarsening/GroupsTogether.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned GroupSize = 256; // of linear launches

GlobalVariable *launchLocalMemory(Module &M) {
  constexpr StringLiteral Name = "sycl_fuse_local_memory";
  if (GlobalVariable *Old = M.getNamedGlobal(Name))
    return Old;
  auto *Memory =
      new GlobalVariable(M, ArrayType::get(Type::getInt8Ty(M.getContext()), 0), false, GlobalValue::ExternalLinkage,
                         nullptr, Name, nullptr, GlobalValue::NotThreadLocal, GpuLocalSpace);
  Memory->setAlignment(Align(16));
  return Memory;
}

// Whether nothing is written through Pointer.
bool isOnlyRead(const Value &Pointer) {
  return all_of(Pointer.users(), [](const User *U) {
    if (isa<LoadInst>(U))
      return true;
    return isa<GetElementPtrInst, AddrSpaceCastInst>(U) && isOnlyRead(*U);
  });
}

class KernelBuilder {
public:
  KernelBuilder(WorkItemFunction &Item, const std::optional<GroupsTogether> &Together, const GpuGroup &Hardware,
                const LaunchShape &Shape, bundle::builder::variant &V)
      : Item(Item), Together(Together), Hardware(Hardware), Device(Hardware.Device), Shape(Shape),
        Constants(launchConstants(Shape)), V(V), M(*Item.F->getParent()), C(M.getContext()), B(C),
        I64(Type::getInt64Ty(C)) {}

  Error build(StringRef Name, StringRef TargetName, bool UsesGroups);

private:
  bool plain() const { return Shape.Kind != range_kind::nd_range; }
  // Executed by linear index: plain ranges, and nd_ranges whose groups nobody needs if that gives wide accesses.
  bool linear() const { return plain() || !Wide.empty(); }
  bool usesOffset() const { return !Constants && (Item.uses(Builtin::GlobalId) || Item.uses(Builtin::GlobalOffset)); }
  bool usesLocalSize() const {
    return !plain() && any_of(Item.Queries, [](auto &Q) {
      return Q.first == Builtin::LocalSize || Q.first == Builtin::LocalId || Q.first == Builtin::GroupId ||
             Q.first == Builtin::NumGroups || Q.first == Builtin::LocalLinearId;
    });
  }
  void declare(StringRef Name);
  Error checkGroups(StringRef TargetName) const;
  void addArgument(argument_source Source, unsigned D, SmallVectorImpl<Type *> &Types);
  void emitLinear();
  void emitGroups();
  void emitLockstep(Value *First, BasicBlock *Exit);
  void emitOneItem(Value *Linear);
  void callItem();
  void addAggregateAttributes(CallInst &Call);
  void setIdsFromLinear(Value *Linear);
  void setIdsFromRegisters(Value *Group0);
  Value *query(Builtin Kind, unsigned D);
  Value *size(unsigned D);
  Value *localSize(unsigned D);
  Value *offset(unsigned D);
  Value *total();
  Value *wide(Value *V) { return B.CreateZExt(V, I64); }

  WorkItemFunction &Item;
  const std::optional<GroupsTogether> &Together;
  const GpuGroup &Hardware;
  const GpuDevice &Device;
  const LaunchShape &Shape;
  std::optional<LaunchConstants> Constants;
  bundle::builder::variant &V;
  Module &M;
  LLVMContext &C;
  IRBuilder<> B;
  Type *I64;
  Function *Kernel = nullptr;
  SmallVector<Value *, 16> Arguments;
  SmallVector<CoarsenedItem, 2> Wide;
  std::array<Value *, 3> SizeArgument{}, OffsetArgument{}, LocalArgument{}, Global{}, Local{}, Group{};
  SmallVector<CallInst *, 4> Calls;
};

void KernelBuilder::addArgument(argument_source Source, unsigned D, SmallVectorImpl<Type *> &Types) {
  bundle::argument_record A;
  A.source = Source;
  A.submission = bundle::no_index;
  A.offset = D;
  A.size = 8;
  V.arguments.push_back(A);
  Types.push_back(I64);
}

void KernelBuilder::declare(StringRef Name) {
  SmallVector<Type *, 16> Types;
  for (const Argument &A : drop_end(Item.F->args(), Item.F->arg_size() - Item.KernelArguments)) {
    // What a command group passes are pointers to global memory.
    bool Pointer = A.getType()->isPointerTy();
    Types.push_back(A.hasByValAttr() ? Device.aggregateType(A)
                    : Pointer        ? PointerType::get(C, GpuGlobalSpace)
                                     : A.getType());
  }
  bool Sizes = (linear() || Together) && !Constants, Offsets = usesOffset(),
       Locals = linear() && !Constants && usesLocalSize();
  for (unsigned D = 0; Sizes && D != Shape.Dims; ++D)
    addArgument(argument_source::global_size, D, Types);
  for (unsigned D = 0; Offsets && D != Shape.Dims; ++D)
    addArgument(argument_source::global_offset, D, Types);
  for (unsigned D = 0; Locals && D != Shape.Dims; ++D)
    addArgument(argument_source::local_size, D, Types);
  Kernel = Function::Create(FunctionType::get(B.getVoidTy(), Types, false), GlobalValue::ExternalLinkage, Name, M);
  Kernel->setCallingConv(Device.Family.KernelConvention);
  Kernel->setDoesNotThrow();
  // The body of the work-item function keeps its places in the source.
  Kernel->setSubprogram(Item.F->getSubprogram());
  B.SetInsertPoint(BasicBlock::Create(C, "entry", Kernel));
  unsigned Next = Item.KernelArguments;
  for (unsigned D = 0; Sizes && D != Shape.Dims; ++D)
    SizeArgument[D] = Kernel->getArg(Next++);
  for (unsigned D = 0; Offsets && D != Shape.Dims; ++D)
    OffsetArgument[D] = Kernel->getArg(Next++);
  for (unsigned D = 0; Locals && D != Shape.Dims; ++D)
    LocalArgument[D] = Kernel->getArg(Next++);
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *From = Item.F->getArg(N), *To = Kernel->getArg(N);
    To->setName(From->getName());
    if (From->hasByValAttr()) {
      Device.addAggregateAttributes(*To, *From);
      Arguments.push_back(Device.aggregateAddress(B, *To, *From));
      continue;
    }
    if (To->getType()->isPointerTy() && Shape.DistinctPointers) {
      To->addAttr(Attribute::NoAlias);
      // The check of its alignment keeps LLVM from finding it out.
      if (isOnlyRead(*From))
        To->addAttr(Attribute::ReadOnly);
    }
    Arguments.push_back(From->getType() == To->getType() ? To : B.CreateAddrSpaceCast(To, From->getType()));
  }
}

Value *KernelBuilder::size(unsigned D) {
  if (Constants)
    return B.getInt64(Constants->Global[D]);
  if (D >= Shape.Dims)
    return B.getInt64(1);
  return linear() || Together ? SizeArgument[D]
                              : B.CreateMul(wide(Device.localSize(B, D)), wide(Device.numGroups(B, D)), "", true, true);
}

Value *KernelBuilder::localSize(unsigned D) {
  return LocalArgument[D] ? LocalArgument[D] : wide(Hardware.localSize(B, D));
}

Value *KernelBuilder::offset(unsigned D) {
  if (Constants)
    return B.getInt64(Constants->Offset[D]);
  return OffsetArgument[D] ? OffsetArgument[D] : B.getInt64(0);
}

Value *KernelBuilder::total() {
  Value *Total = size(0);
  for (unsigned D = 1; D < Shape.Dims; ++D)
    Total = B.CreateMul(Total, size(D), "", true, true);
  return Total;
}

Value *KernelBuilder::query(Builtin Kind, unsigned D) {
  auto Linear = [&](auto &&Id, auto &&Extent) {
    Value *Sum = B.getInt64(0);
    for (unsigned X = 3; X-- > 0;)
      Sum = B.CreateAdd(B.CreateMul(Sum, Extent(X)), Id(X));
    return Sum;
  };
  auto LocalSize = [&](unsigned X) { return localSize(X); };
  switch (Kind) {
  case Builtin::GlobalId:
    return Global[D];
  case Builtin::LocalId:
    return Local[D];
  case Builtin::GroupId:
    return Group[D];
  case Builtin::GlobalSize:
    return size(D);
  case Builtin::GlobalOffset:
    return offset(D);
  case Builtin::LocalSize:
    return LocalSize(D);
  case Builtin::LocalLinearId:
    return Linear([&](unsigned X) { return Local[X]; }, LocalSize);
  case Builtin::GlobalLinearId:
    return Linear([&](unsigned X) { return B.CreateSub(Global[X], offset(X)); }, [&](unsigned X) { return size(X); });
  case Builtin::SubGroupMaxSize:
    return B.getInt64(plain() ? 1 : Device.SubGroupSize);
  case Builtin::SubGroupSize:
    return plain() ? B.getInt64(1) : wide(Hardware.members(B));
  case Builtin::SubGroupId:
    return plain() ? B.getInt64(0) : wide(Hardware.subGroup(B));
  case Builtin::NumSubGroups:
    return plain() ? B.getInt64(1) : wide(Hardware.subGroups(B));
  case Builtin::SubGroupLocalId:
    return plain() ? B.getInt64(0) : wide(Hardware.lane(B));
  default:
    if (Constants)
      return B.getInt64(Constants->Groups[D]);
    if (linear())
      return LocalArgument[D] ? B.CreateUDiv(size(D), LocalArgument[D]) : size(D);
    if (Together && D == 0)
      return B.CreateUDiv(size(0), localSize(0));
    return D < Shape.Dims ? wide(Device.numGroups(B, D)) : B.getInt64(1);
  }
}

void KernelBuilder::setIdsFromLinear(Value *Linear) {
  Value *Zero = B.getInt64(0);
  Local = {Zero, Zero, Zero};
  Group = {Linear, Zero, Zero};
  if (Shape.Dims > 1) {
    // Ids of launches below 2^31 work-items divide faster in 32 bits.
    bool Narrow = Constants && Constants->total() <= INT32_MAX;
    auto Fit = [&](Value *X) { return Narrow ? B.CreateTrunc(X, B.getInt32Ty()) : X; };
    Value *L = Fit(Linear), *N0 = Fit(size(0)), *N1 = Fit(size(1)), *Row = B.CreateUDiv(L, N0);
    Group[0] = wide(B.CreateURem(L, N0));
    Group[1] = wide(Shape.Dims > 2 ? B.CreateURem(Row, N1) : Row);
    Group[2] = Shape.Dims > 2 ? wide(B.CreateUDiv(Row, N1)) : Zero;
  }
  for (unsigned D = 0; D != 3; ++D) {
    Global[D] = B.CreateAdd(Group[D], offset(D), "", true, true);
    if (plain() || !usesLocalSize() || D >= Shape.Dims)
      continue;
    Local[D] = B.CreateURem(Group[D], localSize(D));
    Group[D] = B.CreateUDiv(Group[D], localSize(D));
  }
}

void KernelBuilder::setIdsFromRegisters(Value *Group0) {
  for (unsigned D = 0; D != 3; ++D) {
    Local[D] = wide(Hardware.localId(B, D));
    Group[D] = D == 0 ? Group0 : D < Shape.Dims ? wide(Device.groupId(B, D)) : B.getInt64(0);
    Value *Extent = wide(Hardware.localSize(B, D));
    Value *Id = B.CreateAdd(B.CreateMul(Group[D], Extent, "", true, true), Local[D], "", true, true);
    Global[D] = B.CreateAdd(Id, offset(D), "", true, true);
  }
}

void KernelBuilder::addAggregateAttributes(CallInst &Call) {
  for (unsigned N = 0; N != Item.KernelArguments; ++N)
    if (Item.F->getArg(N)->hasByValAttr())
      Call.addParamAttr(N, Item.F->getAttributes().getParamAttr(N, Attribute::ByVal));
}

void KernelBuilder::callItem() {
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D));
  if (Item.UsesLocalMemory)
    Values.push_back(B.CreateAddrSpaceCast(launchLocalMemory(M), Item.F->getArg(Item.F->arg_size() - 1)->getType()));
  CallInst *Call = B.CreateCall(Item.F, Values);
  addAggregateAttributes(*Call);
  Calls.push_back(Call);
}

void KernelBuilder::emitOneItem(Value *Linear) {
  BasicBlock *Run = BasicBlock::Create(C, "item", Kernel), *Exit = BasicBlock::Create(C, "item.end", Kernel);
  B.CreateCondBr(B.CreateICmpULT(Linear, total()), Run, Exit);
  B.SetInsertPoint(Run);
  setIdsFromLinear(Linear);
  callItem();
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
}

// Thread t runs work-item t, or Items work-items from t * Items on.
void KernelBuilder::emitLinear() {
  V.record.group_size = GroupSize;
  Device.limitGroup(*Kernel, GroupSize, nullptr);
  // Of small launches in 32 bits.
  bool Narrow = Constants && Constants->total() <= INT32_MAX - 8 * GroupSize;
  auto Fit = [&](Value *X) { return Narrow ? X : wide(X); };
  Value *First0 = B.CreateMul(Fit(Device.groupId(B, 0)), Fit(Device.localSize(B, 0)), "", !Narrow, !Narrow);
  Value *Thread = wide(B.CreateAdd(First0, Fit(Device.localId(B, 0)), "", !Narrow, !Narrow));
  if (Wide.empty())
    return emitOneItem(Thread);
  V.record.items_per_thread = Wide[0].Items;
  V.record.flags |= bundle::variant_linear;
  BasicBlock *Exit = BasicBlock::Create(C, "exit", Kernel);
  emitLockstep(B.CreateMul(Thread, B.getInt64(Wide[0].Items), "", true, true), Exit);
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
}

// Work-items from First on: together where all of them exist, are neighbours in one row and pass the check, else one by
// one.
void KernelBuilder::emitLockstep(Value *First, BasicBlock *Exit) {
  Value *Items = B.getInt64(Wide[0].Items), *End = B.CreateAdd(First, Items, "", true, true);
  Value *Full = B.CreateICmpULE(End, total());
  setIdsFromLinear(First);
  if (Shape.Dims > 1) {
    Value *InRow = B.CreateAdd(B.CreateSub(Global[0], offset(0)), Items, "", true, true);
    Full = B.CreateAnd(Full, B.CreateICmpULE(InRow, size(0)));
  }
  if (Wide[0].LocalRow)
    Full = B.CreateAnd(Full, B.CreateICmpULE(B.CreateAdd(Local[0], Items, "", true, true), localSize(0)));
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D));
  for (const CoarsenedItem &Each : Wide) {
    CallInst *Check = B.CreateCall(Each.Check, Values);
    BasicBlock *Vector = BasicBlock::Create(C, "wide", Kernel), *Next = BasicBlock::Create(C, "narrow", Kernel);
    B.CreateCondBr(B.CreateLogicalAnd(Full, Check), Vector, Next);
    B.SetInsertPoint(Vector);
    CallInst *Run = B.CreateCall(Each.Run, Values);
    for (CallInst *Call : {Check, Run}) {
      addAggregateAttributes(*Call);
      Calls.push_back(Call);
    }
    B.CreateBr(Exit);
    B.SetInsertPoint(Next);
  }
  Value *Total = total();
  Value *Last = B.CreateSelect(B.CreateICmpULT(End, Total), End, Total);
  emitLoop(B, First, Last, "item", LoopKind::Rolled, [&](Value *Linear) {
    setIdsFromLinear(Linear);
    callItem();
  });
}

// The work-groups of a block: together where there are as many, else one after the other. A launch that gives each its
// block, since it has too few for the device, has as many blocks as groups.
void KernelBuilder::emitGroups() {
  V.record.items_per_thread = Together->Groups;
  Value *Block = wide(Device.groupId(B, 0)), *Most = B.getInt64(Together->Groups), *Size = size(0),
        *LocalSize = wide(Hardware.localSize(B, 0)), *Blocks = wide(Device.numGroups(B, 0));
  Value *Alone = B.CreateICmpEQ(B.CreateMul(Blocks, LocalSize, "", true, true), Size);
  Value *First = B.CreateMul(Block, B.CreateSelect(Alone, B.getInt64(1), Most), "", true, true),
        *End = B.CreateAdd(First, Most, "", true, true);
  Value *Full = B.CreateICmpULE(B.CreateMul(End, LocalSize, "", true, true), Size);
  BasicBlock *All = BasicBlock::Create(C, "together", Kernel), *Each = BasicBlock::Create(C, "apart", Kernel),
             *Exit = BasicBlock::Create(C, "exit", Kernel);
  B.CreateCondBr(B.CreateAnd(B.CreateNot(Alone), Full), All, Each);
  B.SetInsertPoint(All);
  setIdsFromRegisters(First);
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D));
  Values.push_back(LocalSize);
  CallInst *Run = B.CreateCall(Together->Run, Values);
  addAggregateAttributes(*Run);
  Calls.push_back(Run);
  B.CreateBr(Exit);
  B.SetInsertPoint(Each);
  Value *Groups = B.CreateUDiv(Size, LocalSize);
  Value *Last =
      B.CreateSelect(Alone, B.CreateAdd(First, B.getInt64(1)), B.CreateBinaryIntrinsic(Intrinsic::umin, End, Groups));
  emitLoop(B, First, Last, "group", LoopKind::Rolled, [&](Value *Group0) {
    setIdsFromRegisters(Group0);
    callItem();
  });
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
}

// A listed ND-range may be beyond what the device launches.
Error KernelBuilder::checkGroups(StringRef TargetName) const {
  auto Refuse = [&](uint64_t Number, const Twine &What, uint64_t Most) {
    return fuseError(diag::target_limit,
                     {Item.KernelName, TargetName.str(), std::to_string(Number), What.str(), std::to_string(Most)});
  };
  if (!Constants)
    return Error::success();
  const GroupLimits &Limits = Device.Family.Groups;
  if (uint64_t Items = Constants->groupSize(); Items > Limits.Items)
    return Refuse(Items, "work-items in a work-group", Limits.Items);
  for (unsigned D = 0; D != Shape.Dims; ++D) {
    std::string Where = " in dimension " + std::to_string(Shape.Dims - 1 - D);
    if (Constants->Local[D] > Limits.Size[D])
      return Refuse(Constants->Local[D], "work-items of a work-group" + Where, Limits.Size[D]);
    if (Constants->Groups[D] > Limits.Groups[D])
      return Refuse(Constants->Groups[D], "work-groups" + Where, Limits.Groups[D]);
  }
  return Error::success();
}

Error KernelBuilder::build(StringRef Name, StringRef TargetName, bool UsesGroups) {
  if (plain() || !UsesGroups)
    Wide = coarsen(Item, !plain());
  if (!linear())
    if (Error E = checkGroups(TargetName))
      return E;
  declare(Name);
  if (linear()) {
    emitLinear();
  } else {
    Device.limitGroup(*Kernel, Device.Family.Groups.Items, Constants ? &Constants->Local : nullptr);
    if (Together) {
      emitGroups();
    } else {
      setIdsFromRegisters(wide(Device.groupId(B, 0)));
      callItem();
    }
  }
  B.CreateRetVoid();
  SmallPtrSet<Function *, 2> Inlined;
  for (CallInst *Call : Calls) {
    Inlined.insert(Call->getCalledFunction());
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
  Item.F->eraseFromParent();
  Inlined.erase(Item.F);
  for (Function *F : Inlined)
    F->eraseFromParent();
  return Error::success();
}

// A pointer in an aggregate that the kernel does not write to is, like one that is an argument, a pointer to global
// memory.
void markGlobalPointers(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->getType()->isPointerTy() || Load->getType()->getPointerAddressSpace() != 0)
      continue;
    auto *From = dyn_cast<Argument>(getUnderlyingObject(Load->getPointerOperand()));
    if (!From || !From->hasByValAttr() || !isOnlyRead(*From))
      continue;
    IRBuilder<> B(Load->getNextNode());
    Value *Global = B.CreateAddrSpaceCast(Load, B.getPtrTy(GpuGlobalSpace));
    Value *Back = B.CreateAddrSpaceCast(Global, Load->getType());
    Load->replaceUsesWithIf(Back, [&](Use &U) { return U.getUser() != Global; });
  }
}

} // namespace

void lowerLocalMemory(Module &M) {
  for (Function &F : M)
    for (CallInst *Call : findCalls(F, Builtin::LocalMemory)) {
      IRBuilder<> B(Call);
      Call->replaceAllUsesWith(B.CreateAddrSpaceCast(launchLocalMemory(M), Call->getType()));
      Call->eraseFromParent();
    }
}

Error buildGpuKernel(Function &Kernel, StringRef EntryName, StringRef TargetName, const GpuDevice &Device,
                     const LaunchShape &Shape, bool UsesGroups, bundle::builder::variant &V) {
  GpuGroup Hardware(Device, Shape);
  markGlobalPointers(Kernel);
  takeIdsOfLaunch(Kernel, Shape);
  if (Shape.DistinctPointers)
    markDistinctArguments(Kernel);
  WorkItemFunction Item = makeWorkItemFunction(Kernel, false);
  std::optional<GroupsTogether> Together;
  if (Shape.Kind == range_kind::nd_range && UsesGroups) {
    exploitDistinctArguments(*Item.F); // before there are several of each store
    Together = runGroupsTogether(Item);
  }
  for (Function *F : {Item.F, Together ? Together->Run : nullptr}) {
    if (!F)
      continue;
    if (Error E = lowerGroupFunctions(*F, Hardware, Item.KernelName, TargetName))
      return E;
    exploitDistinctArguments(*F);
  }
  return KernelBuilder(Item, Together, Hardware, Shape, V).build(EntryName, TargetName, UsesGroups);
}

} // namespace syclfuse::fuser
