// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaKernel.h"
#include "Coarsening.h"
#include "LoopEmitter.h"
#include "WorkItem.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned GroupSize = 256; // of plain ranges
constexpr unsigned GlobalSpace = 1, SharedSpace = 3;
constexpr Intrinsic::ID Tid[] = {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                 Intrinsic::nvvm_read_ptx_sreg_tid_z};
constexpr Intrinsic::ID NTid[] = {Intrinsic::nvvm_read_ptx_sreg_ntid_x, Intrinsic::nvvm_read_ptx_sreg_ntid_y,
                                  Intrinsic::nvvm_read_ptx_sreg_ntid_z};
constexpr Intrinsic::ID CtaId[] = {Intrinsic::nvvm_read_ptx_sreg_ctaid_x, Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                   Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
constexpr Intrinsic::ID NCtaId[] = {Intrinsic::nvvm_read_ptx_sreg_nctaid_x, Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
                                    Intrinsic::nvvm_read_ptx_sreg_nctaid_z};

class KernelBuilder {
public:
  KernelBuilder(WorkItemFunction &Item, const LaunchShape &Shape, bundle::builder::variant &V)
      : Item(Item), Shape(Shape), Constants(launchConstants(Shape)), V(V), M(*Item.F->getParent()), C(M.getContext()),
        B(C), I64(Type::getInt64Ty(C)) {}

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
  Value *special(Intrinsic::ID ID);

  WorkItemFunction &Item;
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
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *A = Item.F->getArg(N);
    // What a command group passes are pointers to global memory.
    bool Pointer = A->getType()->isPointerTy() && !A->hasByValAttr();
    Types.push_back(Pointer ? PointerType::get(C, GlobalSpace) : A->getType());
  }
  bool Sizes = plain() && !Constants, Offsets = usesOffset();
  for (unsigned D = 0; Sizes && D != Shape.Dims; ++D)
    addArgument(argument_source::global_size, D, Types);
  for (unsigned D = 0; Offsets && D != Shape.Dims; ++D)
    addArgument(argument_source::global_offset, D, Types);
  Kernel = Function::Create(FunctionType::get(B.getVoidTy(), Types, false), GlobalValue::ExternalLinkage, Name, M);
  Kernel->setCallingConv(CallingConv::PTX_Kernel);
  Kernel->setDoesNotThrow();
  B.SetInsertPoint(BasicBlock::Create(C, "entry", Kernel));
  unsigned Next = Item.KernelArguments;
  for (unsigned D = 0; Sizes && D != Shape.Dims; ++D)
    SizeArgument[D] = Kernel->getArg(Next++);
  for (unsigned D = 0; Offsets && D != Shape.Dims; ++D)
    OffsetArgument[D] = Kernel->getArg(Next++);
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *From = Item.F->getArg(N), *To = Kernel->getArg(N);
    if (From->hasByValAttr())
      for (Attribute::AttrKind Kind : {Attribute::ByVal, Attribute::Alignment})
        if (From->hasAttribute(Kind))
          To->addAttr(From->getAttribute(Kind));
    Arguments.push_back(From->getType() == To->getType() ? To : B.CreateAddrSpaceCast(To, From->getType()));
  }
}

Value *KernelBuilder::special(Intrinsic::ID ID) { return B.CreateZExt(B.CreateIntrinsic(ID, {}), I64); }

Value *KernelBuilder::size(unsigned D) {
  if (Constants)
    return B.getInt64(Constants->Global[D]);
  if (D >= Shape.Dims)
    return B.getInt64(1);
  return plain() ? SizeArgument[D] : B.CreateMul(special(NTid[D]), special(NCtaId[D]), "", true, true);
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
  auto LocalSize = [&](unsigned X) -> Value * {
    if (Constants)
      return B.getInt64(Constants->Local[X]);
    return plain() || X >= Shape.Dims ? B.getInt64(1) : special(NTid[X]);
  };
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
  default:
    if (Constants)
      return B.getInt64(Constants->Groups[D]);
    return plain() ? size(D) : D < Shape.Dims ? special(NCtaId[D]) : B.getInt64(1);
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
    auto Wide = [&](Value *X) { return B.CreateZExt(X, I64); };
    Value *L = Fit(Linear), *N0 = Fit(size(0)), *N1 = Fit(size(1)), *Row = B.CreateUDiv(L, N0);
    Group[0] = Wide(B.CreateURem(L, N0));
    Group[1] = Wide(Shape.Dims > 2 ? B.CreateURem(Row, N1) : Row);
    Group[2] = Shape.Dims > 2 ? Wide(B.CreateUDiv(Row, N1)) : Zero;
  }
  for (unsigned D = 0; D != 3; ++D)
    Global[D] = B.CreateAdd(Group[D], offset(D), "", true, true);
}

