// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace syclfuse::test {
namespace {

using namespace syclfuse::manifest;

source_location random_location(random_source &random) {
  if (random.chance(20))
    return {};
  return {"dir/" + random.text(8) + ".cpp", unsigned(random.below(1000)), unsigned(random.below(100))};
}

kernel random_kernel(random_source &random, std::size_t index) {
  kernel k;
  k.symbol = "_ZTS" + std::to_string(index) + random.text(6);
  k.name = random.text(10);
  k.location = random_location(random);
  k.kind = static_cast<range_kind>(random.below(3));
  k.dimensions = k.kind == range_kind::single_task ? 1 : unsigned(1 + random.below(3));
  k.closure_align = 8;
  k.fused_only = random.chance(20);
  for (std::size_t i = random.below(5); i > 0; --i) {
    parameter p;
    p.name = random.text(6);
    p.kind = static_cast<param_kind>(random.below(4));
    p.type = random.chance(50) ? "float" : random.text(12);
    p.offset = k.closure_size;
    p.size = 8;
    if (p.kind == param_kind::accessor) {
      p.dimensions = unsigned(random.below(4));
      p.mode = static_cast<access_mode>(random.below(4));
      p.target = "device";
      p.size = accessor_layout::size(p.dimensions);
    } else if (p.kind == param_kind::local_accessor) {
      p.dimensions = unsigned(random.below(4));
      p.size = local_accessor_layout::size(p.dimensions);
    }
    p.element_size = p.kind == param_kind::std_layout ? 0 : 4;
    k.closure_size += p.size;
    k.parameters.push_back(std::move(p));
  }
  return k;
}

std::vector<std::uint64_t> random_sizes(random_source &random, unsigned dimensions) {
  std::vector<std::uint64_t> sizes;
  for (unsigned i = 0; i < dimensions; ++i)
    sizes.push_back(random.chance(5) ? ~std::uint64_t(0) : 1 + random.below(5000));
  return sizes;
}

nd_range random_range(random_source &random, unsigned dimensions) {
  nd_range r;
  r.global = random_sizes(random, dimensions);
  if (random.chance(50))
    r.local = random_sizes(random, dimensions);
  if (random.chance(30))
    r.offset = random_sizes(random, dimensions);
  return r;
}

submission random_submission(random_source &random, const kernel &k, region &r) {
  submission s{k.symbol, random_location(random), k.kind, k.dimensions, {}, {}};
  if (random.chance(60))
    s.range = random_range(random, k.dimensions);
  for (unsigned i = 0; i < k.parameters.size(); ++i) {
    if (k.parameters[i].kind != param_kind::accessor || random.chance(20))
      continue;
    argument a;
    a.parameter = i;
    if (!r.buffers.empty() && random.chance(70)) {
      a.identity = unsigned(random.below(r.buffers.size()));
      a.promote = r.buffers[*a.identity].promote; // so that all arguments of one buffer agree
    } else if (random.chance(30)) {
      a.promote = static_cast<promotion>(random.below(4));
    }
    s.arguments.push_back(a);
  }
  return s;
}

region random_region(random_source &random, const document &doc, std::size_t index) {
  region r;
  r.name = "region" + std::to_string(index) + random.text(4);
  r.kind = static_cast<region_kind>(random.below(3));
  r.source = {random_location(random), random_location(random)};
  r.barriers = random.chance(50);
  for (std::size_t i = random.below(5); i > 0; --i) {
    buffer b{random.text(5), "float", 4, unsigned(1 + random.below(3)), {}, promotion::none, random_location(random)};
    b.promote = static_cast<promotion>(random.below(4));
    if (random.chance(50))
      b.range = random_sizes(random, b.dimensions);
    r.buffers.push_back(std::move(b));
  }
  for (std::size_t i = random.below(6); i > 0 && !doc.kernels.empty(); --i)
    r.submissions.push_back(random_submission(random, doc.kernels[random.below(doc.kernels.size())], r));
  for (std::size_t i = random.below(4); i > 0 && !r.submissions.empty(); --i)
    r.nd_ranges.push_back(
        {random_range(random, r.submissions[0].dimensions), static_cast<nd_range_origin>(random.below(3)), {}});
  for (std::size_t i = random.below(2); i > 0 && !r.submissions.empty(); --i) {
    listed_nd_range each{{}, static_cast<nd_range_origin>(random.below(3)), {}};
    for (const submission &s : r.submissions)
      each.submissions.push_back(random_range(random, s.dimensions));
    r.nd_ranges.push_back(std::move(each));
  }
  return r;
}

} // namespace

std::string input(const std::string &name) {
  std::ifstream file(std::string(TEST_INPUTS) + "/" + name, std::ios::binary);
  if (!file)
    throw std::runtime_error("no input " + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

manifest::document chain() {
  diagnostics out;
  return manifest::parse(input("chain.fusion.json"), "chain.fusion.json", out).value();
}

manifest::document merged(const std::vector<manifest::document> &docs) {
  manifest::document into;
  for (const manifest::document &d : docs) {
    diagnostics out;
    EXPECT_TRUE(merge(into, d, "other.json", out)) << out.format();
    EXPECT_TRUE(out.list().empty()) << out.format();
  }
  return into;
}

std::string replaced(std::string text, const std::string &what, const std::string &with) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos || text.find(what, at + 1) != std::string::npos)
    throw std::runtime_error("not exactly once: " + what);
  return text.replace(at, what.size(), with);
}

std::uint64_t seed() {
  static const std::uint64_t value = [] {
    if (const char *given = std::getenv("SYCLFUSE_TEST_SEED"))
      return static_cast<std::uint64_t>(std::strtoull(given, nullptr, 10));
    return static_cast<std::uint64_t>(std::random_device()());
  }();
  return value;
}

std::string random_source::text(std::size_t most) {
  static const char *const pieces[] = {"a",  "B",  "7",    "_", " ",  "\"", "\\", "/",
                                       "\n", "\t", "\x01", "é", "日", "🙂", "<",  ">"};
  std::string out = "x";
  for (std::size_t i = below(most + 1); i > 0; --i)
    out += pieces[below(std::size(pieces))];
  return out;
}

manifest::document random_document(random_source &random) {
  document doc;
  for (std::size_t i = random.below(3); i > 0; --i)
    doc.sources.push_back({random.text(8), random.text(8), random.text(8), random.text(8)});
  for (std::size_t i = random.below(3); i > 0; --i)
    doc.targets.push_back(random.chance(50) ? "native" : "cuda:sm_" + std::to_string(random.below(100)));
  for (std::size_t i = random.below(6); i > 0; --i)
    doc.kernels.push_back(random_kernel(random, i));
  for (std::size_t i = random.below(4); i > 0; --i)
    doc.regions.push_back(random_region(random, doc, i));
  for (std::size_t i = random.below(3); i > 0; --i) {
    region r = random_region(random, doc, 10 + i);
    const auto first = unsigned(random.below(r.submissions.size() + 1));
    r.open.push_back({static_cast<open_kind>(random.below(5)), random_location(random), first,
                      unsigned(random.below(r.submissions.size() - first + 1)), random.text(5)});
    doc.open_regions.push_back(std::move(r));
  }
  return doc;
}

} // namespace syclfuse::test
