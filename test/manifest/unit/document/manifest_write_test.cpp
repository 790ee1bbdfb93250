// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing manifests: round trips, canonical bytes, files that are written completely or not at all.
#include "sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

using namespace syclfuse;
using namespace syclfuse::manifest;
namespace fs = std::filesystem;

namespace {

class temporary_directory {
public:
  temporary_directory() {
    std::string pattern = (fs::temp_directory_path() / "sycl-fuse-XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~temporary_directory() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  fs::path path;
};

std::string contents(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(manifest_write, random_documents_survive_a_round_trip) {
  test::random_source random(test::seed());
  for (int i = 0; i < 300; ++i) {
    const document doc = test::random_document(random);
    const std::string text = to_json(doc);
    diagnostics out;
    const std::optional<document> again = parse(text, "m.json", out);
    ASSERT_TRUE(again) << "document " << i << "\n" << out.format() << text;
    EXPECT_TRUE(out.list().empty()) << out.format();
    ASSERT_EQ(to_json(*again), text) << "document " << i;
    ASSERT_EQ(again->kernels.size(), doc.kernels.size());
    ASSERT_EQ(again->regions.size(), doc.regions.size());
  }
}

TEST(manifest_write, every_field_survives_a_round_trip) {
  document doc;
  doc.sources = {{"tool", "compiler", "source", "hash"}};
  doc.targets = {"cuda:sm_90", "native"};
  parameter p{"a.b", param_kind::accessor, "int", 4, 2, access_mode::read_write, "device", 8, 72};
  doc.kernels = {{"K", "name", {"f.cpp", 3, 4}, range_kind::nd_range, true, 2, 80, 16, {p}}};
  region r{"r", region_kind::graph, {{"f.cpp", 1, 2}, {"g.h", 3, 4}}, false, {}, {}, {}, {}};
  r.submissions = {{"K", {"f.cpp", 5, 6}, range_kind::nd_range, 2, {{8, 16}, {4, 4}, {1, 2}}, {}}};
  r.submissions[0].arguments = {{0, 0u, promotion::local_memory}};
  r.buffers = {{"b", "int", 4, 2, {8, 16}, promotion::local_memory, {"f.cpp", 7, 8}}};
  r.nd_ranges = {{{{8, 16}, {4, 4}, {1, 2}}, nd_range_origin::capture, {}},
                 {{}, nd_range_origin::cmake, {{{8, 16}, {4, 4}, {1, 2}}}}};
  doc.regions = {r};

  diagnostics out;
  const std::optional<document> got = parse(to_json(doc), "m.json", out);
  ASSERT_TRUE(got) << out.format();
  EXPECT_EQ(got->sources, doc.sources);
  EXPECT_EQ(got->targets, doc.targets);
  const kernel &k = got->kernels.at(0);
  EXPECT_EQ(k.symbol + k.name + k.location.file, "Knamef.cpp");
  EXPECT_EQ(std::make_pair(k.location.line, k.location.column), std::make_pair(3u, 4u));
  EXPECT_EQ(k.kind, range_kind::nd_range);
  EXPECT_TRUE(k.fused_only);
  EXPECT_EQ(std::make_tuple(k.dimensions, k.closure_size, k.closure_align), std::make_tuple(2u, 80u, 16u));
  const parameter &q = k.parameters.at(0);
  EXPECT_EQ(q.name + q.type + q.target, "a.bintdevice");
  EXPECT_EQ(q.kind, param_kind::accessor);
  EXPECT_EQ(q.mode, access_mode::read_write);
  EXPECT_EQ(std::make_tuple(q.element_size, q.dimensions, q.offset, q.size), std::make_tuple(4u, 2u, 8u, 72u));
  const region &g = got->regions.at(0);
  EXPECT_EQ(g.name, "r");
  EXPECT_EQ(g.kind, region_kind::graph);
  EXPECT_FALSE(g.barriers);
  EXPECT_EQ(g.source.end.file, "g.h");
  EXPECT_EQ(g.source.end.line, 3u);
  EXPECT_EQ(g.submissions.at(0).location.line, 5u);
  EXPECT_EQ(g.submissions.at(0).range, r.submissions[0].range);
  EXPECT_EQ(g.submissions.at(0).arguments.at(0).identity, 0u);
  EXPECT_EQ(g.submissions.at(0).arguments.at(0).promote, promotion::local_memory);
  EXPECT_EQ(g.buffers.at(0).range, r.buffers[0].range);
  EXPECT_EQ(g.buffers.at(0).promote, promotion::local_memory);
  EXPECT_EQ(g.buffers.at(0).location.column, 8u);
  EXPECT_EQ(g.nd_ranges.at(0).range, r.nd_ranges[0].range);
  EXPECT_EQ(g.nd_ranges.at(0).origin, nd_range_origin::capture);
  EXPECT_EQ(g.nd_ranges.at(1).submissions, r.nd_ranges[1].submissions);
  EXPECT_EQ(g.nd_ranges.at(1).origin, nd_range_origin::cmake);
}

TEST(manifest_write, order_of_kernels_and_regions_does_not_matter) {
  test::random_source random(test::seed());
  for (int i = 0; i < 50; ++i) {
    document doc = test::random_document(random);
    const std::string text = to_json(doc);
    std::reverse(doc.kernels.begin(), doc.kernels.end());
    std::reverse(doc.regions.begin(), doc.regions.end());
    ASSERT_EQ(to_json(doc), text) << "document " << i;
  }
}

TEST(manifest_write, a_file_name_that_is_not_utf8_gives_valid_json) {
  document doc;
  doc.sources = {{"tool", "", "caf\xe9.cpp", ""}};
  diagnostics out;
  const std::optional<document> again = parse(to_json(doc), "m.json", out);
  ASSERT_TRUE(again) << out.format();
  EXPECT_EQ(again->sources.at(0).source, "caf\xef\xbf\xbd.cpp");
}

TEST(manifest_write, file_holds_the_text_and_replaces_an_old_one) {
  temporary_directory dir;
  const std::string path = dir.path / "m.fusion.json";
  diagnostics out;
  document doc;
  ASSERT_TRUE(write_file(doc, path, out)) << out.format();
  doc.targets = {"native"};
  ASSERT_TRUE(write_file(doc, path, out)) << out.format();
  EXPECT_EQ(contents(path), to_json(doc));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path), {}), 1);
  const std::optional<document> again = read_file(path, out);
  ASSERT_TRUE(again) << out.format();
  EXPECT_EQ(again->targets, doc.targets);
}

TEST(manifest_write, a_new_file_replaces_no_other_and_repeats_none) {
  temporary_directory dir;
  const std::string stem = dir.path / "app.1";
  diagnostics out;
  document first, second;
  first.targets = {"native"};
  second.targets = {"cuda:sm_90"};
  for (const document *doc : {&first, &second, &first, &second})
    ASSERT_TRUE(write_new_file(*doc, stem, ".json", out)) << out.format();
  EXPECT_EQ(contents(stem + ".json"), to_json(first));
  EXPECT_EQ(contents(stem + "-2.json"), to_json(second));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path), {}), 2);
  EXPECT_FALSE(write_new_file(first, dir.path / "missing" / "m", ".json", out));
  EXPECT_NE(out.format().find("missing/m.json': No such file or directory [SF2002]"), std::string::npos)
      << out.format();
}

