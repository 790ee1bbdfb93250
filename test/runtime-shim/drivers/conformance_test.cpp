// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What core/devices/driver.hpp asks of every driver. A new driver is added to the list at the end.
#include "bundle_parts.hpp"
#include "drivers/cuda/driver.hpp"
#ifdef HIP_KERNELS
#include "drivers/hip/driver.hpp"
#endif
#include "drivers/null/driver.hpp"
#ifdef OPENCL_KERNELS
#include "drivers/opencl/driver.hpp"
#endif
#include "fake_gpu.hpp"

#include <sycl/exception.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

namespace {

namespace bundle = syclfuse::bundle;
using sycl::detail::usm_kind;

// Writes its first argument, a pointer, with the number of work-items, its second.
void write_items(void *const *args) {
  **static_cast<std::uint64_t *const *>(args[0]) = *static_cast<const std::uint64_t *>(args[1]);
}
void native_entry(const void *const *args, const sycl_fuse_native_state *, std::uint64_t, std::uint64_t) {
  write_items(const_cast<void *const *>(args));
}

struct driver_under_test {
  const char *name;
  std::unique_ptr<sycl::detail::driver> (*make)();
  bundle::builder::variant (*form)(); // of a kernel for it; null: it runs none
  bool collects = true;               // commands, to run them many times
};
void PrintTo(const driver_under_test &d, std::ostream *out) { *out << d.name; }

// Of each double that there is.
std::vector<fake_gpu::state *> fakes() {
  std::vector<fake_gpu::state *> all;
  for (const char *name : {FAKE_CUDA_LIBRARY, FAKE_HIP_LIBRARY})
    if (void *library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL))
      all.push_back(reinterpret_cast<decltype(&fake_gpu_state)>(::dlsym(library, "fake_gpu_state"))());
  return all;
}

class drivers : public testing::TestWithParam<driver_under_test> {
protected:
  void SetUp() override {
    for (fake_gpu::state *fake : fakes()) {
      *fake = {};
      fake->kernels["write_items"] = write_items;
      fake->parameters["write_items"] = {8, 8};
    }
    driver_ = GetParam().make();
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
  }
  sycl::detail::driver_device &device() { return *driver_->devices().front(); }
  bool has(usm_kind kind) {
    const auto &p = device().properties();
    return kind == usm_kind::device ? p.usm_device : kind == usm_kind::host ? p.usm_host : p.usm_shared;
  }
  // The numbers in memory of a device.
  std::vector<std::uint64_t> read(sycl::detail::driver_stream &stream, const void *memory, std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    stream.copy(numbers.data(), memory, 8 * count);
    stream.synchronize();
    return numbers;
  }

  std::unique_ptr<sycl::detail::driver> driver_;
};

class drivers_of_kernels : public drivers {};
class drivers_of_images : public drivers {};

// One kernel in a bundle, in the form for the driver.
class one_kernel {
public:
  explicit one_kernel(const driver_under_test &d) {
    bundle::builder::kernel k;
    k.symbol = k.name = "kernel";
    k.closure_size = 16;
    k.variants.push_back(d.form());
    bundle::builder b("test");
    b.add_kernel(k);
    words_ = test::words_of(b);
    registration_.bundle = words_.data();
    registration_.bundle_size = b.finish().size();
    EXPECT_EQ(bundle::view::open(words_.data(), registration_.bundle_size, view_), bundle::open_error::none);
    registration_.native_entries = entries_;
    registration_.native_entry_count = 1;
  }
  const bundle::variant_record &variant() const { return view_.variants(view_.kernels()[0])[0]; }
  sycl::detail::driver_kernel *load(sycl::detail::driver_device &d) {
    return d.load(view_, variant(), registration_, error);
  }
  void damage() {
    reinterpret_cast<unsigned char *>(words_.data())[view_.header().blob.offset + variant().image_offset] ^= 0xff;
  }

  std::string error;

private:
  static constexpr sycl_fuse_native_entry entries_[] = {native_entry};
  std::vector<std::uint64_t> words_;
  bundle::view view_;
  sycl_fuse_registration registration_{};
};

TEST_P(drivers, describe_their_devices) {
  EXPECT_STREQ(driver_->name(), GetParam().name);
  EXPECT_EQ(driver_->unavailable(), "");
  for (const auto *d : driver_->devices()) {
    const auto &p = d->properties();
    EXPECT_NE(p.name, "");
    EXPECT_NE(p.vendor, "");
    EXPECT_NE(p.driver_version, "");
    EXPECT_GE(p.compute_units, 1u);
    EXPECT_GE(p.max_work_group_size, 1u);
    for (std::size_t most : p.max_work_item_sizes)
      EXPECT_GE(most, 1u);
  }
}

