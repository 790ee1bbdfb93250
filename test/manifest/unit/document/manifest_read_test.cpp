// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading manifests: what is accepted, and the code, line and text of every refusal.
#include "sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace syclfuse;
using namespace syclfuse::manifest;
using syclfuse::test::input;
using syclfuse::test::replaced;

namespace {

std::string small() { return input("small.fusion.json"); }

// Expects that `text` is refused with `code` at `line` as the first message, and that the message contains `part`.
void expect_refused(const std::string &text, diag code, unsigned line, const std::string &part) {
  diagnostics out;
  EXPECT_FALSE(parse(text, "m.json", out));
  ASSERT_FALSE(out.list().empty());
  const diagnostic &d = out.list().front();
  EXPECT_EQ(code_string(d.code), code_string(code)) << out.format();
  EXPECT_EQ(d.level, severity::error);
  EXPECT_EQ(d.file, "m.json");
  EXPECT_EQ(d.line, line) << out.format();
  EXPECT_NE(d.text.find(part), std::string::npos) << out.format();
}

// The same, for the small document with one piece replaced.
void expect_refused(const std::string &what, const std::string &with, diag code, unsigned line,
                    const std::string &part) {
  expect_refused(replaced(small(), what, with), code, line, part);
}

TEST(manifest_read, chain_is_read_and_written_back_unchanged) {
  diagnostics out;
  const std::string text = input("chain.fusion.json");
  const std::optional<document> doc = parse(text, "chain.fusion.json", out);
  ASSERT_TRUE(doc) << out.format();
  EXPECT_TRUE(out.list().empty()) << out.format();
  EXPECT_EQ(to_json(*doc), text);
  ASSERT_EQ(doc->regions.size(), 1u);
  EXPECT_EQ(doc->regions[0].submissions[2].kernel, "_ZTS11KernelThree");
  EXPECT_EQ(doc->regions[0].submissions[2].arguments[2].promote, promotion::private_memory);
  EXPECT_TRUE(doc->regions[0].barriers);
}

TEST(manifest_read, every_field_is_read_and_written_back_unchanged) {
  diagnostics out;
  const std::string text = input("every-field.fusion.json");
  const std::optional<document> doc = parse(text, "every-field.fusion.json", out);
  ASSERT_TRUE(doc) << out.format();
  EXPECT_TRUE(out.list().empty()) << out.format();
  EXPECT_EQ(to_json(*doc), text);
}

TEST(manifest_read, size_expressions_are_checked) {
  const std::string text = input("every-field.fusion.json");
  const auto refused = [&](const char *with, const std::string &part) {
    diagnostics out;
    EXPECT_FALSE(parse(replaced(text, "\"$3[0]\"", with), "m.json", out));
    EXPECT_NE(out.format().find(part), std::string::npos) << out.format();
  };
  refused("\"$3[0]+\"", "is '$3[0]+', needed: a size expression");
  refused("3", "needed: a string");
  refused("\"1\", \"2\", \"3\"", "needed: an array of at most 3 size expressions");
}

TEST(manifest_read, optional_fields_have_their_defaults) {
  diagnostics out;
  const std::optional<document> doc = parse(small(), "m.json", out);
  ASSERT_TRUE(doc) << out.format();
  EXPECT_TRUE(out.list().empty()) << out.format();
  EXPECT_TRUE(doc->sources.empty());
  EXPECT_EQ(doc->kernels[0].name, "");
  EXPECT_EQ(doc->kernels[0].parameters[2].mode, access_mode::none);
  EXPECT_EQ(doc->kernels[0].parameters[2].element_size, 0u);
  EXPECT_EQ(doc->regions[0].buffers[0].promote, promotion::none);
  EXPECT_TRUE(doc->regions[0].submissions[0].range.global.empty());
  EXPECT_EQ(doc->regions[0].submissions[1].range.offset, std::vector<std::uint64_t>{2});
}

TEST(manifest_read, arguments_without_identity_stay_without) {
  diagnostics out;
  const auto doc = parse(replaced(small(), "{\"parameter\": 1, \"identity\": 2}", "{\"parameter\": 1}"), "m.json", out);
  ASSERT_TRUE(doc) << out.format();
  EXPECT_FALSE(doc->regions[0].submissions[1].arguments[1].identity);
}

TEST(manifest_read, unreadable_file) {
  diagnostics out;
  EXPECT_FALSE(read_file("/nonexistent/m.json", out));
  ASSERT_EQ(out.list().size(), 1u);
  EXPECT_EQ(out.list()[0].code, diag::manifest_unreadable);
  EXPECT_NE(out.list()[0].text.find("No such file"), std::string::npos) << out.format();
}

TEST(manifest_read, directory_is_unreadable) {
  diagnostics out;
  EXPECT_FALSE(read_file(TEST_INPUTS, out));
  ASSERT_EQ(out.list().size(), 1u);
  EXPECT_EQ(out.list()[0].code, diag::manifest_unreadable);
}

TEST(manifest_read, malformed_json) {
  expect_refused("", diag::manifest_malformed, 1, "unexpected end of input");
  expect_refused("\n\n  nonsense", diag::manifest_malformed, 3, "invalid literal");
  expect_refused("{\n  \"a\": 1\n  \"b\": 2\n}", diag::manifest_malformed, 3, "unexpected string literal");
  expect_refused("{\"a\": \"x\ny\"}", diag::manifest_malformed, 1, "control character");
  expect_refused("{\n\"a\": \"\xff\"\n}", diag::manifest_malformed, 2, "ill-formed UTF-8");
  expect_refused(small() + "{", diag::manifest_malformed, 55, "expected end of input");
}

TEST(manifest_read, malformed_json_names_the_line_of_each_truncation) {
  const std::string text = small();
  // The last newline may be missing, everything else may not.
  for (std::size_t n = 0; n + 1 < text.size(); ++n) {
    diagnostics out;
    ASSERT_FALSE(parse(std::string_view(text).substr(0, n), "m.json", out)) << n;
    ASSERT_EQ(out.list().front().code, diag::manifest_malformed) << n << out.format();
    const auto lines = 1 + std::count(text.begin(), text.begin() + long(n), '\n');
    ASSERT_EQ(out.list().front().line, lines) << n << out.format();
  }
}

TEST(manifest_read, duplicate_field) {
  expect_refused("\"barriers\": true,", "\"barriers\": true,\n \"barriers\": false,", diag::manifest_malformed, 31,
                 "field 'barriers' appears twice");
}

TEST(manifest_read, hostile_depth_does_not_exhaust_the_stack) {
  for (const char *open : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 100000; ++i)
      text += open;
    expect_refused(text, diag::manifest_malformed, 1, "nested more than 32 levels deep");
  }
}

