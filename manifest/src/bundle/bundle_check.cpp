// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// view::open and is_right: everything that the methods of a view and the runtime rely on is checked here, once, so that
// they need not.
#include "bundle_layout.hpp"
#include "syclfuse/footprints.hpp"
#include "syclfuse/names.hpp"

#include <algorithm>
#include <cstring>

namespace syclfuse::bundle {
namespace {

using detail::in_bounds;

bool is_dimension(unsigned d) { return d >= 1 && d <= 3; }

// Each section starts where the one before ends and lies within the bundle; the blob ends it.
bool sections_fit(const header_record &header) {
  if (header.header_size != sizeof(header_record))
    return false;
  std::uint64_t offset = sizeof(header_record);
  for (const detail::section_layout &layout : detail::sections) {
    const header_record::section &s = header.*layout.member;
    if (s.offset != offset || s.count > (header.total_size - offset) / layout.record_size)
      return false;
    offset = detail::align(offset + s.count * layout.record_size);
  }
  return offset == header.total_size;
}

// A table whose records belong to owners, in the order of these, without gap or overlap: so the work is linear in the
// size of the bundle, whatever is in it.
template <class T> class owned_table {
public:
  owned_table(const unsigned char *base, const header_record::section &s)
      : records_(reinterpret_cast<const T *>(base + s.offset)), count_(s.count) {}

  // True if `ref` names the next records, and all of them are right.
  template <class Check> bool take(table_ref ref, Check check) {
    if (ref.first != next_ || !has(ref))
      return false;
    next_ += ref.count;
    return std::all_of(at(ref), records_ + next_, check);
  }
  // What comes before belongs to others.
  void begin_at(table_ref ref) { next_ = ref.first; }
  const T *at(table_ref ref) const { return records_ + ref.first; }
  bool has(table_ref ref) const { return in_bounds(ref.first, ref.count, count_); }
  bool is_used() const { return next_ == count_; }

private:
  const T *records_;
  std::uint64_t count_, next_ = 0;
};

// Walks the tables of a bundle whose sections fit.
class checker {
public:
  checker(const unsigned char *base, const header_record &header) : base_(base), header_(header) {}

  bool run() {
    return run_kernels() && check_regions() && submissions_.is_used() && promotions_.is_used() && variants_.is_used() &&
           arguments_.is_used() && guards_.is_used() && recomputations_.is_used();
  }

  bool run_kernels() {
    return known_string(header_.producer) && header_.kernel_strings <= header_.strings.count && check_kernels() &&
           parameters_.is_used();
  }

  bool run_region(const region_record &r) {
    begin_at(r);
    return check_region(r);
  }

private:
  // The owner of a variant: the submissions whose closures its arguments and guards refer to.
  struct owner {
    const submission_record *submissions = nullptr; // null: a kernel by itself, as its only submission
    std::uint32_t count = 1;
    std::uint32_t closure_size = 0; // of the kernel by itself
  };

  template <class T> const T *table(const header_record::section &s) const {
    return reinterpret_cast<const T *>(base_ + s.offset);
  }
  const kernel_record *kernels() const { return table<kernel_record>(header_.kernels); }

  bool known_string(string_ref s) const { return in_bounds(s.offset, s.size, header_.strings.count); }
  bool known_location(const location_record &l) const { return known_string(l.file); }

  void begin_at(const region_record &r) {
    submissions_.begin_at(r.submissions);
    if (r.submissions.count != 0 && submissions_.has(r.submissions))
      promotions_.begin_at(submissions_.at(r.submissions)->promotions);
    variants_.begin_at(r.variants);
    if (r.variants.count == 0 || !variants_.has(r.variants))
      return;
    const variant_record &first = *variants_.at(r.variants);
    arguments_.begin_at(first.arguments);
    guards_.begin_at(first.guards);
    recomputations_.begin_at(first.recomputations);
  }

  bool check_kernels() {
    return std::all_of(kernels(), kernels() + header_.kernels.count,
                       [&](const kernel_record &k) { return check_kernel(k); });
  }

  bool check_kernel(const kernel_record &k) {
    if (!known_string(k.symbol) || !known_string(k.name) || !known_location(k.location) || !is_known(k.kind) ||
        !is_dimension(k.dimensions) || k.uses_groups > groups_shared || k.fused_only > 1 ||
        !in_bounds(k.ir_offset, k.ir_size, header_.blob.count))
      return false;
    const char *strings = table<char>(header_.strings);
    if (hash_bytes(detail::as_chars(strings + k.symbol.offset, k.symbol.size)) != k.symbol_hash)
      return false;
    return parameters_.take(k.parameters, [&](const parameter_record &p) {
      return check_parameter(p, k.closure_size);
    }) && check_variants(k.variants, {nullptr, 1, k.closure_size});
  }

