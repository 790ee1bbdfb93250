// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading the environment, and docs/environment.md, which is generated from Env.def:
//   SYCL_FUSE_UPDATE_DOCS=1 runtime-internal-tests --gtest_filter=Environment.DocumentationIsUpToDate
#include "core/env.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace sycl::detail;

namespace {

std::string page() {
  std::string text = "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
                     "# Environment variables\n\n"
                     "Read once, when the runtime first needs one of them. A value that is not understood counts as the default,\n"
                     "with a warning. Generated from `runtime-shim/src/core/Env.def`.\n\n"
                     "| variable | values | default | effect |\n|---|---|---|---|\n";
#define SF_ENV(Variable, Field, Type, Default, Values, Text)                                                           \
  text += "| `" Variable "` | " Values " | " + std::string(*Default ? "`" Default "`" : "–") + " | " Text " |\n";
#include "core/Env.def"
  return text;
}

class variable {
public:
  variable(const char *name, const char *value) : name_(name) { setenv(name, value, 1); }
  ~variable() { unsetenv(name_); }

private:
  const char *name_;
};

} // namespace

TEST(Environment, DocumentationIsUpToDate) {
  std::string path = SOURCE_ROOT "/docs/environment.md";
  if (std::getenv("SYCL_FUSE_UPDATE_DOCS"))
    std::ofstream(path) << page();
  std::ifstream in(path);
  std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_EQ(text, page());
}

TEST(Environment, Values) {
  variable off("SYCL_FUSE", "off"), log("SYCL_FUSE_LOG", "Trace"), level("SYCL_RT_WARNING_LEVEL", "2"),
      trace("SYCL_FUSE_TRACE", "1"), selector("ONEAPI_DEVICE_SELECTOR", "cuda:GPU");
  environment e = read_environment();
  EXPECT_FALSE(e.fuse.on);
  EXPECT_EQ(e.log, log_level::trace);
  EXPECT_EQ(e.warning_level, 2u);
  EXPECT_TRUE(e.trace);
  EXPECT_EQ(e.selector, "cuda:GPU");
}

TEST(Environment, StatisticsAreATableOrAFile) {
  const auto stats = [](const char *value) {
    variable set("SYCL_FUSE_STATS", value);
    return read_environment().stats;
  };
  EXPECT_TRUE(stats("ON").on);
  EXPECT_EQ(stats("1").file, "");
  EXPECT_FALSE(stats("off").on);
  EXPECT_EQ(stats("/tmp/Dir/x").file, "/tmp/Dir/x");
  EXPECT_TRUE(stats("Run.json").on);
  const std::string file = stats("Run.json").file;
  EXPECT_EQ(file[0], '/');
  EXPECT_EQ(file.substr(file.rfind('/')), "/Run.json");
  EXPECT_FALSE(stats("table").on);
  EXPECT_FALSE(stats(".json").on);
}

TEST(Environment, NonsenseIsTheDefaultWithAWarning) {
  variable off("SYCL_FUSE", "maybe"), threads("SYCL_FUSE_NATIVE_THREADS", "-3");
  testing::internal::CaptureStderr();
  environment e = read_environment();
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(e.fuse.on);
  EXPECT_EQ(e.native_threads, 0u);
  EXPECT_NE(text.find("SYCL_FUSE=maybe"), std::string::npos) << text;
  EXPECT_NE(text.find("SYCL_FUSE_NATIVE_THREADS=-3"), std::string::npos) << text;
}

TEST(Environment, RegionsThatAreSwitchedOff) {
  variable off("SYCL_FUSE", "off:run,Blur*,a?c");
  const environment e = read_environment();
  EXPECT_TRUE(e.fuse.on);
  for (const char *name : {"run", "Blur", "Blur::operator()", "abc"})
    EXPECT_TRUE(e.fuse.switches_off(name)) << name;
  for (const char *name : {"run.2", "Run", "blur", "ac", ""})
    EXPECT_FALSE(e.fuse.switches_off(name)) << name;
}

TEST(Environment, EmptyNamesOfRegionsAreNotUnderstood) {
  for (const char *value : {"off:", "off:,", "off:run,", "off:run,,b", "on:run"}) {
    variable off("SYCL_FUSE", value);
    testing::internal::CaptureStderr();
    const environment e = read_environment();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("is not understood"), std::string::npos) << value;
    EXPECT_TRUE(e.fuse.on && e.fuse.off.empty()) << value;
  }
}
