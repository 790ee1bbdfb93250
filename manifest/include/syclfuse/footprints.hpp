// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes the kernels of a fused kernel access through each of its pointers, as far as the fuser could tell, and
// whether, for the pointers and sizes of a submission, one of them accesses in one work-item what another one accesses
// in another work-item. Then the kernels cannot be fused: in the fused kernel no work-item waits for the others. The
// fuser refuses what it can prove; but different pointers may point into the same memory (`p` and `p + 16`), and sizes
// decide who meets, which only the submission shows.
//
// A table is the constant of a guard of kind independent_kernels (kinds.hpp): little-endian records one after the
// other, not aligned. Values are integers: constant + Σ coefficient × Π symbols, of what the fused kernel is launched
// with.
#pragma once

#include "syclfuse/kinds.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace syclfuse::footprints {

inline constexpr std::uint32_t of_launch = 0xffffffff; // instead of a submission
inline constexpr std::uint16_t no_symbol = 0xffff;
inline constexpr unsigned most_coordinates = 3, most_inner = 6, most_factors = 4, most_bounds = 8;

struct header_record {
  std::uint32_t symbols = 0, terms = 0, values = 0, bounds = 0, axes = 0, footprints = 0;
  std::uint32_t pairs = 0;
  std::uint32_t coordinates = 0; // that tell work-items apart
  std::uint32_t distinct = 0;    // 1: different pointers are different memory, so that only the pairs are compared
};

// What an argument_record of the fused kernel would be for it.
struct symbol_record {
  argument_source source = argument_source::closure;
  std::uint8_t is_signed = 0;
  std::uint8_t reserved[2] = {};
  std::uint32_t submission = 0, offset = 0, size = 0;
};

struct term_record {
  std::int64_t coefficient = 0;
  std::uint16_t symbols[most_factors] = {no_symbol, no_symbol, no_symbol, no_symbol}; // those that are there come first
};

struct value_record {
  std::int64_t constant = 0;
  std::uint32_t first_term = 0, terms = 0;
};

// A value divided by a number that is not 0: as a lower bound rounded up, as an upper bound rounded down.
struct bound_record {
  std::uint32_t value = 0, divisor = 1;
};

// A number that an address depends on: from the greatest of the lower bounds to the least of the upper ones, both
// inclusive. There are at least one of each and no more than most_bounds together; the lower ones come first.
struct axis_record {
  std::uint32_t stride = 0; // value, bytes
  std::uint32_t first_bound = 0;
  std::uint16_t lows = 0, highs = 0;
};

// Accesses through the pointer at `offset` of the closure of `submission`: by each work-item to bytes from `begin` to
// `end` (values, relative to the pointer) plus Σ stride × number over its axes. The first axes are the coordinates of
// the work-item, in order; those after them, no more than most_inner, take several values in one work-item. Bits of
// reads and writes: the kernels that access, 63 for those from 63 on.
struct footprint_record {
  std::uint32_t submission = 0, offset = 0;
  std::uint64_t reads = 0, writes = 0;
  std::uint32_t begin = 0, end = 0;
  std::uint32_t first_axis = 0, axes = 0;
};

// Two footprints of one pointer, indices that may be equal, of which the fuser could not tell.
struct pair_record {
  std::uint32_t first = 0, second = 0;
};

struct table {
  unsigned coordinates = 0;
  bool distinct = false;
  std::vector<symbol_record> symbols;
  std::vector<term_record> terms;
  std::vector<value_record> values;
  std::vector<bound_record> bounds;
  std::vector<axis_record> axes;
  std::vector<footprint_record> footprints;
  std::vector<pair_record> pairs;
};

// Whether there are two footprints to compare: pairs, or of different pointers, in different kernels, one writing.
bool may_conflict(const table &);
// Drops the other footprints, and the pairs they are in.
void keep(table &, const std::function<bool(const footprint_record &)> &wanted);
std::vector<unsigned char> encode(const table &);

// A checked view of an encoded table; it does not own the bytes. Allocates nothing, thread-safe.
class view {
public:
  // Checks sizes, counts and indices. What submissions and offsets refer to is left to the caller.
  static bool open(const unsigned char *data, std::size_t size, view &out) noexcept;
  // Of bytes that open() accepted before.
  static view of_checked(const unsigned char *data) noexcept;

  const header_record &header() const { return header_; }
  symbol_record symbol(std::size_t) const;
  term_record term(std::size_t) const;
  value_record value(std::size_t) const;
  bound_record bound(std::size_t) const;
  axis_record axis(std::size_t) const;
  footprint_record footprint(std::size_t) const;
  pair_record pair(std::size_t) const;

  // For people: a line for each symbol (`s0 = global_size launch:0`) and footprint
  // (`pointer 0:8: kernel 0 writes [0, 4) + (4)*[0..-1 + 1*s0]`).
  std::string str() const;

private:
  bool take(const unsigned char *data, std::size_t size) noexcept;
  bool check() const noexcept;
  header_record header_;
  const unsigned char *symbols_ = nullptr, *terms_ = nullptr, *values_ = nullptr, *bounds_ = nullptr, *axes_ = nullptr,
                      *footprints_ = nullptr, *pairs_ = nullptr;
};

// What a region is submitted with.
class launch {
public:
  virtual const unsigned char *closure(std::uint32_t submission) const = 0;
  // As argument_record: global_size and the like, of a submission or of the launch (of_launch).
  virtual std::uint64_t size(argument_source, std::uint32_t submission, std::uint32_t dimension) const = 0;

protected:
  ~launch() = default;
};

// False: a work-item of one kernel touches what another work-item touches in another kernel, one of them writing; or it
// cannot be excluded although it is known where both access. What is not known is taken to be independent. Allocates
// only for more than a hundred footprints, axes or values; thread-safe.
bool are_independent(const view &, const launch &);

} // namespace syclfuse::footprints
