// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EntryBuilder.h"
#include "ItemBounds.h"
#include "Support/FuseError.h"
#include "syclfuse/native_abi.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace syclfuse::fuser {

// Of the runtime's native device. Threads have some MiB of stack; what work-groups keep beyond StackBytes is on the
// heap: as much as the work-group at hand needs, for each thread.
constexpr uint64_t StackBytes = 1024 * 1024;
constexpr uint64_t LimitOfLocals = 256 * 1024, LimitPerGroup = 256 * 1024 * 1024;

static SmallVector<Collective, 4> collectivesOf(const BarrierRegions &Regions) {
  return map_to_vector<4>(Regions.Boundaries, [](const BarrierRegions::Boundary &B) { return B.What; });
}

EntryBuilder::EntryBuilder(const NativeKernel &K, bool Streams)
    : K(K), Streams(Streams), Item(K.Item), Regions(K.Regions), Shape(K.Shape), Constants(launchConstants(Shape)),
      M(*Item.F->getParent()), C(M.getContext()), B(C), I64(Type::getInt64Ty(C)), Ptr(PointerType::getUnqual(C)),
      Collectives(M, collectivesOf(Regions), K.SubGroupSize, K.SubGroupsInRows) {}

Value *EntryBuilder::state(size_t Offset) {
  Value *&V = StateValues[Offset];
  if (V)
    return V;
  IRBuilder<> Top(&Entry->getEntryBlock(), Entry->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  LoadInst *Load =
      Top.CreateAlignedLoad(I64, Top.CreateConstInBoundsGEP1_64(Top.getInt8Ty(), StateArgument, Offset), Align(8));
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(C, {}));
  return V = Load;
}

Value *EntryBuilder::size(Builtin Kind, unsigned D) {
  auto Choose = [&](std::array<uint64_t, 3> LaunchConstants::*Field, size_t Offset, uint64_t Unused) -> Value * {
    if (Constants)
      return ConstantInt::get(I64, ((*Constants).*Field)[D]);
    return D >= Shape.Dims ? ConstantInt::get(I64, Unused) : state(Offset + 8 * D);
  };
  switch (Kind) {
  case Builtin::GlobalSize:
    return Choose(&LaunchConstants::Global, offsetof(sycl_fuse_native_state, global_size), 1);
  case Builtin::LocalSize:
    return Choose(&LaunchConstants::Local, offsetof(sycl_fuse_native_state, local_size), 1);
  case Builtin::NumGroups:
    return Choose(&LaunchConstants::Groups, offsetof(sycl_fuse_native_state, num_groups), 1);
  default:
    return Choose(&LaunchConstants::Offset, offsetof(sycl_fuse_native_state, global_offset), 0);
  }
}

Value *EntryBuilder::query(Builtin Kind, unsigned D, const WorkItemIds &I) {
  switch (Kind) {
  case Builtin::GlobalId:
    return I.Global[D];
  case Builtin::LocalId:
    return I.Local[D];
  case Builtin::GroupId:
    return I.Group[D];
  case Builtin::LocalLinearId:
    return I.LocalLinear;
  case Builtin::GlobalLinearId: {
    Value *Linear = ConstantInt::get(I64, 0);
    for (unsigned X = 3; X-- > 0;)
      Linear = B.CreateAdd(B.CreateMul(Linear, size(Builtin::GlobalSize, X)),
                           B.CreateSub(I.Global[X], size(Builtin::GlobalOffset, X)));
    return Linear;
  }
  case Builtin::SubGroupSize:
  case Builtin::SubGroupMaxSize:
  case Builtin::SubGroupId:
  case Builtin::NumSubGroups:
  case Builtin::SubGroupLocalId:
    return subGroupQuery(Kind, I.LocalLinear);
  default:
    return size(Kind, D);
  }
}

// Sub-groups are SubGroupSize work-items in the order of their local linear ids; the last one may have fewer.
Value *EntryBuilder::subGroupQuery(Builtin Kind, Value *LocalLinear) {
  Value *Most = B.getInt64(K.SubGroupSize);
  switch (Kind) {
  case Builtin::SubGroupMaxSize:
    return Most;
  case Builtin::SubGroupId:
    return B.CreateUDiv(LocalLinear, Most);
  case Builtin::SubGroupLocalId:
    return B.CreateURem(LocalLinear, Most);
  case Builtin::NumSubGroups:
    return numberOfSubGroups();
  default: {
    Value *Left = B.CreateSub(groupSize(), B.CreateSub(LocalLinear, B.CreateURem(LocalLinear, Most)));
    return B.CreateBinaryIntrinsic(Intrinsic::umin, Left, Most);
  }
  }
}

