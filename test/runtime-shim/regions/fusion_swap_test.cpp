// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which variant of a region runs, and the reason where it is not the best one.
#include "bundle_fixture.hpp"

using namespace test;

namespace {

struct expectation {
  fusion_outcome outcome;
  fusion_reason reason;
};
bool operator==(const expectation &a, const expectation &b) { return a.outcome == b.outcome && a.reason == b.reason; }
std::ostream &operator<<(std::ostream &s, const expectation &e) {
  return s << to_string(e.outcome) << " " << to_string(e.reason);
}

// Runs the region with right results and gives what the wrapper says.
expectation outcome(const bundle_options &o, const region_run &run) {
  registered_bundle b(make_bundle(o));
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  EXPECT_TRUE(run_region(q, fw, run));
  return {fw.last_outcome(), fw.last_reason()};
}

} // namespace

TEST(Swap, ListedSizeRunsSpecializedCode) {
  for (std::size_t n : {1u, 7u, 64u, 4096u, 100003u}) {
    bundle_options o;
    o.listed = {5, n};
    EXPECT_EQ(outcome(o, {n}), (expectation{fusion_outcome::aot, fusion_reason::none})) << n;
    EXPECT_GT(ran.specialized, 0);
    EXPECT_EQ(ran.generic + ran.unpromoted + ran.multiply + ran.combine, 0);
  }
}

TEST(Swap, OtherSizeRunsGenericCode) {
  for (std::size_t n : {1u, 7u, 1000003u}) {
    bundle_options o;
    o.listed = {4096};
    EXPECT_EQ(outcome(o, {n}), (expectation{fusion_outcome::aot_generic, fusion_reason::nd_range_not_listed})) << n;
    EXPECT_GT(ran.generic, 0);
    EXPECT_EQ(ran.specialized + ran.unpromoted + ran.multiply + ran.combine, 0);
  }
}

TEST(Swap, UnlistedSizeWithoutGenericCodeRunsUnfused) {
  bundle_options o;
  o.listed = {4096};
  o.generic = o.unpromoted_fallback = false;
  EXPECT_EQ(outcome(o, {1000}), (expectation{fusion_outcome::unfused, fusion_reason::nd_range_not_listed}));
  EXPECT_GT(ran.multiply, 0);
  EXPECT_GT(ran.combine, 0);
}

TEST(Swap, PromotedBufferOfAnotherSizeStaysInMemory) {
  region_run run;
  run.tmp_size = 2000;
  EXPECT_EQ(outcome({}, run), (expectation{fusion_outcome::aot_generic, fusion_reason::promoted_size_differs}));
  EXPECT_GT(ran.unpromoted, 0);
  EXPECT_EQ(ran.generic, 0);
}

TEST(Swap, GuardsWithoutFallbackRunUnfused) {
  bundle_options o;
  o.unpromoted_fallback = false;
  region_run run;
  run.tmp_size = 2000;
  EXPECT_EQ(outcome(o, run), (expectation{fusion_outcome::unfused, fusion_reason::promoted_size_differs}));
}

TEST(Swap, ConstantThatDiffers) {
  bundle_options o;
  o.constant_factor = {2};
  o.unpromoted_fallback = false;
  region_run same, other;
  other.factor = 3;
  EXPECT_EQ(outcome(o, same).outcome, fusion_outcome::aot_generic);
  EXPECT_EQ(outcome(o, other), (expectation{fusion_outcome::unfused, fusion_reason::constant_differs}));
}

TEST(Swap, AlignmentThatNoPointerHas) {
  bundle_options o;
  o.aligned = 1;
  EXPECT_EQ(outcome(o, {}).outcome, fusion_outcome::aot_generic);
  o.aligned = std::uint64_t{1} << 60;
  EXPECT_EQ(outcome(o, {}), (expectation{fusion_outcome::unfused, fusion_reason::pointers_unaligned}));
}

