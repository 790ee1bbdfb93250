// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What HIP has otherwise than CUDA: processors and their code objects, wavefronts of two sizes, the current device, the
// form of arguments. The real driver on the double of libamdhip64; what both have is tested on CUDA's.
#include "../cuda/cuda_test.hpp"

#include "drivers/hip/driver.hpp"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <tuple>

namespace {

using cuda_test::expect_error;
using cuda_test::test_bundle;
using fake_gpu::result;
using sycl::errc;
using sycl::detail::usm_kind;

std::string object(const std::string &processor) {
  std::ifstream file(HIP_KERNELS + processor + ".hsaco", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

test_bundle::image image(const std::string &processor, unsigned arch, const std::string &entry = "mixed") {
  test_bundle::image i{entry, object(processor)};
  i.format = syclfuse::image_format::hsaco;
  i.target = syclfuse::target_kind::hip;
  i.arch = arch;
  return i;
}

class hip : public cuda_test::cuda {
protected:
  void SetUp() override { use(FAKE_HIP_LIBRARY); }
  void use(const std::string &library) {
    fake = reinterpret_cast<decltype(&fake_gpu_state)>(
        dlsym(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), "fake_gpu_state"))();
    *fake = {};
    library_ = library;
  }
  void make() { driver = sycl::detail::hip::make_driver(library_); }
  void make_driver(const std::string &) override { make(); } // for device()
  void device_is(const std::string &processor, int wavefront) {
    fake->processor = processor;
    fake->wavefront = wavefront;
    driver.reset();
    make();
  }
  void expect_unavailable(const std::string &part) {
    make();
    EXPECT_TRUE(driver->devices().empty());
    EXPECT_NE(driver->unavailable().find(part), std::string::npos) << driver->unavailable();
  }
  std::string library_;
};

TEST_F(hip, describes_its_devices) {
  for (const char *library : {FAKE_HIP_LIBRARY, FAKE_HIP_5_LIBRARY}) { // with both forms of the properties
    use(library);
    fake->devices = 2;
    make();
    ASSERT_EQ(driver->devices().size(), 2u) << driver->unavailable();
    EXPECT_STREQ(driver->name(), "hip");
    const auto &p = driver->devices()[1]->properties();
    EXPECT_EQ(p.name, "Fake GPU");
    EXPECT_EQ(p.vendor, "Advanced Micro Devices, Inc.");
    EXPECT_EQ(p.driver_version, "HIP 5.2.21153, gfx90a:sramecc+:xnack-");
    EXPECT_EQ(p.kind, sycl::detail::device_kind::gpu);
    EXPECT_EQ(p.arch, 0x90au);
    EXPECT_EQ(p.sub_group_sizes, std::vector<std::size_t>{64});
    EXPECT_EQ(p.compute_units, 104u);
    EXPECT_EQ(p.max_work_group_size, 1024u);
    EXPECT_EQ(p.local_memory, 65536u);
    EXPECT_EQ(p.global_memory, std::uint64_t(1) << 30);
  }
}

TEST_F(hip, says_why_there_is_no_device) {
  library_ = "libno-such-hip.so";
  expect_unavailable("the HIP runtime cannot be loaded: libno-such-hip.so");
  library_ = "libm.so.6";
  expect_unavailable("the HIP runtime libm.so.6 is too old: it has no hipInit");
  library_ = FAKE_HIP_LIBRARY;
  fake->always["hipInit"] = result::no_device;
  expect_unavailable("finds no usable device: hipInit gives hipErrorNoDevice: text of HIP");
  fake->always.clear();
  fake->always["hipGetDeviceCount"] = result::no_device;
  expect_unavailable("hipGetDeviceCount failed: hipErrorNoDevice: text of HIP");
}

// As if the library numbered attributes or laid out properties in a way that is not known.
TEST_F(hip, devices_that_make_no_sense_are_not_used) {
  for (const char *processor : {"", "gfx", "gfx90a1234567", "gfxyz"}) {
    fake->processor = processor;
    expect_unavailable("it says processor '" + std::string(processor) + "' with wavefronts of 64 work-items");
  }
  device_is("gfx90a", 48);
  EXPECT_TRUE(driver->devices().empty());
}

TEST_F(hip, a_code_object_runs_on_its_own_processor) {
  const test_bundle fat(
      {image("gfx90a", 0x90a), image("gfx942", 0x942), image("gfx1030", 0x1030), image("gfx1100", 0x1100)});
  const struct {
    const char *name;
    int wavefront;
    std::size_t variant;
  } processors[] = {{"gfx90a:sramecc+:xnack-", 64, 0},
                    {"gfx90a:sramecc-:xnack+", 64, 0},
                    {"gfx942:sramecc+:xnack-", 64, 1},
                    {"gfx1030", 32, 2},
                    {"gfx1100", 32, 3},
                    {"gfx906:sramecc+:xnack-", 64, 4},
                    {"gfx1101", 32, 4}};
  for (const auto &p : processors) {
    device_is(p.name, p.wavefront);
    ASSERT_FALSE(driver->devices().empty()) << driver->unavailable();
    EXPECT_EQ(device().properties().sub_group_sizes.front(), static_cast<std::size_t>(p.wavefront));
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(device().accepts(fat.variant(i)), i == p.variant) << p.name << " " << i;
      EXPECT_EQ(load(fat, i) != nullptr, i == p.variant) << p.name << " " << i; // the double's opinion
    }
  }
}

TEST_F(hip, an_object_for_a_setting_that_the_device_has_not_is_refused) {
  const test_bundle b({image("gfx90a+xnack", 0x90a)});
  EXPECT_EQ(load(b), nullptr);
  EXPECT_NE(error.find("hipErrorNoBinaryForGpu"), std::string::npos) << error;
  device_is("gfx90a:sramecc+:xnack+", 64);
  EXPECT_NE(load(b), nullptr) << error;
}

TEST_F(hip, what_is_no_code_object_is_refused) {
  test_bundle::image i = image("gfx90a", 0x90a);
  i.bytes = "\x7f"
            "ELF" +
            std::string(200, '\0');
  EXPECT_EQ(load(test_bundle({i})), nullptr);
  EXPECT_NE(error.find("hipErrorInvalidImage"), std::string::npos) << error;
  EXPECT_EQ(load(test_bundle({image("gfx90a", 0x90a, "no_such")})), nullptr);
  EXPECT_NE(error.find("the image has no kernel 'no_such'"), std::string::npos) << error;
}

// The bytes that the kernel `mixed` finds, by the rules of its C declaration.
struct mixed_arguments {
  std::uint8_t a;
  void *out;
  std::uint16_t b;
  double c;
  std::uint32_t s[3];
};

TEST_F(hip, arguments_lie_where_the_code_object_says) {
  for (const char *processor : {"gfx90a", "gfx1030"}) {
    const bool wide = std::string(processor) == "gfx90a";
    device_is(processor, wide ? 64 : 32);
    const test_bundle b({image(processor, wide ? 0x90a : 0x1030)});
    mixed_arguments sent{17, device().allocate(4, 0, usm_kind::device), 4711, 2.5, {1, 2, 3}}, seen{};
    const void *args[] = {&sent.a, &sent.out, &sent.b, &sent.c, &sent.s};
    auto r = request(b, nd_range(96, 32, 8, 2));
    r.args = args;
    r.arg_count = 5;
    r.local_memory = 100;
    fake->launches.clear();
    device().create_stream(false)->launch(r);
    ASSERT_EQ(fake->launches.size(), 1u);
    const auto &bytes = fake->launches[0].arguments;
    constexpr std::size_t end = offsetof(mixed_arguments, s) + 12; // implicit ones follow, at a multiple of 8
    ASSERT_GE(bytes.size(), 48u + 256u);
    std::memcpy(&seen, bytes.data(), end);
    EXPECT_EQ(seen.a, sent.a);
    EXPECT_EQ(seen.out, sent.out);
    EXPECT_EQ(seen.b, sent.b);
    EXPECT_EQ(seen.c, sent.c);
    EXPECT_TRUE(std::equal(seen.s, seen.s + 3, sent.s));
    const struct {
      std::uint32_t groups[3];
      std::uint16_t group_sizes[3], remainders[3];
    } wanted{{3, 4, 1}, {32, 2, 1}, {0, 0, 0}};
    EXPECT_EQ(std::memcmp(bytes.data() + 48, &wanted, sizeof wanted), 0);
    device().deallocate(sent.out, usm_kind::device);
  }
}

TEST_F(hip, wrong_arguments_and_groups_are_refused_by_the_double) {
  const test_bundle b({image("gfx90a", 0x90a, "tiled"), image("gfx90a", 0x90a, "write_items")});
  int somewhere = 0;
  void *out = &somewhere;
  const void *args[] = {&out};
  auto stream = device().create_stream(false);
  auto r = request(b, nd_range(64, 64));
  r.args = args;
  r.arg_count = 1;
  expect_error(errc::kernel, "hipModuleLaunchKernel failed: hipErrorIllegalAddress", [&] { stream->launch(r); });
  out = nullptr;
  stream->launch(r);
  r.range = nd_range(64, 32);
  expect_error(errc::kernel, "hipErrorInvalidValue", [&] { stream->launch(r); });
}

TEST_F(hip, local_memory_is_what_the_kernel_leaves) {
  const test_bundle b({image("gfx90a", 0x90a, "tiled")}); // has 1 KiB of its own
  void *out = nullptr;
  const void *args[] = {&out};
  auto r = request(b, nd_range(64, 64));
  r.args = args;
  r.arg_count = 1;
  auto stream = device().create_stream(false);
  r.local_memory = 63 * 1024;
  stream->launch(r);
  EXPECT_EQ(fake->launches.at(0).shared, 63u * 1024);
  r.local_memory += 1;
  EXPECT_THROW(stream->launch(r), sycl::exception);
  EXPECT_EQ(fake->calls["hipModuleLaunchKernel"], 1);
}

TEST_F(hip, a_dispatch_has_less_than_2_to_the_32_work_items_in_a_dimension) {
  const test_bundle b({image("gfx90a", 0x90a)});
  auto r = request(b, nd_range(std::uint64_t(1) << 32, 1024));
  auto stream = device().create_stream(false);
  expect_error(errc::nd_range, "4294967296 work-items in dimension 0 exceed the device's 4294967295",
               [&] { stream->launch(r); });
  test_bundle::image linear = image("gfx90a", 0x90a);
  linear.flags = syclfuse::bundle::variant_linear;
  const test_bundle plain({linear});
  r = request(plain, range(std::uint64_t(1) << 32));
  expect_error(errc::nd_range,
               "a range of 4294967296 work-items needs 16777216 work-groups, the device runs at most 16777215",
               [&] { stream->launch(r); });
}

TEST_F(hip, groups_do_not_become_smaller_than_a_wavefront) {
  fake->active_blocks = {{256, 1}, {128, 2}, {64, 4}, {32, 64}};
  for (const auto &[processor, arch, wavefront, group] :
       {std::tuple{"gfx90a", 0x90au, 64, 256u}, std::tuple{"gfx1030", 0x1030u, 32, 32u}}) {
    device_is(processor, wavefront);
    test_bundle::image i = image(processor, arch, "write_items");
    i.flags = syclfuse::bundle::variant_linear;
    const test_bundle b({i});
    void *out = nullptr;
    std::uint64_t n = 1000;
    const void *args[] = {&out, &n};
    auto r = request(b, range(n));
    r.args = args;
    r.arg_count = 2;
    fake->launches.clear();
    device().create_stream(false)->launch(r);
    EXPECT_EQ(fake->launches.at(0).block[0], group);
  }
}

TEST_F(hip, each_device_is_made_current_for_its_calls) {
  fake->devices = 2;
  make();
  auto first = driver->devices()[0]->create_stream(false), second = driver->devices()[1]->create_stream(false);
  const int before = fake->calls["hipSetDevice"];
  for (auto *stream : {first.get(), second.get(), first.get(), first.get()}) {
    void *p = driver->devices()[stream == second.get()]->allocate(4, 0, usm_kind::device);
    stream->fill(p, "abcd", 4, 1); // the double refuses a stream of another device than the current
    stream->synchronize();
    EXPECT_EQ(std::string(static_cast<char *>(p), 4), "abcd");
    driver->devices()[stream == second.get()]->deallocate(p, usm_kind::device);
  }
  EXPECT_LE(fake->calls["hipSetDevice"] - before, 3); // not again where it is
}

TEST_F(hip, errors_have_their_names_and_codes) {
  auto stream = device().create_stream(false);
  fake->always["hipModuleLaunchKernel"] = result::launch_failed;
  const test_bundle b({image("gfx90a", 0x90a, "write_items")});
  void *out = nullptr;
  std::uint64_t n = 1;
  const void *args[] = {&out, &n};
  auto r = request(b, nd_range(1, 1));
  r.args = args;
  r.arg_count = 2;
  expect_error(errc::kernel, "hipModuleLaunchKernel failed: hipErrorLaunchFailure: unspecified launch failure",
               [&] { stream->launch(r); });
  fake->always = {{"hipMalloc", result::out_of_memory}};
  EXPECT_EQ(device().allocate(16, 0, usm_kind::device), nullptr);
  fake->always.clear();
  int somewhere = 0;
  expect_error(errc::runtime, "hipFree failed: hipErrorInvalidDevicePointer",
               [&] { device().deallocate(&somewhere, usm_kind::device); });
}

} // namespace