Value *EntryBuilder::groupSize() {
  return B.CreateMul(B.CreateMul(size(Builtin::LocalSize, 0), size(Builtin::LocalSize, 1), "", true, true),
                     size(Builtin::LocalSize, 2), "", true, true);
}

Value *EntryBuilder::numberOfSubGroups() {
  return B.CreateUDiv(B.CreateAdd(groupSize(), B.getInt64(K.SubGroupSize - 1)), B.getInt64(K.SubGroupSize));
}

// V, a tree of instructions without side effects over the parameters of the work-item function, in the entry. It may be
// computed where the kernel does not.
Value *EntryBuilder::copyTree(Value *V, ArrayRef<Value *> Parameters) {
  if (auto *A = dyn_cast<Argument>(V))
    return Parameters[A->getArgNo()];
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return V;
  Instruction *Copy = I->clone();
  for (Use &Operand : Copy->operands())
    Operand = copyTree(Operand, Parameters);
  Copy->dropPoisonGeneratingFlags();
  return B.Insert(Copy);
}

// Of what all work-items share (ItemBounds.h).
Value *EntryBuilder::copyShared(Value *V) {
  SmallVector<Value *, 16> Parameters(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Parameters.push_back(isSizeOfLaunch(Kind) ? size(Kind, D) : nullptr);
  Parameters.append(Locals.begin(), Locals.end());
  if (LocalMemory)
    Parameters.push_back(LocalMemory);
  for (auto [Slot, Address] : zip(Regions.Slots, Slots))
    Parameters.push_back(hasOnePerSubGroup(Slot) ? B.CreateInBoundsGEP(Slot.T, Address, {CurrentSubGroup}) : Address);
  return copyTree(V, Parameters);
}

void EntryBuilder::loadArguments() {
  Value *Args = Entry->getArg(0);
  MDNode *Empty = MDNode::get(C, {});
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    LoadInst *Address = B.CreateAlignedLoad(Ptr, B.CreateConstInBoundsGEP1_64(Ptr, Args, N), Align(8));
    Address->setMetadata(LLVMContext::MD_invariant_load, Empty);
    if (Item.Aggregates[N]) {
      Arguments.push_back(Address);
      continue;
    }
    // A closure may be packed: no alignment is known.
    LoadInst *Value = B.CreateAlignedLoad(Item.F->getArg(N)->getType(), Address, Align(1));
    Value->setMetadata(LLVMContext::MD_invariant_load, Empty);
    Arguments.push_back(Value);
  }
  if (Item.UsesLocalMemory) {
    Value *Base = state(offsetof(sycl_fuse_native_state, local_memory));
    LocalMemory = B.CreateIntToPtr(
        Base, Item.F->getArg(Item.KernelArguments + Item.Queries.size() + Item.Locals.size())->getType());
  }
}

uint64_t EntryBuilder::bytesPerItem() const {
  uint64_t Bytes = 0;
  for (const RegionSlot &Slot : Regions.Slots)
    if (Slot.Of == RegionSlot::Scope::WorkItem)
      Bytes += M.getDataLayout().getTypeAllocSize(Slot.T);
  return Bytes;
}

uint64_t EntryBuilder::bytesOfLocals() const {
  uint64_t Bytes = 0;
  for (GlobalVariable *G : Item.Locals)
    Bytes += M.getDataLayout().getTypeAllocSize(G->getValueType());
  return Bytes;
}

