// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sequences of kernels with ND-ranges that differ, run one by one over their own and fused over the launch: the
// same memory, barriers met by whole work-groups, and refused exactly where fused_range refuses. Constant and run-time
// ranges, all dialects. SYCLFUSE_TEST_SEED and SYCLFUSE_TEST_CASES choose the first seed and the number of cases.
#include "RandomRanges.h"
#include "Seeds.h"

#include "Analysis/Dialects/Dialect.h"
#include "Support/FusionRequest.h"
#include "Transforms/Fusion/KernelFusion.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::test;
using syclfuse::argument_source;
using syclfuse::range_conflict;
using syclfuse::submitted_range;

namespace {

constexpr uint64_t SubGroup = 4;
constexpr uint64_t MaxItems = 27 * 64 * 27;

// What the queries of the work-item that runs give: by builtin and dimension. Then the barriers that it met.
constexpr unsigned Barriers = 3 * 64;
using State = uint64_t[Barriers + 1];

// Host code that asks the state.
void moveToHost(Module &M, const DataLayout &DL, const Triple &T) {
  const Dialect &D = Dialect::of(M);
  LLVMContext &C = M.getContext();
  Type *I64 = Type::getInt64Ty(C);
  auto *S = new GlobalVariable(M, ArrayType::get(I64, Barriers + 1), false, GlobalValue::ExternalLinkage,
                               Constant::getNullValue(ArrayType::get(I64, Barriers + 1)), "state", nullptr,
                               GlobalValue::NotThreadLocal, 0);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    for (const DialectQuery &Q : cantFail(D.findQueries(F))) {
      IRBuilder<> B(Q.At);
      Value *At = B.CreateConstGEP2_64(S->getValueType(), S, 0, 3 * static_cast<unsigned>(Q.Kind) + Q.Dimension);
      Q.At->replaceAllUsesWith(B.CreateZExtOrTrunc(B.CreateLoad(I64, At), Q.At->getType()));
      Q.At->eraseFromParent();
    }
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call)
        continue;
      Call->setCallingConv(CallingConv::C);
      if (D.isBarrier(*Call)) {
        IRBuilder<> B(Call);
        Value *At = B.CreateConstGEP2_64(S->getValueType(), S, 0, Barriers);
        B.CreateStore(B.CreateAdd(B.CreateLoad(I64, At), B.getInt64(1)), At);
        Call->eraseFromParent();
      } else if (Call->getType()->isPointerTy() && Call->getCalledFunction()->isDeclaration()) {
        Call->replaceAllUsesWith(PoisonValue::get(Call->getType())); // nobody reads through it now
        Call->eraseFromParent();
      }
    }
    F.setCallingConv(CallingConv::C);
    F.removeFnAttr(Attribute::Memory);
  }
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
  M.setTargetTriple(T);
  M.setDataLayout(DL);
}

// `void run_F(ptr values)` calls F with the values, 8 bytes each.
void createRunner(Module &M, Function &F) {
  LLVMContext &C = M.getContext();
  IRBuilder<> B(C);
  auto *Runner = Function::Create(FunctionType::get(B.getVoidTy(), {B.getPtrTy()}, false), GlobalValue::ExternalLinkage,
                                  "run_" + F.getName(), M);
  B.SetInsertPoint(BasicBlock::Create(C, "", Runner));
  SmallVector<Value *, 8> Arguments;
  for (Argument &Arg : F.args())
    Arguments.push_back(
        B.CreateLoad(Arg.getType(), B.CreateConstGEP1_64(B.getInt64Ty(), Runner->getArg(0), Arg.getArgNo())));
  B.CreateCall(&F, Arguments);
  B.CreateRetVoid();
}

