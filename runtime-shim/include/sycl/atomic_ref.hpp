// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::atomic_ref (SYCL 2020, 4.15.3), made of the compiler's scoped atomics. Refers to an object that must outlive
// it.
#pragma once

#include "sycl/atomic_fence.hpp"
#include "sycl/detail/standard_headers.hpp"

#include <cstddef>
#include <type_traits>

namespace sycl {

namespace detail {
constexpr memory_order load_order(memory_order o) {
  return o == memory_order::acq_rel || o == memory_order::release ? memory_order::acquire : o;
}
constexpr memory_order store_order(memory_order o) {
  return o == memory_order::acq_rel || o == memory_order::acquire ? memory_order::release : o;
}

// The scope has to be a constant of the built-in.
#if __has_builtin(__scoped_atomic_load)
inline constexpr bool has_float_atomics = true;
#define SYCL_FUSE_ATOMIC(Operation, ...)                                                                               \
  if constexpr (Scope == memory_scope::work_item)                                                                      \
    return __scoped_atomic_##Operation(__VA_ARGS__, __MEMORY_SCOPE_SINGLE);                                            \
  else if constexpr (Scope == memory_scope::sub_group)                                                                 \
    return __scoped_atomic_##Operation(__VA_ARGS__, __MEMORY_SCOPE_WVFRNT);                                            \
  else if constexpr (Scope == memory_scope::work_group)                                                                \
    return __scoped_atomic_##Operation(__VA_ARGS__, __MEMORY_SCOPE_WRKGRP);                                            \
  else if constexpr (Scope == memory_scope::device)                                                                    \
    return __scoped_atomic_##Operation(__VA_ARGS__, __MEMORY_SCOPE_DEVICE);                                            \
  else                                                                                                                 \
    return __scoped_atomic_##Operation(__VA_ARGS__, __MEMORY_SCOPE_SYSTEM)
#else
inline constexpr bool has_float_atomics = false;
#define SYCL_FUSE_ATOMIC(Operation, ...) return __atomic_##Operation(__VA_ARGS__)
#endif
template <class V, int... I> class swizzled_vec;
} // namespace detail

template <class T, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref {
  static_assert((std::is_integral_v<T> || std::is_floating_point_v<T> || std::is_pointer_v<T>) &&
                    (sizeof(T) == 4 || sizeof(T) == 8),
                "an atomic_ref is of an integer, a floating-point number or a pointer, of 32 or 64 bits");
  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "the default order of an atomic_ref is relaxed, acq_rel or seq_cst");
  static_assert(Space == access::address_space::generic_space || Space == access::address_space::global_space ||
                    Space == access::address_space::local_space,
                "the address space of an atomic_ref is generic, global or local");
  static constexpr memory_scope Scope = DefaultScope;

public:
  using value_type = T;
  using difference_type = std::conditional_t<std::is_pointer_v<T>, std::ptrdiff_t, T>;
  static constexpr std::size_t required_alignment = sizeof(T);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = detail::load_order(DefaultOrder);
  static constexpr memory_order default_write_order = detail::store_order(DefaultOrder);
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  explicit atomic_ref(T &object) : p_(&object) {}
  // For an element of a vec, such as v.x(), to which no reference can be bound.
  template <class V, int I> explicit atomic_ref(const detail::swizzled_vec<V, I> &element) : p_(&element) {}
  atomic_ref(const atomic_ref &) = default;
  atomic_ref &operator=(const atomic_ref &) = delete;
  bool is_lock_free() const noexcept { return true; }

  void store(T v, memory_order o = default_write_order, memory_scope = DefaultScope) const noexcept {
    bits b = to_bits(v);
    store_bits(&b, detail::atomic_order(o));
  }
  T operator=(T v) const noexcept {
    store(v);
    return v;
  }
  T load(memory_order o = default_read_order, memory_scope = DefaultScope) const noexcept {
    bits b;
    load_bits(&b, detail::atomic_order(o));
    return from_bits(b);
  }
  operator T() const noexcept { return load(); }
  T exchange(T v, memory_order o = DefaultOrder, memory_scope = DefaultScope) const noexcept {
    bits in = to_bits(v), out;
    exchange_bits(&in, &out, detail::atomic_order(o));
    return from_bits(out);
  }
  bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order failure,
                               memory_scope = DefaultScope) const noexcept {
    bits e = to_bits(expected), d = to_bits(desired);
    bool done = compare_bits(&e, &d, detail::atomic_order(success), detail::atomic_order(failure));
    if (!done)
      expected = from_bits(e);
    return done;
  }
  bool compare_exchange_strong(T &expected, T desired, memory_order o = DefaultOrder,
                               memory_scope = DefaultScope) const noexcept {
    return compare_exchange_strong(expected, desired, o, detail::load_order(o));
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order failure,
                             memory_scope = DefaultScope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure);
  }
  bool compare_exchange_weak(T &expected, T desired, memory_order o = DefaultOrder,
                             memory_scope = DefaultScope) const noexcept {
    return compare_exchange_strong(expected, desired, o);
  }

  // There are instructions for integers, and on most GPUs for sums of floating-point numbers (they may flush denormal
  // sums to zero). Everything else is a compare-and-exchange loop.
