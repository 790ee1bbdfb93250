// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of compile-time properties (sycl_ext_oneapi_properties). A list is an empty object: its type has all the data.
#pragma once

#include <cstddef>
#include <type_traits>

namespace sycl::ext::oneapi::experimental {

// One property: its key and the types that are its parameters.
template <class Key, class... Parameters> struct property_value {
  using key_t = Key;
};
// A property whose only parameter is an integral constant has a value.
template <class Key, class T, T V> struct property_value<Key, std::integral_constant<T, V>> {
  using key_t = Key;
  using value_t = T;
  static constexpr T value = V;
};
// Defines Name_key and the property Name: without a parameter, or with a value of type T.
#define SYCL_FUSE_PROPERTY(Name)                                                                                       \
  struct Name##_key {                                                                                                  \
    using value_t = property_value<Name##_key>;                                                                        \
  };                                                                                                                   \
  inline constexpr Name##_key::value_t Name;
#define SYCL_FUSE_PROPERTY_WITH_VALUE(Name, T)                                                                         \
  struct Name##_key {                                                                                                  \
    template <T Value> using value_t = property_value<Name##_key, std::integral_constant<T, Value>>;                   \
  };                                                                                                                   \
  template <T Value> inline constexpr Name##_key::value_t<Value> Name;

template <class Key, class... A, class... B>
constexpr std::bool_constant<std::is_same_v<property_value<Key, A...>, property_value<Key, B...>>>
operator==(property_value<Key, A...>, property_value<Key, B...>) {
  return {};
}
template <class Key, class... A, class... B>
constexpr std::bool_constant<!std::is_same_v<property_value<Key, A...>, property_value<Key, B...>>>
operator!=(property_value<Key, A...>, property_value<Key, B...>) {
  return {};
}

template <class T> struct is_property_value : std::false_type {};
template <class K, class... P> struct is_property_value<property_value<K, P...>> : std::true_type {};
template <class T> inline constexpr bool is_property_value_v = is_property_value<T>::value;

template <class... V> class properties;

namespace detail {
template <class Key> struct no_property {
  using key_t = void;
};
// The property of the list that has this key, or no_property.
template <class Key, class... V> struct find_property {
  using type = no_property<Key>;
};
template <class Key, class First, class... Rest>
struct find_property<Key, First, Rest...> : std::conditional_t<std::is_same_v<typename First::key_t, Key>,
                                                               std::common_type<First>, find_property<Key, Rest...>> {};
template <class Key, class... V> using find_property_t = typename find_property<Key, V...>::type;

template <class... V> inline constexpr bool distinct_keys = true;
template <class First, class... Rest>
inline constexpr bool distinct_keys<First, Rest...> =
    (!std::is_same_v<typename First::key_t, typename Rest::key_t> && ...) && distinct_keys<Rest...>;
} // namespace detail

template <class... V> class properties {
  static_assert((is_property_value_v<V> && ...), "properties takes compile-time properties");
  static_assert(detail::distinct_keys<V...>, "properties has two properties of one kind");

public:
  constexpr properties() = default;
  template <class... A, class = std::enable_if_t<(sizeof...(A) > 0) && sizeof...(A) == sizeof...(V)>>
  constexpr explicit properties(A...) {}
  template <class Key> static constexpr bool has_property() { return (std::is_same_v<typename V::key_t, Key> || ...); }
  template <class Key> static constexpr auto get_property() {
    static_assert(has_property<Key>(), "the list has no such property");
    return detail::find_property_t<Key, V...>{};
  }
};
template <class... V> properties(V...) -> properties<V...>;

using empty_properties_t = properties<>;
template <class T> struct is_property_list : std::false_type {};
template <class... V> struct is_property_list<properties<V...>> : std::true_type {};
template <class T> inline constexpr bool is_property_list_v = is_property_list<T>::value;

// The parameter of a kernel functor's member `get`, which returns the properties of the kernel.
struct properties_tag {};

} // namespace sycl::ext::oneapi::experimental
