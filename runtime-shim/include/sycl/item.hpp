// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::item (SYCL 2020, 4.9.1.4). A value: the entry point fills it in, on the device from the built-in queries, of
// which the compiler drops the unused.
#pragma once

#include "sycl/id.hpp"

namespace sycl {

namespace detail {
// Row-major position of `i` in `r`.
template <int Dimensions> constexpr std::size_t linear_id(const range<Dimensions> &r, const id<Dimensions> &i) {
  std::size_t n = i[0];
  for (int d = 1; d < Dimensions; ++d)
    n = n * r[d] + i[d];
  return n;
}

// An item without an offset converts to one with it (zero).
template <class Derived, int Dimensions, bool WithOffset> class item_conversion {};
template <class Derived, int Dimensions> class item_conversion<Derived, Dimensions, false> {
public:
  constexpr operator item<Dimensions, true>() const {
    auto &self = *static_cast<const Derived *>(this);
    return item<Dimensions, true>(self.get_id(), self.get_range(), self.get_offset());
  }
};
} // namespace detail

template <int Dimensions, bool WithOffset>
class item : public detail::index_conversion<item<Dimensions, WithOffset>, Dimensions>,
             public detail::item_conversion<item<Dimensions, WithOffset>, Dimensions, WithOffset> {
public:
  static constexpr int dimensions = Dimensions;
  item() = delete;

  constexpr id<Dimensions> get_id() const { return id_; }
  constexpr std::size_t get_id(int dimension) const { return id_[dimension]; }
  constexpr std::size_t operator[](int dimension) const { return id_[dimension]; }
  constexpr range<Dimensions> get_range() const { return range_; }
  constexpr std::size_t get_range(int dimension) const { return range_[dimension]; }
  constexpr id<Dimensions> get_offset() const { return offset_; }
  constexpr std::size_t get_linear_id() const { return detail::linear_id(range_, id<Dimensions>(id_ - offset_)); }

  friend constexpr bool operator==(const item &a, const item &b) {
    return a.id_ == b.id_ && a.range_ == b.range_ && a.offset_ == b.offset_;
  }
  friend constexpr bool operator!=(const item &a, const item &b) { return !(a == b); }

  // Not for users: made by the entry point.
  constexpr item(id<Dimensions> i, range<Dimensions> r, id<Dimensions> offset) : id_(i), range_(r), offset_(offset) {}

private:
  id<Dimensions> id_;
  range<Dimensions> range_;
  id<Dimensions> offset_;
};

} // namespace sycl
