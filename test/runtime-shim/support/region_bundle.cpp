// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "region_bundle.hpp"

#include <cstring>
#include <iterator>

namespace test {

marks ran;

namespace {

using namespace syclfuse;
constexpr unsigned accessor_size = accessor_layout::size(1);

const float *in(const void *const *args, int i) { return *static_cast<float *const *>(args[i]); }
float *out(const void *const *args, int i) { return *static_cast<float *const *>(args[i]); }
float value(const void *const *args, int i) { return *static_cast<const float *>(args[i]); }

void multiply_entry(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  ran.multiply++;
  for (std::uint64_t i = begin; i < end; ++i)
    out(args, 2)[i] = in(args, 0)[i] * in(args, 1)[i];
}
void combine_entry(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  ran.combine++;
  for (std::uint64_t i = begin; i < end; ++i)
    out(args, 2)[i] = in(args, 0)[i] + in(args, 1)[i] * value(args, 3);
}
// a, b, c, out, factor: tmp stays in a register.
void fused(const void *const *args, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t i = begin; i < end; ++i) {
    float tmp = in(args, 0)[i] * in(args, 1)[i];
    out(args, 3)[i] = tmp + in(args, 2)[i] * value(args, 4);
  }
}
void specialized_entry(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin,
                       std::uint64_t end) {
  ran.specialized++;
  fused(args, begin, end);
}
// The same with the global size as its last argument.
void generic_entry(const void *const *args, const sycl_fuse_native_state *state, std::uint64_t begin,
                   std::uint64_t end) {
  ran.generic++;
  if (*static_cast<const std::uint64_t *>(args[5]) == state->global_size[0])
    fused(args, begin, end);
}
void unpromoted_entry(const void *const *args, const sycl_fuse_native_state *, std::uint64_t begin, std::uint64_t end) {
  ran.unpromoted++;
  for (std::uint64_t i = begin; i < end; ++i) {
    out(args, 5)[i] = in(args, 0)[i] * in(args, 1)[i];
    out(args, 3)[i] = out(args, 5)[i] + in(args, 2)[i] * value(args, 4);
  }
}

const sycl_fuse_native_entry entries[] = {multiply_entry, combine_entry, specialized_entry, generic_entry,
                                          unpromoted_entry};

bundle::argument_record field(std::uint32_t submission, std::uint32_t offset, std::uint32_t size) {
  bundle::argument_record a;
  a.submission = submission;
  a.offset = offset;
  a.size = size;
  return a;
}

bundle::builder::variant variant(std::uint32_t entry, std::vector<bundle::argument_record> arguments, unsigned arch) {
  bundle::builder::variant v;
  v.record.target = target_kind::native;
  v.record.flags = bundle::variant_linear;
  v.record.arch = arch;
  v.record.native_entry = entry;
  v.arguments = std::move(arguments);
  return v;
}

bundle::builder::kernel kernel(const char *symbol, const char *name, std::uint32_t entry, bool factor) {
  bundle::builder::kernel k;
  k.symbol = symbol;
  k.name = name;
  k.closure_size = 3 * accessor_size + (factor ? 8 : 0);
  std::vector<bundle::argument_record> arguments;
  for (unsigned i = 0; i < 3; ++i) {
    bundle::builder::parameter p;
    p.name = "a" + std::to_string(i);
    p.record.kind = param_kind::accessor;
    p.record.dimensions = 1;
    p.record.element_size = 4;
    p.record.offset = i * accessor_size;
    p.record.size = accessor_size;
    k.parameters.push_back(p);
    arguments.push_back(field(0, i * accessor_size, 8));
  }
  if (factor)
    arguments.push_back(field(0, 3 * accessor_size, 4));
  k.variants.push_back(variant(entry, arguments, 1));
  return k;
}

bundle::guard_record guard(guard_kind kind, std::uint32_t a, std::uint32_t offset_a, std::uint32_t b,
                           std::uint32_t offset_b, std::uint32_t size, std::uint64_t value) {
  bundle::guard_record g;
  g.kind = kind;
  g.submission_a = a;
  g.offset_a = offset_a;
  g.submission_b = b;
  g.offset_b = offset_b;
  g.size = size;
  g.value = value;
  return g;
}

// tmp is one buffer, its size fits, and it is none of the others.
void guard_promotion(bundle::builder::variant &v) {
  v.guards.push_back(guard(guard_kind::equal_bytes, 0, 2 * accessor_size, 1, 0, 8, 0));
  v.guards.push_back(guard(guard_kind::promoted_elements, 0, 2 * accessor_size, 0, 0, 0, 1));
  v.guards.push_back(guard(guard_kind::distinct_buffers, 0, 2 * accessor_size, 0, 0, 0, 0));
  v.guards.push_back(guard(guard_kind::distinct_buffers, 1, 0, 1, 2 * accessor_size, 0, 0));
}
void guard_constant(bundle::builder::variant &v, const std::vector<float> &factor) {
  if (factor.empty())
    return;
  v.guards.push_back(guard(guard_kind::constant_bytes, 1, 3 * accessor_size, 0, 0, 4, v.constants.size()));
  auto first = reinterpret_cast<const unsigned char *>(factor.data());
  v.constants.emplace_back(first, first + 4);
}

} // namespace

