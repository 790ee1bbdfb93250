// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of kernels: every kind of instruction that the passes look at, on whatever values there are.
#include "RandomModule.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

class BodyMaker {
public:
  BodyMaker(Function &F, KernelDialect Dialect, ByteReader &In)
      : F(F), M(*F.getParent()), C(F.getContext()), Dialect(Dialect), In(In), B(C), I64(B.getInt64Ty()) {}

  void run() {
    B.SetInsertPoint(BasicBlock::Create(C, "entry", &F));
    for (Argument &Arg : F.args())
      take(&Arg);
    statements(In.below(24), 0);
    if (F.getReturnType()->isVoidTy())
      B.CreateRetVoid();
    else
      B.CreateRet(integer());
  }

private:
  void take(Value *V) {
    Type *T = V->getType();
    if (T->isPointerTy())
      Pointers.push_back(V);
    else if (T->isFloatTy())
      Floats.push_back(V);
    else if (T->isIntegerTy())
      Integers.push_back(B.CreateZExtOrTrunc(V, I64));
    else
      Others.push_back(V);
  }

  Value *integer() {
    unsigned Choice = In.below(Integers.size() + 3);
    return Choice < Integers.size() ? Integers[Integers.size() - 1 - Choice] : ConstantInt::get(I64, In.number());
  }
  Value *small() { return B.CreateTrunc(integer(), B.getInt32Ty()); }
  Value *real() { return Floats.empty() ? ConstantFP::get(B.getFloatTy(), 1.5) : Floats[In.below(Floats.size())]; }
  Value *pointer() {
    if (Pointers.empty())
      Pointers.push_back(newAlloca());
    return Pointers[Pointers.size() - 1 - In.below(Pointers.size())];
  }
  Value *newAlloca() {
    IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
    return Entry.CreateAlloca(ArrayType::get(I64, 1 + In.below(8)), M.getDataLayout().getAllocaAddrSpace());
  }
  Value *condition() { return B.CreateICmp(In.below(2) ? CmpInst::ICMP_ULT : CmpInst::ICMP_EQ, integer(), integer()); }

  void statements(unsigned Count, unsigned Depth) {
    for (; Count; --Count)
      statement(Depth);
  }

  void statement(unsigned Depth) {
    switch (In.below(24)) {
    default:
    case 0:
    case 1:
      return query();
    case 2:
    case 3:
    case 4:
      return element();
    case 5:
    case 6:
      return store();
    case 7:
    case 8:
      return load();
    case 9:
    case 10:
      return arithmetic();
    case 11:
      return barrier();
    case 12:
      return Depth < 3 ? branch(Depth) : query();
    case 13:
      return Depth < 3 ? loop(Depth) : query();
    case 14:
      return choose();
    case 15:
      return call();
    case 16:
      return atomic();
    case 17:
      return copy();
    case 18:
      return changeSpace();
    case 19:
      return leak();
    case 20:
      return Pointers.push_back(newAlloca());
    case 21:
      return sharedArray();
    case 22:
      return leave();
    }
  }

  // Types of elements, some larger than others and some in others.
  Type *elementType() {
    switch (In.below(8)) {
    case 0:
      return B.getFloatTy();
    case 1:
      return B.getInt32Ty();
    case 2:
      return B.getInt8Ty();
    case 3:
      return I64;
    case 4:
      return ArrayType::get(B.getInt32Ty(), 1 + In.below(5));
    case 5:
      return StructType::get(B.getInt8Ty(), B.getFloatTy(), B.getInt16Ty());
    case 6:
      return FixedVectorType::get(B.getFloatTy(), 1 + In.below(5));
    default:
      return B.getDoubleTy();
    }
  }

  FunctionCallee function(StringRef Name, Type *Result, ArrayRef<Type *> Parameters) {
    return M.getOrInsertFunction(Name, FunctionType::get(Result, Parameters, false));
  }

  void query() {
    static constexpr StringLiteral Nvptx[] = {"tid.x", "ctaid.x", "ntid.x", "nctaid.x", "tid.y", "ctaid.z", "laneid"};
    static constexpr StringLiteral Amdgcn[] = {"workitem.id.x", "workgroup.id.x", "workitem.id.y", "workgroup.id.z"};
    if (Dialect == KernelDialect::Generic)
      return genericQuery();
    if (Dialect == KernelDialect::Amdgcn && In.below(3) == 2)
      return dispatchQuery();
    std::string Name = Dialect == KernelDialect::Nvptx ? ("llvm.nvvm.read.ptx.sreg." + In.oneOf(Nvptx)).str()
                                                       : ("llvm.amdgcn." + In.oneOf(Amdgcn)).str();
    Integers.push_back(B.CreateZExt(B.CreateCall(function(Name, B.getInt32Ty(), {})), I64));
  }

