// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuKernel.h"
#include "Coarsening.h"
#include "GpuGroups.h"
#include "LoopEmitter.h"
#include "WorkItem.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned GroupSize = 256;  // of plain ranges
constexpr unsigned LargestGroup = 1024; // of nd_ranges

GlobalVariable *launchLocalMemory(Module &M) {
  constexpr StringLiteral Name = "sycl_fuse_local_memory";
  if (GlobalVariable *Old = M.getNamedGlobal(Name))
    return Old;
  auto *Memory = new GlobalVariable(M, ArrayType::get(Type::getInt8Ty(M.getContext()), 0), false,
                                    GlobalValue::ExternalLinkage, nullptr, Name, nullptr, GlobalValue::NotThreadLocal,
                                    GpuLocalSpace);
  Memory->setAlignment(Align(16));
  return Memory;
}

class KernelBuilder {
public:
  KernelBuilder(WorkItemFunction &Item, const GpuGroup &Hardware, const LaunchShape &Shape, bundle::builder::variant &V)
      : Item(Item), Hardware(Hardware), Device(Hardware.Device), Shape(Shape), Constants(launchConstants(Shape)), V(V),
        M(*Item.F->getParent()), C(M.getContext()), B(C), I64(Type::getInt64Ty(C)) {}

  Function *build(StringRef Name);

private:
  bool plain() const { return Shape.Kind != range_kind::nd_range; }
  bool usesOffset() const { return !Constants && (Item.uses(Builtin::GlobalId) || Item.uses(Builtin::GlobalOffset)); }
  void declare(StringRef Name);
  void addArgument(argument_source Source, unsigned D, SmallVectorImpl<Type *> &Types);
  void emitPlain();
  void emitOneItem(Value *Linear);
  void callItem();
  void setIdsFromLinear(Value *Linear);
  void setIdsFromRegisters();
  Value *query(Builtin Kind, unsigned D);
  Value *size(unsigned D);
  Value *offset(unsigned D);
  Value *total();
  Value *wide(Value *V) { return B.CreateZExt(V, I64); }

  WorkItemFunction &Item;
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
  std::array<Value *, 3> SizeArgument{}, OffsetArgument{}, Global{}, Local{}, Group{};
  SmallVector<CallInst *, 4> Calls;
};

void KernelBuilder::addArgument(argument_source Source, unsigned D, SmallVectorImpl<Type *> &Types) {
  bundle::argument_record A;
  A.source = Source;
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
  bool Sizes = plain() && !Constants, Offsets = usesOffset();
  for (unsigned D = 0; Sizes && D != Shape.Dims; ++D)
    addArgument(argument_source::global_size, D, Types);
  for (unsigned D = 0; Offsets && D != Shape.Dims; ++D)
    addArgument(argument_source::global_offset, D, Types);
  Kernel = Function::Create(FunctionType::get(B.getVoidTy(), Types, false), GlobalValue::ExternalLinkage, Name, M);
  Kernel->setCallingConv(Device.kernelConvention());
  Kernel->setDoesNotThrow();
  // The body of the work-item function keeps its places in the source.
  Kernel->setSubprogram(Item.F->getSubprogram());
  B.SetInsertPoint(BasicBlock::Create(C, "entry", Kernel));
  unsigned Next = Item.KernelArguments;
  for (unsigned D = 0; Sizes && D != Shape.Dims; ++D)
    SizeArgument[D] = Kernel->getArg(Next++);
  for (unsigned D = 0; Offsets && D != Shape.Dims; ++D)
    OffsetArgument[D] = Kernel->getArg(Next++);
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *From = Item.F->getArg(N), *To = Kernel->getArg(N);
    To->setName(From->getName());
    if (From->hasByValAttr()) {
      Device.addAggregateAttributes(*To, *From);
      Arguments.push_back(Device.aggregateAddress(B, *To, *From));
      continue;
    }
    if (To->getType()->isPointerTy() && Shape.DistinctPointers)
      To->addAttr(Attribute::NoAlias);
    Arguments.push_back(From->getType() == To->getType() ? To : B.CreateAddrSpaceCast(To, From->getType()));
  }
}

Value *KernelBuilder::size(unsigned D) {
  if (Constants)
    return B.getInt64(Constants->Global[D]);
  if (D >= Shape.Dims)
    return B.getInt64(1);
  return plain() ? SizeArgument[D] : B.CreateMul(wide(Device.localSize(B, D)), wide(Device.numGroups(B, D)), "", true, true);
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
  auto LocalSize = [&](unsigned X) { return wide(Hardware.localSize(B, X)); };
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
    return B.getInt64(plain() ? 1 : Device.subGroupSize());
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
    return plain() ? size(D) : D < Shape.Dims ? wide(Device.numGroups(B, D)) : B.getInt64(1);
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
  for (unsigned D = 0; D != 3; ++D)
    Global[D] = B.CreateAdd(Group[D], offset(D), "", true, true);
}