TEST(manifest_read, hostile_number_of_values) {
  std::string text = "[0";
  for (int i = 0; i < (4 << 20); ++i)
    text += ",0";
  expect_refused(text + "]", diag::manifest_malformed, 1, "more than 4194304 values");
}

TEST(manifest_read, hostile_size) {
  expect_refused(std::string((std::size_t(64) << 20) + 1, ' '), diag::manifest_malformed, 0, "larger than 64 MiB");
}

TEST(manifest_read, unknown_schema) {
  expect_refused("\"version\": 1", "\"version\": 2", diag::manifest_schema_unknown, 3,
                 "schema 'sycl-fuse-manifest' version 2 is not supported: this tool reads version 1");
  expect_refused("\"version\": 1", "\"version\": \"1\"", diag::manifest_schema_unknown, 3, "version '1'");
  expect_refused("\"sycl-fuse-manifest\"", "\"other\"", diag::manifest_schema_unknown, 2, "schema 'other'");
  expect_refused("\"version\": 1,", "", diag::manifest_field_missing, 1, "missing field 'version'");
  expect_refused("\"schema\": \"sycl-fuse-manifest\",", "", diag::manifest_field_missing, 1, "missing field 'schema'");
  expect_refused("[]", diag::manifest_field_invalid, 1, "is an array, needed: an object");
}

TEST(manifest_read, missing_field) {
  expect_refused("\"closure_size\": 104,", "", diag::manifest_field_missing, 6,
                 "missing field 'kernels[0].closure_size'");
  expect_refused("\"name\": \"factor\", ", "", diag::manifest_field_missing, 20,
                 "missing field 'kernels[0].parameters[2].name'");
  expect_refused("\"origin\": \"source\"", "\"local\": [8]", diag::manifest_field_missing, 50,
                 "missing field 'regions[0].nd_ranges[0].origin'");
}

