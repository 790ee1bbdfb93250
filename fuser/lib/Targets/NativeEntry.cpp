// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NativeEntry.h"
#include "BarrierRegions.h"
#include "DistinctArguments.h"
#include "LoopEmitter.h"
#include "StreamingStores.h"
#include "WorkItem.h"
#include "WriteOnlyArguments.h"
#include "syclfuse/fuser/FuseError.h"
#include "syclfuse/native_abi.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr uint64_t StackLimit = 256 * 1024;

using Triplet = std::array<Value *, 3>;

// Ids of one work-item, SPIR-V order.
struct Ids {
  Triplet Global{}, Local{}, Group{};
};

// Arguments are loaded and sizes read once, at the top of the entry.
class EntryBuilder {
public:
  EntryBuilder(WorkItemFunction &Item, BarrierRegions &Regions, const LaunchShape &Shape)
      : Item(Item), Regions(Regions), Shape(Shape), Constants(launchConstants(Shape)), M(*Item.F->getParent()),
        C(M.getContext()), B(C), I64(Type::getInt64Ty(C)), Ptr(PointerType::getUnqual(C)) {}

  Function *build(StringRef Name, GlobalValue::LinkageTypes Linkage, ArrayRef<WriteOnlyArgument> Streamed,
                  Function *Stream);
  Error checkStack() const;

private:
  void loadArguments();
  void allocateStorage();
  void assumeAligned(ArrayRef<WriteOnlyArgument> Streamed);
  void branchToStream(ArrayRef<WriteOnlyArgument> Streamed, Function *Stream);
  void emitPlain1D(Value *First, Value *Last);
  void emitPlainRows();
  void emitGroups();
  void emitGroup(const Triplet &Group);
  void emitRegion(Function *Region, const Triplet &Group, Value **Next);
  Value *callItem(Function *F, const Ids &I, Value *LocalLinear);
  Value *query(Builtin Kind, unsigned D, const Ids &I, Value *LocalLinear);
  Value *size(Builtin Kind, unsigned D);
  Value *state(size_t Offset);
  Value *total();
  Value *streamAddress(const WriteOnlyArgument &A);
  bool runsLinearly() const;
  uint64_t bytesPerItem() const;

  WorkItemFunction &Item;
  BarrierRegions &Regions;
  const LaunchShape &Shape;
  std::optional<LaunchConstants> Constants;
  Module &M;
  LLVMContext &C;
  IRBuilder<> B;
  Type *I64;
  PointerType *Ptr;
  Function *Entry = nullptr;
  Value *Begin = nullptr, *End = nullptr, *StateArgument = nullptr;
  SmallVector<Value *, 16> Arguments, Locals, Slots;
  Value *LocalMemory = nullptr;
  DenseMap<size_t, Value *> StateValues;
  SmallVector<CallInst *, 4> Calls;
};

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

Value *EntryBuilder::query(Builtin Kind, unsigned D, const Ids &I, Value *LocalLinear) {
  switch (Kind) {
  case Builtin::GlobalId:
    return I.Global[D];
  case Builtin::LocalId:
    return I.Local[D];
  case Builtin::GroupId:
    return I.Group[D];
  case Builtin::LocalLinearId:
    return LocalLinear;
  case Builtin::GlobalLinearId: {
    Value *Linear = ConstantInt::get(I64, 0);
    for (unsigned X = 3; X-- > 0;)
      Linear = B.CreateAdd(B.CreateMul(Linear, size(Builtin::GlobalSize, X)),
                           B.CreateSub(I.Global[X], size(Builtin::GlobalOffset, X)));
    return Linear;
  }
  default:
    return size(Kind, D);
  }
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
  for (Type *T : Regions.Slots)
    Bytes += M.getDataLayout().getTypeAllocSize(T);
  return Bytes;
}

Error EntryBuilder::checkStack() const {
  uint64_t Bytes = bytesPerItem() * (Constants ? Constants->groupSize() : 1);
  for (GlobalVariable *G : Item.Locals)
    Bytes += M.getDataLayout().getTypeAllocSize(G->getValueType());
  if (Bytes <= StackLimit)
    return Error::success();
  std::string Why = "a work-group keeps " + std::to_string(Bytes) + " bytes on the stack, at most " +
                    std::to_string(StackLimit) + " are allowed";
  return fuseError(diag::unsupported_construct, {Item.KernelName, "native", Why}, *Item.F);
}

