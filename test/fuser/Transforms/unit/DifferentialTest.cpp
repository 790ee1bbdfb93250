// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sequences of kernels, run one by one as they were written, and prepared, fused and internalized: the same
// bits. SYCLFUSE_TEST_SEED and SYCLFUSE_TEST_CASES choose the first seed and the number of cases.
#include "RandomKernels.h"

#include "Support/FuseError.h"
#include "Support/FusionRequest.h"
#include "Transforms/Framework/Pipeline.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>

using namespace llvm;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::test;

namespace {

constexpr unsigned Items = 5;

// Adds `void Name(ptr closures)` that runs F for each work-item, its arguments taken from the closures, an array of
// pointers.
void createLauncher(Module &M, Function &F, const std::string &Name, ArrayRef<ArgumentSource> Sources) {
  LLVMContext &C = M.getContext();
  IRBuilder<> B(C);
  Type *Pointer = B.getPtrTy(), *I64 = B.getInt64Ty();
  auto *Launcher =
      Function::Create(FunctionType::get(B.getVoidTy(), {Pointer}, false), GlobalValue::ExternalLinkage, Name, M);
  auto *Entry = BasicBlock::Create(C, "entry", Launcher), *Loop = BasicBlock::Create(C, "loop", Launcher),
       *Exit = BasicBlock::Create(C, "exit", Launcher);
  B.SetInsertPoint(Entry);
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *Item = B.CreatePHI(I64, 2);
  Item->addIncoming(B.getInt64(0), Entry);
  B.CreateStore(Item, M.getNamedGlobal("current_item"));
  SmallVector<Value *, 8> Arguments;
  for (auto [Arg, Source] : zip(F.args(), Sources)) {
    Value *Closure = B.CreateLoad(Pointer, B.CreateConstGEP1_64(Pointer, Launcher->getArg(0), Source.Submission));
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), Closure, Source.Offset);
    Arguments.push_back(Arg.hasByValAttr() ? At : B.CreateLoad(Arg.getType(), At));
  }
  CallInst *Call = B.CreateCall(&F, Arguments);
  Call->setAttributes(F.getAttributes());
  Value *Next = B.CreateAdd(Item, B.getInt64(1));
  Item->addIncoming(Next, Loop);
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(Items)), Loop, Exit);
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
}

// Makes host code of device code: builtins defined, calling conventions of C. x86 ignores the small address spaces.
void moveToHost(Module &M, const DataLayout &DL, const Triple &T) {
  LLVMContext &C = M.getContext();
  M.setTargetTriple(T);
  M.setDataLayout(DL);
  auto *Current = new GlobalVariable(M, Type::getInt64Ty(C), false, GlobalValue::InternalLinkage,
                                     ConstantInt::get(Type::getInt64Ty(C), 0), "current_item");
  for (Function &F : M) {
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty()) {
      IRBuilder<> B(BasicBlock::Create(C, "", &F));
      if (F.getReturnType()->isVoidTy()) // the barrier: work-items do not share elements
        B.CreateRetVoid();
      else
        B.CreateRet(B.CreateLoad(F.getReturnType(), Current));
      F.setLinkage(GlobalValue::InternalLinkage);
    }
    if (!F.isIntrinsic())
      F.setCallingConv(CallingConv::C);
    F.removeFnAttr(Attribute::Memory); // the item does change, from call to call of a kernel
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        Call->setCallingConv(CallingConv::C);
  }
}

