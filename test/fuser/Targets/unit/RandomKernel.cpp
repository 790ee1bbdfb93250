// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RandomKernel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

LaunchShape TestLaunch::shape(bool Specialized) const {
  LaunchShape S;
  S.Kind = NDRange ? range_kind::nd_range : range_kind::range;
  S.Dims = Dims;
  if (!Specialized)
    return S;
  fuser::NDRange R;
  R.Dims = Dims;
  for (unsigned D = 0; D != Dims; ++D) {
    R.Global[Dims - 1 - D] = Global[D];
    R.Offset[Dims - 1 - D] = Offset[D];
    R.Local[Dims - 1 - D] = NDRange ? Local[D] : 0;
  }
  S.Constant = R;
  return S;
}

namespace {

const char *const QueryNames[] = {"GlobalInvocationId", "LocalInvocationId", "WorkgroupId", "GlobalSize",
                                  "WorkgroupSize",      "NumWorkgroups",     "GlobalOffset"};

int32_t apply(unsigned Operator, int32_t A, int32_t B) {
  uint32_t X = A, Y = B;
  switch (Operator % 5) {
  case 0:
    return X + Y;
  case 1:
    return X - Y;
  case 2:
    return X * Y;
  case 3:
    return X ^ (Y >> 3);
  default:
    return A < B ? A : B;
  }
}

// ---- Interpreter: every statement runs for all active work-items of a group before the next one does.
struct WorkItemState {
  std::array<int32_t, RandomKernel::Variables> V{};
  std::array<int32_t, RandomKernel::PrivateSize> Private{};
  std::array<uint64_t, 3> Global{}, Local{};
  bool Returned = false;
};

class Interpreter {
public:
  Interpreter(const TestLaunch &L, const std::vector<int32_t> &In) : L(L), In(In) {}

  std::vector<WorkItemState> Items;
  std::array<uint64_t, 3> Group{};

  void run(const std::vector<Statement> &Block, std::vector<bool> Active) {
    for (const Statement &S : Block)
      run(S, Active);
  }

private:
  int32_t query(unsigned Q, unsigned D, const WorkItemState &W) const {
    const uint64_t Values[] = {W.Global[D], W.Local[D], Group[D], L.Global[D], L.Local[D], L.Global[D] / L.Local[D],
                               L.Offset[D]};
    return int32_t(Values[Q]);
  }

  void run(const Statement &S, const std::vector<bool> &Active) {
    auto On = [&](size_t I) { return Active[I] && !Items[I].Returned; };
    std::vector<bool> Then(Items.size()), Else(Items.size());
    std::vector<int32_t> Shared(Items.size());
    switch (S.Kind) {
    case Statement::If:
      for (size_t I = 0; I != Items.size(); ++I) {
        bool Taken = Items[I].V[S.A] < Items[I].V[S.B];
        Then[I] = On(I) && Taken;
        Else[I] = On(I) && !Taken;
      }
      run(S.Then, Then);
      return run(S.Else, Else);
    case Statement::For:
      for (unsigned N = 0; N != S.Number; ++N)
        run(S.Then, Active);
      return;
    case Statement::Barrier:
      for (size_t I = 0; I != Items.size(); ++I)
        Shared[I] = Items[I].V[S.A];
      for (size_t I = 0; I != Items.size(); ++I)
        Items[I].V[S.B] = Shared[(I + S.Number) % Items.size()];
      return;
    default:
      for (size_t I = 0; I != Items.size(); ++I)
        if (On(I))
          runOne(S, Items[I]);
    }
  }

  void runOne(const Statement &S, WorkItemState &W) {
    switch (S.Kind) {
    case Statement::Load:
      W.V[S.A] = In[uint32_t(W.V[S.B]) % RandomKernel::InputSize];
      break;
    case Statement::Scalar:
      W.V[S.A] ^= L.Scalar;
      break;
    case Statement::Query:
      W.V[S.A] += query(S.Number, S.B % 3, W);
      break;
    case Statement::Arithmetic:
      W.V[S.A] = apply(S.Number, W.V[S.B], W.V[S.C]);
      break;
    case Statement::Private:
      W.Private[uint32_t(W.V[S.A]) % RandomKernel::PrivateSize] = W.V[S.B];
      W.V[S.C] = W.Private[uint32_t(W.V[S.B]) % RandomKernel::PrivateSize];
      break;
    default:
      W.Returned = (W.V[S.A] & 7) == 3;
    }
  }

  const TestLaunch &L;
  const std::vector<int32_t> &In;
};

// ---- Code generation.
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

