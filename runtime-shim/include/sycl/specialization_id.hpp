// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::specialization_id and sycl::kernel_handler (SYCL 2020, 4.9.5 and 4.11.12). Kernels are compiled before the values are known, so
// a value that was set travels beside the closure, like a captured variable, and one that was not set is the default, which the
// compiler folds. A kernel that takes a kernel_handler fuses like any other.
#pragma once

#include "sycl/detail/export.hpp"
#include "syclfuse/signature.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {

class handler;
class kernel_handler;

// Names a specialization constant of type T and gives its default. Declared constexpr, at namespace scope or as a static member.
template <class T> class specialization_id {
  static_assert(std::is_trivially_copyable_v<T>, "the type of a specialization constant is trivially copyable");

public:
  using value_type = T;
  template <class... A> explicit constexpr specialization_id(A &&...arguments) : value_(std::forward<A>(arguments)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id &operator=(const specialization_id &) = delete;
  // Not for users.
  constexpr const T &syclfuse_default() const { return value_; }

private:
  T value_;
};

namespace detail {

[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);

#ifdef SYCL_FUSE_HOST_ONLY
template <class Name> constexpr const char *kernel_symbol() { return __PRETTY_FUNCTION__; }
#else
template <class Name> constexpr const char *kernel_symbol() { return __builtin_sycl_unique_stable_name(Name); }
#endif

template <auto &Id> struct constant_name;
template <auto &Id> using constant_t = typename std::remove_reference_t<decltype(Id)>::value_type;
// The same number in both passes and in all translation units.
template <auto &Id> constexpr std::uint64_t constant_key() {
  constexpr std::uint64_t key = syclfuse::hash_bytes(kernel_symbol<constant_name<Id>>());
  return key;
}

// The values that were set, by key. Part of the closure of kernels that take a kernel_handler, hence of fixed size.
class constant_table {
public:
  static constexpr std::uint32_t max_constants = 16, max_bytes = 256;

  void set(std::uint64_t key, const void *value, std::uint32_t size) {
    const std::uint32_t begin = place(key, size);
    __builtin_memcpy(bytes_ + begin, value, size);
  }
  template <auto &Id> constant_t<Id> get() const {
    constexpr std::uint64_t key = constant_key<Id>();
    constant_t<Id> value = Id.syclfuse_default();
    for (std::uint32_t i = 0; i < count_; ++i)
      if (keys_[i] == key)
        __builtin_memcpy(&value, bytes_ + begins_[i], sizeof(value));
    return value;
  }
  bool has(std::uint64_t key) const {
    for (std::uint32_t i = 0; i < count_; ++i)
      if (keys_[i] == key)
        return true;
    return false;
  }
  // What `other` has set is set here too.
  void merge(const constant_table &other) {
    for (std::uint32_t i = 0; i < other.count_; ++i)
      set(other.keys_[i], other.bytes_ + other.begins_[i], other.begins_[i + 1] - other.begins_[i]);
  }

private:
  std::uint32_t place(std::uint64_t key, std::uint32_t size) {
    for (std::uint32_t i = 0; i < count_; ++i)
      if (keys_[i] == key)
        return begins_[i];
    if (count_ == max_constants || begins_[count_] + size > max_bytes)
      throw_invalid("specialization constants: one command sets at most 16 of them, of 256 bytes together");
    keys_[count_] = key;
    begins_[count_ + 1] = static_cast<std::uint16_t>(begins_[count_] + size);
    return begins_[count_++];
  }
  std::uint32_t count_ = 0;
  std::uint16_t begins_[max_constants + 2] = {};
  std::uint64_t keys_[max_constants] = {};
  unsigned char bytes_[max_bytes] = {};
};

// The closure of a kernel that takes a kernel_handler. The plugin knows this name.
template <class F> struct kernel_with_handler {
  F function;
  constant_table constants;
  template <class... A> auto operator()(const A &...position) const -> std::invoke_result_t<const F &, A..., kernel_handler>;
};

// Whether F is called with one of the Positions and a kernel_handler, and cannot be called without the handler.
template <class F, class... Positions>
inline constexpr bool takes_handler =
    !std::disjunction_v<std::is_invocable<const F &, Positions>...> &&
    std::disjunction_v<std::is_invocable<const F &, Positions, kernel_handler>...>;

} // namespace detail

// Given to kernels that take it as their last argument.
class kernel_handler {
public:
  // The value that the command was submitted with: that of handler or kernel_bundle, or else the default.
  template <auto &Id> detail::constant_t<Id> get_specialization_constant() const { return constants_->template get<Id>(); }

private:
  template <class F> friend struct detail::kernel_with_handler;
  explicit kernel_handler(const detail::constant_table *t) : constants_(t) {}
  const detail::constant_table *constants_;
};

namespace detail {
template <class F>
template <class... A>
auto kernel_with_handler<F>::operator()(const A &...position) const
    -> std::invoke_result_t<const F &, A..., kernel_handler> {
#ifdef __SYCL_DEVICE_ONLY__
  // Looked up in a copy, so that what `function` captures stays out of memory that is read at computed places.
  const constant_table copy = constants;
  return function(position..., kernel_handler(&copy));
#else
  return function(position..., kernel_handler(&constants));
#endif
}
} // namespace detail

} // namespace sycl