TEST_P(drivers, give_memory_of_each_kind) {
  for (usm_kind kind : {usm_kind::device, usm_kind::host, usm_kind::shared}) {
    void *p = device().allocate(1000, 0, kind);
    if (kind != usm_kind::device && !has(kind)) { // memory of the device is there for buffers in any case
      EXPECT_EQ(p, nullptr);
      continue;
    }
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 64, 0u);
    device().deallocate(p, kind);
  }
}

TEST_P(drivers, align_as_asked_or_give_nothing) {
  for (std::size_t alignment : {64, 128, 256}) {
    void *p = device().allocate(1000, alignment, usm_kind::device);
    if (p) {
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
    }
    device().deallocate(p, usm_kind::device);
  }
}

TEST_P(drivers, give_null_for_more_memory_than_there_is) {
  for (fake_gpu::state *fake : fakes())
    fake->always["cuMemAlloc"] = fake->always["hipMalloc"] = fake_gpu::result::out_of_memory;
  EXPECT_EQ(device().allocate(~std::size_t{0} - 4096, 0, usm_kind::device), nullptr);
}

TEST_P(drivers, host_memory_of_their_own_is_given_back) {
  if (void *p = device().take_host_memory(100000)) {
    static_cast<char *>(p)[99999] = 1;
    device().give_host_memory(p, 100000);
  }
}

TEST_P(drivers, copy_there_and_back) {
  auto stream = device().create_stream(false);
  for (std::size_t n : {1u, 100u, 20000u, 300001u, 3000000u}) {
    std::vector<int> source(n), back(n, -1);
    std::iota(source.begin(), source.end(), static_cast<int>(n));
    void *p = device().allocate(4 * n, 0, usm_kind::device);
    stream->copy(p, source.data(), 4 * n);
    stream->copy(back.data(), p, 4 * n);
    stream->synchronize();
    EXPECT_EQ(back, source);
    device().deallocate(p, usm_kind::device);
  }
}

TEST_P(drivers, fill_with_patterns_of_any_size) {
  auto stream = device().create_stream(false);
  void *p = device().allocate(4096, 0, usm_kind::device);
  for (std::size_t size : {1, 2, 3, 4, 8, 12, 16, 24})
    for (std::size_t count : {1, 3, 100}) {
      std::string pattern(size, 0), wanted, seen(size * count, 'x');
      for (std::size_t i = 0; i < size; ++i)
        pattern[i] = static_cast<char>(31 * i + size + 1);
      for (std::size_t i = 0; i < count; ++i)
        wanted += pattern;
      stream->fill(p, pattern.data(), size, count);
      stream->copy(seen.data(), p, seen.size());
      stream->synchronize();
      EXPECT_EQ(seen, wanted) << size << " x " << count;
    }
  device().deallocate(p, usm_kind::device);
}

TEST_P(drivers, take_copies_and_fills_of_nothing) {
  auto stream = device().create_stream(false);
  stream->copy(nullptr, nullptr, 0);
  stream->fill(nullptr, "x", 1, 0);
  stream->synchronize();
}

TEST_P(drivers, events_become_complete) {
  for (bool profiling : {false, true}) {
    auto stream = device().create_stream(profiling);
    void *p = device().allocate(8, 0, usm_kind::device);
    const std::uint64_t five = 5;
    stream->fill(p, &five, 8, 1);
    if (auto event = stream->record()) {
      event->mark();
      event->wait();
      EXPECT_TRUE(event->complete());
      EXPECT_TRUE(event->known_complete());
      EXPECT_GE(event->end_ns(), event->start_ns());
    }
    EXPECT_EQ(read(*stream, p, 1).front(), 5u);
    device().deallocate(p, usm_kind::device);
  }
}

TEST_P(drivers, streams_wait_for_each_other) {
  auto first = device().create_stream(false), second = device().create_stream(false);
  constexpr std::size_t n = 100000;
  const std::vector<int> source(n, 7);
  std::vector<int> back(n);
  void *p = device().allocate(4 * n, 0, usm_kind::device);
  first->copy(p, source.data(), 4 * n);
  if (auto event = first->record()) {
    event->mark();
    second->wait_for(*event);
  }
  second->copy(back.data(), p, 4 * n);
  second->synchronize();
  EXPECT_EQ(back, source);
  device().deallocate(p, usm_kind::device);
}

