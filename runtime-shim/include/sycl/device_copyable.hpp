// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::is_device_copyable (SYCL 2020, 3.13.1): values that may be copied to a device byte by byte. Programs may
// specialize it for types of their own.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

// As <iosfwd> does for streams: programs that use variants include <variant>, which takes a while to compile.
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
namespace std {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
template <class... T> class variant;
_GLIBCXX_END_NAMESPACE_VERSION
} // namespace std
#else
#include <variant>
#endif

#define SYCL_DEVICE_COPYABLE 1

namespace sycl {

namespace detail {
template <class T>
inline constexpr bool is_copied_by_bytes =
    std::is_trivially_copyable_v<T> ||
    (std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>);
} // namespace detail

template <class T> struct is_device_copyable;
// The const and volatile forms of a type that a program specializes it for.
template <class T> struct is_device_copyable<const T> : is_device_copyable<T> {};
template <class T> struct is_device_copyable<volatile T> : is_device_copyable<T> {};
template <class T> struct is_device_copyable<const volatile T> : is_device_copyable<T> {};
template <class T> struct is_device_copyable : std::bool_constant<detail::is_copied_by_bytes<T>> {};
template <class T> inline constexpr bool is_device_copyable_v = is_device_copyable<T>::value;

// Device copyable if their elements are. Pairs and tuples of the standard library have assignments of their own, which
// only assign the elements.
template <class T> struct is_device_copyable<std::optional<T>> : is_device_copyable<T> {};
template <class T, class U>
struct is_device_copyable<std::pair<T, U>> : std::conjunction<is_device_copyable<T>, is_device_copyable<U>> {};
template <class... T> struct is_device_copyable<std::tuple<T...>> : std::conjunction<is_device_copyable<T>...> {};
template <class... T> struct is_device_copyable<std::variant<T...>> : std::conjunction<is_device_copyable<T>...> {};
template <class T, std::size_t N> struct is_device_copyable<std::array<T, N>> : is_device_copyable<T> {};
template <class T> struct is_device_copyable<std::array<T, 0>> : std::true_type {};
template <class T, class Traits> struct is_device_copyable<std::basic_string_view<T, Traits>> : std::true_type {};
template <class T, std::size_t N> struct is_device_copyable<T[N]> : is_device_copyable<T> {};
template <class T, std::size_t N> struct is_device_copyable<const T[N]> : is_device_copyable<T> {};

} // namespace sycl
