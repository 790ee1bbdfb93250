// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels: each is built by the native target, generic and specialized, run over ND-ranges that divide nothing,
// and compared with an interpreter that runs all work-items of a group in lockstep.
#include "RandomKernel.h"
#include "Support/FuseError.h"
#include "Targets/Native/Object/NativeObject.h"
#include "Targets/Target.h"
#include "syclfuse/native_abi.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

namespace {

std::string messageOf(Error E) {
  diagnostics D;
  report(std::move(E), D);
  return D.format();
}

unsigned hostLevel() {
  StringMap<bool> Features = sys::getHostCPUFeatures();
  if (Features.lookup("avx512f") && Features.lookup("avx512bw") && Features.lookup("avx512vl") &&
      Features.lookup("avx512dq"))
    return 4;
  return Features.lookup("avx2") && Features.lookup("fma") && Features.lookup("bmi2") ? 3 : 2;
}

// The entries of one compiled kernel, in this process.
class LoadedKernel {
public:
  LoadedKernel(ArrayRef<CompiledKernel> Levels) {
    std::vector<std::string> Bitcodes;
    for (const CompiledKernel &K : Levels)
      Bitcodes.push_back(K.NativeBitcode);
    auto Object = emitNativeObject(Bitcodes, [](Module &M) {
      for (Function &F : M)
        if (!F.isDeclaration() && F.hasHiddenVisibility())
          F.setVisibility(GlobalValue::DefaultVisibility);
      return Error::success();
    });
    if (!Object) {
      Problem = messageOf(Object.takeError());
      return;
    }
    auto Created = orc::LLJITBuilder().create();
    if (!Created) {
      Problem = toString(Created.takeError());
      return;
    }
    Jit = std::move(*Created);
    StringRef Bytes(Object->data(), Object->size());
    if (Error E = Jit->addObjectFile(MemoryBuffer::getMemBufferCopy(Bytes, "kernel.o")))
      Problem = toString(std::move(E));
  }

  sycl_fuse_native_entry entry(StringRef Name) {
    auto Address = Jit->lookup(Name);
    if (!Address) {
      Problem = toString(Address.takeError());
      return nullptr;
    }
    return Address->toPtr<sycl_fuse_native_entry>();
  }