TEST_P(drivers, refuse_kernels_for_others) {
  bundle::variant_record other{};
  other.target = syclfuse::target_kind::hip; // for no processor that there is
  other.format = syclfuse::image_format::hsaco;
  EXPECT_FALSE(device().accepts(other));
}

TEST_P(drivers_of_kernels, load_a_kernel_once) {
  one_kernel k(GetParam());
  EXPECT_TRUE(device().accepts(k.variant()));
  auto *loaded = k.load(device());
  ASSERT_NE(loaded, nullptr) << k.error;
  EXPECT_EQ(k.load(device()), loaded);
  EXPECT_EQ(k.error, "");
}

TEST_P(drivers_of_images, say_why_an_image_is_refused) {
  one_kernel k(GetParam());
  k.damage();
  EXPECT_EQ(k.load(device()), nullptr);
  EXPECT_NE(k.error, "");
}

TEST_P(drivers_of_kernels, launch_with_their_arguments) {
  one_kernel k(GetParam());
  auto stream = device().create_stream(false);
  void *out = device().allocate(8, 0, usm_kind::device);
  std::uint64_t items = 1003;
  const void *args[] = {&out, &items};
  sycl::detail::launch_request r;
  r.kernel = k.load(device());
  ASSERT_NE(r.kernel, nullptr) << k.error;
  r.variant = &k.variant();
  r.args = args;
  r.arg_count = 2;
  r.range = {};
  r.range.global_size[0] = items;
  r.range.global_size[1] = r.range.global_size[2] = 1;
  stream->launch(r);
  items = 0; // arguments are read before launch() returns
  EXPECT_EQ(read(*stream, out, 1).front(), 1003u);
  std::unique_ptr<sycl::detail::driver_launch> prepared;
  for (std::uint64_t argument : {17u, 1u, 100003u}) {
    items = argument;
    stream->launch_again(r, prepared);
    items = 0;
    EXPECT_EQ(read(*stream, out, 1).front(), argument);
  }
  device().deallocate(out, usm_kind::device);
}

TEST_P(drivers_of_kernels, replay_what_was_collected) {
  one_kernel k(GetParam());
  auto stream = device().create_stream(false);
  auto collector = device().create_collector();
  if (!GetParam().collects) {
    EXPECT_FALSE(collector);
    return;
  }
  ASSERT_TRUE(collector);
  auto *out = static_cast<std::uint64_t *>(device().allocate(32, 0, usm_kind::host));
  EXPECT_TRUE(collector->reaches(out));
  std::uint64_t items = 1003;
  const void *args[] = {&out, &items};
  const std::uint32_t sizes[] = {8, 8};
  sycl::detail::launch_request r;
  r.kernel = k.load(device());
  ASSERT_NE(r.kernel, nullptr) << k.error;
  r.variant = &k.variant();
  r.args = args;
  r.arg_sizes = sizes;
  r.arg_count = 2;
  r.range.global_size[0] = items;
  r.range.global_size[1] = r.range.global_size[2] = 1;
  collector->begin_step({});
  collector->launch(r);
  items = 0; // arguments and patterns are read before the calls return
  collector->begin_step({0});
  collector->copy(out + 1, out, 8);
  std::uint64_t pattern = 7;
  collector->fill(out, &pattern, 8, 1);
  pattern = 0;
  const auto replay = collector->finish(nullptr);
  collector.reset();
  for (int round = 0; round < 2; ++round) {
    out[0] = out[1] = 0;
    stream->replay(*replay);
    stream->synchronize();
    EXPECT_EQ(out[0], 7u);
    EXPECT_EQ(out[1], 1003u);
  }
  device().deallocate(out, usm_kind::host);
}

bundle::builder::variant cuda_form() { return test::gpu_form("write_items"); }
bundle::builder::variant native_form() { return test::native_form(cuda_form()); }

std::unique_ptr<sycl::detail::driver> make_cuda_driver() { return sycl::detail::cuda::make_driver(FAKE_CUDA_LIBRARY); }
const driver_under_test native{"native_cpu", sycl::detail::make_native_driver, native_form};
const driver_under_test cuda{"cuda", make_cuda_driver, cuda_form};
const driver_under_test null{"null", sycl::detail::null::make_driver, nullptr};
std::string name_of(const testing::TestParamInfo<driver_under_test> &info) { return info.param.name; }

