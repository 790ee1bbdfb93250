// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_sub_group_mask: a bit for each work-item of a sub-group. No device has larger sub-groups than 32.
#pragma once

#include "sycl/group_algorithm.hpp"
#include "sycl/marray.hpp"

#include <cstdint>
#include <type_traits>

namespace sycl::ext::oneapi {

struct sub_group_mask;
template <class Group>
std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask> group_ballot(Group g,
                                                                                              bool predicate = true);

struct sub_group_mask {
  using BitsType = std::uint32_t;
  static constexpr std::size_t max_bits = 32;

  // A reference to one bit.
  class reference {
  public:
    reference &operator=(bool x) {
      mask_.set(id<1>(bit_), x);
      return *this;
    }
    reference &operator=(const reference &x) { return *this = static_cast<bool>(x); }
    reference(const reference &) = default;
    operator bool() const { return mask_.test(id<1>(bit_)); }
    bool operator~() const { return !*this; }
    reference &flip() {
      mask_.flip(id<1>(bit_));
      return *this;
    }

  private:
    friend struct sub_group_mask;
    reference(sub_group_mask &m, std::size_t bit) : mask_(m), bit_(bit) {}
    sub_group_mask &mask_;
    std::size_t bit_;
  };

  bool operator[](id<1> i) const { return bits_ >> i[0] & 1; }
  reference operator[](id<1> i) { return {*this, i[0]}; }
  bool test(id<1> i) const { return bits_ >> i[0] & 1; }
  bool all() const { return bits_ == every(); }
  bool any() const { return bits_ != 0; }
  bool none() const { return bits_ == 0; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(__builtin_popcount(bits_)); }
  std::uint32_t size() const { return size_; }
  // Returns size() if no bit is set.
  id<1> find_low() const { return id<1>(bits_ ? static_cast<std::size_t>(__builtin_ctz(bits_)) : size_); }
  id<1> find_high() const { return id<1>(bits_ ? static_cast<std::size_t>(31 - __builtin_clz(bits_)) : size_); }

  // Copy the bits of an integer or an marray into the mask, from position i on, or out of it. The first element of an
  // marray has the lowest bits.
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>> void insert_bits(T x, id<1> i = id<1>(0)) {
    insert(static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(x)), sizeof(T) * 8, i[0]);
  }
  template <class T, std::size_t N> void insert_bits(const marray<T, N> &x, id<1> i = id<1>(0)) {
    for (std::size_t n = 0; n < N; ++n)
      if (i[0] + n * sizeof(T) * 8 < size_)
        insert_bits(x[n], id<1>(i[0] + n * sizeof(T) * 8));
  }
  template <class T, class = std::enable_if_t<std::is_integral_v<T>>>
  void extract_bits(T &x, id<1> i = id<1>(0)) const {
    x = i[0] < size_ ? static_cast<T>(bits_ >> i[0]) : T(0);
  }
  template <class T, std::size_t N> void extract_bits(marray<T, N> &x, id<1> i = id<1>(0)) const {
    for (std::size_t n = 0; n < N; ++n)
      extract_bits(x[n], id<1>(i[0] + n * sizeof(T) * 8));
  }

  void set() { bits_ = every(); }
  void set(id<1> i, bool x = true) { bits_ = x ? bits_ | 1u << i[0] : bits_ & ~(1u << i[0]); }
  void reset() { bits_ = 0; }
  void reset(id<1> i) { set(i, false); }
  void reset_low() { bits_ &= bits_ - 1; }
  void reset_high() { bits_ &= bits_ ? ~(1u << (31 - __builtin_clz(bits_))) : 0; }
  void flip() { bits_ = ~bits_ & every(); }
  void flip(id<1> i) { bits_ ^= 1u << i[0]; }

  friend bool operator==(const sub_group_mask &a, const sub_group_mask &b) { return a.bits_ == b.bits_; }
  friend bool operator!=(const sub_group_mask &a, const sub_group_mask &b) { return a.bits_ != b.bits_; }
  sub_group_mask &operator&=(const sub_group_mask &m) { return assign(bits_ & m.bits_); }
  sub_group_mask &operator|=(const sub_group_mask &m) { return assign(bits_ | m.bits_); }
  sub_group_mask &operator^=(const sub_group_mask &m) { return assign(bits_ ^ m.bits_); }
  sub_group_mask &operator<<=(std::size_t n) { return assign(n < 32 ? bits_ << n : 0); }
  sub_group_mask &operator>>=(std::size_t n) { return assign(n < 32 ? bits_ >> n : 0); }
  sub_group_mask operator~() const {
    sub_group_mask r = *this;
    r.flip();
    return r;
  }
  sub_group_mask operator<<(std::size_t n) const { return sub_group_mask(*this) <<= n; }
  sub_group_mask operator>>(std::size_t n) const { return sub_group_mask(*this) >>= n; }
  friend sub_group_mask operator&(sub_group_mask a, const sub_group_mask &b) { return a &= b; }
  friend sub_group_mask operator|(sub_group_mask a, const sub_group_mask &b) { return a |= b; }
  friend sub_group_mask operator^(sub_group_mask a, const sub_group_mask &b) { return a ^= b; }

private:
  template <class Group>
  friend std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask> group_ballot(Group, bool);

  sub_group_mask(std::uint32_t bits, std::uint32_t size) : bits_(bits), size_(size) {}
  std::uint32_t every() const { return size_ >= 32 ? ~0u : (1u << size_) - 1; }
  sub_group_mask &assign(std::uint32_t bits) {
    bits_ = bits & every();
    return *this;
  }
  void insert(std::uint64_t x, std::size_t width, std::size_t at) {
    const std::uint64_t field = (width >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << width) - 1) << at;
    assign(static_cast<std::uint32_t>((bits_ & ~field) | (x << at & field)));
  }

  std::uint32_t bits_, size_;
};

// The work-items of the sub-group whose predicate is true. Every work-item of the sub-group must call it.
template <class Group>
std::enable_if_t<std::is_same_v<std::decay_t<Group>, sub_group>, sub_group_mask> group_ballot(Group g, bool predicate) {
  const std::uint32_t mine = predicate ? 1u << g.get_local_linear_id() : 0u;
  return {reduce_over_group(g, mine, bit_or<std::uint32_t>()),
          g.get_max_local_range()[0] > 32 ? 32u : static_cast<std::uint32_t>(g.get_max_local_range()[0])};
}

} // namespace sycl::ext::oneapi
