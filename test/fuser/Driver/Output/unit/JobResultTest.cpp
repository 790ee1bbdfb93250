// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of jobs survive writing and reading, and no damaged one is taken for another.
#include "Driver/Output/JobResult.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>
#include <random>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

namespace {
class RandomResult {
public:
  explicit RandomResult(unsigned Seed) : Random(Seed) {}

  JobResult make() {
    JobResult R;
    R.Kernels.resize(number(4));
    for (CompiledKernel &K : R.Kernels)
      fill(K);
    if (llvm::any_of(R.Kernels, [](const CompiledKernel &K) { return K.Variant.record.target == target_kind::native; }))
      R.NativeObject = "x" + text();
    for (unsigned I = number(3); I; --I) {
      diagnostic &D = R.Diags.add(diag::not_internalized, text(), number(900), number(80), {text(), text(), text()});
      D.notes.push_back({text(), number(9), number(9), text()});
    }
    for (unsigned I = number(3); I; --I)
      R.Stages.push_back({text(), text()});
    R.RemarksYAML = text();
    R.RemarkLines.resize(number(3), text());
    R.Times.push_back({text(), number(99), number(99)});
    return R;
  }

  unsigned number(unsigned Below) { return Random() % Below; }

private:
  std::string text() {
    std::string Text(number(40), ' ');
    for (char &C : Text)
      C = char(Random());
    return Text;
  }

  void fill(CompiledKernel &K) {
    K.Variant.record.target = target_kind(number(4));
    K.Variant.record.flags = Random();
    K.Variant.entry = text();
    K.Variant.image.assign(number(500), static_cast<unsigned char>(Random()));
    for (unsigned I = number(5); I; --I) {
      bundle::argument_record A;
      A.source = argument_source(number(7));
      A.offset = Random();
      K.Variant.arguments.push_back(A);
    }
    K.Variant.constants.push_back(std::vector<unsigned char>(number(20), 7));
    bundle::guard_record G;
    G.kind = guard_kind::constant_bytes;
    G.size = K.Variant.constants.front().size();
    K.Variant.guards.push_back(G);
    K.Variant.recomputations.resize(number(3), {0, 1, 0, number(64), 1 + number(9), 0});
  }

  std::mt19937 Random;
};

TEST(JobResult, SurvivesWritingAndReading) {
  for (unsigned Seed = 0; Seed != 200; ++Seed) {
    std::string Bytes = encodeResult(RandomResult(Seed).make());
    JobResult Read;
    ASSERT_TRUE(decodeResult(Bytes, Read)) << "seed " << Seed;
    EXPECT_EQ(encodeResult(Read), Bytes) << "seed " << Seed;
  }
}

TEST(JobResult, EveryBeginningIsRefused) {
  std::string Bytes = encodeResult(RandomResult(1).make());
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    JobResult Read;
    EXPECT_FALSE(decodeResult(StringRef(Bytes).take_front(Size), Read)) << Size;
  }
  JobResult Read;
  EXPECT_FALSE(decodeResult(Bytes + "x", Read));
}

TEST(JobResult, DamageIsSeenOrHarmless) {
  for (unsigned Seed = 0; Seed != 2000; ++Seed) {
    RandomResult Source(Seed);
    std::string Bytes = encodeResult(Source.make());
    for (unsigned I = 1 + Source.number(3); I; --I)
      Bytes[Source.number(Bytes.size())] = char(Source.number(256));
    JobResult Read;
    // What is accepted is a result like any other.
    if (decodeResult(Bytes, Read)) {
      EXPECT_EQ(encodeResult(Read), Bytes) << "seed " << Seed;
    }
  }
}

TEST(JobResult, NativeKernelsHaveMachineCodeAndNoOthers) {
  JobResult R, Read;
  R.Kernels.resize(1);
  EXPECT_FALSE(decodeResult(encodeResult(R), Read));
  R.NativeObject = "object";
  EXPECT_TRUE(decodeResult(encodeResult(R), Read));
  R.Kernels.front().Variant.record.target = target_kind::spirv;
  EXPECT_FALSE(decodeResult(encodeResult(R), Read));
}

TEST(JobResult, IndicesAreChecked) {
  JobResult R;
  R.Kernels.resize(1);
  R.NativeObject = "object";
  bundle::guard_record G;
  G.kind = guard_kind::constant_bytes;
  G.value = 1;
  R.Kernels[0].Variant.guards.push_back(G);
  JobResult Read;
  EXPECT_FALSE(decodeResult(encodeResult(R), Read));
  R.Kernels[0].Variant.constants.resize(2);
  EXPECT_TRUE(decodeResult(encodeResult(R), Read));
}
} // namespace