TEST(Swap, TwoBuffersWhereOneWasRecorded) {
  region_run run;
  run.other_tmp = true;
  EXPECT_EQ(outcome({}, run), (expectation{fusion_outcome::unfused, fusion_reason::arguments_differ}));
  EXPECT_GT(ran.multiply, 0);
  EXPECT_GT(ran.combine, 0);
}

TEST(Swap, PromotionIsPartOfTheSignature) {
  region_run run;
  run.promote = false;
  EXPECT_EQ(outcome({}, run), (expectation{fusion_outcome::unfused, fusion_reason::promotions_differ}));
  bundle_options unpromoted;
  unpromoted.promoted = false;
  EXPECT_EQ(outcome(unpromoted, {}), (expectation{fusion_outcome::unfused, fusion_reason::promotions_differ}));
  EXPECT_EQ(outcome(unpromoted, run).outcome, fusion_outcome::aot_generic);
}

TEST(Swap, HintsThatDisagreeAreDropped) {
  bundle_options unpromoted;
  unpromoted.promoted = false;
  region_run run;
  run.promote_first_only = true;
  EXPECT_EQ(outcome(unpromoted, run).outcome, fusion_outcome::aot_generic);
  EXPECT_EQ(outcome({}, run), (expectation{fusion_outcome::unfused, fusion_reason::promotions_differ}));
}

TEST(Swap, BarriersArePartOfTheSignature) {
  region_run run;
  run.barriers = false;
  EXPECT_EQ(outcome({}, run), (expectation{fusion_outcome::unfused, fusion_reason::barriers_differ}));
  bundle_options o;
  o.barriers = false;
  EXPECT_EQ(outcome(o, run).outcome, fusion_outcome::aot_generic);
}

TEST(Swap, KernelOfNoBundle) {
  registered_bundle b(make_bundle({}));
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  std::vector<int> v(100, 0);
  int *p = v.data();
  fw.start_fusion();
  q.parallel_for<class nowhere>(sycl::range<1>(100), [=](sycl::id<1> i) { p[i] += 1; });
  q.parallel_for<class nowhere_else>(sycl::range<1>(100), [=](sycl::id<1> i) { p[i] *= 2; });
  fw.complete_fusion();
  EXPECT_EQ(fw.last_reason(), fusion_reason::kernel_not_built);
  EXPECT_EQ(v, std::vector<int>(100, 2));
}

TEST(Swap, RegionThatCouldNotBeBuilt) {
  bundle_options o;
  o.generic = o.unpromoted_fallback = false;
  EXPECT_EQ(outcome(o, {}), (expectation{fusion_outcome::unfused, fusion_reason::region_not_built}));
}

TEST(Swap, KernelsOfDifferentSizes) {
  region_run run;
  run.second_size = 500;
  EXPECT_EQ(outcome({}, run), (expectation{fusion_outcome::unfused, fusion_reason::nd_ranges_differ}));
}

TEST(Swap, CodeForABetterProcessorIsNotUsed) {
  bundle_options o;
  o.arch = 9;
  EXPECT_EQ(outcome(o, {}), (expectation{fusion_outcome::unfused, fusion_reason::no_variant_for_device}));
}

TEST(Swap, MissingEntryIsALoadFailure) {
  bundle_options o;
  o.broken_entry = true;
  EXPECT_EQ(outcome(o, {}), (expectation{fusion_outcome::unfused, fusion_reason::load_failed}));
}

TEST(Swap, NoBundle) {
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::none);
  EXPECT_TRUE(run_region(q, fw));
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::unfused);
  EXPECT_EQ(fw.last_reason(), fusion_reason::no_bundle);
  EXPECT_EQ(fw.last_reason_text(), "no bundle is linked into the program");
}

TEST(Swap, PromotedBufferThatIsAlsoTheOutput) {
  bundle_options o;
  o.unpromoted_fallback = false;
  region_run run;
  run.tmp_is_output = true;
  EXPECT_EQ(outcome(o, run), (expectation{fusion_outcome::unfused, fusion_reason::promoted_buffer_aliased}));
}

