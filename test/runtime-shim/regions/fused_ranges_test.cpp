// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose kernels have different ND-ranges: which variant takes them, how it is launched and with which
// arguments, and what is said where none can. The variants' native entry only writes down what it gets.
#include "bundle_fixture.hpp"

#include "syclfuse/signature.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <mutex>

using namespace syclfuse;
using namespace test;

namespace {

// What the fused kernel saw in its launch.
struct launch_seen {
  int launches = 0;
  std::uint64_t global[3] = {}, local[3] = {}, offset[3] = {}, units = 0;
  std::vector<std::uint64_t> arguments;
  unsigned entry = 0;
};
launch_seen seen;
std::mutex seen_mutex;
std::size_t argument_count = 0;

template <unsigned Number>
void note_entry(const void *const *args, const sycl_fuse_native_state *s, std::uint64_t begin, std::uint64_t end) {
  std::lock_guard<std::mutex> lock(seen_mutex);
  seen.launches++;
  seen.entry = Number;
  seen.units += end - begin;
  std::copy_n(s->global_size, 3, seen.global);
  std::copy_n(s->local_size, 3, seen.local);
  std::copy_n(s->global_offset, 3, seen.offset);
  seen.arguments.clear();
  for (std::size_t i = 0; i < argument_count; ++i)
    seen.arguments.push_back(*static_cast<const std::uint64_t *>(args[i]));
}
const sycl_fuse_native_entry entries[] = {note_entry<0>, note_entry<1>, note_entry<2>};

// Kernels that hold one accessor, in each form.
template <class Item> struct touch {
  sycl::accessor<int, 1, sycl::access_mode::read_write> memory;
  void operator()(Item) const {}
};
struct touch_once {
  sycl::accessor<int, 1, sycl::access_mode::read_write> memory;
  void operator()() const {}
};
template <int D> class plain_kernel;
template <int D> class group_kernel;
template <int D> class other_group_kernel;
class task_kernel;

// One submission of a region, and how a test makes it.
struct step {
  const char *symbol;
  range_kind kind;
  unsigned dimensions;
  bool uses_groups;
  std::function<void(sycl::handler &, sycl::accessor<int, 1, sycl::access_mode::read_write>)> submit;
};

template <int D> step plain(sycl::range<D> r) {
  return {sycl::detail::kernel_symbol<plain_kernel<D>>(), range_kind::range, unsigned(D), false,
          [=](sycl::handler &h, auto a) { h.parallel_for<plain_kernel<D>>(r, touch<sycl::id<D>>{a}); }};
}
template <int D> step with_groups(sycl::nd_range<D> r) {
  return {sycl::detail::kernel_symbol<group_kernel<D>>(), range_kind::nd_range, unsigned(D), true,
          [=](sycl::handler &h, auto a) { h.parallel_for<group_kernel<D>>(r, touch<sycl::nd_item<D>>{a}); }};
}
// An nd_range kernel that does not use its groups.
template <int D> step without_groups(sycl::nd_range<D> r) {
  return {sycl::detail::kernel_symbol<other_group_kernel<D>>(), range_kind::nd_range, unsigned(D), false,
          [=](sycl::handler &h, auto a) { h.parallel_for<other_group_kernel<D>>(r, touch<sycl::nd_item<D>>{a}); }};
}
step task() {
  return {sycl::detail::kernel_symbol<task_kernel>(), range_kind::single_task, 1, false,
          [=](sycl::handler &h, auto a) { h.single_task<task_kernel>(touch_once{a}); }};
}
sycl::nd_range<1> line(std::size_t global, std::size_t local, std::size_t offset = 0) {
  return {sycl::range<1>{global}, sycl::range<1>{local}, sycl::id<1>{offset}};
}
sycl::nd_range<2> plane(std::size_t y, std::size_t x, std::size_t local_y, std::size_t local_x) {
  return {sycl::range<2>{y, x}, sycl::range<2>{local_y, local_x}};
}

bundle::builder::variant variant(std::uint32_t entry, unsigned dimensions, std::uint32_t flags) {
  bundle::builder::variant v;
  v.record.arch = 1;
  v.record.native_entry = entry;
  v.record.dimensions = static_cast<std::uint8_t>(dimensions);
  v.record.flags = flags;
  return v;
}
bundle::builder::variant generic(unsigned dimensions, bool linear) {
  return variant(0, dimensions, bundle::variant_heterogeneous | (linear ? bundle::variant_linear : 0u));
}

void add_argument(bundle::builder::variant &v, argument_source source, std::uint32_t submission, std::uint32_t offset,
                  std::uint32_t size = 8) {
  bundle::argument_record a;
  a.source = source;
  a.submission = submission;
  a.offset = offset;
  a.size = size;
  v.arguments.push_back(a);
}
void add_size_guard(bundle::builder::variant &v, std::uint32_t submission, promoted_form form, std::uint64_t value) {
  bundle::guard_record g;
  g.kind = guard_kind::promoted_elements;
  g.submission_a = submission;
  g.size = form;
  g.value = value;
  v.guards.push_back(g);
}
void add_range_guard(bundle::builder::variant &v, std::uint32_t submission, const launch_sizes &r) {
  bundle::guard_record g;
  g.kind = guard_kind::nd_range;
  g.submission_a = submission;
  g.size = sizeof(r);
  g.value = v.constants.size();
  auto bytes = reinterpret_cast<const unsigned char *>(&r);
  v.constants.emplace_back(bytes, bytes + sizeof(r));
  v.guards.push_back(g);
}

struct result {
  fusion_outcome outcome;
  fusion_reason reason;
};
bool operator==(const result &a, const result &b) { return a.outcome == b.outcome && a.reason == b.reason; }
std::ostream &operator<<(std::ostream &s, const result &r) {
  return s << to_string(r.outcome) << " " << to_string(r.reason);
}
const result generic_code{fusion_outcome::aot_generic, fusion_reason::nd_range_not_listed};
result unfused(fusion_reason why) { return {fusion_outcome::unfused, why}; }

// Runs the steps as a region of which the bundle has these variants.
result run(const std::vector<step> &steps, const std::vector<bundle::builder::variant> &variants,
           std::size_t elements = 64) {
  bundle::builder b("test");
  bundle::builder::region r;
  r.name = "region";
  std::vector<std::pair<std::string, std::uint32_t>> known;
  for (const step &s : steps) {
    auto found = std::find_if(known.begin(), known.end(), [&](const auto &k) { return k.first == s.symbol; });
    if (found == known.end()) {
      bundle::builder::kernel k;
      k.symbol = k.name = s.symbol;
      k.kind = s.kind;
      k.dimensions = s.dimensions;
      k.closure_size = accessor_layout::size(1);
      k.uses_groups = s.uses_groups;
      k.parameters.push_back(
          {"memory", {{}, {}, {}, param_kind::accessor, access_mode::read_write, 1, 0, 4, 0, k.closure_size}, {}, {}});
      known.emplace_back(s.symbol, b.add_kernel(k));
      found = known.end() - 1;
    }
    r.submissions.push_back({found->second, s.kind, s.dimensions, {}});
  }
  r.variants = variants;
  b.add_region(r);
  const std::vector<unsigned char> bytes = b.finish();
  std::vector<std::uint64_t> memory((bytes.size() + 7) / 8);
  std::memcpy(memory.data(), bytes.data(), bytes.size());
  const sycl_fuse_registration registration{SYCL_FUSE_ABI_VERSION, 3, memory.data(), bytes.size(), entries};
  sycl_fuse_register(&registration);
  seen = {};
  argument_count = variants.empty() ? 0 : variants.front().arguments.size();
  result got{};
  {
    auto q = fusion_queue();
    fusion_wrapper fw(q);
    sycl::buffer<int> memory_of_kernels{sycl::range<1>(elements)};
    fw.start_fusion();
    for (const step &s : steps)
      q.submit([&](sycl::handler &h) { s.submit(h, {memory_of_kernels, h, sycl::read_write}); });
    fw.complete_fusion();
    got = {fw.last_outcome(), fw.last_reason()};
  }
  sycl_fuse_unregister(&registration);
  return got;
}

void expect_launch(std::vector<std::uint64_t> global, std::vector<std::uint64_t> local, std::uint64_t units) {
  global.resize(3, 1);
  local.resize(3, 1);
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(seen.global[d], global[d]) << d;
    EXPECT_EQ(seen.local[d], local[d]) << d;
  }
  EXPECT_EQ(seen.units, units);
}

} // namespace

