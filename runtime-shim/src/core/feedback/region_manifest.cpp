// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/feedback/region_manifest.hpp"

#include "core/bundles/ranges.hpp"
#include "core/bundles/snapshot_lease.hpp"
#include "core/regions/matching.hpp"
#include "core/regions/promotions.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {

namespace manifest = syclfuse::manifest;
namespace layout = syclfuse::accessor_layout;
using syclfuse::param_kind;
using syclfuse::promotion;

namespace {

constexpr int no_identity = -1;

// An accessor or a pointer in the closure of a submission.
struct argument_fact {
  std::size_t submission = 0;
  unsigned parameter = 0; // index
  const syclfuse::bundle::parameter_record *record = nullptr;
  const unsigned char *at = nullptr;
  promotion promote = promotion::none;
  int identity = no_identity; // numbered by first use

  bool is_accessor() const { return record->kind == param_kind::accessor; }
  unsigned dimensions() const { return std::max<unsigned>(record->dimensions, 1); }
  template <class T> T word(unsigned offset) const {
    T value;
    std::memcpy(&value, at + offset, sizeof(value));
    return value;
  }
  std::vector<std::uint64_t> range() const {
    std::vector<std::uint64_t> sizes(dimensions());
    std::memcpy(sizes.data(), at + layout::access_range, sizes.size() * sizeof(std::uint64_t));
    return sizes;
  }
};

const kernel_source *source_of(const command &c) {
  const kernel_node *k = registry::instance().find(*c.kernel);
  return k->descriptions.empty() ? nullptr : &k->descriptions.front();
}

bool same_memory(const argument_fact &a, const argument_fact &b) {
  if (!a.is_accessor() || !b.is_accessor())
    return !a.is_accessor() && !b.is_accessor() && a.word<const void *>(0) == b.word<const void *>(0);
  return a.word<const void *>(layout::buffer) == b.word<const void *>(layout::buffer);
}

// Whether a fused kernel may take one for the other. Accessors of one buffer that start elsewhere, or say that it has
// another shape, are other arguments, as for the plugin.
bool same_argument(const argument_fact &a, const argument_fact &b) {
  if (!a.is_accessor())
    return true;
  if (a.promote != b.promote || a.word<const void *>(layout::data) != b.word<const void *>(layout::data))
    return false;
  return a.record->dimensions != b.record->dimensions ||
         std::memcmp(a.at + layout::access_range, b.at + layout::access_range,
                     layout::size(a.dimensions()) - layout::access_range) == 0;
}

// The arguments of all submissions; empty if a kernel is in no bundle.
class region_facts {
public:
  explicit region_facts(const region_segment &r) : region_(r) {
    for (const command *c : r.commands)
      known_ &= source_of(*c) != nullptr;
    for (std::size_t i = 0; known_ && i < r.commands.size(); ++i)
      add(i, *r.commands[i]);
  }

  bool known() const { return known_ && !region_.commands.empty(); }
  const std::vector<argument_fact> &arguments() const { return arguments_; }
  const std::vector<std::size_t> &first_uses() const { return first_uses_; } // of each identity

  // Of a promoted buffer: its sizes, unless it has one element per work-item, as is assumed where nothing is said.
  std::vector<std::uint64_t> promoted_range(const argument_fact &a) const {
    if (a.promote == promotion::none)
      return {};
    std::vector<std::uint64_t> sizes = a.range();
    std::uint64_t elements = 1, items = 1;
    for (std::uint64_t s : sizes)
      elements *= s;
    for (std::uint64_t s : region_.commands[a.submission]->range.global_size)
      items *= s;
    return elements == items ? std::vector<std::uint64_t>() : sizes;
  }

private:
  void add(std::size_t submission, const command &c) {
    const kernel_source &source = *source_of(c);
    unsigned index = 0;
    for (const auto &p : source.bundle->view.parameters(*source.record)) {
      const unsigned parameter = index++;
      if (p.kind != param_kind::accessor && p.kind != param_kind::pointer)
        continue;
      argument_fact a{submission, parameter, &p, static_cast<const unsigned char *>(c.closure) + p.offset};
      if (a.is_accessor())
        a.promote = promotion_at(c, p.offset);
      identify(a);
      arguments_.push_back(a);
    }
  }

