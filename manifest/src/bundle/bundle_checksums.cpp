// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checksums of a bundle: of all of it, of its kernels, and of each region.
#include "bundle_layout.hpp"

#include <algorithm>
#include <cstring>

// Functions of the header, so that no program needs the library.
#define XXH_INLINE_ALL
#define XXH_NO_XXH3
#include <xxhash.h>

namespace syclfuse::bundle::detail {
namespace {

// Adds one thing after the other; of what does not lie within its section nothing.
class adder {
public:
  adder(const unsigned char *base, const header_record &header, const void *first, std::size_t size)
      : base_(base), header_(header), sum_(checksum(as_chars(first, size))) {}

  void bytes(std::uint64_t begin, std::uint64_t end) { sum_ = checksum(as_chars(base_ + begin, end - begin), sum_); }

  // Gives the records.
  template <class T> array_view<T> records(const header_record::section &s, table_ref r) {
    if (r.count == 0 || !in_bounds(r.first, r.count, s.count))
      return {};
    const std::uint64_t begin = s.offset + r.first * sizeof(T);
    bytes(begin, begin + r.count * sizeof(T));
    return {reinterpret_cast<const T *>(base_ + begin), r.count};
  }

  void string(string_ref r) { in_section(header_.strings, r.offset, r.size); }

  void constants(array_view<guard_record> guards) {
    for (const guard_record &g : guards)
      if (has_constant(g.kind))
        in_section(header_.blob, g.value, g.size);
  }

  std::uint64_t sum() const { return sum_; }

private:
  void in_section(const header_record::section &s, std::uint64_t offset, std::uint64_t size) {
    if (in_bounds(offset, size, s.count))
      bytes(s.offset + offset, s.offset + offset + size);
  }

  const unsigned char *base_;
  const header_record &header_;
  std::uint64_t sum_;
};

// From the beginning of a table to the end of the reference.
table_ref up_to(table_ref r, const header_record::section &s) {
  return {0, static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{r.first} + r.count, s.count))};
}

template <class T> const T &record(const unsigned char *base, const header_record::section &s, std::uint64_t i) {
  return reinterpret_cast<const T *>(base + s.offset)[i];
}

} // namespace

std::uint64_t checksum(std::string_view bytes, std::uint64_t seed) { return XXH64(bytes.data(), bytes.size(), seed); }

std::uint64_t checksum(const unsigned char *base, const header_record &header) {
  header_record zeroed = header;
  zeroed.checksum = 0;
  adder all(base, header, &zeroed, sizeof(zeroed));
  all.bytes(sizeof(header_record), header.blob.offset);
  all.constants({&record<guard_record>(base, header.guards, 0), header.guards.count});
  return all.sum();
}

std::uint64_t kernels_checksum(const unsigned char *base, const header_record &header) {
  header_record zeroed = header;
  zeroed.checksum = zeroed.kernels_checksum = 0;
  adder all(base, header, &zeroed, sizeof(zeroed));
  all.bytes(header.kernels.offset, header.kernels.offset + header.kernels.count * sizeof(kernel_record));
  all.bytes(header.parameters.offset, header.parameters.offset + header.parameters.count * sizeof(parameter_record));
  all.bytes(header.strings.offset, header.strings.offset + std::min(header.kernel_strings, header.strings.count));
  if (header.kernels.count == 0)
    return all.sum();
  const auto &last = record<kernel_record>(base, header.kernels, header.kernels.count - 1);
  const auto variants = all.records<variant_record>(header.variants, up_to(last.variants, header.variants));
  if (variants.count == 0)
    return all.sum();
  const variant_record &end = variants[variants.count - 1];
  all.records<argument_record>(header.arguments, up_to(end.arguments, header.arguments));
  all.constants(all.records<guard_record>(header.guards, up_to(end.guards, header.guards)));
  all.records<recomputation_record>(header.recomputations, up_to(end.recomputations, header.recomputations));
  return all.sum();
}

std::uint64_t region_checksum(const unsigned char *base, const header_record &header, const region_record &region) {
  region_record zeroed = region;
  zeroed.checksum = 0;
  adder all(base, header, &zeroed, sizeof(zeroed));
  for (const string_ref &s : {region.name, region.begin.file, region.end.file})
    all.string(s);
  for (const submission_record &s : all.records<submission_record>(header.submissions, region.submissions))
    all.records<promotion_record>(header.promotions, s.promotions);
  for (const variant_record &v : all.records<variant_record>(header.variants, region.variants)) {
    all.string(v.entry);
    all.records<argument_record>(header.arguments, v.arguments);
    all.constants(all.records<guard_record>(header.guards, v.guards));
    all.records<recomputation_record>(header.recomputations, v.recomputations);
  }
  return all.sum();
}

void seal(unsigned char *base) {
  header_record header;
  std::memcpy(&header, base, sizeof(header));
  auto *regions = reinterpret_cast<region_record *>(base + header.regions.offset);
  for (std::uint64_t i = 0; i != header.regions.count; ++i)
    regions[i].checksum = region_checksum(base, header, regions[i]);
  header.kernels_checksum = kernels_checksum(base, header);
  header.checksum = checksum(base, header);
  std::memcpy(base, &header, sizeof(header));
}

} // namespace syclfuse::bundle::detail
