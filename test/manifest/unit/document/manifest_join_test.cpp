// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions whose kernels are submitted by functions of other translation units: where all of these are known, they
// become regions as if it had been one translation unit.
#include "sample.hpp"

#include "syclfuse/size_expression.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace syclfuse;
using namespace syclfuse::manifest;

namespace {

// A kernel of two accessors, and one of a pointer.
document kernels() {
  document doc;
  kernel k;
  k.symbol = "K";
  k.closure_size = 96;
  k.closure_align = 8;
  for (unsigned i = 0; i < 2; ++i)
    k.parameters.push_back(
        {i ? "out" : "in", param_kind::accessor, "int", 4, 1, access_mode::read_write, "device", 48 * i, 48});
  doc.kernels.push_back(k);
  k = {"P",
       "",
       {},
       range_kind::range,
       false,
       1,
       8,
       8,
       {{"p", param_kind::pointer, "int", 4, 0, access_mode::none, "", 0, 8}}};
  doc.kernels.push_back(k);
  return doc;
}

buffer memory(const std::string &name, std::optional<unsigned> parameter = {}, const std::string &part = {},
              promotion promote = promotion::none) {
  buffer b{name, "int", 4, 1, {}, promote, {"a.cpp", 1, 1}};
  b.parameter = parameter;
  b.part = part;
  return b;
}

submission submit(std::optional<unsigned> in, std::optional<unsigned> out, promotion of_in = promotion::none,
                  promotion of_out = promotion::none) {
  submission s;
  s.kernel = "K";
  s.location = {"a.cpp", 2, 2};
  s.arguments = {{0, in, of_in}, {1, out, of_out}};
  return s;
}

open_point call(const std::string &symbol, unsigned first, std::vector<call_argument> arguments) {
  return {open_kind::call, {"a.cpp", 3, 3}, first, 0, symbol, symbol, std::move(arguments)};
}

call_argument pass(unsigned parameter, std::optional<unsigned> identity, const std::string &part = {}) {
  return {parameter, part, identity};
}

region caller(std::vector<buffer> buffers, std::vector<submission> submissions, std::vector<open_point> open) {
  region r;
  r.name = "run";
  r.source.begin = {"a.cpp", 1, 1};
  r.buffers = std::move(buffers);
  r.submissions = std::move(submissions);
  r.open = std::move(open);
  return r;
}

region way(std::vector<buffer> buffers, std::vector<submission> submissions, std::vector<open_point> open = {}) {
  region r = caller(std::move(buffers), std::move(submissions), std::move(open));
  r.source = {};
  return r;
}

// step(queue &, buffer &in, buffer &out): tmp = f(in); out = f(tmp).
function step(promotion tmp = promotion::private_memory) {
  return {"step",
          "step",
          {"b.cpp", 5, 1},
          {way({memory("in", 1), memory("tmp", {}, {}, tmp), memory("out", 2)},
               {submit(0, 1, promotion::none, tmp), submit(1, 2, tmp, promotion::none)})}};
}

document joined(document doc, bool valid = true) {
  diagnostics out;
  EXPECT_EQ(validate(doc, "before", out), valid) << out.format();
  join(doc);
  EXPECT_EQ(validate(doc, "after", out), valid) << out.format();
  return doc;
}

std::vector<std::pair<unsigned, unsigned>> identities(const region &r) {
  std::vector<std::pair<unsigned, unsigned>> all;
  for (const submission &s : r.submissions)
    all.push_back({s.arguments.at(0).identity.value_or(99), s.arguments.at(1).identity.value_or(99)});
  return all;
}
using pairs = std::vector<std::pair<unsigned, unsigned>>;

TEST(join, puts_submissions_in_the_place_of_the_call) {
  document doc = kernels();
  doc.functions = {step()};
  // k(a, b); step(q, b, c); k(c, d), and one buffer that is passed to nobody.
  doc.open_regions = {caller({memory("a"), memory("unused"), memory("b"), memory("c"), memory("d")},
                             {submit(0, 2), submit(3, 4)}, {call("step", 1, {pass(1, 2), pass(2, 3)})})};
  const document out = joined(doc);
  EXPECT_TRUE(out.open_regions.empty());
  ASSERT_EQ(out.regions.size(), 1u);
  const region &r = out.regions[0];
  EXPECT_EQ(identities(r), (pairs{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
  ASSERT_EQ(r.buffers.size(), 5u);
  EXPECT_EQ(r.buffers[1].name, "b");
  EXPECT_EQ(r.buffers[2].name, "tmp");
  EXPECT_EQ(r.buffers[2].promote, promotion::private_memory);
  EXPECT_EQ(r.submissions[1].arguments[1].promote, promotion::private_memory);
  EXPECT_FALSE(r.buffers[1].parameter);
  EXPECT_TRUE(r.open.empty());
}

TEST(join, each_call_has_memory_of_its_own) {
  document doc = kernels();
  doc.functions = {step()};
  doc.open_regions = {caller({memory("a"), memory("b")}, {},
                             {call("step", 0, {pass(1, 0), pass(2, 1)}), call("step", 0, {pass(1, 1)})})};
  const region r = joined(doc).regions.at(0);
  EXPECT_EQ(identities(r), (pairs{{0, 1}, {1, 2}, {2, 3}, {3, 4}})); // a, tmp, b, tmp, out
  EXPECT_EQ(r.buffers[4].name, "out");
}

TEST(join, goes_through_functions_that_call_functions) {
  document doc = kernels();
  function outer{"outer",
                 "outer",
                 {},
                 {way({memory("x", 0, ".b"), memory("y", 3)}, {}, {call("step", 0, {pass(1, 0), pass(2, 1)})})}};
  doc.functions = {step(), outer};
  doc.open_regions = {
      caller({memory("a"), memory("b")}, {submit(1, 0)}, {call("outer", 1, {pass(0, 0, ".b"), pass(3, 1)})})};
  EXPECT_EQ(identities(joined(doc).regions.at(0)), (pairs{{0, 1}, {1, 2}, {2, 0}}));
}

TEST(join, leaves_open_what_is_not_certain) {
  const region caller_of_step = caller({memory("a")}, {submit(0, 0)}, {call("step", 1, {pass(1, 0), pass(2, 0)})});
  document doc = kernels();
  doc.open_regions = {caller_of_step};
  EXPECT_EQ(joined(doc).open_regions.size(), 1u) << "nobody knows the function";
  doc.functions = {step()};
  doc.functions[0].ways[0].open = {{open_kind::loop, {}, 0, 1, {}}};
  EXPECT_EQ(joined(doc).open_regions.size(), 1u) << "it is open";
  doc.functions[0].ways[0].open = {call("step", 1, {})};
  EXPECT_EQ(joined(doc).open_regions.size(), 1u) << "it is recursive";
  doc.functions = {step(), {"other", "", {}, {way({}, {}, {call("step", 0, {})})}}};
  doc.functions[0].ways[0].open = {call("other", 1, {})};
  EXPECT_EQ(joined(doc).open_regions.size(), 1u) << "two that call each other";
  doc.functions = {step()};
  doc.open_regions[0].open.push_back({open_kind::branch, {}, 0, 1, {}});
  EXPECT_EQ(joined(doc).open_regions.size(), 1u) << "there is a condition beside it";
}

TEST(join, makes_a_region_of_each_way) {
  document doc = kernels();
  doc.functions = {step()};
  doc.functions[0].ways.push_back(way({}, {}));
  doc.open_regions = {caller({memory("a")}, {submit(0, 0)}, {call("step", 0, {}), call("step", 1, {})})};
  EXPECT_EQ(joined(doc).regions.size(), 4u);
  // Three times two ways are eight, four times are too many.
  doc.open_regions[0].open.push_back(call("step", 1, {}));
  EXPECT_EQ(joined(doc).regions.size(), 6u) << "the second and third call are alike: no kernels in one of them";
  doc.open_regions[0].open.push_back(call("step", 1, {}));
  EXPECT_TRUE(joined(doc).regions.empty());
}

TEST(join, does_not_grow_without_bound) {
  document doc = kernels();
  doc.functions = {{"f0", "", {}, {way({}, {submit({}, {})})}}};
  for (unsigned i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    doc.functions.push_back(
        {"f" + std::to_string(i), "", {}, {way({}, {}, {call(before, 0, {}), call(before, 0, {})})}});
  }
  doc.open_regions = {caller({}, {}, {call("f39", 0, {})})};
  EXPECT_EQ(joined(doc).open_regions.size(), 1u);
  doc.open_regions = {caller({}, {}, {call("f5", 0, {})})};
  EXPECT_EQ(joined(doc).regions.at(0).submissions.size(), 32u);
}

TEST(join, promotions_are_those_of_all_accessors) {
  const auto promoted = [](promotion of_buffer, promotion of_accessor, promotion of_function) {
    document doc = kernels();
    function f{"f", "", {}, {way({memory("x", 1)}, {submit(0, {}, of_function)})}};
    doc.functions = {f};
    doc.open_regions = {caller({memory("a", {}, {}, of_buffer)}, {submit({}, 0, promotion::none, of_accessor)},
                               {call("f", 1, {pass(1, 0)})})};
    const region r = joined(doc).regions.at(0);
    EXPECT_EQ(r.submissions[0].arguments[1].promote, r.submissions[1].arguments[0].promote);
    return r.submissions[1].arguments[0].promote;
  };
  const promotion none = promotion::none, priv = promotion::private_memory, local = promotion::local_memory,
                  automatic = promotion::automatic;
  EXPECT_EQ(promoted(none, none, none), none);
  EXPECT_EQ(promoted(priv, priv, none), priv) << "the buffer's, which the function does not know";
  EXPECT_EQ(promoted(none, priv, none), none) << "not of all accessors";
  EXPECT_EQ(promoted(none, none, priv), none);
  EXPECT_EQ(promoted(priv, priv, local), local);
  EXPECT_EQ(promoted(automatic, automatic, none), automatic);
  EXPECT_EQ(promoted(none, automatic, priv), automatic);
}

TEST(join, accessors_that_are_passed_bring_their_hints) {
  document doc = kernels();
  doc.functions = {{"f", "", {}, {way({memory("in", 1), memory("out", 2)}, {submit(0, 1)})}}};
  call_argument in{1, "", 0u, promotion::private_memory, {8}, {4}};
  doc.open_regions = {caller({memory("a"), memory("b")}, {}, {call("f", 0, {in, pass(2, 1)})})};
  const region r = joined(doc).regions.at(0);
  EXPECT_EQ(r.submissions[0].arguments[0].promote, promotion::private_memory);
  EXPECT_EQ(r.submissions[0].arguments[0].range, std::vector<std::uint64_t>{8});
  EXPECT_EQ(r.submissions[0].arguments[0].offset, std::vector<std::uint64_t>{4});
  EXPECT_EQ(r.submissions[0].arguments[1].promote, promotion::none);
}

TEST(join, numbers_and_lists_nd_ranges) {
  document doc = kernels();
  submission sized = submit({}, {});
  sized.range = {{256}, {}, {0}};
  sized.range_id = 0;
  doc.functions = {{"f", "", {}, {way({}, {sized})}}};
  region r = caller({}, {sized}, {call("f", 1, {})});
  r.nd_ranges = {
      {{{7, 7}, {}, {}}, nd_range_origin::source, {}}}; // of two dimensions, which no kernel turns out to have
  doc.open_regions = {r};
  const region out = joined(doc).regions.at(0);
  EXPECT_EQ(out.submissions[0].range_id, 0u);
  EXPECT_EQ(out.submissions[1].range_id, 1u) << "what is one within the function need not be one with the caller's";
  ASSERT_EQ(out.nd_ranges.size(), 1u);
  EXPECT_EQ(out.nd_ranges[0].range.global, std::vector<std::uint64_t>{256});
}

submission sized(nd_range_expressions sizes) {
  submission s = submit({}, {});
  s.range.offset = {0};
  s.sizes = std::move(sizes);
  s.sizes.offset = {"0"};
  return s;
}

call_argument number(unsigned parameter, std::vector<std::string> sizes, const std::string &part = {}) {
  call_argument a{parameter, part, {}};
  a.sizes = std::move(sizes);
  return a;
}

// f(queue &, int n, state &s): n items, then as many as s.tiles times 16.
function of_sizes() {
  return {"f", "f", {}, {way({}, {sized({{"$1[0]"}, {}, {}}), sized({{"$2.tiles[0]*16"}, {}, {}})})}};
}

TEST(join, computes_sizes_of_what_is_passed) {
  document doc = kernels();
  doc.functions = {of_sizes()};
  doc.open_regions = {
      caller({}, {sized({{"64"}, {}, {}})}, {call("f", 1, {number(1, {"(8*8)"}), number(2, {"4"}, ".tiles")})})};
  const region r = joined(doc).regions.at(0);
  for (const submission &s : r.submissions) {
    EXPECT_EQ(s.range.global, std::vector<std::uint64_t>{64});
    EXPECT_EQ(s.range_id, 0u);
    EXPECT_TRUE(s.sizes.empty()) << "of no use to the build";
  }
  ASSERT_EQ(r.nd_ranges.size(), 1u);
  EXPECT_EQ(r.nd_ranges[0].range.global, std::vector<std::uint64_t>{64});
}

TEST(join, sizes_that_only_a_run_knows_are_one_where_they_are_the_same_expression) {
  document doc = kernels();
  doc.functions = {of_sizes()};
  doc.functions.push_back(
      {"g", "g", {}, {way({}, {sized({{"#0"}, {}, {}}), sized({{"#0"}, {}, {}})})}}); // of something of its own
  // k(n); f(n, s); g(); g(); and s has no tiles that are known.
  doc.open_regions = {
      caller({}, {sized({{"#0"}, {}, {}})}, {call("f", 1, {number(1, {"#0"})}), call("g", 1, {}), call("g", 1, {})})};
  const region r = joined(doc).regions.at(0);
  std::vector<int> ids;
  for (const submission &s : r.submissions) {
    ids.push_back(s.range_id ? int(*s.range_id) : -1);
    EXPECT_TRUE(s.range.global.empty());
  }
  EXPECT_EQ(ids, (std::vector<int>{0, 0, -1, 1, 1, 2, 2}));
}

TEST(join, sizes_of_buffers_are_those_of_what_is_passed_through_functions_of_functions) {
  document doc = kernels();
  const auto of_buffer = [&](const char *text) {
    submission s = sized({{text}, {}, {}});
    s.arguments = submit(0, 0).arguments;
    return s;
  };
  doc.functions = {{"inner", "", {}, {way({memory("own"), memory("x", 1)}, {of_buffer("&1[0]"), of_buffer("&0[0]")})}},
                   {"outer", "", {}, {way({memory("y", 1)}, {}, {call("inner", 0, {pass(1, 0)})})}}};
  doc.open_regions = {caller({memory("a"), memory("b")}, {of_buffer("&1[0]")}, {call("outer", 1, {pass(1, 1)})})};
  region r = joined(doc).regions.at(0);
  EXPECT_EQ(r.submissions[0].range_id, r.submissions[1].range_id);
  EXPECT_NE(r.submissions[1].range_id, r.submissions[2].range_id);
  doc.open_regions[0].buffers[1].range = {96};
  r = joined(doc).regions.at(0);
  EXPECT_EQ(r.submissions[1].range.global, std::vector<std::uint64_t>{96});
  EXPECT_TRUE(r.submissions[2].range.global.empty());
}

TEST(join, sizes_that_cannot_be_are_not_known) {
  for (const char *text : {"$1[0]-9", "$1[0]/0", "$1[1]", "$7[0]", "&5[0]", "18446744073709551615*$1[0]", "$1[0]%0"}) {
    document doc = kernels();
    doc.functions = {{"f", "", {}, {way({}, {sized({{text}, {}, {}})})}}};
    doc.open_regions = {caller({}, {}, {call("f", 0, {number(1, {"8"})})})};
    const submission s = joined(doc).regions.at(0).submissions.at(0);
    EXPECT_TRUE(s.range.global.empty()) << text;
    EXPECT_FALSE(s.range_id) << text;
  }
}

TEST(join, expressions_of_sizes) {
  const auto same = [](std::string_view atom) { return std::string(atom); };
  EXPECT_EQ(fold_size_expression("2*(3+#4)-1%5", same), "((2*(3+#4))-1)");
  EXPECT_EQ(fold_size_expression("100-7*8/3-1", same), "81");
  EXPECT_EQ(fold_size_expression("$12.a.b[2]+0", same), "($12.a.b[2]+0)");
  for (const char *wrong : {"", "+", "1+", "(1", "1)", "x", "$", "$1", "$1[]", "$1x[0]", "&1.a[0]", "#", "#1[0]",
                            "1 + 2", "99999999999999999999", "$99999999999[0]"})
    EXPECT_FALSE(is_size_expression(wrong)) << wrong;
  EXPECT_FALSE(is_size_expression(std::string(100, '(') + "1" + std::string(100, ')')));
  EXPECT_FALSE(is_size_expression(std::string(2000, '1')));
  EXPECT_TRUE(is_size_expression("((1))"));
}

TEST(join, what_expressions_of_sizes_become_is_within_their_limits) {
  const auto same = [](std::string_view atom) { return std::string(atom); };
  std::string sum = "#0";
  unsigned most = 0;
  for (unsigned i = 0; i != 200; ++i, sum += "+#0")
    if (const std::string folded = fold_size_expression(sum, same); !folded.empty()) {
      EXPECT_EQ(fold_size_expression(folded, same), folded);
      most = i;
    }
  EXPECT_EQ(most, 64u); // parentheses around each but the last
  const std::string part(500, 'x');
  for (unsigned more = 0; more != 30; ++more) {
    const std::string folded = fold_size_expression("$1[0]+$2[0]", [&](std::string_view atom) {
      return (atom == "$1[0]" ? "$1." + part : "$2." + part + std::string(more, 'x')) + "[0]";
    });
    EXPECT_EQ(folded.empty(), 1000 + 12 + 3 + more > 1024) << more;
    EXPECT_TRUE(folded.empty() || is_size_expression(folded));
  }
}

TEST(join, numbers_of_values_do_not_wrap) {
  document doc = kernels();
  doc.functions = {{"f", "f", {}, {way({}, {sized({{"#4294967295"}, {}, {}})})}},
                   {"g", "g", {}, {way({}, {sized({{"#0"}, {}, {}})})}}};
  doc.open_regions = {caller({}, {sized({{"#0"}, {}, {}})}, {call("f", 1, {}), call("g", 1, {})})};
  const region r = joined(doc).regions.at(0);
  EXPECT_EQ(r.submissions[0].range_id, 0u);
  EXPECT_FALSE(r.submissions[1].range_id);
  EXPECT_FALSE(r.submissions[2].range_id);
}

TEST(join, follows_chains_of_calls_of_any_length) {
  document doc = kernels();
  doc.functions = {{"f0", "", {}, {way({}, {submit({}, {})})}}};
  for (unsigned i = 1; i != 100000; ++i)
    doc.functions.push_back(
        {"f" + std::to_string(i), "", {}, {way({}, {}, {call("f" + std::to_string(i - 1), 0, {})})}});
  doc.open_regions = {caller({}, {}, {call("f99999", 0, {}), call("f50000", 0, {})})};
  EXPECT_EQ(joined(doc).regions.at(0).submissions.size(), 2u);
  doc.functions[0].ways[0].open = {call("f99999", 0, {})};
  EXPECT_EQ(joined(doc).open_regions.size(), 1u) << "a circle";
}

TEST(join, depends_on_neither_order_nor_grouping_of_the_merges) {
  document a = kernels(), b = kernels(), c = kernels();
  a.open_regions = {caller({memory("x"), memory("y")}, {submit(0, 1)}, {call("outer", 1, {pass(1, 1), pass(2, 0)})})};
  b.functions = {
      {"outer",
       "",
       {"b.cpp", 1, 1},
       {way({memory("p", 1), memory("q", 2)}, {submit(1, 0)}, {call("step", 1, {pass(1, 0), pass(2, 1)})})}}};
  c.functions = {step()};
  c.regions = {joined(a).open_regions.at(0)};
  c.regions[0].open.clear();
  std::vector<document> all{a, b, c};
  std::string first;
  std::sort(all.begin(), all.end(), [](const auto &x, const auto &y) { return to_json(x) < to_json(y); });
  do {
    document left, right;
    diagnostics out;
    for (const document &d : all)
      ASSERT_TRUE(merge(left, d, "d", out)) << out.format();
    right = all[2];
    document pair = all[0];
    ASSERT_TRUE(merge(pair, all[1], "d", out) && merge(right, pair, "d", out) && merge(right, all[1], "d", out));
    EXPECT_EQ(to_json(left), to_json(right));
    join(left);
    EXPECT_TRUE(left.open_regions.empty());
    EXPECT_EQ(left.regions.size(), 2u);
    if (first.empty())
      first = to_json(left);
    EXPECT_EQ(to_json(left), first);
  } while (std::next_permutation(all.begin(), all.end(),
                                 [](const auto &x, const auto &y) { return to_json(x) < to_json(y); }));
}

TEST(join, functions_of_one_symbol_are_one_or_a_conflict) {
  document into = kernels(), other = kernels();
  into.functions = other.functions = {step()};
  other.functions[0].location = {"include/b.hpp", 7, 1};
  other.functions[0].ways[0].submissions[0].location = {"include/b.hpp", 8, 1};
  diagnostics out;
  ASSERT_TRUE(merge(into, other, "other.json", out)) << "places do not matter: " << out.format();
  EXPECT_EQ(into.functions.size(), 1u);
  const std::string before = to_json(into);
  other.functions = {step(promotion::local_memory)};
  EXPECT_FALSE(merge(into, other, "other.json", out));
  EXPECT_NE(out.format().find("function 'step' submits something else in 'other.json' than in 'b.cpp'"),
            std::string::npos)
      << out.format();
  EXPECT_NE(out.format().find("[SF2014]"), std::string::npos);
  EXPECT_EQ(to_json(into), before);
}

TEST(join, what_functions_say_is_checked) {
  const auto refused = [](const document &doc, const char *code) {
    diagnostics out;
    return !validate(doc, "a.json", out) && out.format().find(code) != std::string::npos;
  };
  document doc = kernels();
  doc.functions = {step(), step()};
  EXPECT_TRUE(refused(doc, "a symbol of its own"));
  doc.functions.pop_back();
  doc.functions[0].ways[0].submissions[0].arguments[0].identity = 3;
  EXPECT_TRUE(refused(doc, "SF2008"));
  doc.functions = {step()};
  doc.functions[0].ways[0].submissions[0].kernel = "nobody";
  EXPECT_TRUE(refused(doc, "SF2007"));
  doc.functions = {step()};
  doc.functions[0].ways[0].open = {call("f", 0, {pass(0, 17)})};
  EXPECT_TRUE(refused(doc, "SF2008"));
  doc.functions[0].ways[0].open = {call("f", 3, {})};
  EXPECT_TRUE(refused(doc, "SF2008"));
  doc.functions[0].ways[0].open = {call("f", 0, {})};
  doc.functions[0].ways[0].open[0].kind = open_kind::loop;
  EXPECT_TRUE(refused(doc, "none for a loop"));
  doc.functions[0].ways[0].open.clear();
  doc.functions[0].ways[0].submissions[0].sizes.global = {"1", "2"};
  EXPECT_TRUE(refused(doc, "SF2013"));
  doc.functions.clear();
  doc.regions = {caller({memory("a", 0)}, {submit(0, 0)}, {})};
  EXPECT_TRUE(refused(doc, "as regions have none"));
}

} // namespace