Error EntryBuilder::checkStorage() const {
  auto Refuse = [&](const Twine &Who, uint64_t Bytes, uint64_t Limit) {
    return fuseError(diag::unsupported_construct,
                     {Item.KernelName, "native",
                      (Who + " keeps " + Twine(Bytes) + " bytes, at most " + Twine(Limit) + " are allowed").str()},
                     *Item.F);
  };
  uint64_t PerItem = bytesPerItem(), Locals = bytesOfLocals();
  if (Locals > LimitOfLocals)
    return Refuse("the local memory of a work-group", Locals, LimitOfLocals);
  if (!Constants)
    return PerItem > LimitPerGroup / SYCL_FUSE_NATIVE_MAX_GROUP
               ? Refuse("a work-item of a work-group of any size", PerItem, LimitPerGroup / SYCL_FUSE_NATIVE_MAX_GROUP)
               : Error::success();
  uint64_t Bytes = SaturatingMultiply(PerItem, Constants->groupSize());
  return Bytes > LimitPerGroup ? Refuse("a work-group", Bytes, LimitPerGroup) : Error::success();
}

bool EntryBuilder::storesOnHeap() const {
  return bytesPerItem() * (Constants ? Constants->groupSize() : SYCL_FUSE_NATIVE_MAX_GROUP) > StackBytes;
}

// Slots that are whole cache lines: `aligned_alloc` wants sizes that are multiples of the alignment.
Value *EntryBuilder::allocateOnHeap(Type *T, Value *Items, Align A) {
  Value *Bytes = B.CreateMul(Items, B.getInt64(M.getDataLayout().getTypeAllocSize(T)), "", true, true);
  Bytes = B.CreateAnd(B.CreateAdd(Bytes, B.getInt64(A.value() - 1)), B.getInt64(-A.value()));
  AttributeList Attributes = AttributeList::get(C, AttributeList::ReturnIndex, {Attribute::NoAlias});
  FunctionCallee Allocate = M.getOrInsertFunction("aligned_alloc", Attributes, Ptr, I64, I64);
  CallInst *Memory = B.CreateCall(Allocate, {B.getInt64(A.value()), Bytes});
  Memory->addRetAttr(Attribute::getWithAlignment(C, A));
  return Memory;
}

// The base address: of an array with one element per work-item or sub-group, or of one variable. Sub-groups that wait
// for nobody else run one after the other, and one variable does for all.
Value *EntryBuilder::allocate(const RegionSlot &Slot, Value *Items) {
  const Align Alignment = std::max(M.getDataLayout().getPrefTypeAlign(Slot.T), Align(64));
  const bool PerItem = Slot.Of == RegionSlot::Scope::WorkItem;
  if (!PerItem && !hasOnePerSubGroup(Slot)) {
    BasicBlock &Top = Entry->getEntryBlock();
    return IRBuilder<>(&Top, Top.begin()).CreateAlloca(Slot.T);
  }
  if (PerItem && storesOnHeap())
    return allocateOnHeap(Slot.T, Items, Alignment);
  AllocaInst *A = B.CreateAlloca(Slot.T, PerItem ? Items : numberOfSubGroups());
  A->setAlignment(Alignment);
  return A;
}

bool EntryBuilder::hasOnePerSubGroup(const RegionSlot &Slot) const {
  return Slot.Of == RegionSlot::Scope::SubGroup && !K.waitsInSubGroupsOnly();
}

// One instance per call of the entry: its work-groups run one after the other, or so many side by side.
void EntryBuilder::allocateStorage() {
  for (GlobalVariable *G : Item.Locals) {
    AllocaInst *A = B.CreateAlloca(G->getValueType());
    A->setAlignment(std::max(G->getAlign().valueOrOne(), Align(16)));
    Locals.push_back(A);
  }
  if (Regions.Slots.empty())
    return;
  Value *Items = runsGroupsInRows() ? B.CreateMul(groupSize(), groupsOfRun(), "", true, true) : groupSize();
  for (const RegionSlot &Slot : Regions.Slots)
    Slots.push_back(allocate(Slot, Items));
}

void EntryBuilder::freeStorage() {
  if (!storesOnHeap())
    return;
  FunctionCallee Free = M.getOrInsertFunction("free", B.getVoidTy(), Ptr);
  for (auto [Slot, Address] : zip(Regions.Slots, Slots))
    if (Slot.Of == RegionSlot::Scope::WorkItem)
      B.CreateCall(Free, {Address});
}

SmallVector<Value *, 16> EntryBuilder::itemValues(const WorkItemIds &I) {
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D, I));
  Values.append(Locals.begin(), Locals.end());
  if (LocalMemory)
    Values.push_back(LocalMemory);
  return Values;
}

