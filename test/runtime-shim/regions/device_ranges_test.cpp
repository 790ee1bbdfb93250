// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose kernels have different ND-ranges, and local memory whose size is known at the launch only, on a GPU:
// the CUDA driver on the double of libcuda, whose kernels are functions of the test.
#include "bundle_parts.hpp"
#include "fake_gpu.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <dlfcn.h>
#include <random>

using namespace sycl;
using namespace syclfuse;

namespace {

namespace experimental = sycl::ext::codeplay::experimental;
using experimental::fusion_outcome;
using experimental::fusion_reason;

class adds_five;
class triples;
class triples_in_groups;
class triples_with_tile;

std::uint64_t number(void **args, unsigned index) {
  std::uint64_t n;
  std::memcpy(&n, args[index], 8);
  return n;
}
int *memory(void **args) { return *static_cast<int **>(args[0]); }

// (memory, items of the first kernel, items of the second kernel)
void fused_on_device(void **args) {
  for (std::uint64_t i = 0; i < number(args, 1); ++i)
    memory(args)[i] += 5;
  for (std::uint64_t i = 0; i < number(args, 2); ++i)
    memory(args)[i] *= 3;
}
void five_on_device(void **args) {
  for (std::uint64_t i = 0; i < number(args, 1); ++i)
    memory(args)[i] += 5;
}
void three_on_device(void **args) {
  for (std::uint64_t i = 0; i < number(args, 1); ++i)
    memory(args)[i] *= 3;
}

bundle::argument_record argument(argument_source source, unsigned submission, std::uint32_t offset,
                                 std::uint32_t size = 8) {
  bundle::argument_record a;
  a.source = source;
  a.submission = submission;
  a.offset = offset;
  a.size = size;
  return a;
}

bundle::builder::variant variant(const std::string &entry, std::uint32_t flags,
                                 std::vector<bundle::argument_record> arguments) {
  bundle::builder::variant v;
  v.record.target = target_kind::cuda;
  v.record.format = syclfuse::image_format::ptx;
  v.record.arch = 70;
  v.record.dimensions = 1;
  v.record.flags = flags;
  v.entry = entry;
  const std::string text = ".version 8.0\n.visible .entry " + entry + "() {}\n";
  v.image.assign(text.begin(), text.end());
  v.arguments = std::move(arguments);
  return v;
}

// A kernel with one accessor.
std::uint32_t add_kernel(bundle::builder &b, const char *symbol, range_kind kind, const std::string &entry) {
  bundle::builder::kernel k;
  k.symbol = k.name = symbol;
  k.kind = kind;
  k.dimensions = 1;
  k.closure_size = accessor_layout::size(1);
  k.uses_groups = kind == range_kind::nd_range;
  k.parameters.push_back(
      {"memory",
       {{}, {}, {}, param_kind::accessor, syclfuse::access_mode::read_write, 1, 0, 4, 0, k.closure_size},
       {},
       {}});
  k.variants.push_back(
      variant(entry, kind == range_kind::range ? bundle::variant_linear : 0u,
              {argument(argument_source::closure, 0, 0), argument(argument_source::global_size, 0, 0)}));
  return b.add_kernel(k);
}

// adds_five and one of the others. More: arguments of the fused kernel besides memory and sizes.
std::vector<std::uint64_t> make_bundle(const char *second, range_kind kind, std::vector<bundle::argument_record> more) {
  bundle::builder b("test");
  bundle::builder::region r;
  r.name = "region";
  r.submissions = {
      {add_kernel(b, detail::kernel_symbol<adds_five>(), range_kind::range, "five"), range_kind::range, 1, {}},
      {add_kernel(b, second, kind, "three"), kind, 1, {}}};
  std::vector<bundle::argument_record> arguments = {argument(argument_source::closure, 0, 0),
                                                    argument(argument_source::global_size, 0, 0),
                                                    argument(argument_source::global_size, 1, 0)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const std::uint32_t linear = kind == range_kind::range ? bundle::variant_linear : 0u;
  r.variants.push_back(variant("fused", bundle::variant_heterogeneous | linear, arguments));
  b.add_region(r);
  return test::words_of(b);
}

class DeviceRanges : public testing::Test {
protected:
  static void SetUpTestSuite() {
    auto state = reinterpret_cast<fake_gpu::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_gpu_state"));
    fake = state();
    fake->kernels["five"] = five_on_device;
    fake->kernels["three"] = three_on_device;
  }
  void SetUp() override {
    fake->launches.clear();
    fake->kernels["fused"] = [this](void **args) {
      fused_on_device(args);
      for (unsigned i = 0; i < more_arguments; ++i)
        seen.push_back(number(args, 3 + i));
    };
  }

  // adds_five over `items`, then what Second submits, on random data; the second kernel has second_items.
  template <class Second>
  void run(std::size_t elements, std::size_t items, std::size_t second_items, Second second, fusion_outcome outcome,
           fusion_reason reason) {
    std::mt19937 random(static_cast<unsigned>(elements));
    std::vector<int> values(elements), wanted;
    for (int &v : values)
      v = static_cast<int>(random() % 1000);
    wanted = values;
    for (std::size_t i = 0; i < items; ++i)
      wanted[i] += 5;
    for (std::size_t i = 0; i < second_items; ++i)
      wanted[i] *= 3;
    {
      queue q{gpu_selector_v, {experimental::property::queue::enable_fusion{}}};
      experimental::fusion_wrapper fw(q);
      buffer<int> b(values);
      fw.start_fusion();
      q.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for<adds_five>(range<1>(items), [a](id<1> i) { a[i] += 5; });
      });
      q.submit([&](handler &h) {
        accessor a(b, h, read_write);
        second(h, a);
      });
      fw.complete_fusion();
      EXPECT_EQ(fw.last_outcome(), outcome) << to_string(fw.last_outcome()) << " " << to_string(fw.last_reason());
      EXPECT_EQ(fw.last_reason(), reason) << to_string(fw.last_reason());
    }
    EXPECT_EQ(values, wanted);
  }

