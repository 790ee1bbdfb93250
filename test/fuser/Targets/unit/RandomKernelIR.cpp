// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels as generic device IR.
#include "RandomKernel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

namespace {

const char *const QueryNames[] = {"GlobalInvocationId", "LocalInvocationId", "WorkgroupId", "GlobalSize",
                                  "WorkgroupSize",      "NumWorkgroups",     "GlobalOffset"};

class Generator {
public:
  Generator(Module &M, Function &F, unsigned Dims) : M(M), F(F), B(M.getContext()), Dims(Dims) {
    I32 = B.getInt32Ty();
    I64 = B.getInt64Ty();
    B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", &F));
    for (Value *&V : Vars)
      V = B.CreateAlloca(I32);
    Private = B.CreateAlloca(ArrayType::get(I32, RandomKernel::PrivateSize));
    for (Value *V : Vars)
      B.CreateStore(B.getInt32(0), V);
    for (unsigned N = 0; N != RandomKernel::PrivateSize; ++N)
      B.CreateStore(B.getInt32(0),
                    B.CreateConstInBoundsGEP2_64(ArrayType::get(I32, RandomKernel::PrivateSize), Private, 0, N));
    Exit = BasicBlock::Create(M.getContext(), "return", &F);
  }

  void finish() {
    // out[linear id without offset] = the variables, combined
    Value *Result = load(0), *Linear = B.getInt64(0);
    for (unsigned N = 1; N != RandomKernel::Variables; ++N)
      Result = B.CreateXor(B.CreateMul(Result, B.getInt32(31)), load(N));
    for (unsigned D = Dims; D-- > 0;)
      Linear = B.CreateAdd(B.CreateMul(Linear, query(3, D)), B.CreateSub(query(0, D), query(6, D)));
    B.CreateStore(Result, B.CreateInBoundsGEP(I32, F.getArg(1), Linear));
    B.CreateBr(Exit);
    B.SetInsertPoint(Exit);
    B.CreateRetVoid();
  }

  void emit(const std::vector<Statement> &Block) {
    for (const Statement &S : Block)
      emit(S);
  }

private:
  Value *load(unsigned V) { return B.CreateLoad(I32, Vars[V]); }
  void store(unsigned V, Value *X) { B.CreateStore(X, Vars[V]); }

  Value *query(unsigned Q, unsigned D) {
    std::string Name = std::string("__spirv_BuiltIn") + QueryNames[Q];
    Name = "_Z" + std::to_string(Name.size()) + Name + "i";
    return B.CreateCall(M.getOrInsertFunction(Name, I64, I32), {B.getInt32(D)});
  }

  Value *index(unsigned V, unsigned Size) { return B.CreateZExt(B.CreateURem(load(V), B.getInt32(Size)), I64); }

  BasicBlock *block() { return BasicBlock::Create(M.getContext(), "", &F); }

  void barrier() {
    B.CreateCall(M.getOrInsertFunction("_Z22__spirv_ControlBarrieriii", B.getVoidTy(), I32, I32, I32),
                 {B.getInt32(2), B.getInt32(2), B.getInt32(272)});
  }

  void emitExchange(const Statement &S) {
    auto *T = ArrayType::get(I32, RandomKernel::MaxGroup);
    if (!Tile)
      Tile = new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, UndefValue::get(T), "tile", nullptr,
                                GlobalValue::NotThreadLocal, 3);
    Value *Linear = B.getInt64(0), *Size = B.getInt64(1);
    for (unsigned D = Dims; D-- > 0;) {
      Linear = B.CreateAdd(B.CreateMul(Linear, query(4, D)), query(1, D));
      Size = B.CreateMul(Size, query(4, D));
    }
    B.CreateStore(load(S.A), B.CreateInBoundsGEP(T, Tile, {B.getInt64(0), Linear}));
    barrier();
    Value *Other = B.CreateURem(B.CreateAdd(Linear, B.getInt64(S.Number)), Size);
    store(S.B, B.CreateLoad(I32, B.CreateInBoundsGEP(T, Tile, {B.getInt64(0), Other})));
    barrier();
  }