std::vector<unsigned char> make_bundle(const bundle_options &o) {
  bundle::builder b("test");
  auto first = b.add_kernel(kernel(sycl::detail::kernel_symbol<multiply>(), "multiply", 0, false));
  auto second = b.add_kernel(kernel(sycl::detail::kernel_symbol<combine>(), "combine", 1, true));
  bundle::builder::region r;
  r.name = "test";
  r.barriers = o.barriers;
  r.submissions = {{first, range_kind::range, 1, {}}, {second, range_kind::range, 1, {}}};
  if (o.promoted) {
    bundle::promotion_record p;
    p.promote = promotion::private_memory;
    p.offset = 2 * accessor_size;
    r.submissions[0].promotions.push_back(p);
    p.offset = 0;
    r.submissions[1].promotions.push_back(p);
  }
  std::vector<bundle::argument_record> arguments = {field(0, 0, 8), field(0, accessor_size, 8),
                                                    field(1, accessor_size, 8), field(1, 2 * accessor_size, 8),
                                                    field(1, 3 * accessor_size, 4)};
  auto entry = [&](std::uint32_t e) { return o.broken_entry ? 1000 : e; };
  for (std::uint64_t n : o.listed) {
    auto v = variant(entry(2), arguments, o.arch);
    v.record.kind = variant_kind::specialized;
    v.record.nd_range.global_size[0] = n;
    guard_promotion(v);
    guard_constant(v, o.constant_factor);
    r.variants.push_back(v);
  }
  if (o.generic) {
    bundle::argument_record size;
    size.source = argument_source::global_size;
    size.size = 8;
    auto with_size = arguments;
    with_size.push_back(size);
    auto v = variant(entry(3), with_size, o.arch);
    if (o.distinct)
      v.guards.push_back(guard(guard_kind::distinct_buffers, 0, 2 * accessor_size, 1, 2 * accessor_size, 1, 0));
    else
      guard_promotion(v);
    guard_constant(v, o.constant_factor);
    r.variants.push_back(v);
  }
  if (o.unpromoted_fallback) {
    auto with_tmp = arguments;
    with_tmp.push_back(field(0, 2 * accessor_size, 8));
    auto v = variant(entry(4), with_tmp, o.arch);
    v.guards.push_back(guard(guard_kind::equal_bytes, 0, 2 * accessor_size, 1, 0, 8, 0));
    r.variants.push_back(v);
  }
  if (o.aligned)
    for (auto &v : r.variants)
      v.guards.push_back(guard(guard_kind::aligned_pointer, 0, 0, 0, 0, 0, o.aligned));
  b.add_region(r);
  return b.finish();
}

registered_bundle::registered_bundle(std::vector<unsigned char> bytes) : memory_((bytes.size() + 7) / 8) {
  std::memcpy(memory_.data(), bytes.data(), bytes.size());
  registration_ = {SYCL_FUSE_ABI_VERSION, static_cast<std::uint32_t>(std::size(entries)), memory_.data(), bytes.size(),
                   entries};
  sycl_fuse_register(&registration_);
  ran.multiply = ran.combine = ran.specialized = ran.generic = ran.unpromoted = 0;
}
// Who still reads it stumbles.
registered_bundle::~registered_bundle() {
  sycl_fuse_unregister(&registration_);
  for (volatile std::uint64_t &word : memory_)
    word = ~std::uint64_t{0};
}

} // namespace test
