// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::reducer (SYCL 2020, 4.9.2.3): what a kernel puts the values of its reduction into. Each work-item has its own.
#pragma once

#include "sycl/functional.hpp"

#include <cstddef>
#include <new>
#include <type_traits>

namespace sycl {

namespace detail {

// One accumulated value. Without an identity it may be none.
template <class T, bool Identity> struct accumulated {
  explicit accumulated(const T &identity) : value(identity) {}
  template <class Op> void add(const Op &op, const T &x) {
    const T both = static_cast<T>(op(value, x));
    ::new (static_cast<void *>(&value)) T(both); // T need not be assignable
  }
  template <class Op> void add(const Op &op, const accumulated &x) { add(op, x.value); }
  static constexpr bool any = true;
  T value;
};
template <class T> struct accumulated<T, false> {
  accumulated() : any(false), none(0) {}
  template <class Op> void add(const Op &op, const T &x) {
    const T both = any ? static_cast<T>(op(value, x)) : x;
    ::new (static_cast<void *>(&value)) T(both);
    any = true;
  }
  template <class Op> void add(const Op &op, const accumulated &x) {
    if (x.any)
      add(op, x.value);
  }
  bool any;
  union {
    char none;
    T value;
  };
};

// What compilers see to be without effect in op(neutral, x): a constant, which for sums of floating-point numbers is
// -0.0, as 0.0 + -0.0 is 0.0.
template <class T, class Op> constexpr T neutral() {
  if constexpr (std::is_floating_point_v<T> && is_operation_v<Op, plus, T>)
    return -known_identity_v<Op, T>;
  else
    return known_identity_v<Op, T>;
}

// The operation of a reduction, and its identity if it has one.
template <class T, class Op, bool Identity> struct reduction_operation {
  accumulated<T, true> start() const { return accumulated<T, true>(identity); }
  // For the value of one element, which is to be added to others.
  accumulated<T, true> start_of_element() const {
    if constexpr (has_known_identity_v<Op, T>)
      return accumulated<T, true>(neutral<T, Op>());
    else
      return start();
  }
  [[no_unique_address]] Op op;
  T identity;
};
template <class T, class Op> struct reduction_operation<T, Op, false> {
  accumulated<T, false> start() const { return {}; }
  accumulated<T, false> start_of_element() const { return {}; }
  [[no_unique_address]] Op op;
};

// A reducer made of this is for one element of a range.
template <class Operation> struct one_element {
  explicit one_element(const Operation &with) : with(with) {}
  const Operation &with;
};

// The operators of a reducer of one value, and of an element of a reducer of several. Derived has combine(). They may
// be called on constant reducers too, and return references that are not constant, as the standard says.
template <class Derived, class T, class Op> class reducer_operators {
  template <template <class> class Of, class O> using enable = std::enable_if_t<is_operation_v<O, Of, T>>;
  Derived &self() const { return const_cast<Derived &>(static_cast<const Derived &>(*this)); }

public:
  template <class O = Op, class = enable<plus, O>> Derived &operator+=(const T &x) const { return self().combine(x); }
  template <class O = Op, class = enable<multiplies, O>> Derived &operator*=(const T &x) const {
    return self().combine(x);
  }
  template <class O = Op, class = enable<bit_and, O>> Derived &operator&=(const T &x) const {
    return self().combine(x);
  }
  template <class O = Op, class = enable<bit_or, O>> Derived &operator|=(const T &x) const { return self().combine(x); }
  template <class O = Op, class = enable<bit_xor, O>> Derived &operator^=(const T &x) const {
    return self().combine(x);
  }
  template <class O = Op, class = enable<plus, O>, class U = T, class = std::enable_if_t<std::is_integral_v<U>>>
  Derived &operator++() const {
    return self().combine(T(1));
  }
  template <class O = Op, class = enable<plus, O>, class U = T, class = std::enable_if_t<std::is_integral_v<U>>>
  void operator++(int) const {
    self().combine(T(1));
  }
};

template <class T, class Op, bool Identity>
class reducer_element : public reducer_operators<reducer_element<T, Op, Identity>, T, Op> {
public:
  using value_type = T;
  using binary_operation = Op;
  static constexpr int dimensions = 0;
  reducer_element &combine(const T &x) const {
    sum_->add(*op_, x);
    return const_cast<reducer_element &>(*this);
  }
  reducer_element(accumulated<T, Identity> *sum, const Op *op) : sum_(sum), op_(op) {}

private:
  accumulated<T, Identity> *sum_;
  const Op *op_;
};

} // namespace detail

// Dimensions 0: of one value; 1: of Extent values, each reached with operator[].
template <class T, class BinaryOperation, int Dimensions = 0, bool Identity = true, std::size_t Extent = 1>
class reducer {
  static_assert(Dimensions == 1);

public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 1;

  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  detail::reducer_element<T, BinaryOperation, Identity> operator[](std::size_t i) { return {sums_ + i, &with_.op}; }
  template <bool Known = Identity, class = std::enable_if_t<Known>> T identity() const { return with_.identity; }

  // Not for users.
  explicit reducer(const detail::reduction_operation<T, BinaryOperation, Identity> &with) : with_(with) {
    for (std::size_t i = 0; i < Extent; ++i)
      ::new (static_cast<void *>(sums_ + i)) detail::accumulated<T, Identity>(with.start());
  }
  const detail::accumulated<T, Identity> &sum(std::size_t i) const { return sums_[i]; }

private:
  const detail::reduction_operation<T, BinaryOperation, Identity> &with_;
  union {
    char none_;
    detail::accumulated<T, Identity> sums_[Extent];
  };
};

template <class T, class BinaryOperation, bool Identity>
class reducer<T, BinaryOperation, 0, Identity, 1>
    : public detail::reducer_operators<reducer<T, BinaryOperation, 0, Identity, 1>, T, BinaryOperation> {
public:
  using value_type = T;
  using binary_operation = BinaryOperation;
  static constexpr int dimensions = 0;

  reducer(const reducer &) = delete;
  reducer &operator=(const reducer &) = delete;

  reducer &combine(const T &x) const {
    sum_.add(with_.op, x);
    return const_cast<reducer &>(*this);
  }
  template <bool Known = Identity, class = std::enable_if_t<Known>> T identity() const { return with_.identity; }

  // Not for users.
  explicit reducer(const detail::reduction_operation<T, BinaryOperation, Identity> &with)
      : with_(with), sum_(with.start()) {}
  explicit reducer(const detail::one_element<detail::reduction_operation<T, BinaryOperation, Identity>> &of)
      : with_(of.with), sum_(of.with.start_of_element()) {}
  const detail::accumulated<T, Identity> &sum(std::size_t) const { return sum_; }

private:
  const detail::reduction_operation<T, BinaryOperation, Identity> &with_;
  mutable detail::accumulated<T, Identity> sum_;
};

} // namespace sycl