// What the driver would ask for: one argument for each buffer that is promoted, and for some that are not.
FusionRequest makeRequest(const Sequence &S, Module &M, std::mt19937_64 &R) {
  FusionRequest Request;
  Request.FusedName = "fused";
  Request.Barriers = R() % 2;
  std::vector<std::vector<FusionRequest::KernelArgument>> ByBuffer(S.Buffers.size());
  std::vector<std::pair<FusionRequest::KernelArgument, int>> Order; // with the buffer, or -1
  for (const auto &[I, K] : enumerate(S.Kernels)) {
    Request.Kernels.push_back(K.Name);
    auto Sources = cantFail(readArgumentSources(*M.getFunction(K.Name)));
    for (const auto &[A, Source] : enumerate(Sources)) {
      const bool IsBuffer = Source.Offset < K.integerOffset() && Source.Size == 8;
      const int Buffer = IsBuffer ? static_cast<int>(K.Buffers[Source.Offset / 8]) : -1;
      const FusionRequest::KernelArgument Arg(I, A);
      if (IsBuffer && (S.Buffers[Buffer].Temporary || R() % 2)) {
        ByBuffer[Buffer].push_back(Arg);
        if (ByBuffer[Buffer].size() > 1)
          continue;
      }
      if (!IsBuffer && Source.Offset == K.integerOffset() && Source.Size == 4 && R() % 4 == 0)
        Request.Constants.emplace_back(Order.size(), std::string(reinterpret_cast<const char *>(&K.Integer), 4));
      Order.emplace_back(Arg, Buffer);
    }
  }
  for (auto &Group : ByBuffer)
    if (Group.size() > 1)
      Request.IdenticalArguments.push_back(Group);
  for (auto &[Arg, Buffer] : Order) {
    const bool Promoted = Buffer >= 0 && S.Buffers[Buffer].Temporary;
    Request.Promotions.push_back(Promoted
                                     ? PromotedArgument{syclfuse::promotion::private_memory, S.Buffers[Buffer].Ratio,
                                                        elementSize(S.Buffers[Buffer].Type)}
                                     : PromotedArgument{});
  }
  return Request;
}

using Memory = std::vector<std::vector<unsigned char>>;

Memory makeMemory(const Sequence &S, uint64_t Seed) {
  std::mt19937_64 R(Seed);
  Memory Out;
  for (const Buffer &B : S.Buffers) {
    std::vector<unsigned char> Bytes(Items * B.Ratio * elementSize(B.Type) + 16, 0xAA); // the end must stay
    for (unsigned I = 0; I < Items * B.Ratio; ++I) {
      unsigned char *At = Bytes.data() + I * elementSize(B.Type);
      const int32_t Int = static_cast<int32_t>(R() % 200) - 100;
      const float Float = static_cast<float>(Int) / 16;
      const double Double = Float;
      if (B.Type == Element::F64)
        std::memcpy(At, &Double, 8);
      else
        std::memcpy(At, B.Type == Element::F32 ? static_cast<const void *>(&Float) : &Int, 4);
      if (B.Type == Element::Pair)
        std::memcpy(At + 4, &Float, 4);
    }
    Out.push_back(std::move(Bytes));
  }
  return Out;
}

// The closures of a sequence on given memory.
std::vector<std::vector<uint64_t>> makeClosures(const Sequence &S, Memory &Data) {
  std::vector<std::vector<uint64_t>> Out;
  for (const Kernel &K : S.Kernels) {
    std::vector<uint64_t> Closure((K.closureSize() + 7) / 8);
    for (const auto &[Slot, B] : enumerate(K.Buffers))
      Closure[Slot] = reinterpret_cast<uint64_t>(Data[B].data());
    auto *Scalars = reinterpret_cast<unsigned char *>(Closure.data()) + K.integerOffset();
    std::memcpy(Scalars, &K.Integer, 4);
    std::memcpy(Scalars + 4, &K.Float, 4);
    std::memcpy(Scalars + 8, K.Table, 16);
    Out.push_back(std::move(Closure));
  }
  return Out;
}

// Bits of elements, but all NaNs are one: which of two operands a NaN comes from is nobody's promise.
bool sameElements(const Buffer &B, const std::vector<unsigned char> &X, const std::vector<unsigned char> &Y) {
  auto SameFloat = [](const unsigned char *A, const unsigned char *B) {
    float F, G;
    std::memcpy(&F, A, 4);
    std::memcpy(&G, B, 4);
    return std::memcmp(A, B, 4) == 0 || (std::isnan(F) && std::isnan(G));
  };
  const unsigned Size = elementSize(B.Type);
  for (size_t I = 0; I < X.size(); I += Size) {
    const unsigned char *A = X.data() + I, *C = Y.data() + I;
    bool Same = std::memcmp(A, C, Size) == 0;
    if (!Same && B.Type == Element::F32)
      Same = SameFloat(A, C);
    if (!Same && B.Type == Element::Pair)
      Same = std::memcmp(A, C, 4) == 0 && SameFloat(A + 4, C + 4);
    if (!Same && B.Type == Element::F64) {
      double F, G;
      std::memcpy(&F, A, 8);
      std::memcpy(&G, C, 8);
      Same = std::isnan(F) && std::isnan(G);
    }
    if (!Same)
      return false;
  }
  return true;
}