  void identify(argument_fact &a) {
    if (!a.is_accessor() && a.word<const void *>(0) == nullptr)
      return;
    for (std::size_t i = 0; i < first_uses_.size(); ++i) {
      const argument_fact &first = arguments_[first_uses_[i]];
      if (!same_memory(first, a))
        continue;
      if (same_argument(first, a))
        a.identity = static_cast<int>(i);
      return;
    }
    a.identity = static_cast<int>(first_uses_.size());
    first_uses_.push_back(arguments_.size());
  }

  const region_segment &region_;
  bool known_ = true;
  std::vector<argument_fact> arguments_;
  std::vector<std::size_t> first_uses_;
};

template <class T> void append(std::string &key, T value) {
  const std::uint64_t word = static_cast<std::uint64_t>(value);
  key.append(reinterpret_cast<const char *>(&word), sizeof(word));
}

manifest::source_location location_of(const syclfuse::bundle::view &view, const syclfuse::bundle::location_record &l) {
  return {std::string(view.string(l.file)), l.line, l.column};
}

manifest::parameter to_parameter(const syclfuse::bundle::view &view, const syclfuse::bundle::parameter_record &p) {
  manifest::parameter out;
  out.name = view.string(p.name);
  out.kind = p.kind;
  out.type = view.string(p.type);
  out.element_size = p.element_size;
  out.dimensions = p.dimensions;
  out.mode = p.mode;
  out.target = view.string(p.target);
  out.offset = p.offset;
  out.size = p.size;
  return out;
}

manifest::kernel to_kernel(const command &c) {
  const auto &[bundle, record] = *source_of(c);
  const syclfuse::bundle::view &view = bundle->view;
  manifest::kernel k;
  k.symbol = view.string(record->symbol);
  k.name = view.string(record->name);
  k.location = location_of(view, record->location);
  k.kind = record->kind;
  k.dimensions = record->dimensions;
  k.closure_size = record->closure_size;
  k.closure_align = c.kernel->closure_align;
  for (const auto &p : view.parameters(*record))
    k.parameters.push_back(to_parameter(view, p));
  k.fused_only = record->fused_only;
  return k;
}

manifest::buffer to_buffer(const region_facts &facts, const argument_fact &a, const manifest::parameter &p) {
  manifest::buffer b;
  b.name = p.name;
  b.element_type = p.type;
  b.element_size = p.element_size;
  b.dimensions = a.is_accessor() ? a.dimensions() : 1;
  b.range = facts.promoted_range(a);
  return b;
}

// In SYCL order.
std::vector<std::uint64_t> sizes(const std::uint64_t (&spirv)[3], unsigned dimensions) {
  return {std::make_reverse_iterator(spirv + dimensions), std::make_reverse_iterator(spirv)};
}

manifest::nd_range to_range(const command &c) {
  const unsigned dimensions = c.kernel->dimensions;
  manifest::nd_range r;
  r.global = sizes(c.range.global_size, dimensions);
  if (c.range.local_size[0] != 0)
    r.local = sizes(c.range.local_size, dimensions);
  r.offset = sizes(c.range.global_offset, dimensions);
  if (std::all_of(r.offset.begin(), r.offset.end(), [](std::uint64_t o) { return o == 0; }))
    r.offset.clear();
  return r;
}

// The name that people know: that of the same region in a bundle, else of another one that begins there (another
// sequence of the same lines), else of the function.
void name_region(const region_segment &r, manifest::region &out) {
  std::vector<const kernel_node *> kernels;
  find_kernels(r, kernels);
  const snapshot_lease lease;
  const region_node *known = find_region(r, kernels, lease);
  if (!known)
    known = lease->region_at(r.location.file ? r.location.file : "", r.location.line);
  if (known) {
    out.name = known->name;
    out.kind = known->record->kind;
    out.source = {location_of(known->bundle->view, known->record->begin),
                  location_of(known->bundle->view, known->record->end)};
    return;
  }
  out.name = region_name(r, nullptr);
  out.kind = r.kind;
  if (r.location.file)
    out.source.begin = out.source.end = {r.location.file, r.location.line, 0};
}

} // namespace

