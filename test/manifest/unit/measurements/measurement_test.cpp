// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What sycl-fuse check reads of runs: statistics of the runtime and results of Google Benchmark.
#include "sample.hpp"

#include "syclfuse/benchmarks.hpp"
#include "syclfuse/statistics.hpp"

#include <gtest/gtest.h>

using namespace syclfuse;

namespace {

std::string problems_of_statistics(const std::string &text) {
  diagnostics out;
  EXPECT_FALSE(statistics::parse(text, "s.json", out));
  return out.format();
}

std::string problems_of_benchmarks(const std::string &text) {
  diagnostics out;
  EXPECT_FALSE(benchmarks::parse(text, "b.json", out));
  return out.format();
}

bool contains(const std::string &text, const std::string &part) { return text.find(part) != std::string::npos; }

TEST(statistics, survive_the_file) {
  test::random_source random(test::seed());
  for (int i = 0; i < 50; ++i) {
    statistics::run r;
    r.program = random.text(10);
    for (std::uint64_t n = random.below(5); n > 0; --n) {
      statistics::region one{random.text(8),
                             random.chance(30) ? "" : random.text(9),
                             0,
                             5,
                             1,
                             2,
                             random.below(1000),
                             ~std::uint64_t(0),
                             7,
                             {}};
      one.line = one.file.empty() ? 0 : unsigned(random.below(1000));
      one.reasons = {{diag::reason_unknown_region, 1 + random.below(100)}, {diag::reason_resources_exceeded, 2}};
      r.regions.push_back(one);
      r.times.push_back(
          {random.text(8), ~random.below(1000), "native", 3, random.chance(50), random.below(1000), 5, 6, 7, 8});
    }
    diagnostics out;
    const auto read = statistics::parse(statistics::to_json(r), "s.json", out);
    ASSERT_TRUE(read) << out.format();
    EXPECT_EQ(statistics::to_json(*read), statistics::to_json(r));
    EXPECT_TRUE(out.list().empty());
  }
}

TEST(statistics, of_another_kind_or_version_are_refused) {
  statistics::run r;
  r.regions = {{"run", "a.cpp", 7, 3, 1, 1, 0, 1, 8700, {{diag::reason_nd_range_not_listed, 1}}}};
  const std::string text = statistics::to_json(r);
  EXPECT_TRUE(
      contains(problems_of_statistics(test::replaced(text, "sycl-fuse-statistics", "other")),
               "s.json:2: error: schema is 'other' version 1, needed: 'sycl-fuse-statistics' version 1 [SF3076]"));
  EXPECT_TRUE(
      contains(problems_of_statistics(test::replaced(text, "\"version\": 1", "\"version\": 2")), "version 2, needed:"));
  EXPECT_TRUE(contains(problems_of_statistics(test::replaced(text, "SF6104", "SF3001")),
                       "code is 'SF3001', needed: the code of a reason, as SF6104 [SF3076]"));
  EXPECT_TRUE(contains(problems_of_statistics(test::replaced(text, "\"submissions\": 3", "\"submissions\": -3")),
                       "submissions is -3, needed: a number from 0 [SF3076]"));
  EXPECT_TRUE(contains(problems_of_statistics(test::replaced(text, "\"unfused\": 1,", "")),
                       "unfused is missing, needed: a number from 0 [SF3076]"));
  EXPECT_TRUE(contains(problems_of_statistics(text.substr(0, text.size() / 2)), "malformed JSON"));
  EXPECT_TRUE(contains(problems_of_statistics("[]"), "the document is an array, needed: an object [SF3076]"));
  EXPECT_TRUE(contains(problems_of_statistics("{}"), "schema is missing"));
  EXPECT_TRUE(contains(problems_of_statistics(R"({"schema": "sycl-fuse-statistics", "version": 1, "regions": [1]})"),
                       "a region is 1, needed: an object"));
}

TEST(statistics, times_that_are_none_are_refused) {
  statistics::run r;
  r.times = {{"run", 0x123456789abcdef0, "cuda", 90, true, 4096, 5, 6, 7, 8}};
  const std::string text = statistics::to_json(r);
  diagnostics out;
  const auto read = statistics::parse(text, "s.json", out);
  ASSERT_TRUE(read && read->times.size() == 1) << out.format();
  const statistics::timing &t = read->times.front();
  EXPECT_TRUE(t.code == 0x123456789abcdef0 && t.arch == 90 && t.specialized && t.items == 4096);
  EXPECT_TRUE(t.fused_ns == 5 && t.unfused_ns == 6 && t.fused == 7 && t.unfused == 8);
  for (const char *code : {"", "123", "123456789abcdef01", "123456789abcdefg", "-23456789abcdef0"})
    EXPECT_TRUE(contains(problems_of_statistics(test::replaced(text, "123456789abcdef0", code)),
                         "needed: 16 hexadecimal digits [SF3076]"))
        << code;
  EXPECT_TRUE(contains(problems_of_statistics(test::replaced(text, "\"fused_ns\": 5", "\"fused_ns\": 5.5")),
                       "needed: a number from 0 [SF3076]"));
  EXPECT_TRUE(contains(
      problems_of_statistics(R"({"schema": "sycl-fuse-statistics", "version": 1, "regions": [], "times": [2]})"),
      "a time is 2, needed: an object"));
}

TEST(statistics, cuts_and_noise_give_errors) {
  statistics::run r;
  r.regions = {{"run", "a.cpp", 7, 3, 1, 1, 0, 1, 8700, {{diag::reason_nd_range_not_listed, 1}}}};
  const std::string text = statistics::to_json(r);
  test::random_source random(test::seed());
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text.substr(0, random.chance(50) ? text.size() : random.below(text.size()));
    for (int n = 0; n < 3 && !damaged.empty(); ++n)
      damaged[random.below(damaged.size())] = static_cast<char>(random.below(256));
    diagnostics out;
    EXPECT_EQ(statistics::parse(damaged, "s.json", out).has_value(), !out.has_errors());
    diagnostics other;
    EXPECT_EQ(benchmarks::parse(damaged, "s.json", other).has_value(), !other.has_errors());
  }
}