std::vector<unsigned char> contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

#ifdef HIP_KERNELS
bundle::builder::variant hip_form() {
  bundle::builder::variant v = cuda_form();
  v.record.target = syclfuse::target_kind::hip;
  v.record.format = syclfuse::image_format::hsaco;
  v.record.arch = 0x90a;
  v.image = contents(HIP_KERNELS "gfx90a.hsaco");
  return v;
}
std::unique_ptr<sycl::detail::driver> make_hip_driver() { return sycl::detail::hip::make_driver(FAKE_HIP_LIBRARY); }
const driver_under_test hip{"hip", make_hip_driver, hip_form};
INSTANTIATE_TEST_SUITE_P(hip, drivers, testing::Values(hip), name_of);
INSTANTIATE_TEST_SUITE_P(hip, drivers_of_kernels, testing::Values(hip), name_of);
INSTANTIATE_TEST_SUITE_P(hip, drivers_of_images, testing::Values(hip), name_of);
#endif

#ifdef OPENCL_KERNELS
bundle::builder::variant opencl_form() {
  bundle::builder::variant v = cuda_form();
  v.record.target = syclfuse::target_kind::spirv;
  v.record.format = syclfuse::image_format::spir;
  v.arguments[0].pointer = 1;
  v.image = contents(OPENCL_KERNELS ".bc");
  return v;
}
bundle::builder::variant spirv_form() {
  bundle::builder::variant v = opencl_form();
  v.record.format = syclfuse::image_format::spirv;
  v.record.arch = 12;
  v.image = contents(OPENCL_KERNELS ".spv");
  return v;
}
std::unique_ptr<sycl::detail::driver> make_opencl_driver() {
  sycl::detail::driver_options options;
  options.library = "libOpenCL.so.1";
  return sycl::detail::opencl::make_driver(options);
}
std::unique_ptr<sycl::detail::driver> make_double(const char *mode) {
  ::setenv("FAKE_OPENCL", mode, 1);
  sycl::detail::driver_options options;
  options.library = FAKE_OPENCL_LIBRARY;
  return sycl::detail::opencl::make_driver(options);
}
std::unique_ptr<sycl::detail::driver> make_usm_driver() { return make_double("usm"); }
std::unique_ptr<sycl::detail::driver> make_buffer_driver() { return make_double("no-pointers"); }
std::unique_ptr<sycl::detail::driver> make_il_driver() { return make_double("usm il"); }
const driver_under_test opencl{"opencl", make_opencl_driver, opencl_form, false};
const driver_under_test usm{"opencl", make_usm_driver, opencl_form, false};
const driver_under_test buffers{"opencl", make_buffer_driver, opencl_form, false};
const driver_under_test il{"opencl", make_il_driver, spirv_form, false};
INSTANTIATE_TEST_SUITE_P(pocl, drivers, testing::Values(opencl), name_of);
INSTANTIATE_TEST_SUITE_P(usm, drivers, testing::Values(usm), name_of);
INSTANTIATE_TEST_SUITE_P(il, drivers, testing::Values(il), name_of);
INSTANTIATE_TEST_SUITE_P(buffers, drivers, testing::Values(buffers), name_of);
INSTANTIATE_TEST_SUITE_P(pocl, drivers_of_kernels, testing::Values(opencl), name_of);
INSTANTIATE_TEST_SUITE_P(usm, drivers_of_kernels, testing::Values(usm), name_of);
INSTANTIATE_TEST_SUITE_P(il, drivers_of_kernels, testing::Values(il), name_of);
INSTANTIATE_TEST_SUITE_P(buffers, drivers_of_kernels, testing::Values(buffers), name_of);
INSTANTIATE_TEST_SUITE_P(pocl, drivers_of_images, testing::Values(opencl), name_of);
INSTANTIATE_TEST_SUITE_P(usm, drivers_of_images, testing::Values(usm), name_of);
INSTANTIATE_TEST_SUITE_P(il, drivers_of_images, testing::Values(il), name_of);
INSTANTIATE_TEST_SUITE_P(buffers, drivers_of_images, testing::Values(buffers), name_of);
#endif

INSTANTIATE_TEST_SUITE_P(all, drivers, testing::Values(native, cuda, null), name_of);
INSTANTIATE_TEST_SUITE_P(all, drivers_of_kernels, testing::Values(native, cuda), name_of);
INSTANTIATE_TEST_SUITE_P(all, drivers_of_images, testing::Values(cuda), name_of); // native code is linked in

} // namespace