  bool check_parameter(const parameter_record &p, std::uint32_t closure_size) const {
    if (!known_string(p.name) || !known_string(p.type) || !known_string(p.target) || !is_known(p.kind) ||
        !is_known(p.mode) || p.dimensions > 3)
      return false;
    std::uint64_t needed = p.size;
    if (p.kind == param_kind::accessor && needed < accessor_layout::size(p.dimensions))
      return false;
    if (p.kind == param_kind::local_accessor && needed < local_accessor_layout::size(p.dimensions))
      return false;
    return in_bounds(p.offset, needed, closure_size);
  }

  bool check_regions() {
    const region_record *first = table<region_record>(header_.regions), *last = first + header_.regions.count;
    return std::all_of(first, last, [&](const region_record &r) { return check_region(r); }) &&
           std::is_sorted(first, last,
                          [](const region_record &a, const region_record &b) { return a.signature < b.signature; });
  }

  bool check_region(const region_record &r) {
    return known_string(r.name) && known_location(r.begin) && known_location(r.end) && is_known(r.kind) &&
           r.barriers <= 1 && r.trusted <= 1 && r.cut <= 1 && r.pays <= 1 &&
           submissions_.take(r.submissions, [&](const submission_record &s) { return check_submission(s); }) &&
           check_variants(r.variants, {submissions_.at(r.submissions), r.submissions.count, 0}) &&
           detail::region_checksum(base_, header_, r) == r.checksum;
  }

  bool check_submission(const submission_record &s) {
    if (s.kernel >= header_.kernels.count || !is_known(s.kind) || !is_dimension(s.dimensions))
      return false;
    std::uint64_t least = 0; // they are sorted
    return promotions_.take(s.promotions, [&](const promotion_record &p) {
      const bool later = p.offset >= least;
      least = std::uint64_t{p.offset} + 1;
      return later && is_known(p.promote) &&
             in_bounds(p.offset, accessor_layout::access_range, kernels()[s.kernel].closure_size);
    });
  }

  bool check_variants(table_ref ref, const owner &of) {
    return variants_.take(ref, [&](const variant_record &v) { return check_variant(v, of); });
  }

  bool check_variant(const variant_record &v, const owner &of) {
    if (!is_known(v.target) || !is_known(v.kind) || !is_known(v.format) || !is_dimension(v.dimensions) ||
        v.items_per_thread == 0 || (v.sub_group_size & (v.sub_group_size - 1)) != 0 || !known_string(v.entry) ||
        !in_bounds(v.image_offset, v.image_size, header_.blob.count))
      return false;
    if (v.flags & variant_unprofitable ? !of.submissions || v.image_size != 0
                                       : v.format == image_format::ptx && !ends_with_zero(v))
      return false;
    return arguments_.take(v.arguments, [&](const argument_record &a) { return check_argument(a, v.target, of); }) &&
           guards_.take(v.guards, [&](const guard_record &g) { return check_guard(g, of); }) &&
           recomputations_.take(v.recomputations,
                                [&](const recomputation_record &r) { return check_recomputation(r, of); });
  }

  // The CUDA driver takes PTX as a C string.
  bool ends_with_zero(const variant_record &v) const {
    const std::uint64_t end = v.image_offset + v.image_size;
    return end < header_.blob.count && base_[header_.blob.offset + end] == 0;
  }

  // Whether [offset, offset + size) lies in the closure of a submission of `of`.
  bool in_closure(const owner &of, std::uint32_t submission, std::uint32_t offset, std::uint64_t size) const {
    if (submission >= of.count)
      return false;
    const std::uint32_t closure =
        of.submissions ? kernels()[of.submissions[submission].kernel].closure_size : of.closure_size;
    return in_bounds(offset, size, closure);
  }

  bool check_argument(const argument_record &a, target_kind target, const owner &of) const {
    if (!is_known(a.source) || a.pointer > 2)
      return false;
    if (a.source == argument_source::device_global)
      return a.submission < of.count;
    if (a.source == argument_source::closure)
      return in_closure(of, a.submission, a.offset, a.size);
    if (a.source == argument_source::local_memory)
      return a.submission < of.count && ((a.size == 0) == (a.offset != 0) ||
                                         (target == target_kind::spirv && a.size == 0)); // of all local accessors
    return (a.submission < of.count || a.submission == no_index) && a.offset < 3 && a.size == 8;
  }