TEST(manifest_read, field_of_wrong_type_or_value) {
  const diag invalid = diag::manifest_field_invalid;
  expect_refused("\"symbol\": \"_ZTS5Scale\"", "\"symbol\": 5", invalid, 7,
                 "field 'kernels[0].symbol' is 5, needed: a string");
  expect_refused("\"symbol\": \"_ZTS5Scale\"", "\"symbol\": \"\"", invalid, 7, "is empty, needed: a name");
  expect_refused("\"closure_size\": 104", "\"closure_size\": -1", invalid, 11, "is -1, needed: an integer from 0 to");
  expect_refused("\"closure_size\": 104", "\"closure_size\": 104.5", invalid, 11, "is 104.5, needed");
  expect_refused("\"closure_size\": 104", "\"closure_size\":\n 4294967296", invalid, 12, "is 4294967296");
  expect_refused("\"closure_size\": 104,", "\"closure_size\":\n null\n,", invalid, 12, "is null");
  expect_refused("\"closure_align\": 8", "\"closure_align\": 0", invalid, 12, "an integer from 1 to 4096");
  expect_refused("\"kind\": \"range\",\n      \"dimensions\": 1", "\"kind\": \"loop\",\n\"dimensions\": 1", invalid, 9,
                 "field 'kernels[0].kind' is 'loop', needed: one of single_task, range, nd_range");
  expect_refused("\"kind\": \"range\",\n      \"dimensions\": 1", "\"kind\": \"range\",\n\"dimensions\": 4", invalid,
                 10, "an integer from 1 to 3");
  expect_refused("\"barriers\": true", "\"barriers\": \"yes\"", invalid, 30, "needed: true or false");
  expect_refused("\"targets\": [\"native\"]", "\"targets\": \"native\"", invalid, 4, "needed: an array");
  expect_refused("\"targets\": [\"native\"]", "\"targets\": [\"native\", {}]", invalid, 4,
                 "field 'targets[1]' is an object, needed: a string");
  expect_refused("{\"file\": \"a.cpp\", \"line\": 7, \"column\": 5}", "\"a.cpp:7\"", invalid, 8, "needed: an object");
  expect_refused("\"range\": [64]", "\"range\": [1, 1, 1, 1]", invalid, 33,
                 "is 4 sizes, needed: an array of at most 3");
  expect_refused("\"range\": {\"offset\": [2]}", "\"range\": {\"local\": [0]}", invalid, 42, "integer from 1 to");
}

TEST(manifest_read, unknown_field_is_a_warning_with_its_line) {
  diagnostics out;
  EXPECT_TRUE(parse(replaced(small(), "\"barriers\": true,", "\"barriers\": true, \"colour\":\n [3],"), "m.json", out));
  ASSERT_EQ(out.list().size(), 1u);
  EXPECT_EQ(out.format(), "m.json:30: warning: unknown field 'regions[0].colour' is ignored [SF2011]\n"
                          "note: remove it, or use a newer release\n");
}

TEST(manifest_read, many_mistakes_give_a_bounded_number_of_messages) {
  std::string text = "{\"schema\": \"sycl-fuse-manifest\", \"version\": 1, \"regions\": [], \"kernels\": [0";
  for (int i = 0; i < 5000; ++i)
    text += ",0";
  diagnostics out;
  EXPECT_FALSE(parse(text + "]}", "m.json", out));
  EXPECT_EQ(out.list().size(), 50u);
}

TEST(manifest_read, an_error_is_shown_after_any_number_of_warnings) {
  std::string fields;
  for (int i = 0; i < 200; ++i)
    fields += "\"unknown" + std::to_string(i) + "\": 0, ";
  diagnostics out;
  EXPECT_FALSE(parse(
      replaced(replaced(small(), "\"version\": 1,", "\"version\": 1, \"sources\": [{" + fields + "\"tool\": \"t\"}],"),
               "\"global\": [64]", "\"global\": 64"),
      "m.json", out));
  EXPECT_TRUE(out.has_errors());
  EXPECT_LE(out.list().size(), 51u);
}

TEST(manifest_read, unknown_kernel) {
  expect_refused("{\"kernel\": \"_ZTS5Scale\", \"kind\": \"range\", \"dimensions\": 1,\n",
                 "{\"kernel\": \"_ZTS5Other\", \"kind\": \"range\", \"dimensions\": 1,\n",
                 diag::manifest_unknown_kernel, 37, "region 'run' submits kernel '_ZTS5Other'");
}

TEST(manifest_read, duplicate_kernel) {
  diagnostics out;
  std::optional<document> doc = parse(small(), "m.json", out);
  ASSERT_TRUE(doc);
  doc->kernels.push_back(doc->kernels[0]);
  EXPECT_FALSE(validate(*doc, "m.json", out));
  EXPECT_EQ(out.list().at(0).code, diag::manifest_field_invalid);
  EXPECT_EQ(out.list().at(0).line, 0u);
  EXPECT_NE(out.format().find("field 'kernels[1].symbol'"), std::string::npos) << out.format();
}

TEST(manifest_read, index_out_of_range) {
  expect_refused("{\"parameter\": 1, \"identity\": 2}", "{\"parameter\": 1, \"identity\": 3}",
                 diag::manifest_index_out_of_range, 46, "identity 3 is out of range: there are 3");
  expect_refused("{\"parameter\": 1, \"identity\": 2}", "{\"parameter\": 3, \"identity\": 2}",
                 diag::manifest_index_out_of_range, 46, "parameter 3 is out of range: there are 3");
}

