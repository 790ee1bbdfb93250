// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bundles that are damaged: the program runs unfused and says why.
#include "bundle_fixture.hpp"

using namespace test;

namespace {

void expect_refused(std::vector<unsigned char> bytes, const char *why) {
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  registered_bundle b(std::move(bytes));
  testing::internal::CaptureStderr();
  EXPECT_TRUE(run_region(q, fw));
  EXPECT_TRUE(run_region(q, fw));
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::unfused);
  EXPECT_EQ(fw.last_reason(), fusion_reason::bundle_damaged);
  EXPECT_EQ(ran.multiply + ran.combine + ran.specialized + ran.generic + ran.unpromoted, 0);
  std::size_t first = text.find("[SF6001]");
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("[SF6001]", first + 1), std::string::npos) << "said twice:\n" << text;
  EXPECT_NE(text.find(why), std::string::npos) << text;
}

} // namespace

TEST(RefusedBundle, Truncated) {
  auto bytes = make_bundle({});
  bytes.resize(bytes.size() / 2);
  expect_refused(bytes, syclfuse::bundle::to_string(syclfuse::bundle::open_error::truncated));
}

TEST(RefusedBundle, FlippedBit) {
  auto bytes = make_bundle({});
  bytes[sizeof(syclfuse::bundle::header_record) + 20] ^= 4;
  expect_refused(bytes, syclfuse::bundle::to_string(syclfuse::bundle::open_error::bad_checksum));
}

TEST(RefusedBundle, OtherMagic) {
  auto bytes = make_bundle({});
  bytes[0] = 'X';
  expect_refused(bytes, syclfuse::bundle::to_string(syclfuse::bundle::open_error::bad_magic));
}

TEST(RefusedBundle, OtherAbiVersion) {
  alignas(8) static const unsigned char none[8] = {};
  sycl_fuse_registration r{SYCL_FUSE_ABI_VERSION + 1, 0, none, sizeof(none), nullptr};
  sycl_fuse_register(&r);
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(run_region(q, fw));
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(fw.last_reason(), fusion_reason::bundle_damaged);
  EXPECT_NE(text.find("version"), std::string::npos) << text;
  sycl_fuse_unregister(&r);
}

// Nobody looks at a region before it is submitted; its kernels run one by one then.
TEST(RefusedBundle, ARegionByItself) {
  auto bytes = make_bundle({});
  const auto &header = *reinterpret_cast<const syclfuse::bundle::header_record *>(bytes.data());
  bytes[header.submissions.offset + header.submissions.count * sizeof(syclfuse::bundle::submission_record) - 1] ^= 1;
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  registered_bundle b(std::move(bytes));
  testing::internal::CaptureStderr();
  sycl::buffer<float> x{100}, y{100}, tmp{100};
  q.submit([&](sycl::handler &h) { submit_multiply(h, x, y, tmp); }).wait();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  const int alone = ran.multiply;
  EXPECT_TRUE(run_region(q, fw));
  EXPECT_TRUE(run_region(q, fw));
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(fw.last_reason(), fusion_reason::bundle_damaged);
  EXPECT_GT(ran.multiply, alone);
  EXPECT_EQ(ran.specialized + ran.generic + ran.unpromoted, 0);
  const std::size_t first = text.find("[SF6001]");
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("[SF6001]", first + 1), std::string::npos) << "said twice:\n" << text;
}

TEST(RefusedBundle, AGoodOneBesideItStillCounts) {
  auto damaged = make_bundle({});
  damaged[0] = 'X';
  registered_bundle bad(damaged), good(make_bundle({}));
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(run_region(q, fw));
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic);
}