  void emitFor(const Statement &S) {
    IRBuilder<> Top(&F.getEntryBlock(), F.getEntryBlock().begin());
    Value *Counter = Top.CreateAlloca(I32);
    B.CreateStore(B.getInt32(0), Counter);
    BasicBlock *Head = block(), *Body = block(), *After = block();
    B.CreateBr(Head);
    B.SetInsertPoint(Head);
    B.CreateCondBr(B.CreateICmpULT(B.CreateLoad(I32, Counter), B.getInt32(S.Number)), Body, After);
    B.SetInsertPoint(Body);
    emit(S.Then);
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
      return emitFor(S);
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

RandomKernel::RandomKernel(std::mt19937 &Random)
    : NDRange(Random() % 2), Barriers(NDRange && Random() % 3), Dims(1 + Random() % 3),
      Body(randomBlock(Random, 0, true)) {
  // Variables start different in each work-item.
  for (unsigned D = 0; D != Dims; ++D) {
    Statement S;
    S.Kind = Statement::Query;
    S.A = D;
    S.B = D;
    S.Number = 0;
    Body.insert(Body.begin(), S);
  }
}

std::vector<Statement> RandomKernel::randomBlock(std::mt19937 &Random, unsigned Depth, bool Uniform) const {
  std::vector<Statement> Block(1 + Random() % (Depth ? 3 : 6));
  for (Statement &S : Block) {
    S.A = Random() % Variables;
    S.B = Random() % Variables;
    S.C = Random() % Variables;
    switch (Random() % (Depth < 2 ? 9 : 5)) {
    case 0:
      S.Kind = Statement::Load;
      break;
    case 1:
      S.Kind = Statement::Scalar;
      break;
    case 2:
      S.Kind = Statement::Query;
      S.Number = Random() % 7;
      break;
    case 3:
      S.Kind = Statement::Arithmetic;
      S.Number = Random() % 5;
      break;
    case 4:
      S.Kind = Statement::Private;
      break;
    case 5:
      S.Kind = Statement::If;
      S.Then = randomBlock(Random, Depth + 1, false);
      S.Else = randomBlock(Random, Depth + 1, false);
      break;
    case 6:
      S.Kind = Statement::For;
      S.Number = 1 + Random() % 4;
      S.Then = randomBlock(Random, Depth + 1, Uniform);
      break;
    default:
      // All work-items of a group meet a barrier or none does, so that none may have returned before.
      S.Kind = Barriers ? Uniform ? Statement::Barrier : Statement::Arithmetic : Statement::Return;
      S.Number = 1 + Random() % 5;
    }
  }
  return Block;
}

TestLaunch RandomKernel::randomLaunch(std::mt19937 &Random) const {
  TestLaunch L;
  L.Dims = Dims;
  L.NDRange = NDRange;
  L.Scalar = int32_t(Random());
  const unsigned LocalMax[] = {64, 10, 4};
  for (unsigned D = 0; D != Dims; ++D) {
    L.Local[D] = NDRange ? 1 + Random() % LocalMax[Dims - 1] : 1;
    L.Global[D] = NDRange ? L.Local[D] * (1 + Random() % 4) : 1 + Random() % (Dims == 1 ? 1000 : 17);
    L.Offset[D] = Random() % 2 ? Random() % 50 : 0;
  }
  return L;
}

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
  Generator G(*M, *F, Dims);
  G.emit(Body);
  G.finish();
  if (Optimized)
    optimize(*M);
  return M;
}

void RandomKernel::interpret(const TestLaunch &L, const std::vector<int32_t> &In, std::vector<int32_t> &Out) const {
  for (uint64_t Group = 0; Group != L.groups(); ++Group) {
    Interpreter I(L, In);
    std::array<uint64_t, 3> Groups;
    for (unsigned D = 0; D != 3; ++D)
      Groups[D] = L.Global[D] / L.Local[D];
    I.Group = {Group % Groups[0], Group / Groups[0] % Groups[1], Group / Groups[0] / Groups[1]};
    I.Items.resize(L.groupItems());
    for (uint64_t N = 0; N != I.Items.size(); ++N) {
      WorkItemState &W = I.Items[N];
      W.Local = {N % L.Local[0], N / L.Local[0] % L.Local[1], N / L.Local[0] / L.Local[1]};
      for (unsigned D = 0; D != 3; ++D)
        W.Global[D] = I.Group[D] * L.Local[D] + W.Local[D] + L.Offset[D];
    }
    I.run(Body, std::vector<bool>(I.Items.size(), true));
    for (const WorkItemState &W : I.Items) {
      if (W.Returned)
        continue;
      uint32_t Result = W.V[0];
      for (unsigned N = 1; N != Variables; ++N)
        Result = (Result * 31) ^ uint32_t(W.V[N]);
      uint64_t Linear = 0;
      for (unsigned D = 3; D-- > 0;)
        Linear = Linear * L.Global[D] + W.Global[D] - L.Offset[D];
      Out[Linear] = int32_t(Result);
    }
  }
}

std::string RandomKernel::str() const {
  LLVMContext C;
  std::string Text;
  raw_string_ostream(Text) << *build(C, false);
  return Text;
}
