// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sequences of kernels through the whole compiler, each kernel by itself and all of them fused,
// internalized or not, for known and for unknown sizes, against a host interpreter: the same bits. SYCLFUSE_TEST_SEED
// and SYCLFUSE_TEST_CASES choose the first seed and the number of sequences.
#include "SequenceCheck.h"

#include "Seeds.h"

#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::sequence;

namespace {

void initializeTarget() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
}

void print(const Counts &Count) {
  for (const auto &[Name, N] : Count)
    std::printf("%s %llu; ", Name.c_str(), (unsigned long long)N);
  std::printf("\n");
}

// Shares that run in parallel. Optimized sequences take several times as long.
struct Share {
  const char *Name;
  Seeds Of;
  bool Optimize;
};
void PrintTo(const Share &S, std::ostream *OS) { *OS << S.Name; }

class Differential : public ::testing::TestWithParam<Share> {
protected:
  static void SetUpTestSuite() { initializeTarget(); }
};

TEST_P(Differential, FusedAndUnfusedGiveTheBitsOfTheInterpreter) {
  const Share &Of = GetParam();
  auto Loader = NativeLoader::create(!Of.Optimize);
  ASSERT_TRUE(bool(Loader)) << toString(Loader.takeError());
  Counts Count;
  forSeeds(Of.Of, [&](uint64_t Seed) {
    countFeatures(randomSequence(Seed), Count);
    Error E = checkSequence(Seed, Of.Optimize, **Loader, Count);
    ASSERT_FALSE(bool(E)) << toString(std::move(E));
  });
  print(Count);
  if (Of.Of.Cases < 100)
    return;
  EXPECT_LT(Count["(fusion refused)"], Of.Of.Cases / 5) << "most sequences can be fused";
  // Several elements of a work-item whose index two kernels write in different ways stay in memory.
  EXPECT_GT(Count["(promoted)"], Count["(promotion refused)"]) << "most temporaries can be promoted";
}

INSTANTIATE_TEST_SUITE_P(Sequences, Differential,
                         ::testing::Values(Share{"Quick", Seeds::fixed(1, 200), false},
                                           Share{"QuickOthers", Seeds::fresh(200), false},
                                           Share{"Optimized", Seeds::fixed(1000000, 50), true}),
                         [](const auto &Info) { return std::string(Info.param.Name); });

TEST(DifferentialFeatures, SequencesHaveAll) {
  Counts Count;
  for (uint64_t Seed = 1; Seed != 1000; ++Seed)
    countFeatures(randomSequence(Seed), Count);
  for (const std::string &Feature : knownFeatures())
    EXPECT_GT(Count[Feature], 3u) << Feature << " hardly occurs";
}

// The same sequences with one read of what a work-item of another work-group wrote: no kernel comes of it. Where the
// kernels have different ND-ranges that are not known, whose sizes nothing relates to each other, it may stay unproven;
// elsewhere hardly ever.
TEST(DifferentialRefusals, CrossingDependencesAreRefused) {
  initializeTarget();
  uint64_t Refused = 0, NotProven = 0, Missed = 0;
  const Seeds Of = Seeds::fixed(1, 300);
  forSeeds(Of, [&](uint64_t Seed) {
    Sequence S = randomSequence(Seed);
    if (!addCrossingDependence(S, Seed))
      return;
    const bool Different = launchOf(S, Sizes::Generic).heterogeneous;
    for (Sizes Known : {Sizes::Specialized, Sizes::Generic}) {
      Form How;
      How.How = Known;
      How.Optimize = false;
      auto Code = compileFused(S, How);
      if (Code) {
        const bool Expected = Different && Known == Sizes::Generic;
        ++(Expected ? NotProven : Missed);
        if (!Expected)
          std::printf("seed %llu, %s: not proven\n", (unsigned long long)Seed,
                      Known == Sizes::Generic ? "generic" : "specialized");
        continue;
      }
      const std::string Why = messageOf(Code.takeError());
      ASSERT_NE(Why.find("SF3029"), std::string::npos) << Why << "\n" << describe(S);
      ++Refused;
    }
  });
  std::printf("%llu refusals, %llu and %llu not proven\n", (unsigned long long)Refused, (unsigned long long)NotProven,
              (unsigned long long)Missed);
  if (!Of.Chosen) {
    EXPECT_GT(Refused, NotProven);
    EXPECT_GE(Refused, 20 * Missed);
  }
}

} // namespace