void KernelBuilder::setIdsFromRegisters() {
  for (unsigned D = 0; D != 3; ++D) {
    bool Used = D < Shape.Dims;
    Local[D] = Used ? special(Tid[D]) : B.getInt64(0);
    Group[D] = Used ? special(CtaId[D]) : B.getInt64(0);
    Value *Extent = !Used ? B.getInt64(1) : Constants ? B.getInt64(Constants->Local[D]) : special(NTid[D]);
    Value *Id = B.CreateAdd(B.CreateMul(Group[D], Extent, "", true, true), Local[D], "", true, true);
    Global[D] = B.CreateAdd(Id, offset(D), "", true, true);
  }
}

void KernelBuilder::callItem() {
  SmallVector<Value *, 16> Values(Arguments);
  for (auto [Kind, D] : Item.Queries)
    Values.push_back(query(Kind, D));
  if (Item.UsesLocalMemory) {
    auto *Memory = new GlobalVariable(M, ArrayType::get(B.getInt8Ty(), 0), false, GlobalValue::ExternalLinkage, nullptr,
                                      "sycl_fuse_local_memory", nullptr, GlobalValue::NotThreadLocal, SharedSpace);
    Memory->setAlignment(Align(16));
    Values.push_back(B.CreatePointerBitCastOrAddrSpaceCast(Memory, Item.F->getArg(Item.F->arg_size() - 1)->getType()));
  }
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
  Kernel->addFnAttr("nvvm.maxntid", std::to_string(GroupSize));
  bool Narrow = Constants && Constants->total() <= INT32_MAX - 8 * GroupSize;
  Value *Thread;
  if (Narrow) {
    auto Read = [&](Intrinsic::ID ID) { return B.CreateIntrinsic(ID, {}); };
    Value *Linear = B.CreateAdd(B.CreateMul(Read(CtaId[0]), Read(NTid[0])), Read(Tid[0]));
    Thread = B.CreateZExt(Linear, I64);
  } else {
    Thread =
        B.CreateAdd(B.CreateMul(special(CtaId[0]), special(NTid[0]), "", true, true), special(Tid[0]), "", true, true);
  }
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
    if (Constants) {
      std::string Sizes;
      for (unsigned D = 0; D != 3; ++D)
        Sizes += (D ? "," : "") + std::to_string(Constants->Local[D]);
      Kernel->addFnAttr("nvvm.reqntid", Sizes);
    }
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

void lowerBarriers(Function &F, bool Groups) {
  LLVMContext &C = F.getContext();
  auto Fence = [&](CallInst *Call, unsigned ScopeOperand) {
    auto *Scope = dyn_cast<ConstantInt>(Call->getArgOperand(ScopeOperand));
    uint64_t Number = Scope ? Scope->getZExtValue() : 0;
    StringRef Name = Number >= 2 ? "block" : Number == 1 ? "device" : "";
    IRBuilder<>(Call).CreateFence(AtomicOrdering::AcquireRelease, C.getOrInsertSyncScopeID(Name));
  };
  for (CallInst *Call : findCalls(F, Builtin::ControlBarrier)) {
    IRBuilder<> B(Call);
    if (!Groups)
      Fence(Call, 1);
    else
      B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all, {B.getInt32(0)});
    Call->eraseFromParent();
  }
  for (CallInst *Call : findCalls(F, Builtin::MemoryBarrier)) {
    Fence(Call, 0);
    Call->eraseFromParent();
  }
}

} // namespace

Function *buildCudaKernel(Function &Kernel, StringRef EntryName, const LaunchShape &Shape,
                          bundle::builder::variant &V) {
  lowerBarriers(Kernel, Shape.Kind == range_kind::nd_range);
  WorkItemFunction Item = makeWorkItemFunction(Kernel, false);
  Module &M = *Item.F->getParent();
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == SharedSpace && !G.isDeclaration()) {
      G.setLinkage(GlobalValue::InternalLinkage);
      G.setInitializer(UndefValue::get(G.getValueType()));
      V.record.local_memory += M.getDataLayout().getTypeAllocSize(G.getValueType());
    }
  return KernelBuilder(Item, Shape, V).build(EntryName);
}

} // namespace syclfuse::fuser