TEST(FusedRanges, PlainRangesBecomeOneLineOfTheLargest) {
  EXPECT_EQ(run({plain<1>({10}), plain<2>({4, 8}), task()}, {generic(1, true)}), generic_code);
  expect_launch({32}, {}, 32);
}

TEST(FusedRanges, SizesOfEachSubmissionAreArguments) {
  auto v = generic(1, true);
  add_argument(v, argument_source::global_size, 0, 0);
  add_argument(v, argument_source::global_size, 1, 0);
  add_argument(v, argument_source::global_size, 1, 1);
  add_argument(v, argument_source::global_size, 2, 0);
  EXPECT_EQ(run({plain<1>({10}), plain<2>({4, 8}), task()}, {v}), generic_code);
  EXPECT_EQ(seen.arguments, (std::vector<std::uint64_t>{10, 8, 4, 1}));
}

TEST(FusedRanges, GroupsOfTheKernelThatUsesThemAreLaunched) {
  auto v = generic(2, false);
  add_argument(v, argument_source::num_groups, 1, 0);
  add_argument(v, argument_source::local_size, 2, 0);
  EXPECT_EQ(run({plain<1>({100}), with_groups(plane(4, 8, 2, 4)), without_groups(line(128, 16))}, {v}), generic_code);
  expect_launch({8, 16}, {4, 2}, 16);
  EXPECT_EQ(seen.arguments, (std::vector<std::uint64_t>{2, 16}));
}

