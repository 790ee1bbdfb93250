// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies the properties of a kernel to its command.
#pragma once

#include "sycl/detail/command.hpp"
#include "sycl/ext/oneapi/kernel_properties/properties.hpp"
#include "sycl/range.hpp"

#include <utility>

namespace sycl::detail {

namespace properties_of = ext::oneapi::experimental;
template <class... P> using properties = properties_of::properties<P...>;
using no_properties = properties_of::properties<>;

// Both throw if the command's device or ND-range does not allow it.
SYCL_FUSE_API void require_work_group_size(const command &, const std::size_t *sizes, unsigned dimensions);
SYCL_FUSE_API void require_sub_group_size(const command &, std::uint32_t size);
// In the library. Throws if the command's device or ND-range does not allow what the kernel's attributes demand.
void check_attributes(const command &);

template <class F, class = void> inline constexpr bool has_own_properties = false;
template <class F>
inline constexpr bool
    has_own_properties<F, std::void_t<decltype(std::declval<const F &>().get(properties_of::properties_tag{}))>> = true;

template <class P, int D> void apply_property(command &, P, range<D>) {
  static_assert(!sizeof(P), "this is no property of a kernel");
}
template <int D, std::size_t... S>
void apply_property(
    command &c,
    properties_of::property_value<properties_of::work_group_size_key, std::integral_constant<std::size_t, S>...>,
    range<D>) {
  static_assert(sizeof...(S) == D, "work_group_size has as many sizes as the kernel's range has dimensions");
  static_assert(((S > 0) && ...), "a work-group has at least one work-item");
  constexpr std::size_t sizes[] = {S...};
  require_work_group_size(c, sizes, D);
}
template <int D, std::size_t... S>
void apply_property(
    command &,
    properties_of::property_value<properties_of::work_group_size_hint_key, std::integral_constant<std::size_t, S>...>,
    range<D>) {
  static_assert(sizeof...(S) == D, "work_group_size_hint has as many sizes as the kernel's range has dimensions");
}
template <int D, std::uint32_t S>
void apply_property(
    command &c,
    properties_of::property_value<properties_of::sub_group_size_key, std::integral_constant<std::uint32_t, S>>,
    range<D>) {
  static_assert(S > 0, "a sub-group has at least one work-item");
  require_sub_group_size(c, S);
}
template <int D> void apply_property(command &c, properties_of::use_root_sync_key::value_t, range<D>) {
  c.root_sync = true;
}
template <int D> void apply_property(command &c, ext::syclfuse::no_fusion_key::value_t, range<D>) { c.fusible = false; }

} // namespace sycl::detail
