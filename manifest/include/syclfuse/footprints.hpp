// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes that the kernels of a fused kernel access through each of its pointers, as far as the fuser could tell.
// From these, and the pointers and sizes of a submission, are_independent() tells if a kernel may access in one
// work-item what another one accesses in another work-item. Then the kernels cannot be fused: in the fused kernel no
// work-item waits for the others. The fuser refuses what it can prove; but different pointers may point into the same
// memory (`p` and `p + 16`), and sizes decide who meets, which only the submission shows.
//
// A table is the constant of a guard of kind independent_kernels (kinds.hpp): little-endian records one after the
// other, not aligned. Values are integers: constant + Σ coefficient × Π symbols, of what the fused kernel is launched
// with.
#pragma once

#include "syclfuse/kinds.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace syclfuse::footprints {

inline constexpr std::uint32_t of_launch = 0xffffffff; // instead of a submission
inline constexpr std::uint16_t no_symbol = 0xffff;
inline constexpr std::uint32_t no_value = 0xffffffff;
// A group and a place in it for each dimension.
inline constexpr unsigned most_coordinates = 6;
inline constexpr unsigned most_inner = 6, most_factors = 4, record_kinds = 8;

struct header_record {
  std::uint32_t counts[record_kinds] = {}; // of symbols, terms, values, axes, limits, footprints, pairs, conditions
  std::uint32_t coordinates = 0;           // that tell work-items apart
  std::uint32_t groups = 0;                // bit k: coordinate k is a number of work-groups
  std::uint32_t distinct = 0; // 1: different pointers are different memory, so that only the pairs are compared
};

// What a symbol is: a field or a size, or made of two values.
enum class operation : std::uint8_t {
  none,
  quotient, // rounded towards zero
  least,    // of the two
  greatest,
};

// A field or a size is named as an argument_record of the fused kernel would name it. What is made of values has them
// in `submission` and `offset`, in which only symbols before this one may occur; it is not known if it does not fit
// into `size` bytes, with or without a sign.
struct symbol_record {
  argument_source source = argument_source::closure;
  std::uint8_t is_signed = 0;
  operation made_by = operation::none;
  std::uint8_t reserved = 0;
  std::uint32_t submission = 0, offset = 0, size = 0;
};

struct term_record {
  std::int64_t coefficient = 0;
  std::uint16_t symbols[most_factors] = {no_symbol, no_symbol, no_symbol, no_symbol};
};

struct value_record {
  std::int64_t constant = 0;
  std::uint32_t first_term = 0, terms = 0;
};

// A number that an address depends on: from the greater of the lower bounds to the lesser of the upper ones, both
// inclusive. All are values; the stride is in bytes. Upper bounds that are no_value: only a limit of the footprint says
// how far it goes, as of `for (i = id; i < n; i += items)`.
struct axis_record {
  std::uint32_t stride = 0, lows[2] = {}, highs[2] = {};
};

// Of some axes of a footprint together, bit k for the axis k: the least and the greatest Σ stride × number, values or
// no_value. As `if (4 * i + 3 < n)` for what is read at 4 * i, or the end of a row for `row + local_id + k *
// local_size`.
struct limit_record {
  std::uint32_t axes = 0, least = no_value, greatest = no_value;
};

// Accesses through the pointer at `offset` of the closure of `submission`: by each work-item to bytes from `begin` to
// `end` (values, relative to the pointer) plus Σ stride × number over its axes. The first axes are the coordinates of
// the work-item, in order; those after them, no more than most_inner, take several values in one work-item. Bits of
// reads and writes: the kernels that access, 63 for those from 63 on. With no_value as the first axis: of which nothing
// tells where they are, so that other pointers into the same allocation may meet them.
struct footprint_record {
  std::uint32_t submission = 0, offset = 0;
  std::uint64_t reads = 0, writes = 0;
  std::uint32_t begin = 0, end = 0;
  std::uint32_t first_axis = 0, axes = 0;
  std::uint32_t first_limit = 0, limits = 0;
};

// Two footprints of one pointer, indices that may be equal, of which the fuser could not tell. In groups: work-items of
// one work-group may meet, since a barrier is between the kernels; also footprints of two pointers, into one memory.
struct pair_record {
  std::uint32_t first = 0, second = 0, in_groups = 0;
};

// A value that is at least zero, else nothing that the table says holds: no sum in it overflows the kernel's integers.
struct condition_record {
  std::uint32_t value = 0;
};

template <template <class> class List> struct records {
  std::uint32_t coordinates = 0, groups = 0;
  bool distinct = false;
  List<symbol_record> symbols;
  List<term_record> terms;
  List<value_record> values;
  List<axis_record> axes;
  List<limit_record> limits;
  List<footprint_record> footprints;
  List<pair_record> pairs;
  List<condition_record> conditions;
};

template <class T> using record_vector = std::vector<T>;
struct table : records<record_vector> {};

// Records of an encoded table, read one by one.
template <class T> class record_list {
public:
  std::uint32_t size() const { return count_; }
  T operator[](std::size_t i) const {
    T r;
    std::memcpy(&r, data_ + i * sizeof(T), sizeof(T));
    return r;
  }

private:
  friend class view;
  const unsigned char *data_ = nullptr;
  std::uint32_t count_ = 0;
};

// True if there are two footprints to compare: pairs, or of different pointers, in different kernels, one writing.
bool may_conflict(const table &);
// Drops the other footprints, and the pairs they are in.
void keep(table &, const std::function<bool(const footprint_record &)> &wanted);
std::vector<unsigned char> encode(const table &);

// A checked view of an encoded table; it does not own the bytes. Allocates nothing, thread-safe.
class view : public records<record_list> {
public:
  // Checks sizes, counts and indices. What submissions and offsets refer to is left to the caller.
  static bool open(const unsigned char *data, std::size_t size, view &out) noexcept;
  // For bytes that open() accepted before.
  static view of_checked(const unsigned char *data) noexcept;

  // For people: a line for each symbol (`s0 = global_size launch:0`) and footprint
  // (`pointer 0:8: kernel 0 writes [0, 4) + (4)*[0..-1 + 1*s0]`).
  std::string str() const;

private:
  bool take(const unsigned char *data, std::size_t size) noexcept;
  bool check() const noexcept;
};

// The ND-ranges and closures that a region is submitted with.
class launch {
public:
  virtual const unsigned char *closure(std::uint32_t submission) const = 0;
  // As argument_record: global_size and the like, of a submission or of the launch (of_launch).
  virtual std::uint64_t size(argument_source, std::uint32_t submission, std::uint32_t dimension) const = 0;
  // Whether the pointers at these places of closures may point into one allocation.
  virtual bool may_share(const footprint_record &, const footprint_record &) const = 0;
  // Whether some of these addresses are known to be in the allocation that the pointer points into.
  virtual bool is_partly_in_allocation(const footprint_record &, std::int64_t /*first*/, std::int64_t /*end*/) const {
    return false;
  }

protected:
  ~launch() = default;
};

// True if each two footprints that are compared lie in different bytes or allocations, or in cells of the work-items'
// own: the strides of the coordinates are the same, and so wide that each work-item stays clear of all others. False if
// a condition does not hold, or if it is not known where a footprint lies; an access through a null pointer is none.
// Allocates only for more than a hundred footprints, axes or values; thread-safe.
bool are_independent(const view &, const launch &);

// For people: two kernels of a launch for which are_independent is false; nothing if it is not two kernels that meet.
std::optional<std::pair<unsigned, unsigned>> kernels_that_meet(const view &, const launch &);

} // namespace syclfuse::footprints