TEST(manifest_read, promoted_buffer_with_unpromoted_accessor) {
  const std::string text = "promoted buffer 'b1' of region 'run' is used by accessor 'in' of kernel '_ZTS5Scale', "
                           "which is not promoted";
  expect_refused(", \"promote\":\n             \"private\"}", "}", diag::manifest_promotion_mismatch, 44, text);
  expect_refused("\"promote\":\n             \"private\"}", "\"promote\":\n \"local\"}", diag::manifest_field_invalid,
                 45, "is 'local', needed: 'private' as for accessor 'out' of the same buffer");
  expect_refused("\"identity\": 1, \"promote\": \"private\"}", "\"identity\": 1}", diag::manifest_promotion_mismatch,
                 45, "is used by accessor 'out' of kernel '_ZTS5Scale'");
}

TEST(manifest_read, promotion_of_what_is_no_accessor) {
  expect_refused("{\"parameter\": 1, \"identity\": 2}", "{\"parameter\": 2, \"identity\": 2}",
                 diag::manifest_field_invalid, 46, "is 'std_layout', needed: an accessor or a pointer");
  expect_refused("\"kind\": \"accessor\", \"type\": \"float\", \"element_size\": 4,\n         \"dimensions\": 1, "
                 "\"mode\": \"write\"",
                 "\"kind\": \"pointer\", \"type\": \"float\", \"element_size\": 4,\n         \"mode\": \"write\"",
                 diag::manifest_field_invalid, 40, "is 'private', needed: 'none', since only accessors are promoted");
}

TEST(manifest_read, argument_given_twice) {
  expect_refused("{\"parameter\": 1, \"identity\": 2}", "{\"parameter\": 0, \"identity\": 2}",
                 diag::manifest_field_invalid, 46, "needed: each parameter at most once");
}

TEST(manifest_read, parameters_that_do_not_fit_the_closure) {
  const diag code = diag::manifest_parameter_overlap;
  expect_refused("\"offset\": 96, \"size\": 4", "\"offset\": 92, \"size\": 4", code, 21,
                 "parameter 'factor' of kernel '_ZTS5Scale' overlaps");
  expect_refused("\"offset\": 96, \"size\": 4", "\"offset\": 102, \"size\": 4", code, 21, "'factor'");
  expect_refused("\"offset\": 96, \"size\": 4", "\"offset\": 4294967295, \"size\": 4294967295", code, 21, "'factor'");
  expect_refused("\"offset\": 48, \"size\": 48", "\"offset\": 48, \"size\": 40", diag::manifest_field_invalid, 19,
                 "is 40, needed: at least 48 for accessor of 1 dimensions");
}

TEST(manifest_read, dimensions_that_differ) {
  const diag code = diag::manifest_dimensions_differ;
  expect_refused("\"range\": [64]", "\"range\": [64, 64]", code, 33,
                 "the range of buffer 'b1' has 2 dimensions, needed: 1");
  expect_refused("{\"offset\": [2]}", "{\"offset\": [2, 2]}", code, 42, "the offset has 2 dimensions, needed: 1");
  expect_refused("\"global\": [64]", "\"global\": [64, 64]", code, 50, "an ND-range of region 'run' has 2 dimensions");
  expect_refused("\"global\": [64]", "\"global\": [64], \"local\": [8, 8]", code, 50,
                 "the local size has 2 dimensions");
  expect_refused("\"global\": [64]", "\"global\": []", diag::manifest_field_invalid, 50, "is empty, needed: one size");
  expect_refused("\"dimensions\": 1, \"range\": {\"offset\": [2]}", "\"dimensions\": 2", code, 42,
                 "the submission of kernel '_ZTS5Scale' has 2 dimensions, needed: 1");
  expect_refused("\"kind\": \"range\", \"dimensions\": 1, \"range\": {\"offset\": [2]}",
                 "\"kind\": \"nd_range\", \"dimensions\": 1", diag::manifest_field_invalid, 42,
                 "is 'nd_range', needed: 'range' as for its kernel");
}

TEST(manifest_read, nd_ranges_of_each_submission) {
  const diag code = diag::manifest_field_invalid;
  expect_refused("\"global\": [64]", "\"submissions\": [{\"global\": [64]}]", code, 50,
                 "is 1 ND-ranges, needed: one for each of 2 submissions");
  expect_refused("\"global\": [64]", "\"global\": [64], \"submissions\": [{\"global\": [64]}, {\"global\": [8]}]", code,
                 50, "needed: no size beside those of submissions");
  expect_refused("\"global\": [64]", "\"submissions\": [{\"global\": [64]}, {}]", code, 50,
                 "needed: one size per dimension");
  expect_refused("\"global\": [64]", "\"submissions\": [{\"global\": [64]}, {\"global\": [8, 8]}]",
                 diag::manifest_dimensions_differ, 50, "the global size has 2 dimensions, needed: 1");
}

} // namespace
