// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_prefetch: hints inside of kernels. They have no effect: the targets leave it to their caches.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/ext/oneapi/properties/properties.hpp"
#include "sycl/sub_group.hpp"

namespace sycl::ext::oneapi::experimental {

enum class cache_level { L1, L2, L3, L4 };
struct nontemporal;
struct prefetch_hint_key {
  template <cache_level Level, class Hint>
  using value_t = property_value<prefetch_hint_key, std::integral_constant<cache_level, Level>, Hint>;
};
template <cache_level Level, class Hint> inline constexpr prefetch_hint_key::value_t<Level, Hint> prefetch_hint;
inline constexpr prefetch_hint_key::value_t<cache_level::L1, void> prefetch_hint_L1;
inline constexpr prefetch_hint_key::value_t<cache_level::L2, void> prefetch_hint_L2;
inline constexpr prefetch_hint_key::value_t<cache_level::L3, void> prefetch_hint_L3;
inline constexpr prefetch_hint_key::value_t<cache_level::L4, void> prefetch_hint_L4;
inline constexpr prefetch_hint_key::value_t<cache_level::L1, nontemporal> prefetch_hint_L1_nt;
inline constexpr prefetch_hint_key::value_t<cache_level::L2, nontemporal> prefetch_hint_L2_nt;
inline constexpr prefetch_hint_key::value_t<cache_level::L3, nontemporal> prefetch_hint_L3_nt;
inline constexpr prefetch_hint_key::value_t<cache_level::L4, nontemporal> prefetch_hint_L4_nt;

// Hints for the memory at p. The count is in bytes for void *, else in objects of type T.
template <class... P> void prefetch(void *, properties<P...> = {}) {}
template <class... P> void prefetch(void *, std::size_t, properties<P...> = {}) {}
template <class T, class... P> void prefetch(T *, properties<P...> = {}) {}
template <class T, class... P> void prefetch(T *, std::size_t, properties<P...> = {}) {}
template <class T, access::address_space S, access::decorated A, class... P>
void prefetch(multi_ptr<T, S, A>, properties<P...> = {}) {}
template <class T, access::address_space S, access::decorated A, class... P>
void prefetch(multi_ptr<T, S, A>, std::size_t, properties<P...> = {}) {}
template <class T, int D, access_mode M, access::placeholder H, class... P>
void prefetch(accessor<T, D, M, target::device, H>, id<D>, properties<P...> = {}) {}
template <class T, int D, access_mode M, access::placeholder H, class... P>
void prefetch(accessor<T, D, M, target::device, H>, id<D>, std::size_t, properties<P...> = {}) {}
// The same, called by every work-item of the group.
template <class G, class At, class... Rest> std::enable_if_t<is_group_v<G>> joint_prefetch(G, At, Rest...) {}

} // namespace sycl::ext::oneapi::experimental
