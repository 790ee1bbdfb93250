// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bundle_sample.hpp"

#include "bundle/bundle_layout.hpp"
#include "syclfuse/footprints.hpp"

#include <cstring>

namespace syclfuse::test {
namespace {

using namespace syclfuse::bundle;

builder::location random_place(random_source &random) {
  return {random.text(6), unsigned(random.below(100)), unsigned(random.below(100))};
}

std::vector<unsigned char> random_bytes(random_source &random, std::size_t most) {
  std::vector<unsigned char> out(random.below(most + 1));
  for (unsigned char &c : out)
    c = static_cast<unsigned char>(random.below(256));
  return out;
}

// A place of `size` bytes in a closure of `closure` bytes; closures of the samples are never smaller than 64.
std::uint32_t place_in(random_source &random, std::uint32_t closure, std::uint32_t size) {
  return static_cast<std::uint32_t>(random.below(closure - size + 1));
}

// Of accesses through pointers at `offset` of the closure of `submission`, with at least one record of each kind.
footprints::table table_of(std::uint32_t submission, std::uint32_t offset, random_source &random) {
  footprints::table t;
  t.coordinates = 1;
  t.symbols = {{argument_source::global_size, 0, footprints::operation::none, 0, footprints::of_launch, 0, 8},
               {argument_source::closure, 1, footprints::operation::none, 0, submission, offset, 4}};
  t.terms = {{4, {0, 1, footprints::no_symbol, footprints::no_symbol}}};
  for (std::size_t i = 2 + random.below(5); i > 0; --i)
    t.values.push_back({static_cast<std::int64_t>(random.below(100)), 0, static_cast<std::uint32_t>(random.below(2))});
  const auto value = [&] { return static_cast<std::uint32_t>(random.below(t.values.size())); };
  for (std::size_t i = 2 + random.below(3); i > 0; --i)
    t.axes.push_back({value(), {value(), value()}, {value(), value()}});
  for (std::size_t i = 1 + random.below(3); i > 0; --i)
    t.footprints.push_back({submission, offset, random.below(8), random.below(8), value(), value(),
                            static_cast<std::uint32_t>(random.below(2)), 1, 0, 1});
  t.limits = {{1, value(), footprints::no_value}};
  t.conditions = {{value()}};
  t.pairs = {{0, 0, 0}};
  t.distinct = random.chance(50);
  return t;
}

// `closures`: the closure size of each submission the variant belongs to.
builder::variant random_variant(random_source &random, const std::vector<std::uint32_t> &closures) {
  builder::variant v;
  v.record.target = static_cast<target_kind>(random.below(4));
  v.record.kind = static_cast<variant_kind>(random.below(2));
  v.record.format = static_cast<image_format>(random.below(5));
  v.record.dimensions = static_cast<std::uint8_t>(1 + random.below(3));
  v.record.flags = static_cast<std::uint32_t>(random.below(32));
  v.record.arch = static_cast<std::uint32_t>(random.below(100));
  v.record.native_entry = static_cast<std::uint32_t>(random.below(10));
  for (std::uint64_t &n : v.record.nd_range.global_size)
    n = random.below(1000);
  v.record.group_size = static_cast<std::uint32_t>(random.below(1024));
  v.record.sub_group_size = random.chance(50) ? 0 : 1u << random.below(7);
  v.entry = random.text(8);
  v.image = random_bytes(random, 50);
  if (closures.empty())
    return v;
  const auto submission = [&] { return static_cast<std::uint32_t>(random.below(closures.size())); };
  for (std::size_t i = random.below(4); i > 0; --i) {
    argument_record a;
    a.source = static_cast<argument_source>(random.below(7));
    a.submission = submission();
    a.size = 8;
    a.offset = a.source == argument_source::closure ? place_in(random, closures[a.submission], 8)
                                                    : static_cast<std::uint32_t>(random.below(3));
    if (a.source == argument_source::local_memory)
      (random.chance(50) ? a.size : a.offset) = 0;
    if (a.source == argument_source::local_memory && a.size == 0)
      a.offset = static_cast<std::uint32_t>(1 + random.below(64));
    v.arguments.push_back(a);
  }
  for (std::size_t i = random.below(4); i > 0; --i) {
    guard_record g;
    g.kind = static_cast<guard_kind>(random.below(7));
    g.submission_a = submission();
    g.submission_b = submission();
    g.size = 8;
    g.offset_a = place_in(random, closures[g.submission_a], accessor_layout::size(1));
    g.offset_b = place_in(random, closures[g.submission_b], accessor_layout::size(1));
    g.value = 1 + random.below(16);
    if (g.kind == guard_kind::constant_bytes) {
      g.value = v.constants.size();
      v.constants.push_back(random_bytes(random, 8));
    }
    if (g.kind == guard_kind::promoted_elements)
      g.size = static_cast<std::uint32_t>(random.below(3));
    if (g.kind == guard_kind::nd_range) {
      g.value = v.constants.size();
      g.size = sizeof(launch_sizes);
      v.constants.emplace_back(sizeof(launch_sizes), static_cast<unsigned char>(random.below(256)));
    }
    if (g.kind == guard_kind::independent_kernels) {
      g.value = v.constants.size();
      v.constants.push_back(
          footprints::encode(table_of(g.submission_a, place_in(random, closures[g.submission_a], 8), random)));
      g.size = static_cast<std::uint32_t>(v.constants.back().size());
    }
    v.guards.push_back(g);
  }
  for (std::size_t i = closures.size() < 2 ? 0 : random.below(3); i > 0; --i) {
    recomputation_record r;
    r.consumer = static_cast<std::uint32_t>(1 + random.below(closures.size() - 1));
    r.producer = static_cast<std::uint32_t>(random.below(r.consumer));
    r.submission = submission();
    r.offset = place_in(random, closures[r.submission], 8);
    r.elements = static_cast<std::uint32_t>(1 + random.below(30));
    v.recomputations.push_back(r);
  }
  return v;
}

builder::kernel random_kernel(random_source &random) {
  builder::kernel k{
      random.text(12), random.text(6), random_place(random), range_kind::range, 1, 64, {}, {}, false, false, {}};
  k.kind = static_cast<range_kind>(random.below(3));
  k.dimensions = unsigned(1 + random.below(3));
  k.uses_groups = static_cast<std::uint8_t>(random.below(3));
  k.fused_only = random.chance(20);
  if (random.chance(50))
    k.ir = random_bytes(random, 300);
  for (std::size_t i = random.below(4); i > 0; --i) {
    parameter_record p;
    p.kind = static_cast<param_kind>(random.below(4));
    p.mode = static_cast<access_mode>(random.below(4));
    p.dimensions = static_cast<std::uint8_t>(random.below(4));
    p.element_size = 4;
    p.offset = k.closure_size;
    p.size = accessor_layout::size(p.dimensions);
    k.closure_size += p.size;
    k.parameters.push_back({random.text(4), p, random.text(5), random.text(3)});
  }
  for (std::size_t i = random.below(3); i > 0; --i)
    k.variants.push_back(random_variant(random, {k.closure_size}));
  return k;
}

builder::region random_region(random_source &random, const std::vector<builder::kernel> &kernels) {
  builder::region r{random.text(6), random_place(random), random_place(random), region_kind::graph, false, {}, {}};
  r.kind = static_cast<region_kind>(random.below(3));
  r.barriers = random.chance(50);
  std::vector<std::uint32_t> closures;
  for (std::size_t i = random.below(4); i > 0 && !kernels.empty(); --i) {
    builder::submission s;
    s.kernel = static_cast<std::uint32_t>(random.below(kernels.size()));
    const builder::kernel &k = kernels[s.kernel];
    s.kind = k.kind;
    s.dimensions = k.dimensions;
    for (const builder::parameter &p : k.parameters)
      if (p.record.kind == param_kind::accessor && random.chance(50))
        s.promotions.push_back({p.record.offset, static_cast<promotion>(1 + random.below(3)), {}});
    closures.push_back(k.closure_size);
    r.submissions.push_back(std::move(s));
  }
  for (std::size_t i = random.below(3); i > 0; --i)
    r.variants.push_back(random_variant(random, closures));
  return r;
}

std::uint64_t mix(std::uint64_t hash, const void *data, std::size_t size) {
  return hash_bytes({static_cast<const char *>(data), size}, hash);
}

std::uint64_t read_variant(const view &v, const variant_record &variant, std::uint64_t hash) {
  hash = hash_bytes(v.string(variant.entry), hash);
  const auto image = v.image(variant);
  hash = mix(hash, image.data, image.count);
  if (variant.format == image_format::ptx && image.data)
    hash = mix(hash, image.data + image.count, 1);
  for (const argument_record &a : v.arguments(variant))
    hash = mix(hash, &a, sizeof(a));
  for (const guard_record &g : v.guards(variant)) {
    hash = mix(hash, &g, sizeof(g));
    if (has_constant(g.kind))
      hash = mix(hash, v.blob(g.value), g.size);
    footprints::view table;
    if (g.kind == guard_kind::independent_kernels && footprints::view::open(v.blob(g.value), g.size, table)) {
      const std::string text = table.str();
      hash = mix(hash, text.data(), text.size());
    }
  }
  for (const recomputation_record &r : v.recomputations(variant))
    hash = mix(hash, &r, sizeof(r));
  return hash;
}

} // namespace

std::vector<unsigned char> bundle_contents::bytes() const {
  builder b(producer);
  for (const builder::kernel &k : kernels)
    b.add_kernel(k);
  for (const builder::region &r : regions)
    b.add_region(r);
  return b.finish();
}

bundle_contents random_bundle(random_source &random) {
  bundle_contents out;
  out.producer = random.text(10);
  for (std::size_t i = random.below(5); i > 0; --i)
    out.kernels.push_back(random_kernel(random));
  for (std::size_t i = random.below(4); i > 0; --i)
    out.regions.push_back(random_region(random, out.kernels));
  for (std::size_t i = 0; i < out.regions.size(); ++i)
    out.regions[i].name += std::to_string(i); // so that a test finds each in the bundle
  return out;
}

bundle_contents full_bundle() {
  builder::kernel k{"_ZTS1K", "K", {"k.cpp", 3, 4}, range_kind::range, 1, 104, {}, {}, false, false, {}};
  const char *const names[] = {"in", "out"};
  for (std::uint32_t i = 0; i < 2; ++i)
    k.parameters.push_back(
        {names[i], {{}, {}, {}, param_kind::accessor, access_mode::read, 1, 0, 4, 48 * i, 48}, "float", "device"});
  builder::variant v;
  v.record.target = target_kind::cuda;
  v.record.format = image_format::ptx;
  v.entry = "entry";
  v.image = {'p', 't', 'x'};
  for (std::uint8_t source = 0; source < 6; ++source)
    v.arguments.push_back({static_cast<argument_source>(source), 0, {}, 0, 0, 8});
  for (std::uint8_t kind = 0; kind < 7; ++kind)
    v.guards.push_back({static_cast<guard_kind>(kind),
                        {},
                        kind == 2 ? 2u : 8u,
                        0,
                        0,
                        0,
                        48,
                        kind == 1   ? 0u
                        : kind == 5 ? 1u
                        : kind == 6 ? 2u
                                    : 4u});
  random_source random(7);
  v.constants = {{1, 2, 3, 4, 5, 6, 7, 8},
                 std::vector<unsigned char>(sizeof(launch_sizes), 1),
                 footprints::encode(table_of(0, 96, random))};
  k.variants = {v};
  builder::submission s{0, range_kind::range, 1, {{48, promotion::private_memory, {}}}};
  builder::region r{"r",   {"r.cpp", 1, 2}, {"r.cpp", 5, 6}, region_kind::fusion_wrapper, true, false,
                    false, {s, s},          {v, v}};
  for (builder::variant &rv : r.variants) {
    for (argument_record &a : rv.arguments)
      a.submission = 1;
    rv.recomputations = {{0, 1, 0, 96, 2, 0}};
  }
  return {"test", {k}, {r}};
}

void fix_checksum(std::vector<unsigned char> &bytes) {
  header_record header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  for (const detail::section_layout &layout : detail::sections) {
    const header_record::section &s = header.*layout.member;
    if (s.offset < sizeof(header) || s.offset > bytes.size() || s.offset % detail::alignment != 0 ||
        s.count > (bytes.size() - s.offset) / layout.record_size)
      return;
  }
  detail::seal(bytes.data());
}

std::uint64_t read_everything(const view &v) {
  std::uint64_t hash = mix(hash_bytes(v.string(v.header().producer)), &v.header(), sizeof(header_record));
  const auto read_place = [&](const location_record &l) { hash = hash_bytes(v.string(l.file), hash); };
  for (const kernel_record &k : v.kernels()) {
    hash = hash_bytes(v.string(k.symbol), hash_bytes(v.string(k.name), hash));
    read_place(k.location);
    const auto ir = v.ir(k);
    hash = mix(hash, ir.data, ir.size());
    for (const parameter_record &p : v.parameters(k))
      hash = mix(hash_bytes(v.string(p.name), hash_bytes(v.string(p.type), hash_bytes(v.string(p.target), hash))), &p,
                 sizeof(p));
    for (const variant_record &variant : v.variants(k))
      hash = read_variant(v, variant, hash);
  }
  for (const region_record &r : v.regions()) {
    const kernel_record *first = v.first_kernel(r);
    hash = hash_bytes(first ? v.string(first->symbol) : std::string_view(), hash);
    if (!v.is_right(r))
      continue;
    hash = hash_bytes(v.string(r.name), hash);
    read_place(r.begin);
    read_place(r.end);
    for (const submission_record &s : v.submissions(r)) {
      hash = mix(hash, &v.kernels()[s.kernel], sizeof(kernel_record));
      for (const promotion_record &p : v.promotions(s))
        hash = mix(hash, &p, sizeof(p));
    }
    for (const variant_record &variant : v.variants(r))
      hash = read_variant(v, variant, hash);
    hash += v.find(r.signature).size();
  }
  return hash;
}

} // namespace syclfuse::test