// One instance per call of the entry: its work-groups run one after the other.
void EntryBuilder::allocateStorage() {
  for (GlobalVariable *G : Item.Locals) {
    AllocaInst *A = B.CreateAlloca(G->getValueType());
    A->setAlignment(std::max(G->getAlign().valueOrOne(), Align(16)));
    Locals.push_back(A);
  }
  if (Regions.Slots.empty())
    return;
  Value *Items =
      B.CreateMul(B.CreateMul(size(Builtin::LocalSize, 0), size(Builtin::LocalSize, 1)), size(Builtin::LocalSize, 2));
  for (Type *T : Regions.Slots) {
    AllocaInst *A = B.CreateAlloca(T, Items);
    A->setAlignment(std::max(M.getDataLayout().getPrefTypeAlign(T), Align(64)));
    Slots.push_back(A);
  }
}

Value *EntryBuilder::callItem(Function *F, const Ids &I, Value *LocalLinear) {
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D, I, LocalLinear));
  Values.append(Locals.begin(), Locals.end());
  if (LocalMemory)
    Values.push_back(LocalMemory);
  for (auto [Slot, T] : zip(Slots, Regions.Slots))
    Values.push_back(B.CreateInBoundsGEP(T, Slot, {LocalLinear}));
  CallInst *Call = B.CreateCall(F, Values);
  // The byval copies go with the call.
  for (unsigned N = 0; N != Item.KernelArguments; ++N)
    if (F->getArg(N)->hasByValAttr())
      Call->addParamAttr(N, F->getAttributes().getParamAttr(N, Attribute::ByVal));
  Calls.push_back(Call);
  return Call;
}

// An nd_range whose work-items do not ask for their group is a plain interval of work-items.
bool EntryBuilder::runsLinearly() const {
  if (Shape.Kind != range_kind::nd_range)
    return Shape.Dims == 1;
  return Shape.Dims == 1 && Regions.Regions.size() == 1 && Item.Locals.empty() && !Item.UsesLocalMemory &&
         !Item.uses(Builtin::LocalId) && !Item.uses(Builtin::GroupId) && !Item.uses(Builtin::LocalLinearId);
}

void EntryBuilder::emitPlain1D(Value *First, Value *Last) {
  Value *Zero = ConstantInt::get(I64, 0);
  Value *Offset = size(Builtin::GlobalOffset, 0);
  emitLoop(B, First, Last, "item", LoopKind::Parallel, [&](Value *I) {
    Ids Item;
    Item.Global = {B.CreateAdd(I, Offset, "", true, true), Zero, Zero};
    Item.Local = {Zero, Zero, Zero};
    Item.Group = {I, Zero, Zero};
    callItem(Regions.Regions[0], Item, Zero);
  });
}

// Rows of dimension 0, the first and the last one maybe in part.
void EntryBuilder::emitPlainRows() {
  Value *Zero = ConstantInt::get(I64, 0);
  Value *N0 = size(Builtin::GlobalSize, 0), *N1 = size(Builtin::GlobalSize, 1);
  Value *FirstRow = B.CreateUDiv(Begin, N0), *LastRow = B.CreateUDiv(B.CreateSub(End, B.getInt64(1)), N0);
  emitLoop(B, FirstRow, B.CreateAdd(LastRow, B.getInt64(1)), "row", LoopKind::Plain, [&](Value *Row) {
    Value *Start = B.CreateMul(Row, N0, "", true, true);
    Value *X0 = B.CreateSelect(B.CreateICmpUGT(Begin, Start), B.CreateSub(Begin, Start), Zero);
    Value *X1 = B.CreateSub(End, Start);
    X1 = B.CreateSelect(B.CreateICmpULT(X1, N0), X1, N0);
    Ids Item;
    Item.Local = {Zero, Zero, Zero};
    Item.Group[1] = Shape.Dims > 2 ? B.CreateURem(Row, N1) : Row;
    Item.Group[2] = Shape.Dims > 2 ? B.CreateUDiv(Row, N1) : Zero;
    for (unsigned D : {1, 2})
      Item.Global[D] = B.CreateAdd(Item.Group[D], size(Builtin::GlobalOffset, D), "", true, true);
    emitLoop(B, X0, X1, "item", LoopKind::Parallel, [&](Value *X) {
      Item.Group[0] = X;
      Item.Global[0] = B.CreateAdd(X, size(Builtin::GlobalOffset, 0), "", true, true);
      callItem(Regions.Regions[0], Item, Zero);
    });
  });
}