  void genericQuery() {
    static constexpr StringLiteral Names[] = {"GlobalInvocationId", "LocalInvocationId", "WorkgroupId", "GlobalSize",
                                              "WorkgroupSize",      "NumWorkgroups",     "GlobalOffset"};
    static constexpr StringLiteral Scalars[] = {"GlobalLinearId", "LocalInvocationIndex"};
    if (In.chance(40)) {
      std::string Name = ("__spirv_BuiltIn" + In.oneOf(Scalars)).str();
      Integers.push_back(B.CreateCall(function("_Z" + std::to_string(Name.size()) + Name + "v", I64, {})));
      return;
    }
    std::string Name = ("__spirv_BuiltIn" + In.oneOf(Names)).str();
    if (In.chance(40)) {
      auto *Vector = FixedVectorType::get(I64, 3);
      Value *Variable = M.getNamedValue(Name);
      if (!Variable)
        Variable = new GlobalVariable(M, Vector, true, GlobalValue::ExternalLinkage, nullptr, Name, nullptr,
                                      GlobalValue::NotThreadLocal, 1);
      Integers.push_back(B.CreateExtractElement(B.CreateLoad(Vector, Variable), In.below(4)));
      return;
    }
    Value *Dimension = In.chance(20) ? small() : B.getInt32(In.chance(20) ? In.number() : In.below(3));
    Integers.push_back(
        B.CreateCall(function("_Z" + std::to_string(Name.size()) + Name + "i", I64, {B.getInt32Ty()}), {Dimension}));
  }