class Differential : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  }

  // Empty, or what went wrong.
  std::string runCase(uint64_t Seed) {
    Sequence S = randomSequence(Seed);
    auto Context = std::make_unique<LLVMContext>();
    SMDiagnostic Problem;
    std::unique_ptr<Module> Raw = parseAssemblyString(S.IR, Problem, *Context);
    if (!Raw)
      return "generator: " + Problem.getMessage().str() + " in: " + Problem.getLineContents().str();
    std::unique_ptr<Module> Device = parseAssemblyString(S.IR, Problem, *Context);
    if (Error E = prepareKernels(*Device, {true}))
      return toString(std::move(E));
    std::mt19937_64 R(Seed);
    createFusionStub(*Device, makeRequest(S, *Device, R));
    syclfuse::diagnostics Remarks;
    Expected<Function *> Fused = fuseRegion(*Device, {true}, Remarks);
    if (!Fused)
      return toString(Fused.takeError());
    if (!Remarks.list().empty())
      return Remarks.format();
    const auto Sources = cantFail(readArgumentSources(**Fused));
    if (Linker::linkModules(*Raw, std::move(Device)))
      return "the modules cannot be linked";
    return execute(S, orc::ThreadSafeModule(std::move(Raw), std::move(Context)), Sources, Seed);
  }

private:
  std::string execute(const Sequence &S, orc::ThreadSafeModule TSM, ArrayRef<ArgumentSource> Sources, uint64_t Seed) {
    auto Host = cantFail(orc::JITTargetMachineBuilder::detectHost());
    Host.setCodeGenOptLevel(CodeGenOptLevel::None); // what is compared was optimized before
    auto JIT = cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(Host)).create());
    Module &M = *TSM.getModuleUnlocked();
    moveToHost(M, JIT->getDataLayout(), JIT->getTargetTriple());
    for (const auto &[I, K] : enumerate(S.Kernels))
      createLauncher(M, *M.getFunction(K.Name), "run_" + K.Name, {{{}, static_cast<unsigned>(I), 0, K.closureSize()}});
    createLauncher(M, *M.getFunction("fused"), "run_fused", Sources);
    if (verifyModule(M, &errs()))
      return "the module is broken";
    cantFail(JIT->addIRModule(std::move(TSM)));
    auto Run = [&](const std::string &Name, Memory &Data) {
      std::vector<std::vector<uint64_t>> Closures = makeClosures(S, Data);
      std::vector<void *> Pointers;
      for (auto &Closure : Closures)
        Pointers.push_back(Closure.data());
      cantFail(JIT->lookup(Name)).toPtr<void (*)(void **)>()(Pointers.data());
    };
    Memory Unfused = makeMemory(S, Seed), Fused = Unfused;
    for (const Kernel &K : S.Kernels)
      Run("run_" + K.Name, Unfused);
    const Memory Before = Fused;
    Run("run_fused", Fused);
    for (const auto &[I, B] : enumerate(S.Buffers))
      if (B.Temporary ? Fused[I] != Before[I] : !sameElements(B, Unfused[I], Fused[I]))
        return "buffer " + std::to_string(I) + (B.Temporary ? " was written to" : " differs");
    return "";
  }
};

uint64_t fromEnvironment(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}

TEST_F(Differential, FusedGivesTheBitsOfUnfused) {
  const uint64_t First = fromEnvironment("SYCLFUSE_TEST_SEED", 1), Cases = fromEnvironment("SYCLFUSE_TEST_CASES", 2000);
  const auto Start = std::chrono::steady_clock::now();
  uint64_t Seed = First;
  for (; Seed < First + Cases; ++Seed) {
    std::string Problem = runCase(Seed);
    ASSERT_EQ(Problem, "") << "SYCLFUSE_TEST_SEED=" << Seed << " SYCLFUSE_TEST_CASES=1\n" << randomSequence(Seed).IR;
    // Bounded in time on slow machines, but never so few that nothing is tested.
    if (std::chrono::steady_clock::now() - Start > std::chrono::seconds(25) && Seed >= First + 200)
      break;
  }
  std::printf("%llu cases from seed %llu\n", static_cast<unsigned long long>(Seed - First),
              static_cast<unsigned long long>(First));
}

} // namespace