  template <class Name> static auto in_groups(nd_range<1> shape) {
    return
        [shape](handler &h, auto a) { h.parallel_for<Name>(shape, [a](nd_item<1> i) { a[i.get_global_id()] *= 3; }); };
  }
  static auto with_tile(nd_range<1> shape, std::size_t bytes) {
    return [shape, bytes](handler &h, auto a) {
      local_accessor<char, 1> tile(range<1>(bytes), h);
      h.parallel_for<triples_with_tile>(shape, [a](nd_item<1> i) { a[i.get_global_id()] *= 3; });
    };
  }
  static void expect_launch(unsigned grid, unsigned block, unsigned shared) {
    ASSERT_EQ(fake->launches.size(), 1u);
    EXPECT_EQ(fake->launches[0].entry, "fused");
    EXPECT_EQ(fake->launches[0].grid[0], grid);
    EXPECT_EQ(fake->launches[0].block[0], block);
    EXPECT_EQ(fake->launches[0].shared, shared);
  }

  static fake_gpu::state *fake;
  unsigned more_arguments = 0;
  std::vector<std::uint64_t> seen;
};
fake_gpu::state *DeviceRanges::fake = nullptr;

constexpr fusion_outcome generic = fusion_outcome::aot_generic;
constexpr fusion_reason not_listed = fusion_reason::nd_range_not_listed;

TEST_F(DeviceRanges, PlainRangesThatDifferAreOneLaunchOfTheLargest) {
  const test::registered bundle(make_bundle(detail::kernel_symbol<triples>(), range_kind::range, {}));
  for (const auto &[items, second_items] : {std::pair<std::size_t, std::size_t>{1003, 17}, {1, 1009}, {999, 998}}) {
    fake->launches.clear();
    const auto second = [n = second_items](handler &h, auto a) {
      h.parallel_for<triples>(range<1>(n), [a](id<1> i) { a[i] *= 3; });
    };
    run(1009, items, second_items, second, generic, not_listed);
    expect_launch(static_cast<unsigned>((std::max(items, second_items) + 255) / 256), 256, 0);
  }
}

TEST_F(DeviceRanges, GroupsAreThoseOfTheKernelThatUsesThem) {
  const test::registered bundle(make_bundle(detail::kernel_symbol<triples_in_groups>(), range_kind::nd_range, {}));
  run(200, 189, 63, in_groups<triples_in_groups>({63, 21}), generic, not_listed);
  expect_launch(9, 21, 0);
  fake->launches.clear();
  run(200, 40, 135, in_groups<triples_in_groups>({135, 5}), generic, not_listed);
  expect_launch(27, 5, 0);
}

TEST_F(DeviceRanges, ThereAreWholeGroupsForTheLargest) {
  const test::registered bundle(make_bundle(detail::kernel_symbol<triples_in_groups>(), range_kind::nd_range, {}));
  run(200, 190, 63, in_groups<triples_in_groups>({63, 21}), generic, not_listed);
  expect_launch(10, 21, 0);
}

TEST_F(DeviceRanges, LocalPromotionIsAsLargeAsTheGroupOfTheLaunch) {
  more_arguments = 2;
  const test::registered bundle(
      make_bundle(detail::kernel_symbol<triples_in_groups>(), range_kind::nd_range,
                  {argument(argument_source::local_memory, 0, 12, 0), // 12 bytes for each work-item
                   argument(argument_source::local_memory, 0, 0, 40)}));
  run(200, 189, 63, in_groups<triples_in_groups>({63, 21}), generic, not_listed);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 256})); // 21 * 12 bytes, the next multiple of 16
  expect_launch(9, 21, 256 + 40);
  seen.clear();
  fake->launches.clear();
  run(200, 40, 135, in_groups<triples_in_groups>({135, 5}), generic, not_listed);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 64}));
  expect_launch(27, 5, 64 + 40);
}

TEST_F(DeviceRanges, LocalPromotionLiesBehindLocalAccessors) {
  more_arguments = 1;
  const test::registered bundle(make_bundle(detail::kernel_symbol<triples_with_tile>(), range_kind::nd_range,
                                            {argument(argument_source::local_memory, 0, 8, 0)}));
  run(100, 96, 64, with_tile({64, 16}, 21), generic, not_listed);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{32}));
  expect_launch(6, 16, 32 + 16 * 8);
}

// More than the device has in a work-group: the kernels run one by one, and results are right all the same.
TEST_F(DeviceRanges, LocalPromotionBeyondTheDevice) {
  more_arguments = 1;
  const test::registered bundle(make_bundle(detail::kernel_symbol<triples_in_groups>(), range_kind::nd_range,
                                            {argument(argument_source::local_memory, 0, 20000, 0)}));
  run(100, 96, 64, in_groups<triples_in_groups>({64, 16}), fusion_outcome::unfused, fusion_reason::resources_exceeded);
  EXPECT_TRUE(seen.empty());
  EXPECT_EQ(fake->launches.size(), 2u);
  fake->launches.clear();
  run(100, 96, 64, in_groups<triples_in_groups>({64, 8}), generic, not_listed);
  expect_launch(12, 8, 160000);
}

} // namespace