  void dispatchQuery() {
    const bool Packet = In.below(2);
    Value *Base = B.CreateCall(
        function(Packet ? "llvm.amdgcn.dispatch.ptr" : "llvm.amdgcn.implicitarg.ptr", PointerType::get(C, 4), {}));
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), Base, In.below(70));
    Integers.push_back(B.CreateZExt(B.CreateLoad(B.getIntNTy(8 << In.below(3)), At), I64));
  }

  void element() {
    Value *P = pointer();
    Type *T = elementType();
    SmallVector<Value *, 2> Indices{In.chance(40) ? small() : integer()};
    if (T->isAggregateType() && In.below(2))
      Indices.push_back(B.getInt32(In.below(T->isStructTy() ? 3 : T->getArrayNumElements())));
    Pointers.push_back(In.below(2) ? B.CreateGEP(T, P, Indices) : B.CreateInBoundsGEP(T, P, Indices));
  }

  void store() {
    Value *V = In.chance(60) ? real() : In.chance(60) ? small() : integer();
    if (!Others.empty() && In.chance(60))
      V = Others[In.below(Others.size())];
    StoreInst *S = B.CreateStore(V, pointer());
    S->setVolatile(In.chance(10));
  }

  void load() {
    LoadInst *L = B.CreateLoad(In.chance(60) ? elementType() : B.getInt32Ty(), pointer());
    L->setVolatile(In.chance(10));
    take(L);
  }

  void arithmetic() {
    static constexpr Instruction::BinaryOps Ops[] = {
        Instruction::Add, Instruction::Mul,  Instruction::Sub,  Instruction::Shl,  Instruction::And, Instruction::Or,
        Instruction::Xor, Instruction::LShr, Instruction::URem, Instruction::UDiv, Instruction::SRem};
    if (In.chance(50))
      return Floats.push_back(B.CreateFAdd(real(), real()));
    Value *Result = B.CreateBinOp(In.oneOf(Ops), integer(), integer());
    if (auto *I = dyn_cast<Instruction>(Result); I && isa<OverflowingBinaryOperator>(I))
      I->setHasNoUnsignedWrap(In.below(2));
    Integers.push_back(Result);
  }

  void barrier() {
    Type *I32 = B.getInt32Ty();
    if (Dialect == KernelDialect::Generic)
      B.CreateCall(function("_Z22__spirv_ControlBarrieriii", B.getVoidTy(), {I32, I32, I32}),
                   {In.chance(20) ? small() : B.getInt32(2 + In.below(2)), B.getInt32(2), B.getInt32(In.number())});
    else if (Dialect == KernelDialect::Nvptx)
      B.CreateCall(function("llvm.nvvm.barrier.cta.sync.aligned.all", B.getVoidTy(), {I32}), {B.getInt32(In.below(2))});
    else
      B.CreateCall(function("llvm.amdgcn.s.barrier", B.getVoidTy(), {}));
  }

  // What a nested block makes is not visible after it.
  void nested(unsigned Depth) {
    const size_t Sizes[] = {Integers.size(), Floats.size(), Pointers.size(), Others.size()};
    statements(1 + In.below(5), Depth + 1);
    Integers.resize(Sizes[0]);
    Floats.resize(Sizes[1]);
    Pointers.resize(Sizes[2]);
    Others.resize(Sizes[3]);
  }

  void branch(unsigned Depth) {
    Value *Outside = pointer(), *Condition = condition();
    BasicBlock *From = B.GetInsertBlock(), *Then = BasicBlock::Create(C, "then", &F),
               *After = BasicBlock::Create(C, "after", &F);
    B.CreateCondBr(Condition, Then, After);
    B.SetInsertPoint(Then);
    nested(Depth);
    Value *Inside = B.CreateConstGEP1_64(B.getInt32Ty(), Outside, In.below(3));
    BasicBlock *End = B.GetInsertBlock();
    B.CreateBr(After);
    B.SetInsertPoint(After);
    PHINode *Phi = B.CreatePHI(Outside->getType(), 2);
    Phi->addIncoming(Outside, From);
    Phi->addIncoming(Inside, End);
    Pointers.push_back(Phi);
  }

  void loop(unsigned Depth) {
    Value *Count = integer(), *Start = pointer();
    BasicBlock *From = B.GetInsertBlock(), *Body = BasicBlock::Create(C, "loop", &F),
               *After = BasicBlock::Create(C, "done", &F);
    B.CreateBr(Body);
    B.SetInsertPoint(Body);
    PHINode *Index = B.CreatePHI(I64, 2), *Moving = B.CreatePHI(Start->getType(), 2);
    Integers.push_back(Index);
    Pointers.push_back(Moving);
    nested(Depth);
    Value *Next = B.CreateAdd(Index, B.getInt64(1 + In.below(3)));
    Value *NextPointer = B.CreateGEP(B.getInt32Ty(), Moving, integer());
    Index->addIncoming(B.getInt64(0), From);
    Index->addIncoming(Next, B.GetInsertBlock());
    Moving->addIncoming(Start, From);
    Moving->addIncoming(NextPointer, B.GetInsertBlock());
    B.CreateCondBr(B.CreateICmpULT(Next, Count), Body, After);
    B.SetInsertPoint(After);
  }

  void choose() {
    Value *A = pointer(), *Other = pointer();
    if (A->getType() == Other->getType())
      Pointers.push_back(B.CreateSelect(condition(), A, Other));
    else
      Integers.push_back(B.CreateSelect(condition(), integer(), integer()));
  }

  void call() {
    Value *P = pointer();
    std::string Name = "helper" + std::to_string(P->getType()->getPointerAddressSpace()) + (In.chance(40) ? "u" : "");
    FunctionCallee Callee = function(Name, I64, {P->getType(), I64});
    auto *Helper = dyn_cast<Function>(Callee.getCallee());
    const bool Defines = Helper && Helper->isDeclaration() && Helper != &F && !In.chance(40);
    Integers.push_back(B.CreateCall(Callee, {P, integer()}));
    if (Defines)
      BodyMaker(*Helper, Dialect, In).run();
  }

  void atomic() {
    auto *A =
        B.CreateAtomicRMW(In.below(2) ? AtomicRMWInst::Add : AtomicRMWInst::UMax, pointer(), small(), MaybeAlign(4),
                          In.below(2) ? AtomicOrdering::Monotonic : AtomicOrdering::SequentiallyConsistent);
    Integers.push_back(B.CreateZExt(A, I64));
  }

  void copy() {
    Value *Size = In.chance(60) ? integer() : B.getInt64(In.below(70));
    if (In.below(3) == 0)
      B.CreateMemSet(pointer(), B.getInt8(In.byte()), Size, MaybeAlign());
    else if (In.below(2))
      B.CreateMemMove(pointer(), MaybeAlign(), pointer(), MaybeAlign(), Size);
    else
      B.CreateMemCpy(pointer(), MaybeAlign(), pointer(), MaybeAlign(), Size);
  }

  void changeSpace() { Pointers.push_back(B.CreateAddrSpaceCast(pointer(), PointerType::get(C, In.below(6)))); }

  void leak() {
    if (In.below(2))
      Integers.push_back(B.CreatePtrToInt(pointer(), I64));
    else
      B.CreateStore(pointer(), pointer());
  }

  void sharedArray() {
    GlobalVariable *Tile = M.getNamedGlobal("tile");
    if (!Tile)
      Tile = new GlobalVariable(M, ArrayType::get(B.getInt32Ty(), 64), false, GlobalValue::InternalLinkage,
                                UndefValue::get(ArrayType::get(B.getInt32Ty(), 64)), "tile", nullptr,
                                GlobalValue::NotThreadLocal, 3);
    Pointers.push_back(Tile);
  }

  void leave() {
    BasicBlock *Out = BasicBlock::Create(C, "out", &F), *On = BasicBlock::Create(C, "on", &F);
    B.CreateCondBr(condition(), Out, On);
    B.SetInsertPoint(Out);
    if (F.getReturnType()->isVoidTy())
      B.CreateRetVoid();
    else
      B.CreateRet(B.getInt64(0));
    B.SetInsertPoint(On);
  }

  Function &F;
  Module &M;
  LLVMContext &C;
  KernelDialect Dialect;
  ByteReader &In;
  IRBuilder<> B;
  Type *I64;
  std::vector<Value *> Integers, Floats, Pointers, Others;
};

} // namespace

void makeBody(Function &F, KernelDialect Dialect, ByteReader &In) { BodyMaker(F, Dialect, In).run(); }

} // namespace syclfuse::fuser