bool region_key(const region_segment &r, key_of what, std::string &key) {
  key.clear();
  const region_facts facts(r);
  if (!facts.known())
    return false;
  append(key, r.barriers);
  append(key, r.trusted);
  for (const command *c : r.commands)
    append(key, registry::instance().find(*c->kernel)->id);
  for (const argument_fact &a : facts.arguments()) {
    append(key, a.identity);
    append(key, a.promote);
    const std::vector<std::uint64_t> range = facts.promoted_range(a);
    append(key, range.size());
    for (std::uint64_t s : range)
      append(key, s);
  }
  if (what == key_of::region_and_ranges)
    for (const command *c : r.commands)
      key.append(reinterpret_cast<const char *>(&c->range), sizeof(c->range));
  return true;
}

manifest::listed_nd_range listed_ranges(const region_segment &r) {
  manifest::listed_nd_range listed;
  listed.origin = syclfuse::nd_range_origin::capture;
  bool sized = false;
  for (const command *c : r.commands) {
    const auto &global = c->range.global_size;
    if (std::find(std::begin(global), std::end(global), 0u) != std::end(global))
      return listed;
    sized |= c->kernel->kind != syclfuse::range_kind::single_task;
  }
  if (!sized) // nothing that could differ
    return listed;
  if (have_one_range({r.commands.data(), r.commands.size()})) {
    listed.range = to_range(*r.commands.front());
    return listed;
  }
  for (const command *c : r.commands)
    listed.submissions.push_back(to_range(*c));
  return listed;
}

manifest::document describe_region(const region_segment &r) {
  manifest::document doc;
  const region_facts facts(r);
  if (!facts.known())
    return doc;
  manifest::region out;
  name_region(r, out);
  out.barriers = r.barriers;
  out.trusted = r.trusted;
  for (const command *c : r.commands) {
    const bool known = std::any_of(doc.kernels.begin(), doc.kernels.end(),
                                   [&](const auto &k) { return k.symbol == c->kernel->symbol; });
    if (!known)
      doc.kernels.push_back(to_kernel(*c));
    manifest::submission s;
    s.kernel = c->kernel->symbol;
    s.kind = c->kernel->kind;
    s.dimensions = c->kernel->dimensions;
    out.submissions.push_back(std::move(s));
  }
  for (std::size_t first : facts.first_uses()) {
    const argument_fact &a = facts.arguments()[first];
    out.buffers.push_back(
        to_buffer(facts, a, to_parameter(source_of(*r.commands[a.submission])->bundle->view, *a.record)));
  }
  for (const argument_fact &a : facts.arguments()) {
    manifest::argument argument{a.parameter, {}, a.promote};
    if (a.identity != no_identity)
      argument.identity = static_cast<unsigned>(a.identity);
    out.submissions[a.submission].arguments.push_back(argument);
  }
  manifest::listed_nd_range listed = listed_ranges(r);
  if (!listed.range.global.empty() || !listed.submissions.empty())
    out.nd_ranges.push_back(std::move(listed));
  doc.regions.push_back(std::move(out));
  return doc;
}

std::string region_manifest(const region_segment &r) {
  const manifest::document doc = describe_region(r);
  return doc.regions.empty() ? std::string() : manifest::to_json(doc);
}

} // namespace sycl::detail
