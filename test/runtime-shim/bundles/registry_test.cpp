// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of one name that differ: of several libraries, or known to one device only. Libraries that come and go.
#include "bundle_fixture.hpp"
#include "bundle_parts.hpp"

#include <thread>

#include <dlfcn.h>

using namespace sycl;

namespace {

class shared_name;

void entry_of_other_size(const void *const *, const sycl_fuse_native_state *, std::uint64_t, std::uint64_t) {
  ADD_FAILURE() << "code for another closure ran";
}
void right_entry(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i)
    (*static_cast<int *const *>(args[0]))[i] = 2;
}
const sycl_fuse_native_entry entries[] = {right_entry, entry_of_other_size};

// shared_name with one pointer at the end of its closure.
std::vector<std::uint64_t> bundle_of(std::uint32_t closure_size, std::uint32_t entry) {
  using namespace syclfuse;
  bundle::builder b("test");
  bundle::builder::kernel k;
  k.symbol = sycl::detail::kernel_symbol<shared_name>();
  k.name = "shared_name";
  k.closure_size = closure_size;
  bundle::builder::variant v;
  v.record.target = target_kind::native;
  v.record.flags = bundle::variant_linear;
  v.record.arch = 1;
  v.record.native_entry = entry;
  v.arguments.resize(1);
  v.arguments[0].offset = closure_size - 8;
  v.arguments[0].size = 8;
  k.variants.push_back(v);
  b.add_kernel(k);
  return test::words_of(b);
}

struct registered : test::registered {
  registered(std::uint32_t closure_size, std::uint32_t entry)
      : test::registered(bundle_of(closure_size, entry), entries, 2) {}
};

std::vector<int> run() {
  queue q;
  std::vector<int> v(100, 0);
  int *p = v.data();
  q.parallel_for<shared_name>(range<1>(100), [p](id<1> i) { p[i] = 1; }).wait();
  return v;
}

} // namespace

TEST(Registry, CodeForAClosureOfAnotherSizeIsNotUsed) {
  registered other(48, 1);
  EXPECT_EQ(run(), std::vector<int>(100, 1)) << "the host's code";
  {
    registered mine(8, 0);
    EXPECT_EQ(run(), std::vector<int>(100, 2));
  }
  EXPECT_EQ(run(), std::vector<int>(100, 1));
}

TEST(Registry, TheOrderOfLibrariesDoesNotMatter) {
  registered mine(8, 0), other(48, 1);
  EXPECT_EQ(run(), std::vector<int>(100, 2));
}

// What a thread compares with is not unmapped below it, and what it fuses with is that of a library which stays.
TEST(Registry, LibrariesAreClosedWhileThreadsFuse) {
  const test::registered_bundle stays(test::make_bundle({}));
  std::atomic<bool> stop{false};
  std::atomic<int> fused{0};
  std::vector<std::thread> threads;
  for (std::size_t n = 99; n < 102; ++n)
    threads.emplace_back([&, n] {
      queue q = test::fusion_queue();
      while (!stop) {
        test::fusion_wrapper fw(q);
        EXPECT_TRUE(test::run_region(q, fw, {n}));
        EXPECT_EQ(fw.last_outcome(), test::fusion_outcome::aot_generic) << to_string(fw.last_reason());
        ++fused;
      }
    });
  for (int round = 0; round < 100 || fused < 300; ++round) {
    void *library = ::dlopen(REGION_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << ::dlerror();
    if (!library)
      break;
    ::dlclose(library);
    EXPECT_EQ(::dlopen(REGION_LIBRARY, RTLD_NOW | RTLD_NOLOAD), nullptr) << "it is still there";
  }
  stop = true;
  for (std::thread &t : threads)
    t.join();
}