  void emitIf(const Statement &S) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    B.CreateCondBr(B.CreateICmpSLT(load(S.A), load(S.B)), Then, Else);
    for (auto [Block, Body] : {std::pair(Then, &S.Then), std::pair(Else, &S.Else)}) {
      B.SetInsertPoint(Block);
      emit(*Body);
      B.CreateBr(After);
    }
    B.SetInsertPoint(After);
  }

  void emitFor(const std::vector<Statement> &Statements, Value *Trips) {
    IRBuilder<> Top(&F.getEntryBlock(), F.getEntryBlock().begin());
    Value *Counter = Top.CreateAlloca(I32);
    B.CreateStore(B.getInt32(0), Counter);
    BasicBlock *Head = block(), *Body = block(), *After = block();
    B.CreateBr(Head);
    B.SetInsertPoint(Head);
    B.CreateCondBr(B.CreateICmpULT(B.CreateLoad(I32, Counter), Trips), Body, After);
    B.SetInsertPoint(Body);
    emit(Statements);
    B.CreateStore(B.CreateAdd(B.CreateLoad(I32, Counter), B.getInt32(1)), Counter);
    B.CreateBr(Head);
    B.SetInsertPoint(After);
  }

  Value *emitArithmetic(const Statement &S) {
    Value *X = load(S.B), *Y = load(S.C);
    switch (S.Number % 5) {
    case 0:
      return B.CreateAdd(X, Y);
    case 1:
      return B.CreateSub(X, Y);
    case 2:
      return B.CreateMul(X, Y);
    case 3:
      return B.CreateXor(X, B.CreateLShr(Y, B.getInt32(3)));
    default:
      return B.CreateSelect(B.CreateICmpSLT(X, Y), X, Y);
    }
  }

  Value *bitsOfScalar(unsigned Shift, unsigned Mask) {
    return B.CreateAnd(B.CreateLShr(F.getArg(2), B.getInt32(Shift)), B.getInt32(Mask));
  }

  void emitBlock(BasicBlock *Here, const std::vector<Statement> &Body, BasicBlock *After) {
    B.SetInsertPoint(Here);
    emit(Body);
    B.CreateBr(After);
  }

  void emitUniformIf(const Statement &S) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    B.CreateCondBr(B.CreateICmpNE(bitsOfScalar(S.Number, 1), B.getInt32(0)), Then, Else);
    emitBlock(Then, S.Then, After);
    emitBlock(Else, S.Else, After);
    B.SetInsertPoint(After);
  }

  Value *linearId() { return B.CreateCall(M.getOrInsertFunction("_Z29__spirv_BuiltInGlobalLinearIdv", I64)); }

  void emitGuard(const Statement &S) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    Value *Id = query(0, 0), *Bound = B.getInt64(S.Number * 16);
    if (S.Number % 2) {
      Id = linearId();
      Bound = B.CreateZExt(bitsOfScalar(0, 255), I64);
    }
    Value *Below = B.CreateICmpULT(Id, Bound);
    if (S.C == 1)
      Below = B.CreateICmpSLT(B.CreateTrunc(Id, I32), B.CreateTrunc(Bound, I32));
    if (S.C == 2)
      Below = B.CreateLogicalAnd(Below, B.CreateICmpNE(query(0, 0), B.getInt64(0)));
    if (S.C == 3)
      Below = B.CreateICmpSLE(linearId(), B.CreateSExt(B.CreateAShr(F.getArg(2), 22), I64));
    B.CreateCondBr(Below, Then, Else);
    emitBlock(Then, S.Then, After);
    emitBlock(Else, S.Else, After);
    B.SetInsertPoint(After);
  }

  void emitSwitch(const Statement &S) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    SwitchInst *Switch = B.CreateSwitch(bitsOfScalar(S.Number, 3), After);
    Switch->addCase(B.getInt32(0), Else);
    Switch->addCase(B.getInt32(1), Then);
    emitBlock(Then, S.Then, After);
    emitBlock(Else, S.Else, After);
    B.SetInsertPoint(After);
  }

  Value *subQuery(unsigned Q) {
    const char *const Names[] = {"SubgroupSize", "SubgroupMaxSize", "SubgroupId", "NumSubgroups",
                                 "SubgroupLocalInvocationId"};
    std::string Name = std::string("__spirv_BuiltIn") + Names[Q];
    Name = "_Z" + std::to_string(Name.size()) + Name + "v";
    return B.CreateCall(M.getOrInsertFunction(Name, I32));
  }

  void emitSubGroupIf(const Statement &S) {
    BasicBlock *Then = block(), *After = block();
    B.CreateCondBr(B.CreateICmpEQ(B.CreateAnd(subQuery(2), 1), B.getInt32(S.Number)), Then, After);
    emitBlock(Then, S.Then, After);
    B.SetInsertPoint(After);
  }

  void emitAtomic(const Statement &S) {
    Value *Items = B.getInt64(S.Number + 0ull);
    Value *All = B.getInt64(1);
    for (unsigned D = 0; D != Dims; ++D)
      All = B.CreateMul(All, query(3, D));
    B.CreateAtomicRMW(AtomicRMWInst::Add, B.CreateInBoundsGEP(I32, F.getArg(1), B.CreateAdd(All, Items)), load(S.B),
                      Align(4), AtomicOrdering::Monotonic);
  }

  // A group function by its name; the mangling says nothing but the types.
  Value *callGroup(StringRef Name, ArrayRef<Value *> Operands, bool Sub, Type *T) {
    SmallVector<Value *, 4> All{B.getInt32(Sub ? 3 : 2)};
    All.append(Operands.begin(), Operands.end());
    SmallVector<Type *, 4> Types;
    std::string Mangling;
    for (Value *V : All) {
      Types.push_back(V->getType());
      Mangling += V->getType()->isFloatTy()       ? "f"
                  : V->getType()->isVectorTy()    ? "Dv2_i"
                  : V->getType()->isIntegerTy(1)  ? "b"
                  : V->getType()->isIntegerTy(64) ? "m"
                                                  : "i";
    }
    std::string Symbol = "_Z" + std::to_string(Name.size()) + Name.str() + Mangling;
    if (auto *V = dyn_cast<FixedVectorType>(All.back()->getType()))
      Symbol += std::to_string(V->getNumElements());
    return B.CreateCall(M.getOrInsertFunction(Symbol, FunctionType::get(T, Types, false)), All);
  }

  Value *broadcast(bool Sub, Value *V) {
    if (Sub)
      return callGroup("__spirv_GroupBroadcast", {V, B.CreateURem(F.getArg(2), subQuery(0))}, true, I32);
    auto At = [&](unsigned D) { return B.CreateURem(B.CreateZExt(F.getArg(2), I64), query(4, D)); };
    Value *Id = At(0);
    if (Dims > 1) {
      Id = PoisonValue::get(FixedVectorType::get(I64, Dims));
      for (unsigned D = 0; D != Dims; ++D)
        Id = B.CreateInsertElement(Id, At(D), D);
    }
    return callGroup("__spirv_GroupBroadcast", {V, Id}, false, I32);
  }

  Value *shuffle(const Statement &S) {
    Value *V = load(S.B), *Own = subQuery(4), *From = nullptr, *R = nullptr;
    switch (S.Number) {
    case 12:
      From = B.CreateURem(load(S.C), subQuery(0));
      R = callGroup("__spirv_GroupNonUniformShuffle", {V, From}, true, I32);
      break;
    case 13:
      From = B.CreateXor(Own, 3);
      R = callGroup("__spirv_GroupNonUniformShuffleXor", {V, B.getInt32(3)}, true, I32);
      break;
    case 14:
      From = B.CreateSub(Own, B.getInt32(2));
      R = callGroup("__spirv_GroupNonUniformShuffleUp", {V, B.getInt32(2)}, true, I32);
      break;
    default:
      From = B.CreateAdd(Own, bitsOfScalar(0, 3));
      R = callGroup("__spirv_GroupNonUniformShuffleDown", {V, bitsOfScalar(0, 3)}, true, I32);
    }
    return B.CreateSelect(B.CreateICmpULT(From, subQuery(0)), R, B.getInt32(0));
  }

  Value *emitGroup(const Statement &S) {
    Value *V = load(S.B);
    auto Scan = [&](StringRef Name, unsigned Operation, Value *X) {
      return callGroup(Name, {B.getInt32(Operation), X}, S.Sub, X->getType());
    };
    auto Float = [&](unsigned Operation) {
      Value *X = B.CreateUIToFP(B.CreateAnd(V, 255), B.getFloatTy());
      return B.CreateFPToSI(Scan("__spirv_GroupFAdd", Operation, X), I32);
    };
    Value *Zero = B.CreateICmpEQ(B.CreateAnd(V, 7), B.getInt32(0));
    switch (S.Number) {
    case 0:
    case 1:
    case 2:
      return Scan("__spirv_GroupIAdd", S.Number, V);
    case 3:
      return Scan("__spirv_GroupSMin", 0, V);
    case 4:
      return Scan("__spirv_GroupUMax", 2, V);
    case 5:
      return Scan("__spirv_GroupBitwiseXorKHR", 1, V);
    case 6:
      return Float(0);
    case 7:
      return Float(2);
    case 8:
      return B.CreateZExt(callGroup("__spirv_GroupAny", {Zero}, S.Sub, B.getInt1Ty()), I32);
    case 9:
      return B.CreateZExt(callGroup("__spirv_GroupAll", {B.CreateNot(Zero)}, S.Sub, B.getInt1Ty()), I32);
    case 10:
      return broadcast(S.Sub, V);
    case 11: {
      Value *Both = B.CreateInsertElement(PoisonValue::get(FixedVectorType::get(I32, 2)), V, uint64_t(0));
      Both = Scan("__spirv_GroupIAdd", 0, B.CreateInsertElement(Both, B.CreateNot(V), 1));
      return B.CreateXor(B.CreateExtractElement(Both, uint64_t(0)), B.CreateLShr(B.CreateExtractElement(Both, 1), 1));
    }
    default:
      return shuffle(S);
    }
  }

  void emit(const Statement &S) {
    auto *T = ArrayType::get(I32, RandomKernel::PrivateSize);
    auto PrivateAt = [&](unsigned V) {
      return B.CreateInBoundsGEP(T, Private, {B.getInt64(0), index(V, RandomKernel::PrivateSize)});
    };
    switch (S.Kind) {
    case Statement::Load:
      return store(S.A, B.CreateLoad(I32, B.CreateInBoundsGEP(I32, F.getArg(0), index(S.B, RandomKernel::InputSize))));
    case Statement::Scalar:
      return store(S.A, B.CreateXor(load(S.A), F.getArg(2)));
    case Statement::Query:
      return store(S.A, B.CreateAdd(load(S.A), B.CreateTrunc(query(S.Number, S.B % 3), I32)));
    case Statement::Arithmetic:
      return store(S.A, emitArithmetic(S));
    case Statement::Private:
      B.CreateStore(load(S.B), PrivateAt(S.A));
      return store(S.C, B.CreateLoad(I32, PrivateAt(S.B)));
    case Statement::If:
      return emitIf(S);
    case Statement::For:
      return emitFor(S.Then, B.getInt32(S.Number));
    case Statement::UniformFor:
      return emitFor(S.Then, bitsOfScalar(S.Number, 3));
    case Statement::DivergentFor:
      return emitFor(S.Then, B.CreateAnd(load(S.A), 3));
    case Statement::Guard:
      return emitGuard(S);
    case Statement::UniformIf:
      return emitUniformIf(S);
    case Statement::UniformSwitch:
      return emitSwitch(S);
    case Statement::SubGroupIf:
      return emitSubGroupIf(S);
    case Statement::SubGroupQuery:
      return store(S.A, B.CreateXor(load(S.A), B.CreateMul(subQuery(S.Number), B.getInt32(0x9e3779b9u))));
    case Statement::NeighbourLoad: {
      Value *Index = S.C % 2 ? B.CreateSExt(B.CreateNSWAdd(B.CreateTrunc(query(0, 0), I32), B.getInt32(S.Number)), I64)
                             : B.CreateAdd(query(0, 0), B.getInt64(S.Number));
      Value *At = B.CreateInBoundsGEP(I32, F.getArg(0), Index);
      return store(S.A, B.CreateAdd(load(S.A), B.CreateLoad(I32, At)));
    }
    case Statement::Atomic:
      return emitAtomic(S);
    case Statement::Group:
      return store(S.A, emitGroup(S));
    case Statement::Barrier:
      return emitExchange(S);
    case Statement::Return: {
      BasicBlock *Go = block();
      B.CreateCondBr(B.CreateICmpEQ(B.CreateAnd(load(S.A), 7), B.getInt32(3)), Exit, Go);
      B.SetInsertPoint(Go);
    }
    }
  }

  Module &M;
  Function &F;
  IRBuilder<> B;
  unsigned Dims;
  Type *I32, *I64;
  std::array<Value *, RandomKernel::Variables> Vars{};
  Value *Private = nullptr;
  GlobalVariable *Tile = nullptr;
  BasicBlock *Exit = nullptr;
};