  bool check_guard(const guard_record &g, const owner &of) const {
    const std::uint64_t accessor = accessor_layout::size(1);
    switch (g.kind) {
    case guard_kind::equal_bytes:
      return in_closure(of, g.submission_a, g.offset_a, g.size) && in_closure(of, g.submission_b, g.offset_b, g.size);
    case guard_kind::constant_bytes:
      return in_closure(of, g.submission_a, g.offset_a, g.size) && in_bounds(g.value, g.size, header_.blob.count);
    case guard_kind::promoted_elements:
      return in_closure(of, g.submission_a, g.offset_a, accessor) && g.size <= promoted_per_group_item;
    case guard_kind::distinct_buffers:
      return in_closure(of, g.submission_a, g.offset_a, accessor) &&
             in_closure(of, g.submission_b, g.offset_b, accessor);
    case guard_kind::aligned_pointer:
      return in_closure(of, g.submission_a, g.offset_a, sizeof(void *)) && g.value != 0;
    case guard_kind::nd_range:
      return g.submission_a < of.count && g.size == sizeof(launch_sizes) &&
             in_bounds(g.value, g.size, header_.blob.count);
    case guard_kind::independent_kernels:
      return g.submission_a < of.count && in_bounds(g.value, g.size, header_.blob.count) &&
             check_footprints(base_ + header_.blob.offset + g.value, g.size, of);
    }
    return false;
  }

  bool check_recomputation(const recomputation_record &r, const owner &of) const {
    return r.producer < r.consumer && r.consumer < of.count && r.elements != 0 &&
           in_closure(of, r.submission, r.offset, sizeof(void *));
  }

  bool check_footprints(const unsigned char *data, std::size_t size, const owner &of) const {
    footprints::view v;
    if (!footprints::view::open(data, size, v))
      return false;
    for (std::uint32_t i = 0; i < v.symbols.size(); ++i) {
      const footprints::symbol_record s = v.symbols[i];
      const bool known = s.made_by != footprints::operation::none ? true // of values
                         : s.source == argument_source::closure   ? in_closure(of, s.submission, s.offset, s.size)
                                                                  : s.submission < of.count || s.submission == no_index;
      if (!known)
        return false;
    }
    for (std::uint32_t i = 0; i < v.footprints.size(); ++i)
      if (const footprints::footprint_record f = v.footprints[i];
          !in_closure(of, f.submission, f.offset, sizeof(void *)))
        return false;
    return true;
  }

  const unsigned char *base_;
  const header_record &header_;
  owned_table<parameter_record> parameters_{base_, header_.parameters};
  owned_table<submission_record> submissions_{base_, header_.submissions};
  owned_table<promotion_record> promotions_{base_, header_.promotions};
  owned_table<variant_record> variants_{base_, header_.variants};
  owned_table<argument_record> arguments_{base_, header_.arguments};
  owned_table<guard_record> guards_{base_, header_.guards};
  owned_table<recomputation_record> recomputations_{base_, header_.recomputations};
};

} // namespace

// Null if `data` is no bundle with its sections where they must be; `error` says why.
static const header_record *header_of(const void *data, std::size_t size, open_error &error) {
  const auto refuse = [&](open_error why) {
    error = why;
    return nullptr;
  };
  if (reinterpret_cast<std::uintptr_t>(data) % detail::alignment != 0)
    return refuse(open_error::misaligned);
  if (data == nullptr || size < sizeof(header_record))
    return refuse(open_error::truncated);
  const auto &header = *static_cast<const header_record *>(data);
  if (std::memcmp(header.magic_bytes, magic, sizeof(magic)) != 0)
    return refuse(open_error::bad_magic);
  if (header.version != format_version)
    return refuse(open_error::version_mismatch);
  if (header.total_size > size || header.total_size < sizeof(header_record))
    return refuse(open_error::truncated);
  if (!sections_fit(header))
    return refuse(open_error::bad_table);
  return &header;
}

open_error view::open(const void *data, std::size_t size, view &out) noexcept {
  open_error error = open_error::none;
  const header_record *header = header_of(data, size, error);
  if (!header)
    return error;
  const auto *base = static_cast<const unsigned char *>(data);
  if (detail::checksum(base, *header) != header->checksum ||
      detail::kernels_checksum(base, *header) != header->kernels_checksum)
    return open_error::bad_checksum;
  if (!checker(base, *header).run())
    return open_error::bad_table;
  out.header_ = header;
  return open_error::none;
}

open_error view::open_kernels(const void *data, std::size_t size, view &out) noexcept {
  open_error error = open_error::none;
  const header_record *header = header_of(data, size, error);
  if (!header)
    return error;
  const auto *base = static_cast<const unsigned char *>(data);
  if (detail::kernels_checksum(base, *header) != header->kernels_checksum)
    return open_error::bad_checksum;
  if (!checker(base, *header).run_kernels())
    return open_error::bad_table;
  out.header_ = header;
  return open_error::none;
}

bool view::is_right(const region_record &r) const {
  return checker(reinterpret_cast<const unsigned char *>(header_), *header_).run_region(r);
}

const kernel_record *view::first_kernel(const region_record &r) const {
  if (r.submissions.first >= header_->submissions.count)
    return nullptr;
  const std::uint32_t kernel = table<submission_record>(header_->submissions)[r.submissions.first].kernel;
  return kernel < header_->kernels.count ? &kernels()[kernel] : nullptr;
}

} // namespace syclfuse::bundle