TEST(FusedRanges, RangesThatAreEqualDoNotNeedIt) {
  auto equal = variant(1, 1, bundle::variant_linear);
  EXPECT_EQ(run({plain<1>({10}), plain<1>({10})}, {equal, generic(1, true)}), generic_code);
  EXPECT_EQ(seen.entry, 1u);
  EXPECT_EQ(run({plain<1>({10}), plain<1>({11})}, {equal, generic(1, true)}), generic_code);
  EXPECT_EQ(seen.entry, 0u);
  expect_launch({11}, {}, 11);
  EXPECT_EQ(run({plain<1>({10}), plain<1>({11})}, {equal}), unfused(fusion_reason::nd_ranges_differ));
}

TEST(FusedRanges, SpecializedVariantNeedsTheNdRangeOfEachSubmission) {
  auto special = generic(1, true);
  special.record.kind = variant_kind::specialized;
  special.record.native_entry = 2;
  special.record.nd_range.global_size[0] = 12;
  launch_sizes first, second;
  first.global_size[0] = 5;
  second.global_size[0] = 4;
  second.global_size[1] = 3;
  add_range_guard(special, 0, first);
  add_range_guard(special, 1, second);
  EXPECT_EQ(run({plain<1>({5}), plain<2>({3, 4})}, {special, generic(1, true)}),
            (result{fusion_outcome::aot, fusion_reason::none}));
  EXPECT_EQ(seen.entry, 2u);
  expect_launch({12}, {}, 12);
  EXPECT_EQ(run({plain<1>({5}), plain<2>({4, 3})}, {special, generic(1, true)}), generic_code);
  EXPECT_EQ(seen.entry, 0u);
  EXPECT_EQ(run({plain<1>({6}), plain<2>({3, 4})}, {special}), unfused(fusion_reason::nd_range_not_listed));
}

TEST(FusedRanges, LocalMemoryLiesBehindThatOfAccessors) {
  auto v = generic(1, false);
  add_argument(v, argument_source::local_memory, 0, 0, 100);
  add_argument(v, argument_source::local_memory, 0, 12, 0);
  add_argument(v, argument_source::local_memory, 1, 0, 4);
  step with_tile = with_groups(line(64, 16));
  const auto submit = with_tile.submit;
  with_tile.submit = [submit](sycl::handler &h, auto a) {
    sycl::local_accessor<char, 1> tile(sycl::range<1>(21), h);
    submit(h, a);
  };
  EXPECT_EQ(run({with_tile, plain<1>({10})}, {v}), generic_code);
  EXPECT_EQ(seen.arguments, (std::vector<std::uint64_t>{32, 144, 336}));
}

TEST(FusedRanges, LocalMemoryThatIsTooLargeRunsUnfused) {
  auto v = generic(1, false);
  add_argument(v, argument_source::local_memory, 0, 0xffffffff, 0);
  EXPECT_EQ(run({with_groups(line(64, 16)), plain<1>({10})}, {v}), unfused(fusion_reason::resources_exceeded));
  EXPECT_EQ(seen.launches, 0);
}

// Of so many work-items nothing has been proven.
TEST(FusedRanges, LaunchesThatAreTooLargeForGenericCodeRunUnfused) {
  constexpr std::size_t limit = std::size_t{1} << 31;
  EXPECT_EQ(run({plain<1>({limit}), plain<1>({5})}, {generic(1, true)}), unfused(fusion_reason::launch_too_large));
  EXPECT_EQ(seen.launches, 0);
}

TEST(FusedRanges, PromotedBufferHasToFitEachOfItsKernels) {
  auto v = generic(1, false);
  add_size_guard(v, 0, promoted_per_item, 1);
  add_size_guard(v, 1, promoted_per_item, 1);
  EXPECT_EQ(run({with_groups(line(64, 16)), plain<1>({64})}, {v}, 64), generic_code);
  EXPECT_EQ(run({with_groups(line(64, 16)), plain<1>({48})}, {v}, 64), unfused(fusion_reason::promoted_size_differs));
  EXPECT_EQ(run({with_groups(line(64, 16)), plain<1>({64})}, {v}, 128), unfused(fusion_reason::promoted_size_differs));
}

