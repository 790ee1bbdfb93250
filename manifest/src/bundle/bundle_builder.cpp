// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing a bundle: tables are filled kernel by kernel, then region by region, and laid out one after the other.
#include "bundle_layout.hpp"

#include "syclfuse/sha256.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

namespace syclfuse::bundle {
namespace {

// Offsets and counts are 32 bits wide; a bundle that needs more is refused by an exception, not written wrongly.
std::uint32_t narrow(std::size_t n) {
  if (n > 0xffffffffu)
    throw std::length_error("a table of the bundle is larger than 4 GiB");
  return static_cast<std::uint32_t>(n);
}

// The region as its signature sees it: hints become one entry per accessor parameter.
std::uint64_t signature_of(const builder::region &r, const std::vector<builder::kernel> &kernels) {
  std::vector<signature_submission> submissions;
  for (const builder::submission &s : r.submissions) {
    const builder::kernel &k = kernels.at(s.kernel);
    signature_submission out{hash_bytes(k.symbol), s.kind, s.dimensions, {}};
    for (const builder::parameter &p : k.parameters) {
      if (p.record.kind != param_kind::accessor)
        continue;
      const auto hint = std::find_if(s.promotions.begin(), s.promotions.end(),
                                     [&](const promotion_record &h) { return h.offset == p.record.offset; });
      out.promotions.push_back(hint == s.promotions.end() ? promotion::none : hint->promote);
    }
    submissions.push_back(std::move(out));
  }
  return region_signature(submissions, r.barriers);
}

class writer {
public:
  void add(const builder::kernel &k) {
    kernel_record record;
    record.symbol = string(k.symbol);
    record.name = string(k.name);
    record.location = location(k.where);
    record.symbol_hash = hash_bytes(k.symbol);
    record.kind = k.kind;
    record.dimensions = static_cast<std::uint8_t>(k.dimensions);
    record.closure_size = k.closure_size;
    record.uses_groups = k.uses_groups;
    record.fused_only = k.fused_only;
    record.parameters = {narrow(parameters_.size()), narrow(k.parameters.size())};
    for (const builder::parameter &p : k.parameters) {
      parameters_.push_back(p.record);
      parameters_.back().name = string(p.name);
      parameters_.back().type = string(p.type);
      parameters_.back().target = string(p.target);
      parameters_.back().reserved = 0;
    }
    record.variants = add(k.variants);
    if (!k.ir.empty()) {
      record.ir_offset = blob(k.ir);
      record.ir_size = k.ir.size();
      const sha256_digest hash = sha256_of(k.ir.data(), k.ir.size());
      std::copy(hash.begin(), hash.end(), record.ir_hash);
    }
    kernels_.push_back(record);
  }

  void add(const builder::region &r, std::uint64_t signature) {
    region_record record;
    record.name = string(r.name);
    record.begin = location(r.begin);
    record.end = location(r.end);
    record.signature = signature;
    record.kind = r.kind;
    record.barriers = r.barriers ? 1 : 0;
    record.trusted = r.trusted ? 1 : 0;
    record.cut = r.cut ? 1 : 0;
    record.submissions = {narrow(submissions_.size()), narrow(r.submissions.size())};
    for (const builder::submission &s : r.submissions)
      add(s);
    record.variants = add(r.variants);
    record.pays = std::any_of(r.variants.begin(), r.variants.end(),
                              [](const builder::variant &v) { return !(v.record.flags & variant_unprofitable); });
    regions_.push_back(record);
  }

  // Kernels come first, so that what is checked when a program starts lies together.
  void end_kernels(const std::string &producer) {
    producer_ = string(producer);
    kernel_strings_ = strings_.size();
  }

  std::vector<unsigned char> finish() {
    header_record header;
    std::memcpy(header.magic_bytes, magic, sizeof(magic));
    header.version = format_version;
    header.header_size = sizeof(header_record);
    header.producer = producer_;
    header.kernel_strings = kernel_strings_;
    bytes_.resize(sizeof(header_record));
    header.kernels = section(kernels_);
    header.parameters = section(parameters_);
    header.regions = section(regions_);
    header.submissions = section(submissions_);
    header.promotions = section(promotions_);
    header.variants = section(variants_);
    header.arguments = section(arguments_);
    header.guards = section(guards_);
    header.recomputations = section(recomputations_);
    header.strings = section(strings_);
    header.blob = section(blob_);
    header.total_size = bytes_.size();
    std::memcpy(bytes_.data(), &header, sizeof(header));
    detail::seal(bytes_.data());
    return std::move(bytes_);
  }

private:
  string_ref string(const std::string &s) {
    const auto [it, is_new] = known_strings_.try_emplace(s, string_ref{narrow(strings_.size()), narrow(s.size())});
    if (is_new)
      strings_.insert(strings_.end(), s.begin(), s.end());
    return it->second;
  }

