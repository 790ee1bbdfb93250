// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::nd_range (SYCL 2020, 4.9.1.2).
#pragma once

#include "sycl/id.hpp"
#include "sycl/range.hpp"

namespace sycl {

template <int Dimensions> class nd_range {
public:
  static constexpr int dimensions = Dimensions;
  // Ranges of 0 work-items: not in SYCL 2020, but in DPC++, whose migration tool writes it.
  constexpr nd_range() : nd_range({}, {}) {}
  constexpr nd_range(range<Dimensions> global, range<Dimensions> local, id<Dimensions> offset = id<Dimensions>())
      : global_(global), local_(local), offset_(offset) {}

  constexpr range<Dimensions> get_global_range() const { return global_; }
  constexpr range<Dimensions> get_local_range() const { return local_; }
  constexpr range<Dimensions> get_group_range() const { return global_ / local_; }
  constexpr id<Dimensions> get_offset() const { return offset_; }

  friend constexpr bool operator==(const nd_range &a, const nd_range &b) {
    return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
  }
  friend constexpr bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }

private:
  range<Dimensions> global_, local_;
  id<Dimensions> offset_;
};

} // namespace sycl
