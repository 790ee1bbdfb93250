// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random sequences of kernels through the whole compiler, each kernel by itself and all of them fused, internalized or not, for known
// and for unknown sizes, against a host interpreter: the same bits. SYCLFUSE_TEST_SEED and SYCLFUSE_TEST_CASES choose the first
// seed and the number of cases.
#include "FusedSequence.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

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

unsigned hostLevel() {
  StringMap<bool> Features = sys::getHostCPUFeatures();
  if (Features.lookup("avx512f") && Features.lookup("avx512bw") && Features.lookup("avx512vl") &&
      Features.lookup("avx512dq"))
    return 4;
  return Features.lookup("avx2") && Features.lookup("fma") && Features.lookup("bmi2") ? 3 : 2;
}

std::string describe(const Sequence &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const auto &[N, B] : enumerate(S.Buffers))
    OS << "buffer " << N << ": type " << int(B.Type) << " role " << int(B.Purpose) << " layout " << int(B.Order) << " ratio "
       << B.Ratio << " items " << B.Items << " promotion " << int(B.Promote) << "\n";
  auto Triple = [&](const uint64_t (&V)[3]) { OS << " {" << V[0] << ", " << V[1] << ", " << V[2] << "}"; };
  for (const Kernel &K : S.Kernels) {
    OS << K.Name << ": kind " << int(K.Range.kind) << " dims " << int(K.Range.dimensions) << " groups "
       << K.Range.uses_groups;
    Triple(K.Range.global_size);
    Triple(K.Range.local_size);
    Triple(K.Range.global_offset);
    OS << " buffers";
    for (unsigned B : K.Buffers)
      OS << " " << B;
    OS << "\n";
  }
  LLVMContext C;
  OS << *buildIR(S, C);
  return Text;
}

struct Counts {
  uint64_t Runs = 0, Promoted = 0, NotPromoted = 0, Heterogeneous = 0;
};

class Differential : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
  }

  // Calls Check for seeds until the time is over, but not before some have been tried.
  template <class F> uint64_t forSeeds(unsigned Seconds, F Check) {
    const uint64_t First = fromEnvironment("SYCLFUSE_TEST_SEED", 1), Cases = fromEnvironment("SYCLFUSE_TEST_CASES", 0);
    const auto Start = std::chrono::steady_clock::now();
    uint64_t Seed = First;
    for (; !HasFatalFailure(); ++Seed) {
      const bool Late = std::chrono::steady_clock::now() - Start > std::chrono::seconds(Seconds);
      if (Cases ? Seed == First + Cases : Late && Seed >= First + 20)
        break;
      SCOPED_TRACE("SYCLFUSE_TEST_SEED=" + std::to_string(Seed) + " SYCLFUSE_TEST_CASES=1");
      Check(Seed);
    }
    std::printf("%llu sequences from seed %llu\n", (unsigned long long)(Seed - First), (unsigned long long)First);
    return Seed - First;
  }

  // Results of the fused kernels of S, against Expected.
  void checkFused(const Sequence &S, const Memory &Before, const Memory &Expected, Sizes How, bool Internalize,
                  std::mt19937_64 &R, Counts &Count) {
    Expected_<CompiledSequence> Code = compileFused(S, "native", How, Internalize);
    const std::string Mode = std::string(How == Sizes::Generic ? "generic" : "specialized") + (Internalize ? ", internalized" : "");
    ASSERT_TRUE(bool(Code)) << Mode << ": " << messageOf(Code.takeError()) << "\n" << describe(S);
    for (const auto &[N, B] : enumerate(S.Buffers))
      if (Internalize && B.Promote != promotion::none)
        ++(Code->Promoted[N] ? Count.Promoted : Count.NotPromoted);
    for (size_t V = 0; V != Code->Variants.size(); ++V) {
      if (Code->Variants[V].Variant.record.arch > hostLevel())
        continue;
      Memory Data = Before;
      Error E = run(S, *Code, V, 0, Data, R);
      ASSERT_FALSE(bool(E)) << Mode << ": " << messageOf(std::move(E)) << "\n" << describe(S);
      for (unsigned B = 0; B != S.Buffers.size(); ++B)
        ASSERT_EQ(Data[B], Code->Promoted[B] ? Before[B] : Expected[B])
            << "buffer " << B << (Code->Promoted[B] ? ", promoted" : "") << ", " << Mode << "\n" << describe(S);
      ++Count.Runs;
    }
  }

  void checkUnfused(const Sequence &S, const Memory &Before, const Memory &Expected, Sizes How, std::mt19937_64 &R) {
    Memory Data = Before;
    for (unsigned K = 0; K != S.Kernels.size(); ++K) {
      auto Code = compileAlone(S, K, "native", How);
      ASSERT_TRUE(bool(Code)) << messageOf(Code.takeError()) << "\n" << describe(S);
      size_t V = 0;
      while (Code->Variants[V].Variant.record.arch > hostLevel())
        ++V;
      Error E = run(S, *Code, V, K, Data, R);
      ASSERT_FALSE(bool(E)) << messageOf(std::move(E)) << "\n" << describe(S);
    }
    ASSERT_EQ(Data, Expected) << "unfused\n" << describe(S);
  }

  template <class T> using Expected_ = llvm::Expected<T>;
};