TEST(Swap, BuffersThatWereRecordedAsDifferentAreOne) {
  bundle_options o;
  o.promoted = false;
  o.distinct = true;
  region_run run;
  run.promote = false;
  EXPECT_EQ(outcome(o, run), (expectation{fusion_outcome::aot_generic, fusion_reason::nd_range_not_listed}));
  EXPECT_GT(ran.generic, 0);
  run.tmp_is_output = true;
  EXPECT_EQ(outcome(o, run), (expectation{fusion_outcome::aot_generic, fusion_reason::buffers_aliased}));
  EXPECT_GT(ran.unpromoted, 0);
  EXPECT_EQ(ran.generic, 0);
}

TEST(Swap, SeveralRegionsOfOneQueueAndBundlesThatComeAndGo) {
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(run_region(q, fw));
    EXPECT_EQ(fw.last_reason(), fusion_reason::no_bundle);
    bundle_options o;
    o.listed = {1000};
    registered_bundle b(make_bundle(o)), twice(make_bundle(o));
    for (int i = 0; i < 5; ++i) {
      EXPECT_TRUE(run_region(q, fw));
      EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot);
    }
  }
}

// What the queue found for a region is not taken for one that differs in a hint, in its barriers, or for one more
// bundle.
TEST(Swap, RegionsOfDifferentShapesInTurns) {
  bundle_options with, without;
  without.barriers = false;
  without.promoted = false;
  registered_bundle b(make_bundle(with));
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  region_run plain, hints, no_barriers;
  plain.promote = false;
  no_barriers.barriers = no_barriers.promote = false;
  auto reason_of = [&](const region_run &r) {
    EXPECT_TRUE(run_region(q, fw, r));
    return fw.last_outcome() == fusion_outcome::unfused ? fw.last_reason() : fusion_reason::none;
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(reason_of(hints), fusion_reason::none);
    EXPECT_EQ(reason_of(plain), fusion_reason::promotions_differ);
    EXPECT_EQ(reason_of(hints), fusion_reason::none);
    EXPECT_EQ(reason_of(no_barriers), fusion_reason::barriers_differ);
  }
  EXPECT_EQ(reason_of(hints), fusion_reason::none);
  {
    registered_bundle other(make_bundle(without));
    EXPECT_EQ(reason_of(no_barriers), fusion_reason::none);
    EXPECT_EQ(reason_of(hints), fusion_reason::none);
    EXPECT_EQ(reason_of(no_barriers), fusion_reason::none);
  }
  EXPECT_EQ(reason_of(no_barriers), fusion_reason::barriers_differ);
}

// Nor is what was chosen for other arguments, sizes or buffers.
TEST(Swap, RegionsOfDifferentArgumentsInTurns) {
  bundle_options o;
  o.listed = {1000};
  o.constant_factor = {2};
  registered_bundle b(make_bundle(o));
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  region_run listed, other_size, other_factor, other_tmp_size, other_tmp;
  other_size.size = 999;
  other_factor.factor = 3;
  other_tmp_size.tmp_size = 2000;
  other_tmp.other_tmp = true;
  const std::pair<const region_run *, expectation> runs[] = {
      {&listed, {fusion_outcome::aot, fusion_reason::none}},
      {&other_size, {fusion_outcome::aot_generic, fusion_reason::nd_range_not_listed}},
      {&other_factor, {fusion_outcome::aot_generic, fusion_reason::constant_differs}},
      {&other_tmp_size, {fusion_outcome::aot_generic, fusion_reason::promoted_size_differs}},
      {&other_tmp, {fusion_outcome::unfused, fusion_reason::arguments_differ}}};
  std::mt19937 random(7);
  for (int turn = 0; turn < 100; ++turn) {
    const auto &[run, wanted] = runs[random() % std::size(runs)];
    for (unsigned times = 1 + random() % 3; times-- > 0;) {
      EXPECT_TRUE(run_region(q, fw, *run)) << turn;
      EXPECT_EQ((expectation{fw.last_outcome(), fw.last_reason()}), wanted) << turn;
    }
  }
}