void optimize(Module &M) {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder PB;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  ModulePassManager MPM;
  cantFail(PB.parsePassPipeline(MPM, "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)"));
  MPM.run(M, MAM);
}

} // namespace

std::unique_ptr<Module> RandomKernel::build(LLVMContext &C, bool Optimized) const {
  auto M = std::make_unique<Module>("random", C);
  Triple TT("spirv64-unknown-unknown");
  M->setTargetTriple(TT);
  M->setDataLayout(TT.computeDataLayout());
  Type *Generic = PointerType::get(C, 4), *I32 = Type::getInt32Ty(C);
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), {Generic, Generic, I32}, false),
                                 GlobalValue::ExternalLinkage, "kernel", *M);
  F->setCallingConv(CallingConv::SPIR_KERNEL);
  ArgumentSource Sources[3];
  const unsigned Offsets[] = {0, 8, 16}, Sizes[] = {8, 8, 4};
  for (unsigned N = 0; N != 3; ++N) {
    Sources[N].Offset = Offsets[N];
    Sources[N].Size = Sizes[N];
  }
  writeArgumentSources(*F, Sources);
  F->setMetadata("intel_reqd_sub_group_size",
                 MDNode::get(C, ConstantAsMetadata::get(ConstantInt::get(I32, SubGroupSize))));
  Generator G(*M, *F, Dims);
  G.emit(Body);
  G.finish();
  if (Optimized)
    optimize(*M);
  return M;
}
