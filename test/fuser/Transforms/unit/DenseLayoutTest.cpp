// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offsets of random tiles in random arrays, of all work-items of a group: layOutDensely gives two bytes one place if
// and only if they are one byte, within the size, and closes all gaps of tiles. SYCLFUSE_TEST_SEED and
// SYCLFUSE_TEST_CASES choose the first seed and the number of cases.
#include "Seeds.h"

#include "Analysis/Promotion/DenseLayout.h"
#include "Transforms/Internalization/KernelFacts.h"

#include "llvm/IR/IRBuilder.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace llvm;
using namespace syclfuse::fuser;

namespace {

OffsetTerm localId(unsigned D, int64_t Factor) {
  return {{OffsetSymbol::Query, nullptr, {Builtin::LocalId, D}}, nullptr, Factor};
}

struct Case {
  NDRange Range;
  SmallVector<SizedOffset, 8> Accesses;
  int64_t Element = 4;
  uint64_t Tile = 0; // bytes, if Accesses are those of a tile without anything besides

  int64_t valueOf(const LinearOffset &O, const std::array<int64_t, 3> &Ids) const {
    int64_t V = O.Constant;
    for (const OffsetTerm &T : O.Terms)
      V += T.Factor * Ids[T.Symbol.Of.second];
    return V;
  }
};

Case randomCase(std::mt19937_64 &Random) {
  auto Below = [&](uint64_t N) { return static_cast<int64_t>(Random() % N); };
  Case C;
  C.Range.Dims = 2 + Below(2);
  for (unsigned D = 0; D < C.Range.Dims; ++D) {
    C.Range.Local[D] = 1 + Below(5);
    C.Range.Global[D] = C.Range.Local[D] * (1 + Below(4));
  }
  C.Element = int64_t(4) << Below(2);
  const LaunchSizes Sizes(C.Range);
  // Rows and planes of an array that is at least as large as the launch.
  int64_t Pitches[3] = {C.Element, 0, 0};
  for (unsigned D = 1; D < 3; ++D)
    Pitches[D] = Pitches[D - 1] * static_cast<int64_t>(Sizes.global(D - 1) + (Below(2) ? Below(5) : 0));
  const bool Plain = Below(2);
  C.Tile = Plain ? C.Element * Sizes.local(0) * Sizes.local(1) * Sizes.local(2) : 0;
  const unsigned Count = 1 + Below(4);
  for (unsigned A = 0; A < Count; ++A) {
    SizedOffset S;
    S.Bytes = C.Element == 8 && Below(2) ? 8 : 4;
    for (unsigned D = 0; D < 3; ++D) {
      if (Sizes.local(D) != 1 && (A == 0 || Plain || Below(4)))
        S.Offset.Terms.push_back(localId(D, Pitches[D] * (!Plain && Below(6) == 0 ? -1 : 1)));
      if (!Plain && Below(2))
        S.Offset.Constant += Pitches[D] * (Below(3) - 1);
    }
    C.Accesses.push_back(S);
  }
  if (Plain)
    C.Accesses.front().Bytes = C.Element;
  return C;
}

// What is wrong with Places, or nothing.
std::string problemOf(const Case &C, ArrayRef<LinearOffset> Places, int64_t Size) {
  const LaunchSizes Sizes(C.Range);
  std::map<int64_t, int64_t> PlaceOf, ByteAt;
  std::array<int64_t, 3> Ids;
  for (Ids[2] = 0; Ids[2] < int64_t(Sizes.local(2)); ++Ids[2])
    for (Ids[1] = 0; Ids[1] < int64_t(Sizes.local(1)); ++Ids[1])
      for (Ids[0] = 0; Ids[0] < int64_t(Sizes.local(0)); ++Ids[0])
        for (auto [A, P] : zip(C.Accesses, Places))
          for (int64_t I = 0; I < int64_t(A.Bytes); ++I) {
            const int64_t Byte = C.valueOf(A.Offset, Ids) + I, Place = C.valueOf(P, Ids) + I;
            if (Place < 0 || Place >= Size)
              return "byte " + std::to_string(Byte) + " is outside at " + std::to_string(Place);
            if (PlaceOf.try_emplace(Byte, Place).first->second != Place)
              return "byte " + std::to_string(Byte) + " has two places";
            if (ByteAt.try_emplace(Place, Byte).first->second != Byte)
              return "place " + std::to_string(Place) + " has two bytes";
            if ((Byte - Place) % C.Element != 0)
              return "byte " + std::to_string(Byte) + " has another place in its element";
          }
  return "";
}

TEST(DenseLayout, RandomTilesKeepTheirElementsApart) {
  const auto Of = sequence::Seeds::fixed(1, 3000);
  LLVMContext Context;
  Module M("m", Context);
  auto *F = Function::Create(FunctionType::get(Type::getVoidTy(Context), false), GlobalValue::ExternalLinkage, "f", M);
  IRBuilder<>(BasicBlock::Create(Context, "", F)).CreateRetVoid();
  KernelFacts Facts(*F);
  unsigned Placed = 0, Tiles = 0;
  sequence::forSeeds(Of, [&](uint64_t Seed) {
    std::mt19937_64 Random(Seed);
    const Case C = randomCase(Random);
    const LaunchSizes Sizes(C.Range);
    LinearOffsets Offsets(Facts.Classes, Sizes, Facts.Analyses.SE, M.getDataLayout(), 64, /*SplitIds=*/true);
    const uint64_t Size = C.Tile ? C.Tile : 4096;
    const auto Places = layOutDensely(C.Accesses, Offsets, C.Element, Size);
    Tiles += C.Tile != 0;
    ASSERT_TRUE(Places || !C.Tile) << "a tile does not fit";
    if (!Places)
      return;
    ++Placed;
    ASSERT_EQ(problemOf(C, *Places, Size), "");
  });
  if (!Of.Chosen) {
    EXPECT_GT(Placed, Of.Cases / 2);
    EXPECT_GT(Tiles, Of.Cases / 4);
  }
}

} // namespace