// The same, the addresses of the slots that F uses, since most regions use few of many, and the quotients.
SmallVector<Value *, 16> EntryBuilder::regionValues(const Function &F, const WorkItemIds &I) {
  SmallVector<Value *, 16> Values = itemValues(I);
  for (auto [Slot, Address] : zip(Regions.Slots, Slots)) {
    if (F.getArg(Values.size())->use_empty())
      Values.push_back(PoisonValue::get(Ptr));
    else if (Slot.Of == RegionSlot::Scope::WorkItem)
      Values.push_back(B.CreateInBoundsGEP(Slot.T, Address, {I.Slot}));
    else
      Values.push_back(hasOnePerSubGroup(Slot) ? B.CreateInBoundsGEP(Slot.T, Address, {I.SubGroup}) : Address);
  }
  Values.append(I.Quotients.begin(), I.Quotients.end());
  return Values;
}

Value *EntryBuilder::callItem(Function *F, const WorkItemIds &I) {
  SmallVector<Value *, 16> Values = regionValues(*F, I);
  CallInst *Call = B.CreateCall(F, Values);
  // The byval copies go with the call.
  for (unsigned N = 0; N != Item.KernelArguments; ++N)
    if (F->getArg(N)->hasByValAttr())
      Call->addParamAttr(N, F->getAttributes().getParamAttr(N, Attribute::ByVal));
  Calls.push_back(Call);
  return Call;
}

void EntryBuilder::inlineCalls() {
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
  // Buffers that differ do so for all work-items. LLVM takes a loop with such a declaration for one whose iterations
  // may depend on each other.
  for (Instruction &I : make_early_inc_range(instructions(*Entry)))
    if (isa<NoAliasScopeDeclInst>(I))
      I.eraseFromParent();
}

Function *EntryBuilder::build(StringRef Name, GlobalValue::LinkageTypes Linkage, const Others &Instead) {
  Current = Regions.Regions.front();
  Entry = Function::Create(FunctionType::get(B.getVoidTy(), {Ptr, Ptr, I64, I64}, false), Linkage, Name, M);
  for (unsigned N : {0, 1}) {
    Entry->addParamAttr(N, Attribute::NoAlias);
    Entry->addParamAttr(N, Attribute::ReadOnly);
  }
  Entry->setDoesNotThrow();
  StateArgument = Entry->getArg(1);
  Begin = Entry->getArg(2);
  End = Entry->getArg(3);
  BasicBlock *Top = BasicBlock::Create(C, "", Entry), *Body = BasicBlock::Create(C, "body", Entry);
  BasicBlock *Exit = BasicBlock::Create(C, "exit", Entry);
  B.SetInsertPoint(Top);
  // State values are loaded at the top; a jump between keeps them before everything that uses them.
  B.SetInsertPoint(B.CreateBr(Body));
  B.SetInsertPoint(Body);
  loadArguments();
  allocateStorage();
  if (Constants && Shape.Kind != range_kind::nd_range)
    B.CreateAssumption(B.CreateICmpULE(End, B.getInt64(Constants->total())));
  BasicBlock *Loops = BasicBlock::Create(C, "loops", Entry, Exit);
  B.CreateCondBr(B.CreateICmpULT(Begin, End), Loops, Exit);
  B.SetInsertPoint(Loops);
  if (Instead.Wide)
    branchTo(Instead.Wide, haveWideIds(*K.Wide));
  if (Instead.AcrossRows) {
    Value *Rest = B.CreateURem(size(Builtin::LocalSize, 0), B.getInt64(K.SubGroupSize));
    Value *Large = B.CreateLShr(size(Builtin::GlobalSize, 0), B.getInt64(31));
    Value *Odd = B.CreateOr(B.CreateOr(Rest, Large), size(Builtin::GlobalOffset, 0));
    branchTo(Instead.AcrossRows, B.CreateICmpNE(Odd, B.getInt64(0)));
  }
  if (Instead.Stream)
    branchToStream(Instead.Stream);
  emitLoops();
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
  freeStorage();
  B.CreateRetVoid();
  inlineCalls();
  return Entry;
}

} // namespace syclfuse::fuser