  std::string Problem;

private:
  std::unique_ptr<orc::LLJIT> Jit;
};

sycl_fuse_native_state stateFor(const TestLaunch &L) {
  sycl_fuse_native_state S{};
  for (unsigned D = 0; D != 3; ++D) {
    S.global_size[D] = L.Global[D];
    S.local_size[D] = L.Local[D];
    S.num_groups[D] = L.Global[D] / L.Local[D];
    S.global_offset[D] = L.Offset[D];
  }
  return S;
}

// Runs the kernel in a few intervals, as threads would.
void runNative(sycl_fuse_native_entry Entry, const TestLaunch &L, std::vector<int32_t> &In, std::vector<int32_t> &Out,
               uint64_t Flags, std::mt19937 &Random) {
  int32_t *InData = In.data(), *OutData = Out.data();
  int32_t Scalar = L.Scalar;
  const void *Args[] = {&InData, &OutData, &Scalar};
  sycl_fuse_native_state State = stateFor(L);
  State.flags = Flags;
  uint64_t Units = L.NDRange ? L.groups() : L.items();
  for (uint64_t Begin = 0; Begin < Units;) {
    uint64_t End = std::min(Units, Begin + 1 + Random() % Units);
    Entry(Args, &State, Begin, End);
    Begin = End;
  }
}

void checkOne(unsigned Seed) {
  std::mt19937 Random(Seed);
  RandomKernel Kernel(Random);
  TestLaunch Launch = Kernel.randomLaunch(Random);
  std::vector<int32_t> In(RandomKernel::ReadableInput);
  for (int32_t &X : In)
    X = int32_t(Random());
  std::vector<int32_t> Expected(Launch.items() + RandomKernel::Counters, 7);
  Kernel.interpret(Launch, In, Expected);

  auto T = createTarget("native");
  ASSERT_TRUE(bool(T)) << messageOf(T.takeError());
  fuser::TargetOptions Options;
  if (Seed % 3 == 0)
    Options.LargestBody = 4 + Seed % 40; // loops in pieces
  for (bool Specialized : {false, true}) {
    LLVMContext Context;
    std::unique_ptr<Module> M = Kernel.build(Context, Random() % 2);
    diagnostics Remarks;
    auto Compiled = (*T)->compile(std::move(M), "kernel", "entry", Launch.shape(Specialized), Options, Remarks);
    ASSERT_TRUE(bool(Compiled)) << messageOf(Compiled.takeError());
    LoadedKernel Loaded(*Compiled);
    for (const CompiledKernel &K : *Compiled) {
      if (K.Variant.record.arch > hostLevel())
        continue;
      sycl_fuse_native_entry Entry = Loaded.entry(K.Variant.entry);
      ASSERT_NE(Entry, nullptr) << Loaded.Problem;
      for (uint64_t Flags : {0u, SYCL_FUSE_NATIVE_STREAM, SYCL_FUSE_NATIVE_BACKWARDS,
                             SYCL_FUSE_NATIVE_STREAM | SYCL_FUSE_NATIVE_BACKWARDS}) {
        std::vector<int32_t> Out(Expected.size(), 7);
        runNative(Entry, Launch, In, Out, Flags, Random);
        ASSERT_EQ(Out, Expected) << "seed " << Seed << (Specialized ? " specialized " : " generic ") << K.Variant.entry
                                 << "\n"
                                 << Kernel.str();
      }
    }
  }
}

TEST(NativeTarget, RandomKernelsMatchTheInterpreter) {
  const char *Given = std::getenv("SYCL_FUSE_TEST_SEED"), *Count = std::getenv("SYCL_FUSE_TEST_COUNT");
  unsigned First = Given ? std::strtoul(Given, nullptr, 10) : 1,
           Kernels = Count ? std::strtoul(Count, nullptr, 10) : 25;
  InitializeNativeTarget();
  for (unsigned Seed = First; Seed != First + Kernels && !::testing::Test::HasFatalFailure(); ++Seed) {
    SCOPED_TRACE("SYCL_FUSE_TEST_SEED=" + std::to_string(Seed));
    checkOne(Seed);
  }
}

// Instruction selection must never abort: whatever the kernel, the GPU targets give images.
TEST(GpuTargets, RandomKernelsGiveImages) {
  unsigned Seed = 1;
  for (const char *Name : {"cuda:sm_75", "cuda:sm_90a", "hip:gfx90a", "hip:gfx942", "hip:gfx1030", "hip:gfx1100"}) {
    auto T = createTarget(Name);
    ASSERT_TRUE(bool(T)) << messageOf(T.takeError());
    fuser::TargetOptions Options;
    Options.Ptxas = "none";
    for (unsigned Last = Seed + 8; Seed != Last; ++Seed) {
      std::mt19937 Random(Seed);
      RandomKernel Kernel(Random, /*WithGroups=*/true, StringRef(Name).starts_with("hip:gfx9") ? 64 : 32);
      TestLaunch Launch = Kernel.randomLaunch(Random);
      LLVMContext Context;
      diagnostics Remarks;
      auto Compiled = (*T)->compile(Kernel.build(Context, Seed % 2), "kernel", "entry", Launch.shape(Seed % 3 == 0),
                                    Options, Remarks);
      ASSERT_TRUE(bool(Compiled)) << Name << " seed " << Seed << ": " << messageOf(Compiled.takeError());
      ASSERT_EQ(Compiled->size(), 1u);
      if ((*T)->kind() == target_kind::cuda)
        EXPECT_EQ(Compiled->front().Variant.image.back(), 0) << "the driver wants a terminated string";
      else
        EXPECT_EQ(StringRef(reinterpret_cast<const char *>(Compiled->front().Variant.image.data()), 4), "\x7f"
                                                                                                        "ELF");
    }
  }
}

} // namespace
