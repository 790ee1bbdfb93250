// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::specialization_id and sycl::kernel_handler (SYCL 2020, 4.9.5 and 4.11.12). Kernels are compiled before the
// values are known, so a value that was set travels beside the closure, like a captured variable, and one that was not
// set is the default, which the compiler folds. A kernel that takes a kernel_handler fuses like any other.
#pragma once

#include "sycl/detail/export.hpp"
#include "syclfuse/signature.hpp"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {

class handler;
class kernel_handler;

// Names a specialization constant of type T and holds its default. It must be constexpr, at namespace scope or a static
// member.
template <class T> class specialization_id {
  static_assert(std::is_trivially_copyable_v<T>, "the type of a specialization constant is trivially copyable");

public:
  using value_type = T;
  template <class... A, class = std::enable_if_t<std::is_constructible_v<T, A...>>>
  explicit constexpr specialization_id(A &&...arguments) : value_(std::forward<A>(arguments)...) {}
  specialization_id(const specialization_id &) = delete;
  specialization_id(specialization_id &&) = delete;
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

// What kernels ask for, so that bundles can say which constants they have.
SYCL_FUSE_API bool note_constant(std::uint64_t key) noexcept; // true
SYCL_FUSE_API bool is_constant_of_kernel(std::uint64_t key) noexcept;
SYCL_FUSE_API bool has_constants() noexcept;
template <auto &Id> struct constant_of_kernel {
  static inline const bool noted = note_constant(constant_key<Id>());
};

// The values that were set, by key. Part of the closure of kernels that take a kernel_handler, hence of fixed size: a
// value takes one or more neighbouring slots. Read at constant places only, so that the compiler sees that nothing else
// is read, and reads before loops.
class constant_table {
public:
  static constexpr std::uint32_t slots = 16, slot_bytes = 16;

  void set(std::uint64_t key, const void *value, std::uint32_t size) {
    __builtin_memcpy(bytes_ + slot_bytes * place(key, size), value, size);
  }
  // The values of `other` too, which come first.
  void take(const constant_table &other) {
    for (std::uint32_t i = 0, n = 1; i < other.used_; i += n, n = 1) {
      while (i + n < other.used_ && other.keys_[i + n] == 0)
        ++n;
      set(other.keys_[i], other.bytes_ + slot_bytes * i, slot_bytes * n);
    }
  }
  template <auto &Id> constant_t<Id> get() const {
    constant_t<Id> value = Id.syclfuse_default();
    look<Id>(value, std::make_index_sequence<slots>());
    return value;
  }

private:
  template <auto &Id, std::size_t... S> void look(constant_t<Id> &value, std::index_sequence<S...>) const {
    constexpr std::uint64_t key = constant_key<Id>();
    constexpr std::size_t size = sizeof(value);
    const auto take = [&](std::uint64_t at, const unsigned char *bytes) {
      if (at == key)
        __builtin_memcpy(&value, bytes, size);
    };
    (take(keys_[S], bytes_ + (slot_bytes * S + size <= sizeof(bytes_) ? slot_bytes * S : 0)), ...);
  }
  std::uint32_t place(std::uint64_t key, std::uint32_t size) {
    for (std::uint32_t i = 0; i < used_; ++i)
      if (keys_[i] == key)
        return i;
    const std::uint32_t first = static_cast<std::uint32_t>(used_),
                        needed = static_cast<std::uint32_t>((size + slot_bytes - 1) / slot_bytes);
    if (needed > slots - first)
      throw_invalid("specialization constants: the values of one command take more than 16 slots of 16 bytes");
    keys_[first] = key;
    used_ += needed;
    return first;
  }
  std::uint64_t used_ = 0; // slots
  std::uint64_t keys_[slots] = {};
  unsigned char bytes_[slots * slot_bytes] = {};
};

// The closure of a kernel that takes a kernel_handler. The plugin knows this name.
template <class F> struct kernel_with_handler {
  F function;
  constant_table constants;
  template <class... A>
  auto operator()(A &&...arguments) const -> std::invoke_result_t<const F &, A..., kernel_handler>;
};

// True if F is called with one of the Positions and a kernel_handler, and cannot be called without the handler.
template <class F, class... Positions>
inline constexpr bool takes_handler = !std::disjunction_v<std::is_invocable<const F &, Positions>...> &&
                                      std::disjunction_v<std::is_invocable<const F &, Positions, kernel_handler>...>;

} // namespace detail

// Passed to kernels that take it as their last argument.
class kernel_handler {
public:
  // Returns the value that handler or kernel_bundle had at the submission, else the default.
  template <auto &Id> detail::constant_t<Id> get_specialization_constant() const {
#ifndef __SYCL_DEVICE_ONLY__
    static_cast<void>(&detail::constant_of_kernel<Id>::noted); // the host's version of the kernel has it initialized
#endif
    return constants_->template get<Id>();
  }

private:
  template <class F> friend struct detail::kernel_with_handler;
  explicit kernel_handler(const detail::constant_table *t) : constants_(t) {}
  const detail::constant_table *constants_;
};

namespace detail {
template <class F>
template <class... A>
auto kernel_with_handler<F>::operator()(A &&...arguments) const
    -> std::invoke_result_t<const F &, A..., kernel_handler> {
  return function(std::forward<A>(arguments)..., kernel_handler(&constants));
}
} // namespace detail

} // namespace sycl