TEST(FusedRanges, KernelsWithPromotedLocalMemoryKeepTheirGroups) {
  // The first one's groups are as good as any; the second one's are needed for what it shares in them.
  const std::vector<step> steps = {without_groups(line(64, 32)), without_groups(line(128, 8))};
  EXPECT_EQ(run(steps, {generic(1, false)}, 64), generic_code);
  expect_launch({128}, {8}, 16);
  auto v = generic(1, false);
  add_size_guard(v, 0, promoted_per_group_item, 1);
  EXPECT_EQ(run(steps, {v}, 64), generic_code);
  expect_launch({128}, {32}, 4);
  auto both = v;
  add_size_guard(both, 1, promoted_per_group, 8);
  EXPECT_EQ(run(steps, {both}, 64), unfused(fusion_reason::local_sizes_differ));
  // What promotes nothing takes them.
  EXPECT_EQ(run(steps, {both, generic(1, false)}, 64), generic_code);
}

TEST(FusedRanges, ElementsPerGroup) {
  auto v = generic(1, false);
  add_size_guard(v, 0, promoted_per_group, 16);
  EXPECT_EQ(run({with_groups(line(64, 16)), plain<1>({10})}, {v}, 64), generic_code);
  EXPECT_EQ(run({with_groups(line(64, 32)), plain<1>({10})}, {v}, 64), unfused(fusion_reason::promoted_size_differs));
}

// What the fuser proved for all sizes, it proved for ids from 0 on.
TEST(FusedRanges, GenericCodeIsForLaunchesWithoutOffset) {
  const std::size_t limit = std::size_t{1} << 31;
  const auto equal = variant(1, 1, 0);
  auto at = [](std::size_t offset) { return with_groups(line(64, 16, offset)); };
  EXPECT_EQ(run({at(0), at(0)}, {equal}), generic_code);
  EXPECT_EQ(run({at(16), at(16)}, {equal}), unfused(fusion_reason::offsets_differ));
  auto different = [&](std::size_t offset) {
    return run({at(offset), with_groups(line(48, 16, offset))}, {generic(1, false)});
  };
  EXPECT_EQ(different(0), generic_code);
  EXPECT_EQ(different(16), unfused(fusion_reason::offsets_differ));
  auto special = equal;
  special.record.kind = variant_kind::specialized;
  special.record.nd_range.global_size[0] = 64;
  special.record.nd_range.local_size[0] = 16;
  special.record.nd_range.global_offset[0] = limit;
  EXPECT_EQ(run({at(limit), at(limit)}, {special}), (result{fusion_outcome::aot, fusion_reason::none}));
}

TEST(FusedRanges, OtherDimensionsThanTheVariantHas) {
  EXPECT_EQ(run({plain<1>({32}), with_groups(plane(4, 8, 2, 4))}, {generic(1, false)}),
            unfused(fusion_reason::nd_ranges_differ));
}

struct refusal {
  std::vector<step> steps;
  fusion_reason reason;
  const char *words;
};

TEST(FusedRanges, RefusalsNameTheRestriction) {
  const refusal cases[] = {
      {{with_groups(line(64, 16)), with_groups(line(64, 8))},
       fusion_reason::local_sizes_differ,
       "Cannot fuse kernels with different local sizes"},
      {{with_groups(plane(4, 8, 1, 4)), with_groups(plane(2, 16, 1, 4))},
       fusion_reason::inner_sizes_differ,
       "Cannot fuse kernels when any of the fused kernels with a specific local size has different global sizes in "
       "dimensions [2, N) or different number of dimensions"},
      {{with_groups(line(64, 16)), with_groups(plane(4, 16, 1, 16))},
       fusion_reason::inner_sizes_differ,
       "Cannot fuse kernels when any of the fused kernels with a specific local size has different global sizes in "
       "dimensions [2, N) or different number of dimensions"},
      {{without_groups(line(64, 16, 4)), plain<1>({64})},
       fusion_reason::offsets_differ,
       "Cannot fuse kernels with different offsets"},
      {{without_groups(line(64, 16, 4)), with_groups(line(64, 8, 4))},
       fusion_reason::offsets_differ,
       "Cannot fuse kernels with different offsets"},
  };
  for (const refusal &c : cases) {
    testing::internal::CaptureStderr();
    const result got = run(c.steps, {generic(c.steps[0].dimensions, false)});
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(got, unfused(c.reason)) << c.words;
    EXPECT_EQ(seen.launches, 0);
    EXPECT_EQ(said.find(std::string("ERROR: JIT compilation for kernel fusion failed with message:\n"
                                    "Illegal ND-range combination\nDetailed information:\n\t") +
                        c.words + "\n"),
              0u)
        << said;
    EXPECT_NE(said.find(std::string(": ") + describe(c.reason) + " [SF"), std::string::npos) << said;
  }
}
