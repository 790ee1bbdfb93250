// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout that builder and checker of bundles share beyond the records of bundle.hpp: every section starts
// where the one before ends, rounded up to `alignment`; references into a table follow each other without gap or
// overlap, in the order of their owners (kernels, then regions, for variants).
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/signature.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace syclfuse::bundle::detail {

inline constexpr std::uint64_t alignment = 8;
constexpr std::uint64_t align(std::uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

struct section_layout {
  header_record::section header_record::*member;
  std::size_t record_size;
};

// In the order of the file.
inline constexpr section_layout sections[] = {
    {&header_record::kernels, sizeof(kernel_record)},
    {&header_record::parameters, sizeof(parameter_record)},
    {&header_record::regions, sizeof(region_record)},
    {&header_record::submissions, sizeof(submission_record)},
    {&header_record::promotions, sizeof(promotion_record)},
    {&header_record::variants, sizeof(variant_record)},
    {&header_record::arguments, sizeof(argument_record)},
    {&header_record::guards, sizeof(guard_record)},
    {&header_record::recomputations, sizeof(recomputation_record)},
    {&header_record::strings, 1},
    {&header_record::blob, 1},
};

// Records are copied to and from bytes, and their bytes are compared: no pointers, no padding, a size of 8-byte steps.
template <class T>
inline constexpr bool is_record = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T> &&
                                  alignof(T) <= alignment && sizeof(T) % alignof(T) == 0;
static_assert(is_record<kernel_record> && is_record<parameter_record> && is_record<region_record> &&
              is_record<submission_record> && is_record<promotion_record> && is_record<variant_record> &&
              is_record<argument_record> && is_record<guard_record> && is_record<recomputation_record> &&
              is_record<header_record>);

inline std::string_view as_chars(const void *data, std::uint64_t size) {
  return {static_cast<const char *>(data), static_cast<std::size_t>(size)};
}

// Whether [offset, offset + size) lies in [0, limit).
inline bool in_bounds(std::uint64_t offset, std::uint64_t size, std::uint64_t limit) {
  return offset <= limit && size <= limit - offset;
}

// XXH64: bundles are checked when a program starts, 32 bytes at a time.
std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0);

// The checksums of the bundle at `base`, whose sections lie in bounds. What a damaged record refers to beyond them is
// left out: the checker refuses it.
std::uint64_t checksum(const unsigned char *base, const header_record &header);
std::uint64_t kernels_checksum(const unsigned char *base, const header_record &header);
std::uint64_t region_checksum(const unsigned char *base, const header_record &header, const region_record &region);
// Writes all of them.
void seal(unsigned char *base);

} // namespace syclfuse::bundle::detail
