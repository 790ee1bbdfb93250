// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of what a variant was compiled for; numbers outside of an enumeration.
#include "syclfuse/names.hpp"
#include "syclfuse/target_names.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;

namespace {

bundle::variant_record built_for(target_kind target, image_format format, std::uint32_t arch, unsigned flags = 0) {
  bundle::variant_record v{};
  v.target = target;
  v.format = format;
  v.arch = arch;
  v.flags = static_cast<decltype(v.flags)>(flags);
  return v;
}

} // namespace

TEST(TargetNames, AreThoseOfTheCommandLineAndTheProcessors) {
  const struct {
    bundle::variant_record variant;
    const char *target, *arch;
  } cases[] = {
      {built_for(target_kind::native, image_format::none, 3), "native", "x86-64-v3"},
      {built_for(target_kind::cuda, image_format::ptx, 75), "cuda:sm_75", "compute_75"},
      {built_for(target_kind::cuda, image_format::cubin, 90, bundle::variant_exact_arch), "cuda:sm_90a", "sm_90"},
      {built_for(target_kind::hip, image_format::hsaco, 0x90a), "hip:gfx90a", "gfx90a"},
      {built_for(target_kind::hip, image_format::hsaco, 0x1100), "hip:gfx1100", "gfx1100"},
      {built_for(target_kind::spirv, image_format::spirv, 12), "spirv", "SPIR-V 1.2"},
      {built_for(target_kind::spirv, image_format::spir, 12), "spir", "SPIR 1.2"},
  };
  for (const auto &c : cases) {
    EXPECT_EQ(bundle::target_name(c.variant), c.target);
    EXPECT_EQ(bundle::arch_name(c.variant), c.arch);
  }
}

TEST(TargetNames, ANumberOutsideOfAnEnumerationIsNotKnown) {
  EXPECT_TRUE(is_known(target_kind::spirv));
  EXPECT_FALSE(is_known(static_cast<target_kind>(std::size(names<target_kind>::values))));
  EXPECT_EQ(name_of(static_cast<guard_kind>(200)), "unknown");
}
