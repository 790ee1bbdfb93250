// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics: codes, arguments, and the printed form.
#include "syclfuse/diagnostic.hpp"

#include <gtest/gtest.h>

#include <set>

using namespace syclfuse;

namespace {

TEST(diagnostic, every_code_is_found_and_no_number_is_used_twice) {
  std::set<unsigned> numbers;
  std::set<std::string_view> names;
  unsigned last = 0;
  for (const diag_info &d : all_diagnostics()) {
    EXPECT_EQ(info(d.code).name, d.name);
    EXPECT_GE(static_cast<unsigned>(d.code), last);
    last = static_cast<unsigned>(d.code);
    EXPECT_TRUE(numbers.insert(last).second) << last;
    EXPECT_EQ(d.name.find('_'), std::string_view::npos) << d.name;
    EXPECT_FALSE(d.text.empty()) << d.name;
    if (d.level != severity::remark) // reasons may have no remedy, and may share a name with a diagnostic
      EXPECT_TRUE(names.insert(d.name).second) << d.name;
    if (d.level != severity::remark)
      EXPECT_FALSE(d.remedy.empty()) << d.name;
  }
  EXPECT_EQ(info(diag::bad_nd_range).name, "bad-nd-range");
  EXPECT_EQ(info(diag::reason_none).level, severity::remark);
}

TEST(diagnostic, number_outside_of_the_enumeration_is_an_internal_error) {
  EXPECT_EQ(info(static_cast<diag>(9999)).code, diag::internal_error);
}

TEST(diagnostic, code_has_four_digits) {
  EXPECT_EQ(code_string(diag::manifest_unreadable), "SF2001");
  EXPECT_EQ(code_string(diag::reason_none), "SF0000");
}

TEST(diagnostic, arguments_are_inserted_as_they_are) {
  EXPECT_EQ(format_text(diag::manifest_unreadable, {"{1}%s", "why"}), "cannot read manifest '{1}%s': why");
  EXPECT_EQ(format_text(diag::manifest_unreadable, {"m.json"}), "cannot read manifest 'm.json': {1}");
}

TEST(diagnostic, printed_form_leaves_out_what_is_not_known) {
  diagnostics out;
  out.add(diag::manifest_field_missing, "m.json", 3, 7, {"x"});
  out.add(diag::manifest_field_missing, "m.json", 3, 0, {"x"});
  out.add(diag::manifest_field_missing, "m.json", 0, 0, {"x"});
  diagnostic &last = out.add(diag::manifest_unknown_field, "", 0, 0, {"x"});
  last.notes = {{"a.cpp", 1, 2, "seen here"}, {"", 0, 0, "somewhere"}};
  EXPECT_EQ(out.format(), "m.json:3:7: error: missing field 'x' [SF2005]\nnote: see docs/manifest.md\n"
                          "m.json:3: error: missing field 'x' [SF2005]\nnote: see docs/manifest.md\n"
                          "m.json: error: missing field 'x' [SF2005]\nnote: see docs/manifest.md\n"
                          "warning: unknown field 'x' is ignored [SF2011]\na.cpp:1:2: note: seen here\n"
                          "note: somewhere\nnote: remove it, or use a newer release\n");
}

TEST(diagnostic, only_errors_count_as_errors) {
  diagnostics out;
  EXPECT_FALSE(out.has_errors());
  out.add(diag::manifest_unknown_field, "", 0, 0, {"x"});
  EXPECT_FALSE(out.has_errors());
  out.add(diag::manifest_field_missing, "", 0, 0, {"x"});
  EXPECT_TRUE(out.has_errors());
}

} // namespace