void KernelBuilder::setIdsFromRegisters() {
  for (unsigned D = 0; D != 3; ++D) {
    Local[D] = wide(Hardware.localId(B, D));
    Group[D] = D < Shape.Dims ? wide(Device.groupId(B, D)) : B.getInt64(0);
    Value *Extent = wide(Hardware.localSize(B, D));
    Value *Id = B.CreateAdd(B.CreateMul(Group[D], Extent, "", true, true), Local[D], "", true, true);
    Global[D] = B.CreateAdd(Id, offset(D), "", true, true);
  }
}

void KernelBuilder::callItem() {
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D));
  if (Item.UsesLocalMemory)
    Values.push_back(
        B.CreateAddrSpaceCast(launchLocalMemory(M), Item.F->getArg(Item.F->arg_size() - 1)->getType()));
  CallInst *Call = B.CreateCall(Item.F, Values);
  for (unsigned N = 0; N != Item.KernelArguments; ++N)
    if (Item.F->getArg(N)->hasByValAttr())
      Call->addParamAttr(N, Item.F->getAttributes().getParamAttr(N, Attribute::ByVal));
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

// Thread t runs work-item t, or Items work-items from t * Items on: with one wide access for all of them where the
// addresses are aligned, else one by one.
void KernelBuilder::emitPlain() {
  V.record.group_size = GroupSize;
  Device.limitGroup(*Kernel, GroupSize, nullptr);
  // Of small launches in 32 bits.
  bool Narrow = Constants && Constants->total() <= INT32_MAX - 8 * GroupSize;
  auto Fit = [&](Value *X) { return Narrow ? X : wide(X); };
  Value *First0 = B.CreateMul(Fit(Device.groupId(B, 0)), Fit(Device.localSize(B, 0)), "", !Narrow, !Narrow);
  Value *Thread = wide(B.CreateAdd(First0, Fit(Device.localId(B, 0)), "", !Narrow, !Narrow));
  std::optional<CoarsenedItem> Wide = Shape.Dims == 1 ? coarsen(Item) : std::nullopt;
  if (!Wide)
    return emitOneItem(Thread);
  unsigned Items = Wide->Items;
  V.record.items_per_thread = Items;
  Value *First = B.CreateMul(Thread, B.getInt64(Items), "", true, true);
  Value *Full = B.CreateICmpULE(B.CreateAdd(First, B.getInt64(Items), "", true, true), total());
  setIdsFromLinear(First);
  Value *Misaligned = B.getInt64(0);
  for (unsigned N : Wide->WideArguments) {
    Value *Address = B.CreatePtrToInt(Kernel->getArg(N), I64);
    uint64_t Size = Wide->ElementSizes.lookup(N);
    Misaligned = B.CreateOr(Misaligned, B.CreateAdd(Address, B.CreateMul(offset(0), B.getInt64(Size))));
  }
  Value *Aligned = B.CreateICmpEQ(B.CreateAnd(Misaligned, 15), B.getInt64(0));
  BasicBlock *Vector = BasicBlock::Create(C, "wide", Kernel), *Scalar = BasicBlock::Create(C, "narrow", Kernel);
  BasicBlock *Exit = BasicBlock::Create(C, "exit", Kernel);
  B.CreateCondBr(B.CreateAnd(Full, Aligned), Vector, Scalar);
  B.SetInsertPoint(Vector);
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D));
  Calls.push_back(B.CreateCall(Wide->F, Values));
  B.CreateBr(Exit);
  B.SetInsertPoint(Scalar);
  Value *Last = B.CreateAdd(First, B.getInt64(Items), "", true, true), *Total = total();
  Last = B.CreateSelect(B.CreateICmpULT(Last, Total), Last, Total);
  emitLoop(B, First, Last, "item", LoopKind::Rolled, [&](Value *Linear) {
    setIdsFromLinear(Linear);
    callItem();
  });
  B.CreateBr(Exit);
  B.SetInsertPoint(Exit);
}

Function *KernelBuilder::build(StringRef Name) {
  declare(Name);
  if (plain()) {
    emitPlain();
  } else {
    Device.limitGroup(*Kernel, LargestGroup, Constants ? &Constants->Local : nullptr);
    setIdsFromRegisters();
    callItem();
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
  return Kernel;
}

// Whether nothing is written through Pointer.
bool isOnlyRead(const Value &Pointer) {
  return all_of(Pointer.users(), [](const User *U) {
    if (isa<LoadInst>(U))
      return true;
    return isa<GetElementPtrInst, AddrSpaceCastInst>(U) && isOnlyRead(*U);
  });
}

// A pointer in an aggregate that the kernel does not write to is, like one that is an argument, a pointer to global memory.
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
                     const LaunchShape &Shape, bundle::builder::variant &V) {
  GpuGroup Hardware(Device, Shape);
  if (Error E = lowerGroupFunctions(Kernel, Hardware, TargetName))
    return E;
  markGlobalPointers(Kernel);
  WorkItemFunction Item = makeWorkItemFunction(Kernel, false);
  KernelBuilder(Item, Hardware, Shape, V).build(EntryName);
  return Error::success();
}

} // namespace syclfuse::fuser