// Runs all work-items of R. Each group's meet as many barriers; false if they do not.
bool launch(const submitted_range &R, uint64_t *S, void (*Run)(uint64_t *), std::vector<uint64_t> Arguments) {
  auto Set = [&](Builtin Kind, unsigned D, uint64_t V) { S[3 * static_cast<unsigned>(Kind) + D] = V; };
  const bool HasLocal = R.local_size[0] != 0;
  std::map<std::array<uint64_t, 3>, uint64_t> ByGroup;
  uint64_t Linear = 0;
  for (uint64_t Z = 0; Z < R.global_size[2]; ++Z)
    for (uint64_t Y = 0; Y < R.global_size[1]; ++Y)
      for (uint64_t X = 0; X < R.global_size[0]; ++X) {
        const uint64_t Id[3] = {X, Y, Z};
        std::array<uint64_t, 3> Group;
        uint64_t Local[3], Size[3];
        for (unsigned D = 0; D < 3; ++D) {
          Size[D] = HasLocal ? R.local_size[D] : 1;
          Group[D] = Id[D] / Size[D];
          Local[D] = Id[D] % Size[D];
          Set(Builtin::GlobalId, D, Id[D] + R.global_offset[D]);
          Set(Builtin::GlobalSize, D, R.global_size[D]);
          Set(Builtin::GlobalOffset, D, R.global_offset[D]);
          Set(Builtin::LocalId, D, Local[D]);
          Set(Builtin::LocalSize, D, Size[D]);
          Set(Builtin::GroupId, D, Group[D]);
          Set(Builtin::NumGroups, D, R.global_size[D] / Size[D]);
        }
        const uint64_t InGroup = (Local[2] * Size[1] + Local[1]) * Size[0] + Local[0];
        Set(Builtin::GlobalLinearId, 0, Linear++);
        Set(Builtin::LocalLinearId, 0, InGroup);
        Set(Builtin::SubGroupMaxSize, 0, SubGroup);
        Set(Builtin::SubGroupLocalId, 0, InGroup % SubGroup);
        Set(Builtin::SubGroupId, 0, InGroup / SubGroup);
        S[Barriers] = 0;
        Run(Arguments.data());
        if (HasLocal && ByGroup.try_emplace(Group, S[Barriers]).first->second != S[Barriers])
          return false;
      }
  return true;
}

NDRange ndRange(const submitted_range &R) {
  NDRange N;
  N.Dims = R.dimensions;
  for (unsigned D = 0; D < N.Dims; ++D) {
    const unsigned Sycl = N.Dims - 1 - D;
    N.Global[Sycl] = R.global_size[D];
    N.Local[Sycl] = R.local_size[D];
    N.Offset[Sycl] = R.global_offset[D];
  }
  return N;
}

class RangeDifferential : public ::testing::TestWithParam<const char *> {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  }

  // Empty, or what went wrong. Fused: whether the case could be.
  std::string runCase(uint64_t Seed, bool RunTime, bool &CanFuse) {
    auto Context = std::make_unique<LLVMContext>();
    RangeCase Case = randomRanges(Seed, GetParam(), *Context);
    FusionRequest Request;
    Request.FusedName = "fused";
    Request.Kernels = Case.Kernels;
    for (const submitted_range &R : Case.Ranges) {
      if (RunTime)
        Request.RunTimeRanges.push_back({R.kind, R.dimensions});
      else
        Request.Ranges.push_back(ndRange(R));
    }
    const syclfuse::fused_range_result Expected =
        syclfuse::fused_range(Case.Ranges.data(), Case.Ranges.size(), /*linear=*/RunTime);
    CanFuse = Expected.conflict == range_conflict::none;
    // At run time nobody launches it.
    if (RunTime && !CanFuse)
      return "";
    for (const auto &[K, R] : enumerate(Case.Ranges))
      if (usesGroups(*Case.M->getFunction(Case.Kernels[K])) != R.uses_groups)
        return "usesGroups is wrong";
    llvm::Expected<FusedKernel> Fused = fuseKernels(*createFusionStub(*Case.M, Request), ExchangeCheck::Later);
    if (!Fused || !CanFuse) {
      const std::string Problem = Fused ? "fused in spite of the conflict" : toString(Fused.takeError());
      return bool(Fused) || CanFuse ? Problem : "";
    }
    if (verifyModule(*Case.M, &errs()))
      return "the module is broken";
    const auto Sources = cantFail(readArgumentSources(*Fused->F));
    return execute(Case, std::move(Context), Sources, Expected.launch);
  }