const char *const sample = R"({
  "context": {"date": "2026-11-22", "num_cpus": 2, "caches": []},
  "benchmarks": [
    {"name": "chain/fused/4096", "run_type": "iteration", "iterations": 1000, "real_time": 2.5e+00, "cpu_time": 3, "time_unit": "us"},
    {"name": "chain/fused/4096", "run_type": "iteration", "real_time": 4, "time_unit": "us"},
    {"name": "chain/fused/4096", "run_type": "iteration", "real_time": 3500, "time_unit": "ns"},
    {"name": "chain/unfused/4096", "real_time": 1, "time_unit": "ms"},
    {"name": "sum_mean", "run_type": "aggregate", "aggregate_name": "mean", "real_time": 9, "time_unit": "s"},
    {"name": "sum_median", "run_type": "aggregate", "aggregate_name": "median", "real_time": 8, "time_unit": "s"},
    {"name": "sum", "run_type": "iteration", "real_time": 1, "time_unit": "s"}
  ]
})";

TEST(benchmarks, repetitions_become_their_median) {
  diagnostics out;
  const auto results = benchmarks::parse(sample, "b.json", out);
  ASSERT_TRUE(results) << out.format();
  ASSERT_EQ(results->size(), 3u);
  EXPECT_EQ((*results)[0].name, "chain/fused/4096");
  EXPECT_DOUBLE_EQ((*results)[0].nanoseconds, 3500);
  EXPECT_EQ((*results)[0].line, 4u);
  EXPECT_DOUBLE_EQ((*results)[1].nanoseconds, 1e6);
  EXPECT_EQ((*results)[2].name, "sum");
  EXPECT_DOUBLE_EQ((*results)[2].nanoseconds, 8e9);
}

TEST(benchmarks, that_are_none_are_refused) {
  EXPECT_TRUE(contains(problems_of_benchmarks("{}"),
                       "benchmarks is missing, needed: a list, as Google Benchmark writes it [SF3076]"));
  EXPECT_TRUE(contains(problems_of_benchmarks(test::replaced(sample, "\"real_time\": 9", "\"real_time\": 9") + "}"),
                       "malformed JSON"));
  EXPECT_TRUE(contains(problems_of_benchmarks(test::replaced(sample, "2.5e+00", "-2.5")),
                       "b.json:4: error: real_time is -2.5, needed: a number above 0 [SF3076]"));
  EXPECT_TRUE(contains(problems_of_benchmarks(test::replaced(sample, "2.5e+00", "0")),
                       "real_time is 0, needed: a number above 0"));
  EXPECT_TRUE(contains(problems_of_benchmarks(test::replaced(sample, "2.5e+00", "\"fast\"")),
                       "real_time is 'fast', needed: a number above 0"));
  EXPECT_TRUE(contains(problems_of_benchmarks(
                           test::replaced(sample, "\"real_time\": 1, \"time_unit\": \"ms\"", "\"time_unit\": \"ms\"")),
                       "b.json:7: error: real_time is missing"));
  EXPECT_TRUE(contains(problems_of_benchmarks(test::replaced(sample, "\"ms\"", "\"h\"")),
                       "time_unit is 'h', needed: ns, us, ms or s"));
  EXPECT_TRUE(
      contains(problems_of_benchmarks(test::replaced(sample, "\"real_time\": 1, \"time_unit\": \"ms\"",
                                                     "\"error_occurred\": true, \"error_message\": \"no device\"")),
               "benchmark 'chain/unfused/4096' is failed: no device, needed: one that ran"));
  EXPECT_TRUE(contains(problems_of_benchmarks(R"({"benchmarks": [3]})"), "a benchmark is 3, needed: an object"));
}

TEST(benchmarks, names_of_pairs) {
  using benchmarks::unfused_name;
  EXPECT_EQ(unfused_name("chain/fused/4096", "fused", "unfused"), "chain/unfused/4096");
  EXPECT_EQ(unfused_name("BM_fused", "fused", "unfused"), "BM_unfused");
  EXPECT_EQ(unfused_name("fused<fused>", "fused", "x"), "x<fused>");
  EXPECT_EQ(unfused_name("chain/unfused/4096", "fused", "unfused"), "");
  EXPECT_EQ(unfused_name("refused/fused", "fused", "unfused"), "refused/unfused");
  EXPECT_EQ(unfused_name("chain", "fused", "unfused"), "");
}

} // namespace