#define SYCL_FUSE_FETCH(name, has_instruction, instruction, expression)                                                \
  T name(difference_type v, memory_order o = DefaultOrder, memory_scope = DefaultScope) const noexcept {               \
    if constexpr (has_instruction)                                                                                     \
      return instruction(v, detail::atomic_order(o));                                                                  \
    else                                                                                                               \
      return update([v](T x) -> T { return expression; }, o);                                                          \
  }
  SYCL_FUSE_FETCH(fetch_add, std::is_integral_v<T> || adds_floats, add_number, x + v)
  SYCL_FUSE_FETCH(fetch_sub, std::is_integral_v<T> || adds_floats, sub_number, x - v)
  SYCL_FUSE_FETCH(fetch_min, std::is_integral_v<T>, min_integer, v < x ? v : x)
  SYCL_FUSE_FETCH(fetch_max, std::is_integral_v<T>, max_integer, x < v ? v : x)
#undef SYCL_FUSE_FETCH
#define SYCL_FUSE_FETCH_BITS(name, op)                                                                                 \
  T name(T v, memory_order o = DefaultOrder, memory_scope = DefaultScope) const noexcept {                             \
    return op##_integer(v, detail::atomic_order(o));                                                                   \
  }
  SYCL_FUSE_FETCH_BITS(fetch_and, and)
  SYCL_FUSE_FETCH_BITS(fetch_or, or)
  SYCL_FUSE_FETCH_BITS(fetch_xor, xor)
#undef SYCL_FUSE_FETCH_BITS

  T operator++(int) const noexcept { return fetch_add(1); }
  T operator--(int) const noexcept { return fetch_sub(1); }
  T operator++() const noexcept { return fetch_add(1) + 1; }
  T operator--() const noexcept { return fetch_sub(1) - 1; }
  T operator+=(difference_type v) const noexcept { return fetch_add(v) + v; }
  T operator-=(difference_type v) const noexcept { return fetch_sub(v) - v; }
  T operator&=(T v) const noexcept { return fetch_and(v) & v; }
  T operator|=(T v) const noexcept { return fetch_or(v) | v; }
  T operator^=(T v) const noexcept { return fetch_xor(v) ^ v; }

private:
  static constexpr bool adds_floats = std::is_floating_point_v<T> && detail::has_float_atomics;
  using bits = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long>;
  static bits to_bits(T v) { return __builtin_bit_cast(bits, v); }
  static T from_bits(bits b) { return __builtin_bit_cast(T, b); }
  bits *raw() const { return reinterpret_cast<bits *>(p_); }

  void store_bits(bits *v, int o) const { SYCL_FUSE_ATOMIC(store, raw(), v, o); }
  void load_bits(bits *out, int o) const { SYCL_FUSE_ATOMIC(load, raw(), out, o); }
  void exchange_bits(bits *in, bits *out, int o) const { SYCL_FUSE_ATOMIC(exchange, raw(), in, out, o); }
  bool compare_bits(bits *expected, bits *desired, int success, int failure) const {
    SYCL_FUSE_ATOMIC(compare_exchange, raw(), expected, desired, false, success, failure);
  }
  T add_number(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_add, p_, v, o); }
  T sub_integer(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_sub, p_, v, o); }
  T sub_number(T v, int o) const {
    if constexpr (std::is_floating_point_v<T>)
      return add_number(-v, o);
    else
      return sub_integer(v, o);
  }
  T and_integer(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_and, p_, v, o); }
  T or_integer(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_or, p_, v, o); }
  T xor_integer(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_xor, p_, v, o); }
  T min_integer(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_min, p_, v, o); }
  T max_integer(T v, int o) const { SYCL_FUSE_ATOMIC(fetch_max, p_, v, o); }

  template <class F> T update(F f, memory_order o) const {
    T old = load(memory_order::relaxed);
    while (!compare_exchange_strong(old, f(old), o)) {
    }
    return old;
  }
  T *p_;
};
#undef SYCL_FUSE_ATOMIC

} // namespace sycl
