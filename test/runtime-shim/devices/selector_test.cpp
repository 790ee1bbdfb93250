// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ONEAPI_DEVICE_SELECTOR.
#include "core/devices/selector_filter.hpp"
#include "sycl/exception.hpp"

#include <gtest/gtest.h>

using sycl::detail::device_kind;
using sycl::detail::selector_filter;

namespace {
// "native_cpu:0 cuda:0 cuda:1" of what a text accepts.
std::string accepted(const char *text) {
  selector_filter f(text);
  std::string all;
  auto add = [&](const char *backend, device_kind kind, unsigned index) {
    bool a = f.accepts(backend, kind, index);
    if (a) {
      all += (all.empty() ? "" : " ") + std::string(backend) + ":" + std::to_string(index);
      EXPECT_TRUE(f.accepts_backend(backend)) << text;
    }
  };
  add("native_cpu", device_kind::cpu, 0);
  add("cuda", device_kind::gpu, 0);
  add("cuda", device_kind::gpu, 1);
  return all;
}
} // namespace

TEST(Selector, AcceptsAndRejects) {
  EXPECT_EQ(accepted(""), "native_cpu:0 cuda:0 cuda:1");
  EXPECT_EQ(accepted("*:*"), "native_cpu:0 cuda:0 cuda:1");
  EXPECT_EQ(accepted("native_cpu:*"), "native_cpu:0");
  EXPECT_EQ(accepted("cuda:gpu"), "cuda:0 cuda:1");
  EXPECT_EQ(accepted("cuda"), "cuda:0 cuda:1");
  EXPECT_EQ(accepted("CUDA:1"), "cuda:1");
  EXPECT_EQ(accepted("cuda:0,1"), "cuda:0 cuda:1");
  EXPECT_EQ(accepted("*:gpu"), "cuda:0 cuda:1");
  EXPECT_EQ(accepted("*:cpu"), "native_cpu:0");
  EXPECT_EQ(accepted("native_cpu:cpu;cuda:1"), "native_cpu:0 cuda:1");
  EXPECT_EQ(accepted("!cuda:*"), "native_cpu:0");
  EXPECT_EQ(accepted("*:*;!cuda:0"), "native_cpu:0 cuda:1");
  EXPECT_EQ(accepted("opencl:*"), "");
}

TEST(Selector, KindsOfDevices) {
  EXPECT_TRUE(selector_filter("opencl:acc").accepts("opencl", device_kind::accelerator, 2));
  EXPECT_TRUE(selector_filter("opencl:fpga").accepts("opencl", device_kind::accelerator, 2));
  EXPECT_TRUE(selector_filter("opencl:2").accepts("opencl", device_kind::accelerator, 2));
  for (const char *text : {"opencl:cpu", "opencl:gpu", "opencl:1"})
    EXPECT_FALSE(selector_filter(text).accepts("opencl", device_kind::accelerator, 2)) << text;
  EXPECT_FALSE(selector_filter("opencl:acc").accepts("opencl", device_kind::cpu, 0));
  EXPECT_FALSE(selector_filter("opencl:cpu").accepts("opencl", device_kind::gpu, 0));
}

TEST(Selector, BackendsThatCannotMatchAreNotAsked) {
  EXPECT_FALSE(selector_filter("native_cpu:*").accepts_backend("cuda"));
  EXPECT_FALSE(selector_filter("!cuda:*").accepts_backend("cuda"));
  EXPECT_TRUE(selector_filter("!cuda:0").accepts_backend("cuda"));
  EXPECT_TRUE(selector_filter("").accepts_backend("cuda"));
}

TEST(Selector, BackendsAreNamed) {
  EXPECT_TRUE(selector_filter("opencl:gpu").names_backend("opencl"));
  EXPECT_TRUE(selector_filter("cuda:*;*:cpu").names_backend("opencl"));
  EXPECT_FALSE(selector_filter("").names_backend("opencl"));
  EXPECT_FALSE(selector_filter("!opencl:0").names_backend("opencl"));
}

TEST(Selector, NonsenseIsRefusedByName) {
  for (const char *text : {"nvidia:gpu", "cuda:", "cuda:gpu,", "cuda:first", "!", "cuda:-1"})
    try {
      selector_filter f(text);
      FAIL() << text;
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), sycl::errc::invalid);
      EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << e.what();
    }
}