void EntryBuilder::emitRegion(Function *Region, const Triplet &Group, Value **Next) {
  Value *Zero = ConstantInt::get(I64, 0);
  AllocaInst *Result = nullptr;
  if (Next) {
    IRBuilder<> Top(&Entry->getEntryBlock(), Entry->getEntryBlock().begin());
    Result = Top.CreateAlloca(B.getInt32Ty());
  }
  Ids Item;
  Item.Group = Group;
  Triplet Size, Base;
  for (unsigned D = 0; D != 3; ++D) {
    Size[D] = size(Builtin::LocalSize, D);
    Base[D] =
        B.CreateAdd(B.CreateMul(Group[D], Size[D], "", true, true), size(Builtin::GlobalOffset, D), "", true, true);
  }
  auto SetId = [&](unsigned D, Value *I) {
    Item.Local[D] = I;
    Item.Global[D] = B.CreateAdd(Base[D], I, "", true, true);
  };
  emitLoop(B, Zero, Size[2], "z", LoopKind::Plain, [&](Value *Z) {
    SetId(2, Z);
    emitLoop(B, Zero, Size[1], "y", LoopKind::Plain, [&](Value *Y) {
      SetId(1, Y);
      Value *Row =
          B.CreateMul(B.CreateAdd(B.CreateMul(Z, Size[1], "", true, true), Y, "", true, true), Size[0], "", true, true);
      emitLoop(B, Zero, Size[0], "x", LoopKind::Parallel, [&](Value *X) {
        SetId(0, X);
        Value *Last = callItem(Region, Item, B.CreateAdd(Row, X, "", true, true));
        // All work-items of a group go to the same place; the last one speaks for them.
        if (Result)
          B.CreateStore(Last, Result);
      });
    });
  });
  if (Next)
    *Next = B.CreateLoad(B.getInt32Ty(), Result);
}

void EntryBuilder::emitGroup(const Triplet &Group) {
  if (Regions.Regions.size() == 1)
    return emitRegion(Regions.Regions[0], Group, nullptr);
  auto Block = [&](const Twine &Name) { return BasicBlock::Create(C, Name, Entry); };
  BasicBlock *Before = B.GetInsertBlock(), *Dispatch = Block("dispatch"), *Done = Block("group.done"),
             *Bad = Block("bad");
  B.CreateBr(Dispatch);
  B.SetInsertPoint(Dispatch);
  PHINode *Which = B.CreatePHI(B.getInt32Ty(), 2, "region");
  Which->addIncoming(B.getInt32(0), Before);
  SwitchInst *Switch = B.CreateSwitch(Which, Bad, Regions.Regions.size());
  for (auto [Number, Region] : enumerate(Regions.Regions)) {
    BasicBlock *Here = Block("region." + Twine(Number));
    Switch->addCase(B.getInt32(Number), Here);
    B.SetInsertPoint(Here);
    Value *Next = nullptr;
    emitRegion(Region, Group, &Next);
    Which->addIncoming(Next, B.GetInsertBlock());
    B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt32(0)), Done, Dispatch);
  }
  B.SetInsertPoint(Bad);
  B.CreateUnreachable();
  B.SetInsertPoint(Done);
}

void EntryBuilder::emitGroups() {
  Value *N0 = size(Builtin::NumGroups, 0), *N1 = size(Builtin::NumGroups, 1), *Zero = ConstantInt::get(I64, 0);
  emitLoop(B, Begin, End, "group", LoopKind::Plain, [&](Value *G) {
    Triplet Group = {G, Zero, Zero};
    if (Shape.Dims > 1) {
      Group[0] = B.CreateURem(G, N0);
      Value *Rest = B.CreateUDiv(G, N0);
      Group[1] = Shape.Dims > 2 ? B.CreateURem(Rest, N1) : Rest;
      Group[2] = Shape.Dims > 2 ? B.CreateUDiv(Rest, N1) : Zero;
    }
    emitGroup(Group);
  });
}

// The address of the first element that this call writes.
Value *EntryBuilder::streamAddress(const WriteOnlyArgument &A) {
  Value *First = B.CreateAdd(
      Shape.Kind == range_kind::nd_range ? B.CreateMul(Begin, size(Builtin::LocalSize, 0), "", true, true) : Begin,
      size(Builtin::GlobalOffset, 0), "", true, true);
  return B.CreateInBoundsGEP(B.getInt8Ty(), Arguments[A.Index],
                             B.CreateMul(First, B.getInt64(A.ElementSize), "", true, true));
}

void EntryBuilder::assumeAligned(ArrayRef<WriteOnlyArgument> Streamed) {
  for (const WriteOnlyArgument &A : Streamed)
    emitStreamMarker(B, streamAddress(A));
}

