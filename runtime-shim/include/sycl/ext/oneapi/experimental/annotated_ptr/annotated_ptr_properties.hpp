// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of annotated_ptr, annotated_arg and annotated USM (sycl_ext_oneapi_annotated_ptr, _annotated_arg,
// _annotated_usm). Code is correct without them. They are promises of the program, which nothing checks: a wrong one,
// for example an alignment that the pointer does not have, is undefined behaviour.
#pragma once

#include "sycl/ext/oneapi/properties/properties.hpp"
#include "sycl/usm.hpp"
#include "syclfuse/kinds.hpp"

namespace sycl::ext::oneapi::experimental {

// The pointer is aligned to this many bytes, a power of two.
SYCL_FUSE_PROPERTY_WITH_VALUE(alignment, int)

// The kind of USM that the pointer points to.
SYCL_FUSE_PROPERTY_WITH_VALUE(usm_kind, sycl::usm::alloc)
inline constexpr usm_kind_key::value_t<sycl::usm::alloc::device> usm_kind_device;
inline constexpr usm_kind_key::value_t<sycl::usm::alloc::host> usm_kind_host;
inline constexpr usm_kind_key::value_t<sycl::usm::alloc::shared> usm_kind_shared;

// Properties of memory in a fused kernel (sycl/property.hpp).
template <> struct is_property_value<property::fusion_internal_memory> : std::true_type {};
template <sycl::memory_scope S> struct is_property_value<property::access_scope<S>> : std::true_type {};
template <> struct is_property_value<sycl::property::no_init> : std::true_type {};

namespace detail {
template <class V> inline constexpr bool is_annotation = false;
template <> inline constexpr bool is_annotation<property::fusion_internal_memory> = true;
template <sycl::memory_scope S> inline constexpr bool is_annotation<property::access_scope<S>> = true;
template <> inline constexpr bool is_annotation<sycl::property::no_init> = true;
template <int Bytes>
inline constexpr bool is_annotation<alignment_key::value_t<Bytes>> = Bytes > 0 && (Bytes & (Bytes - 1)) == 0;
template <sycl::usm::alloc K> inline constexpr bool is_annotation<usm_kind_key::value_t<K>> = true;

template <class List> struct annotations;
template <class... V> struct annotations<properties<V...>> {
  static_assert((is_annotation<V> && ...), "this is no property of an annotated pointer or argument, or no valid one");
  // 0 without the property.
  static constexpr std::size_t alignment() {
    if constexpr (properties<V...>::template has_property<alignment_key>())
      return static_cast<std::size_t>(find_property_t<alignment_key, V...>::value);
    else
      return 0;
  }
  static constexpr sycl::usm::alloc kind() {
    if constexpr (properties<V...>::template has_property<usm_kind_key>())
      return find_property_t<usm_kind_key, V...>::value;
    else
      return sycl::usm::alloc::unknown;
  }
  // The same rule as promotion_of() for accessors (sycl/detail/accessor_base.hpp).
  static constexpr ::syclfuse::promotion promoted() {
    using ::syclfuse::promotion;
    using list = properties<V...>;
    using scope = find_property_t<property::access_scope<sycl::memory_scope::work_item>::key_t, V...>;
    if (!list::template has_property<property::fusion_internal_memory>())
      return promotion::none;
    if (!list::template has_property<sycl::property::no_init>())
      return promotion::automatic;
    return std::is_same_v<scope, property::access_scope_work_item>    ? promotion::private_memory
           : std::is_same_v<scope, property::access_scope_work_group> ? promotion::local_memory
                                                                      : promotion::automatic;
  }
};
template <class List, class T> constexpr T *annotated_address(T *p) {
  if constexpr (annotations<List>::alignment() != 0)
    return static_cast<T *>(__builtin_assume_aligned(p, annotations<List>::alignment()));
  else
    return p;
}
} // namespace detail

} // namespace sycl::ext::oneapi::experimental
