// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of random sequences of kernels through the whole compiler, each kernel by itself and all of them fused,
// internalized or not, for known and for unknown sizes, against a host interpreter: the same bits. SYCLFUSE_TEST_SEED
// and SYCLFUSE_TEST_CASES choose the first seed and the number of sequences.
#include "SequenceCheck.h"

#include "llvm/Support/TargetSelect.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::sequence;

namespace {

uint64_t fromEnvironment(const char *Name, uint64_t Default) {
  const char *Text = std::getenv(Name);
  return Text ? std::strtoull(Text, nullptr, 10) : Default;
}
uint64_t firstSeed() { return fromEnvironment("SYCLFUSE_TEST_SEED", 1); }
// 0: as many as there are in CI.
uint64_t chosenCases() { return fromEnvironment("SYCLFUSE_TEST_CASES", 0); }

// The seeds First, First + Step …, as many as wanted unless a slow machine takes longer than the limit.
template <class F> uint64_t forSeeds(uint64_t First, unsigned Step, uint64_t Cases, unsigned Seconds, F Check) {
  const auto Start = std::chrono::steady_clock::now();
  uint64_t Done = 0;
  for (; Done != Cases && !::testing::Test::HasFatalFailure(); ++Done) {
    const uint64_t Seed = First + Done * Step;
    if (!chosenCases() && std::chrono::steady_clock::now() - Start > std::chrono::seconds(Seconds))
      break;
    SCOPED_TRACE("SYCLFUSE_TEST_SEED=" + std::to_string(Seed) + " SYCLFUSE_TEST_CASES=1");
    Check(Seed);
  }
  std::printf("%llu sequences from seed %llu\n", (unsigned long long)Done, (unsigned long long)First);
  return Done;
}

void initializeTarget() {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
}

void print(const Counts &Count) {
  for (const auto &[Name, N] : Count)
    std::printf("%s %llu; ", Name.c_str(), (unsigned long long)N);
  std::printf("\n");
}

// Shares of the seeds, so that they run in parallel. Optimized ones take several times as long.
struct Share {
  const char *Name;
  unsigned First, Step;
  bool Optimize;
  uint64_t Cases;
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
  const bool Chosen = chosenCases();
  const uint64_t Done = forSeeds(firstSeed() + (Chosen ? 0 : Of.First), Chosen ? 1 : Of.Step,
                                 Chosen ? chosenCases() : Of.Cases, 150, [&](uint64_t Seed) {
                                   countFeatures(randomSequence(Seed), Count);
                                   Error E = checkSequence(Seed, Of.Optimize, **Loader, Count);
                                   ASSERT_FALSE(bool(E)) << toString(std::move(E));
                                 });
  print(Count);
  if (Done < 100)
    return;
  for (const std::string &Feature : knownFeatures())
    EXPECT_GT(Count[Feature], 0u) << Feature << " does not occur";
  EXPECT_LT(Count["(fusion refused)"], Done / 5) << "most sequences can be fused";
  EXPECT_GT(Count["(promoted)"], 2 * Count["(promotion refused)"]) << "most temporaries can be promoted";
}

constexpr Share Shares[] = {{"Quick0", 0, 3, false, 800},
                            {"Quick1", 1, 3, false, 800},
                            {"Quick2", 2, 3, false, 800},
                            {"Optimized", 1000000, 1, true, 200}};
INSTANTIATE_TEST_SUITE_P(Sequences, Differential, ::testing::ValuesIn(Shares),
                         [](const auto &Info) { return std::string(Info.param.Name); });

// The same sequences with one read of what a work-item of another work-group wrote: no kernel comes of it. Where the
// kernels have different ND-ranges that are not known, whose sizes nothing relates to each other, it may stay unproven;
// elsewhere hardly ever.
TEST(DifferentialRefusals, CrossingDependencesAreRefused) {
  initializeTarget();
  uint64_t Refused = 0, NotProven = 0, Missed = 0;
  forSeeds(firstSeed(), 1, chosenCases() ? chosenCases() : 300, 30, [&](uint64_t Seed) {
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
  if (!chosenCases()) {
    EXPECT_GT(Refused, NotProven);
    EXPECT_GE(Refused, 20 * Missed);
  }
}

} // namespace