private:
  std::string execute(RangeCase &Case, std::unique_ptr<LLVMContext> Context, ArrayRef<ArgumentSource> Sources,
                      const submitted_range &Launch) {
    auto Host = cantFail(orc::JITTargetMachineBuilder::detectHost());
    Host.setCodeGenOptLevel(CodeGenOptLevel::None);
    auto JIT = cantFail(orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(Host)).create());
    moveToHost(*Case.M, JIT->getDataLayout(), JIT->getTargetTriple());
    for (const std::string &Kernel : Case.Kernels)
      createRunner(*Case.M, *Case.M->getFunction(Kernel));
    createRunner(*Case.M, *Case.M->getFunction("fused"));
    if (verifyModule(*Case.M, &errs()))
      return "the module is broken on the host";
    cantFail(JIT->addIRModule(orc::ThreadSafeModule(std::move(Case.M), std::move(Context))));
    auto *S = cantFail(JIT->lookup("state")).toPtr<uint64_t *>();
    auto Runner = [&](const std::string &Name) {
      return cantFail(JIT->lookup("run_" + Name)).toPtr<void (*)(uint64_t *)>();
    };
    std::vector<uint64_t> Unfused(MaxItems * ValuesPerItem / 16, 7), Fused = Unfused;
    for (const auto &[K, R] : enumerate(Case.Ranges))
      if (!launch(R, S, Runner(Case.Kernels[K]), {reinterpret_cast<uint64_t>(Unfused.data()), Case.Factors[K]}))
        return "the kernel's own barriers are not uniform";
    if (Unfused == Fused)
      return "the kernels did nothing";
    std::vector<uint64_t> Arguments;
    for (const ArgumentSource &A : Sources)
      Arguments.push_back(argument(A, Case, Fused.data()));
    if (!launch(Launch, S, Runner("fused"), Arguments))
      return "the work-items of a group meet different numbers of barriers";
    return Unfused == Fused ? "" : "memory differs";
  }

  static uint64_t argument(const ArgumentSource &A, const RangeCase &Case, const uint64_t *Buffer) {
    const submitted_range &R = Case.Ranges[A.Submission];
    switch (A.Source) {
    case argument_source::closure:
      return A.Offset == 0 ? reinterpret_cast<uint64_t>(Buffer) : Case.Factors[A.Submission];
    case argument_source::global_size:
      return R.global_size[A.Offset];
    case argument_source::local_size:
      return R.local_size[A.Offset];
    case argument_source::num_groups:
      return R.global_size[A.Offset] / R.local_size[A.Offset];
    default:
      return ~uint64_t(0);
    }
  }
};

TEST_P(RangeDifferential, FusedGivesTheMemoryOfUnfused) {
  const auto Of = sequence::Seeds::fixed(1, 100);
  unsigned Count = 0;
  sequence::forSeeds(Of, [&](uint64_t Seed) {
    for (bool RunTime : {false, true}) {
      bool CanFuse = false;
      ASSERT_EQ(runCase(Seed, RunTime, CanFuse), "") << (RunTime ? "run-time" : "constant") << " ranges";
      Count += CanFuse;
    }
  });
  std::printf("%u of them were fused\n", Count);
  EXPECT_TRUE(Of.Chosen || Count > Of.Cases / 4) << "too few cases are fused to show anything";
}

INSTANTIATE_TEST_SUITE_P(Dialects, RangeDifferential,
                         ::testing::Values("spirv64-unknown-unknown", "nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa"),
                         [](const auto &Info) { return StringRef(Info.param).split('-').first.str(); });

} // namespace
