// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels: each is built by the native target, generic and specialized, run over ND-ranges that divide nothing,
// and compared with an interpreter that runs all work-items of a group in lockstep. SYCLFUSE_TEST_SEED and
// SYCLFUSE_TEST_CASES choose the first seed and the number of kernels.
#include "NativeRun.h"
#include "Seeds.h"
#include "SequenceFeatures.h"

#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::sequence;

namespace {

// Every level that this machine runs.
void checkLevels(const Sequence &S, const CompiledSequence &Code, NativeLoader &Loader, std::mt19937_64 &R) {
  const Memory Before = randomMemory(S, R());
  Memory Wanted = Before;
  interpret(S, Wanted);
  for (size_t Level = 0; Level != Code.Variants.size(); ++Level) {
    if (Code.Variants[Level].Variant.record.arch > hostLevel())
      continue;
    for (unsigned Runs = 3; Runs; --Runs) {
      Memory Data = Before;
      Error E = Loader.run(S, Code, Level, S.Kernels.front().Range, 0, Data, R);
      ASSERT_FALSE(bool(E)) << messageOf(std::move(E));
      ASSERT_TRUE(Data == Wanted) << Code.Variants[Level].Variant.entry << "\n" << describe(S);
    }
  }
}

void checkOne(uint64_t Seed, NativeLoader &Loader) {
  const Sequence S = randomKernel(Seed);
  std::mt19937_64 R(Seed);
  for (Sizes How : {Sizes::Generic, Sizes::Specialized}) {
    SCOPED_TRACE(How == Sizes::Generic ? "generic" : "specialized");
    Form F;
    F.How = How;
    F.Prepare = R() % 2;
    if (Seed % 3 == 0)
      F.LargestBody = 4 + Seed % 40; // loops in pieces
    auto Code = compileAlone(S, 0, F);
    ASSERT_TRUE(bool(Code)) << messageOf(Code.takeError()) << describe(S);
    Error E = Loader.load({&*Code});
    ASSERT_FALSE(bool(E)) << messageOf(std::move(E));
    checkLevels(S, *Code, Loader, R);
  }
}

TEST(NativeTarget, RandomKernelsMatchTheInterpreter) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  auto Loader = NativeLoader::create(/*Quick=*/false);
  ASSERT_TRUE(bool(Loader)) << messageOf(Loader.takeError());
  forSeeds(Seeds::fixed(1, 25), [&](uint64_t Seed) { checkOne(Seed, **Loader); });
}

TEST(NativeTarget, RandomKernelsHaveAllFeatures) {
  Counts Count;
  for (uint64_t Seed = 1; Seed != 300; ++Seed)
    countFeatures(randomKernel(Seed), Count);
  for (const std::string &Feature : knownFeaturesOfKernels())
    EXPECT_GT(Count[Feature], 0u) << Feature << " does not occur";
}

// Instruction selection must never abort: whatever the kernel, the GPU targets give images.
TEST(GpuTargets, RandomKernelsGiveImages) {
  uint64_t Seed = 1;
  for (const char *Name : {"cuda:sm_75", "cuda:sm_90a", "hip:gfx90a", "hip:gfx942", "hip:gfx1030", "hip:gfx1100"}) {
    const bool Cuda = StringRef(Name).starts_with("cuda");
    Form F;
    F.Target = Name;
    F.Ptxas = "none";
    KernelOptions Options;
    Options.SubGroupSize = StringRef(Name).starts_with("hip:gfx9") ? 64 : 32;
    for (uint64_t Last = Seed + 8; Seed != Last; ++Seed) {
      F.Prepare = Seed % 2;
      F.How = Seed % 3 == 0 ? Sizes::Specialized : Sizes::Generic;
      auto Code = compileAlone(randomKernel(Seed, Options), 0, F);
      ASSERT_TRUE(bool(Code)) << Name << " seed " << Seed << ": " << messageOf(Code.takeError());
      ASSERT_EQ(Code->Variants.size(), 1u);
      const std::vector<unsigned char> &Image = Code->Variants.front().Variant.image;
      if (Cuda)
        EXPECT_EQ(Image.back(), 0) << "the driver wants a terminated string";
      else
        EXPECT_EQ(StringRef(reinterpret_cast<const char *>(Image.data()), 4), "\x7f"
                                                                              "ELF");
    }
  }
}

} // namespace