void EntryBuilder::branchToStream(ArrayRef<WriteOnlyArgument> Streamed, Function *Stream) {
  Value *Misaligned = B.getInt64(0);
  for (const WriteOnlyArgument &A : Streamed)
    Misaligned = B.CreateOr(Misaligned, B.CreatePtrToInt(streamAddress(A), I64));
  Misaligned = B.CreateAnd(Misaligned, StreamAlignment - 1);
  Value *Wanted = B.CreateAnd(state(offsetof(sycl_fuse_native_state, flags)), SYCL_FUSE_NATIVE_STREAM);
  Value *Take = B.CreateAnd(B.CreateICmpNE(Wanted, B.getInt64(0)), B.CreateICmpEQ(Misaligned, B.getInt64(0)));
  BasicBlock *Streaming = BasicBlock::Create(C, "stream", Entry), *Cached = BasicBlock::Create(C, "cached", Entry);
  B.CreateCondBr(Take, Streaming, Cached);
  B.SetInsertPoint(Streaming);
  SmallVector<Value *, 4> Same;
  for (Argument &A : Entry->args())
    Same.push_back(&A);
  B.CreateCall(Stream, Same)->setTailCall();
  B.CreateRetVoid();
  B.SetInsertPoint(Cached);
}

Function *EntryBuilder::build(StringRef Name, GlobalValue::LinkageTypes Linkage, ArrayRef<WriteOnlyArgument> Streamed,
                              Function *Stream) {
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
  if (Stream)
    branchToStream(Streamed, Stream);
  else if (!Streamed.empty())
    assumeAligned(Streamed);
  if (runsLinearly()) {
    bool Groups = Shape.Kind == range_kind::nd_range;
    Value *Size = size(Builtin::LocalSize, 0);
    emitPlain1D(Groups ? B.CreateMul(Begin, Size, "", true, true) : Begin,
                Groups ? B.CreateMul(End, Size, "", true, true) : End);
  } else if (Shape.Kind == range_kind::nd_range) {
    emitGroups();
  } else {
    emitPlainRows();
  }
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
  return Entry;
}

// Reads of byval aggregates need no copy.
void dropReadOnlyByVal(Function &F) {
  for (Argument &A : F.args()) {
    SmallVector<Value *, 8> Work{&A};
    bool OnlyLoads = A.hasByValAttr();
    while (OnlyLoads && !Work.empty())
      for (User *U : Work.pop_back_val()->users())
        if (isa<GetElementPtrInst>(U))
          Work.push_back(U);
        else
          OnlyLoads &= isa<LoadInst>(U);
    if (OnlyLoads) {
      A.removeAttr(Attribute::ByVal);
      A.removeAttr(Attribute::Alignment);
      F.addParamAttr(A.getArgNo(), Attribute::ReadOnly);
    }
  }
}

} // namespace

Expected<Function *> buildNativeEntry(Function &Kernel, StringRef EntryName, const LaunchShape &Shape) {
  // One entry needs no barrier where there is no group to wait for.
  bool Barriers = Shape.Kind == range_kind::nd_range && !findCalls(Kernel, Builtin::ControlBarrier).empty();
  for (Builtin Kind : {Builtin::ControlBarrier, Builtin::MemoryBarrier})
    for (CallInst *Call : findCalls(Kernel, Kind))
      if (Kind == Builtin::MemoryBarrier || !Barriers) {
        IRBuilder<>(Call).CreateFence(AtomicOrdering::AcquireRelease);
        Call->eraseFromParent();
      }
  WorkItemFunction Item = makeWorkItemFunction(Kernel, true);
  dropReadOnlyByVal(*Item.F);
  if (Shape.DistinctPointers)
    exploitDistinctArguments(Item);
  SmallVector<WriteOnlyArgument, 4> Streamed;
  if (!Barriers && Shape.Dims == 1)
    Streamed = findWriteOnlyArguments(Item);
  BarrierRegions Regions;
  if (Barriers)
    Regions = splitAtBarriers(Item);
  else
    Regions.Regions.push_back(Item.F);
  for (Function *F : Regions.Regions)
    markIndependentAccesses(*F);

  EntryBuilder Main(Item, Regions, Shape);
  if (Error E = Main.checkStack())
    return std::move(E);
  Function *Stream = nullptr;
  if (!Streamed.empty()) {
    Stream = EntryBuilder(Item, Regions, Shape)
                 .build((EntryName + ".stream").str(), GlobalValue::InternalLinkage, Streamed, nullptr);
    Stream->addFnAttr(StreamAttribute);
    Stream->addFnAttr(Attribute::NoInline);
  }
  Function *Entry = Main.build(EntryName, GlobalValue::ExternalLinkage, Streamed, Stream);
  Entry->setVisibility(GlobalValue::HiddenVisibility);
  for (Function *F : Regions.Regions)
    F->eraseFromParent();
  for (GlobalVariable *G : Item.Locals)
    if (G->use_empty())
      G->eraseFromParent();
  return Entry;
}

} // namespace syclfuse::fuser
