// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that the fuser cuts keep the memory that several segments use, by the table of syclfuse/partition.hpp.
#include "Driver/Planning/RegionSegments.h"

#include "partition_table.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;
using namespace syclfuse::fuser;

namespace {

// Each command is a submission, whose arguments are promoted. Sub: 'b' is a part of the buffer 'a'.
manifest::region regionOf(const std::vector<std::string> &Commands, bool Sub) {
  manifest::region R;
  R.name = "main";
  R.buffers.resize(3);
  if (Sub)
    R.buffers[1].parent = 0;
  for (const std::string &Command : Commands) {
    manifest::submission S;
    S.kernel = std::to_string(R.submissions.size());
    for (unsigned I = 1; I < Command.size(); ++I)
      S.arguments.push_back({I - 1, unsigned(Command[I] - 'a'), promotion::private_memory});
    R.submissions.push_back(S);
  }
  return R;
}

// The segments of more than one kernel, of a region that is cut wherever the table does, from the front on.
std::vector<manifest::region> segmentsOf(const test::partition_case &Case, bool Sub) {
  manifest::document Document;
  Document.regions.push_back(regionOf(test::words_of(Case.sequence), Sub));
  std::vector<manifest::region> Segments;
  size_t Length = 0;
  for (const std::string &Word : test::words_of(Case.cut)) {
    if (Word != "|") {
      ++Length;
      continue;
    }
    const size_t Before = Document.regions.size();
    cutRegion(Document, Before - 1, Length);
    if (Length > 1)
      Segments.push_back(Document.regions[Before]);
    Length = 0;
  }
  if (Length > 1)
    Segments.push_back(Document.regions.back());
  return Segments;
}

void expectPromotions(const std::vector<manifest::region> &Segments, const std::string &Kept) {
  for (const manifest::region &R : Segments)
    for (const manifest::submission &S : R.submissions)
      for (const manifest::argument &A : S.arguments) {
        const char Name = char('a' + *A.identity);
        EXPECT_EQ(A.promote == promotion::none, Kept.find(Name) != std::string::npos)
            << "kernel " << S.kernel << ", buffer " << Name;
      }
}

class RegionSegments : public testing::TestWithParam<test::partition_case> {};

TEST_P(RegionSegments, KeepWhatSeveralUse) { expectPromotions(segmentsOf(GetParam(), false), GetParam().kept); }

INSTANTIATE_TEST_SUITE_P(Table, RegionSegments, testing::ValuesIn(test::partition_table));

TEST(CutRegions, ASubBufferIsMemoryOfItsBuffer) {
  const std::vector<manifest::region> Segments = segmentsOf({"Ka Kac Kb Kb", "Ka Kac | Kb Kb", ""}, true);
  ASSERT_EQ(Segments.size(), 2u);
  expectPromotions(Segments, "ab");
}

} // namespace
