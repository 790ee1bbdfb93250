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

// Functions of the header, so that no program needs the library.
#define XXH_INLINE_ALL
#define XXH_NO_XXH3
#include <xxhash.h>

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

// Bundles are checked when a program starts: 32 bytes at a time.
inline std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0) {
  return XXH64(bytes.data(), bytes.size(), seed);
}

// header_record::checksum of the bundle at `base`, whose sections lie in bounds. Constants that do not are left out:
// the checker refuses their guards.
inline std::uint64_t checksum(const unsigned char *base, const header_record &header) {
  header_record zeroed = header;
  zeroed.checksum = 0;
  std::uint64_t hash = checksum(as_chars(&zeroed, sizeof(zeroed)));
  hash = checksum(as_chars(base + sizeof(header_record), header.blob.offset - sizeof(header_record)), hash);
  const auto *guards = reinterpret_cast<const guard_record *>(base + header.guards.offset);
  for (std::uint64_t i = 0; i < header.guards.count; ++i) {
    const guard_record &g = guards[i];
    if (has_constant(g.kind) && g.value <= header.blob.count && g.size <= header.blob.count - g.value)
      hash = checksum(as_chars(base + header.blob.offset + g.value, g.size), hash);
  }
  return hash;
}

} // namespace syclfuse::bundle::detail