TEST_F(Differential, FusedAndUnfusedGiveTheBitsOfTheInterpreter) {
  Counts Count;
  forSeeds(60, [&](uint64_t Seed) {
    const Sequence S = randomSequence(Seed);
    std::mt19937_64 R(Seed);
    const Memory Before = randomMemory(S, Seed);
    Memory Expected = Before;
    interpret(S, Expected);
    const Sizes How = R() % 2 ? Sizes::Specialized : Sizes::Generic;
    checkUnfused(S, Before, Expected, How, R);
    if (HasFatalFailure())
      return;
    checkFused(S, Before, Expected, How, true, R, Count);
    if (HasFatalFailure())
      return;
    checkFused(S, Before, Expected, How == Sizes::Generic ? Sizes::Specialized : Sizes::Generic, R() % 2, R, Count);
  });
  std::printf("%llu runs, %llu arguments promoted, %llu refused\n", (unsigned long long)Count.Runs,
              (unsigned long long)Count.Promoted, (unsigned long long)Count.NotPromoted);
  if (!fromEnvironment("SYCLFUSE_TEST_CASES", 0)) {
    EXPECT_GT(Count.Promoted, 2 * Count.NotPromoted) << "most temporaries can be promoted";
  }
}

// The same sequences with one read of what a work-item of another work-group wrote: no kernel comes of it. Where the kernels have
// different ND-ranges that are not known, whose sizes nothing relates to each other, it may stay unproven.
TEST_F(Differential, CrossingDependencesAreRefused) {
  uint64_t Refused = 0, NotProven = 0;
  forSeeds(15, [&](uint64_t Seed) {
    Sequence S = randomSequence(Seed);
    if (!addCrossingDependence(S, Seed))
      return;
    const auto Ranges = S.ranges();
    const bool Different = fused_range(Ranges.data(), Ranges.size(), false).heterogeneous;
    for (Sizes How : {Sizes::Specialized, Sizes::Generic}) {
      auto Code = compileFused(S, "native", How, false);
      if (Code) {
        ASSERT_TRUE(Different && How == Sizes::Generic) << "not proven\n" << describe(S);
        ++NotProven;
        continue;
      }
      const std::string Why = messageOf(Code.takeError());
      ASSERT_NE(Why.find("SF3029"), std::string::npos) << Why << "\n" << describe(S);
      ++Refused;
    }
  });
  std::printf("%llu refusals, %llu not proven\n", (unsigned long long)Refused, (unsigned long long)NotProven);
  if (!fromEnvironment("SYCLFUSE_TEST_CASES", 0)) {
    EXPECT_GT(Refused, NotProven);
  }
}

} // namespace