  location_record location(const builder::location &l) { return {string(l.file), l.line, l.column}; }

  void add(const builder::submission &s) {
    submission_record record;
    record.kernel = s.kernel;
    record.kind = s.kind;
    record.dimensions = static_cast<std::uint8_t>(s.dimensions);
    record.promotions = {narrow(promotions_.size()), narrow(s.promotions.size())};
    for (const promotion_record &p : s.promotions) {
      promotion_record clean;
      clean.offset = p.offset;
      clean.promote = p.promote;
      promotions_.push_back(clean);
    }
    submissions_.push_back(record);
  }

  table_ref add(const std::vector<builder::variant> &variants) {
    const table_ref ref{narrow(variants_.size()), narrow(variants.size())};
    for (const builder::variant &v : variants)
      add(v);
    return ref;
  }

  void add(const builder::variant &v) {
    variant_record record = v.record;
    record.entry = string(v.entry);
    record.image_offset = blob(v.image);
    record.image_size = v.image.size();
    record.image_checksum = detail::checksum(detail::as_chars(v.image.data(), v.image.size()));
    record.arguments = {narrow(arguments_.size()), narrow(v.arguments.size())};
    for (argument_record a : v.arguments) {
      std::memset(a.reserved, 0, sizeof(a.reserved));
      arguments_.push_back(a);
    }
    record.guards = {narrow(guards_.size()), narrow(v.guards.size())};
    for (guard_record g : v.guards) {
      std::memset(g.reserved, 0, sizeof(g.reserved));
      if (has_constant(g.kind)) {
        const std::vector<unsigned char> &constant = v.constants.at(static_cast<std::size_t>(g.value));
        g.size = narrow(constant.size());
        g.value = blob(constant);
      }
      guards_.push_back(g);
    }
    record.recomputations = {narrow(recomputations_.size()), narrow(v.recomputations.size())};
    for (recomputation_record r : v.recomputations) {
      r.reserved = 0;
      recomputations_.push_back(r);
    }
    variants_.push_back(record);
  }

  // Appends to the blob, followed by at least one zero byte: PTX is read as a C string.
  std::uint64_t blob(const std::vector<unsigned char> &data) {
    const std::uint64_t offset = blob_.size();
    blob_.insert(blob_.end(), data.begin(), data.end());
    blob_.resize(detail::align(blob_.size() + 1), 0);
    return offset;
  }

  template <class T> header_record::section section(const std::vector<T> &records) {
    const header_record::section s{bytes_.size(), records.size()};
    const auto *first = reinterpret_cast<const unsigned char *>(records.data());
    bytes_.insert(bytes_.end(), first, first + records.size() * sizeof(T));
    bytes_.resize(detail::align(bytes_.size()), 0);
    return s;
  }

  std::vector<kernel_record> kernels_;
  std::vector<parameter_record> parameters_;
  std::vector<region_record> regions_;
  std::vector<submission_record> submissions_;
  std::vector<promotion_record> promotions_;
  std::vector<variant_record> variants_;
  std::vector<argument_record> arguments_;
  std::vector<guard_record> guards_;
  std::vector<recomputation_record> recomputations_;
  std::vector<char> strings_;
  string_ref producer_;
  std::size_t kernel_strings_ = 0;
  std::vector<unsigned char> blob_, bytes_;
  std::map<std::string, string_ref> known_strings_;
};

} // namespace

builder::builder(std::string producer) : producer_(std::move(producer)) {}

std::uint32_t builder::add_kernel(kernel k) {
  kernels_.push_back(std::move(k));
  return narrow(kernels_.size() - 1);
}

void builder::add_region(region r) { regions_.push_back(std::move(r)); }

std::vector<unsigned char> builder::finish() const {
  // Regions of one signature stay in the order in which they were added.
  std::vector<std::pair<std::uint64_t, std::size_t>> sorted;
  for (std::size_t i = 0; i < regions_.size(); ++i)
    sorted.emplace_back(signature_of(regions_[i], kernels_), i);
  std::sort(sorted.begin(), sorted.end());

  writer out;
  for (const kernel &k : kernels_)
    out.add(k);
  out.end_kernels(producer_);
  for (const auto &[signature, index] : sorted)
    out.add(regions_[index], signature);
  return out.finish();
}

} // namespace syclfuse::bundle