// As processes of different containers do: one number, one folder, one moment.
TEST(manifest_write, new_files_of_one_name_at_the_same_time_are_all_there) {
  temporary_directory dir;
  const std::string stem = dir.path / "app.1";
  std::vector<std::thread> writers;
  std::atomic<int> failed{0};
  for (unsigned t = 0; t < 8; ++t)
    writers.emplace_back([&, t] {
      for (unsigned i = 0; i < 10; ++i) {
        document doc;
        doc.sources = {{"tool", "", std::to_string(t * 10 + i), ""}};
        diagnostics problems;
        failed += !write_new_file(doc, stem, ".json", problems);
      }
    });
  for (std::thread &t : writers)
    t.join();
  EXPECT_EQ(failed, 0);
  std::set<std::string> texts;
  for (const auto &file : fs::directory_iterator(dir.path))
    texts.insert(contents(file.path()));
  EXPECT_EQ(texts.size(), 80u);
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path), {}), 80);
}

TEST(manifest_write, failure_leaves_nothing_behind) {
  temporary_directory dir;
  diagnostics out;
  EXPECT_FALSE(write_file({}, dir.path / "missing" / "m.json", out));
  fs::create_directory(dir.path / "taken");
  EXPECT_FALSE(write_file({}, dir.path / "taken", out)); // a directory is not replaced
  ASSERT_EQ(out.list().size(), 2u);
  for (const diagnostic &d : out.list())
    EXPECT_EQ(d.code, diag::file_not_written);
  EXPECT_NE(out.format().find("missing/m.json': No such file or directory [SF2002]"), std::string::npos)
      << out.format();
  EXPECT_EQ(std::distance(fs::directory_iterator(dir.path), {}), 1);
}

} // namespace
