// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels that copies and fills are where they become a part of a fused kernel: one element for each work-item. By
// itself a copy or a fill is the driver's, and none of these kernels is launched or compiled alone.
#pragma once

#include "sycl/access.hpp"
#include "sycl/device_copyable.hpp"
#include "sycl/id.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace sycl::detail {

// Elements of these sizes are moved by few instructions.
constexpr bool is_moved_at_once(std::size_t size) {
  return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}
// Whether elements of type T have such kernels. Types that are not complete have none.
template <class T, class = void> struct has_memory_kernel : std::false_type {};
template <class T>
struct has_memory_kernel<
    T, std::enable_if_t<std::is_object_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T> && sizeof(T) != 0>>
    : std::bool_constant<is_device_copyable_v<T> && is_moved_at_once(sizeof(T))> {};
template <class T> using enable_memory_kernel = std::enable_if_t<has_memory_kernel<T>::value>;

// Bytes, whatever their type: other kernels may take them for another one. Two words are moved one by one, as all
// passes know that.
template <std::size_t Size, std::size_t Align> struct alignas(Align) memory_word {
  unsigned char bytes[Size];
};
template <class T> inline void move_element(void *to, const void *from) {
  constexpr std::size_t size = sizeof(T) < 8 ? sizeof(T) : 8;
  using word = memory_word<size, (alignof(T) < size ? alignof(T) : size)>;
  for (std::size_t i = 0; i < sizeof(T) / size; ++i)
    __builtin_memcpy(static_cast<word *>(to) + i, static_cast<const word *>(from) + i, size);
}

// The bytes of an element as numbers.
template <std::size_t Size> struct numbers_of {
  struct type {
    std::uint64_t words[2];
  };
};
template <> struct numbers_of<1> {
  using type = std::uint8_t;
};
template <> struct numbers_of<2> {
  using type = std::uint16_t;
};
template <> struct numbers_of<4> {
  using type = std::uint32_t;
};
template <> struct numbers_of<8> {
  using type = std::uint64_t;
};
template <class T> struct alignas(T) alignas(typename numbers_of<sizeof(T)>::type) element_bytes {
  typename numbers_of<sizeof(T)>::type numbers;
};
template <class T> element_bytes<T> bytes_of_element(const T &element) {
  element_bytes<T> bytes;
  __builtin_memcpy(&bytes, static_cast<const void *>(&element), sizeof(T));
  return bytes;
}
template <class T> element_bytes<T> bytes_of_value(unsigned char value) {
  element_bytes<T> bytes;
  __builtin_memset(&bytes, value, sizeof(T));
  return bytes;
}

template <class T> struct copy_elements {
  void operator()(id<1> i) const { move_element<T>(to + i[0], from + i[0]); }
  const T *from;
  T *to;
};
template <class T> struct fill_elements {
  void operator()(id<1> i) const { move_element<T>(to + i[0], &value); }
  T *to;
  element_bytes<T> value;
};

// The same of accessors, each element at its id.
template <class Source, class Destination, int D> struct copy_accessor {
  void operator()(id<D> i) const { move_element<typename Source::value_type>(&to[i], &from[i]); }
  Source from;
  Destination to;
};
template <class Destination, int D> struct fill_accessor {
  void operator()(id<D> i) const { move_element<typename Destination::value_type>(&to[i], &value); }
  Destination to;
  element_bytes<typename Destination::value_type> value;
};
// Whether an accessor of such a kind has them.
template <class T, int D, access_mode M, target G>
inline constexpr bool is_in_memory_kernel =
    D != 0 && M != access_mode::atomic && G == target::device && has_memory_kernel<std::remove_const_t<T>>::value;

} // namespace sycl::detail
