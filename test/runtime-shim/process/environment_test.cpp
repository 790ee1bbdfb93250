// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading the environment, and docs/environment.md, which is generated from Env.def:
//   SYCL_FUSE_UPDATE_DOCS=1 runtime-internal-tests --gtest_filter=Environment.DocumentationIsUpToDate
#include "core/process/env.hpp"
#include "core/process/rank.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

using namespace sycl::detail;

namespace {

std::string page() {
  std::string text =
      "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n"
      "# Environment variables\n\n"
      "Read once, when the runtime first needs one of them. A value that is not understood counts as the default,\n"
      "with a warning that says what is; in `ONEAPI_DEVICE_SELECTOR` it is an exception (`errc::invalid`) where "
      "devices are\n"
      "asked for. Relative paths count from where the program was then. Where a program runs with rights that its user "
      "does not\n"
      "have (set-user-ID, capabilities) no variable is read. Which rank of MPI or Slurm a process is comes from their "
      "variables ([clusters.md](clusters.md#what-a-run-reports)). Generated from "
      "`runtime-shim/src/core/process/Env.def`.\n\n"
      "| variable | values | default | effect |\n|---|---|---|---|\n";
#define SF_ENV(Variable, Field, Type, Default, Values, Text)                                                           \
  text += "| `" Variable "` | " Values " | " + std::string(*Default ? "`" Default "`" : "–") + " | " Text " |\n";
#include "core/process/Env.def"
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

TEST(Environment, ARankIsTheFirstThatIsANumber) {
  EXPECT_EQ(read_rank(), "");
  variable script("SLURM_PROCID", "0");
  EXPECT_EQ(read_rank(), "") << "of a script of Slurm";
  variable step("SLURM_STEP_ID", "4");
  EXPECT_EQ(read_environment().rank, "0");
  variable pmi("PMI_RANK", "3");
  EXPECT_EQ(read_rank(), "3");
  variable pmix("PMIX_RANK", "12");
  EXPECT_EQ(read_rank(), "12");
  {
    variable ompi("OMPI_COMM_WORLD_RANK", "7");
    EXPECT_EQ(read_rank(), "7");
  }
  for (const char *nonsense : {"", "../x", "-1", "1 ", "1234567890"}) {
    variable ompi("OMPI_COMM_WORLD_RANK", nonsense);
    EXPECT_EQ(read_rank(), "12") << nonsense;
  }
}

TEST(Environment, RanksHaveFilesOfTheirOwn) {
  const std::string process = std::to_string(::getpid());
  EXPECT_EQ(name_of_own("/tmp/run.json", ""), "/tmp/run.json");
  EXPECT_EQ(name_of_own("/tmp/run.json", "3"), "/tmp/run.3.json");
  EXPECT_EQ(name_of_own("/tmp/app.stats.json", "3"), "/tmp/app.3.stats.json");
  EXPECT_EQ(name_of_own("/tmp.dir/run", "3"), "/tmp.dir/run.3");
  EXPECT_EQ(name_of_own("/tmp/.json", "3"), "/tmp/.json.3");
  EXPECT_EQ(name_of_own("/tmp/%r.json", "3"), "/tmp/3.json");
  EXPECT_EQ(name_of_own("/tmp/%r.json", ""), "/tmp/0.json");
  EXPECT_EQ(name_of_own("/tmp/%p-%r-%q%.json", "12"), "/tmp/" + process + "-12-%q%.json");
  EXPECT_EQ(name_of_own("/tmp/run.%p.json", "3"), "/tmp/run." + process + ".json");
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

// Of every variable but paths and names, which may be anything.
TEST(Environment, EveryWarningNamesTheVariableAndWhatIsNeeded) {
  constexpr const char *nonsense[] = {"x\n\x1b[2J", "-1",  "1e3", "0x10", "99999999999999999999999",
                                      "1.5",        "1,5", "5 5"};
  unsigned checked = 0;
  const auto check = [&](const std::string &name, const char *type, const std::string &values,
                         const std::string &fallback) {
    if (std::string(type) == "text" || std::string(type) == "path" || std::string(type) == "names")
      return;
    ++checked;
    std::string needed = values;
    needed.erase(std::remove(needed.begin(), needed.end(), '`'), needed.end());
    for (const char *value : nonsense) {
      variable set(name.c_str(), value);
      testing::internal::CaptureStderr();
      read_environment();
      const std::string text = testing::internal::GetCapturedStderr();
      EXPECT_EQ(text.find("sycl-fuse: warning: " + name + "="), 0u) << text;
      EXPECT_NE(text.find(" is not understood, needed: " + needed + "; using " + fallback + "\n"), std::string::npos)
          << text;
      EXPECT_EQ(std::count_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }), 1) << text;
    }
  };
#define SF_ENV(Variable, Field, Type, Default, Values, Text) check(Variable, #Type, Values, Default);
#include "core/process/Env.def"
  EXPECT_GE(checked, 10u);
}

TEST(Environment, LevelsThatDoNotExistAreNotUnderstood) {
  for (const char *value : {"1", "5", "30"}) {
    variable set("SYCL_FUSE_NATIVE_ISA", value);
    testing::internal::CaptureStderr();
    EXPECT_EQ(read_environment().native_isa.value, 0u);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("needed: 2, 3, 4, 0 for what the processor has; using 0"),
              std::string::npos);
  }
}

TEST(Environment, PathsCountFromWhereTheProgramIs) {
  variable cache("SYCL_FUSE_CACHE_DIR", "a/cache"), tool("SYCL_FUSE_TOOL", "./tool"),
      record("SYCL_FUSE_RECORD", "/absolute");
  const environment e = read_environment();
  char here[4096];
  ASSERT_TRUE(::getcwd(here, sizeof(here)));
  EXPECT_EQ(e.cache_dir.text, std::string(here) + "/a/cache");
  EXPECT_EQ(e.tool.text, std::string(here) + "/./tool");
  EXPECT_EQ(e.record.text, "/absolute");
}

TEST(Environment, RegionsThatAreSwitchedOff) {
  variable off("SYCL_FUSE", "off:run,Blur*,a?c");
  const environment e = read_environment();
  EXPECT_TRUE(e.fuse.on);
  for (const char *name : {"run", "Blur", "Blur::operator()", "abc"})
    EXPECT_TRUE(e.fuse.off.match(name)) << name;
  for (const char *name : {"run.2", "Run", "blur", "ac", ""})
    EXPECT_FALSE(e.fuse.off.match(name)) << name;
}

TEST(Environment, RegionsThatAreTrusted) {
  EXPECT_FALSE(read_environment().trust.match("run"));
  variable trust("SYCL_FUSE_TRUST", "run,Blur*");
  const environment e = read_environment();
  EXPECT_TRUE(e.trust.match("run") && e.trust.match("Blur::operator()"));
  EXPECT_FALSE(e.trust.match("run.2") || e.trust.match(""));
}

TEST(Environment, EmptyNamesOfRegionsAreNotUnderstood) {
  for (const char *value : {"off:", "off:,", "off:run,", "off:run,,b", "on:run"}) {
    variable off("SYCL_FUSE", value);
    testing::internal::CaptureStderr();
    const environment e = read_environment();
    EXPECT_NE(testing::internal::GetCapturedStderr().find("is not understood"), std::string::npos) << value;
    EXPECT_TRUE(e.fuse.on && e.fuse.off.patterns.empty()) << value;
  }
}
