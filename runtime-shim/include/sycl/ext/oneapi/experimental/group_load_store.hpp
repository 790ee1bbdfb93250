// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl_ext_oneapi_group_load_store: a work-group or sub-group moves consecutive elements between memory and its
// work-items. Blocked: the elements of a work-item are neighbours in memory; striped: the first elements of all
// work-items are, then the second ones.
#pragma once

#include "sycl/ext/oneapi/properties/properties.hpp"
#include "sycl/span.hpp"
#include "sycl/sub_group.hpp"
#include "sycl/vec.hpp"

namespace sycl::ext::oneapi::experimental {

enum class data_placement_enum { blocked, striped };
SYCL_FUSE_PROPERTY_WITH_VALUE(data_placement, data_placement_enum)
inline constexpr data_placement_key::value_t<data_placement_enum::blocked> data_placement_blocked;
inline constexpr data_placement_key::value_t<data_placement_enum::striped> data_placement_striped;
// Promises of the program, which change nothing here.
SYCL_FUSE_PROPERTY(contiguous_memory)
SYCL_FUSE_PROPERTY(full_group)

namespace detail {
// The position of element i of the calling work-item.
template <class P, class G> std::size_t placed(const G &g, std::size_t i, std::size_t count) {
  if constexpr (P::template has_property<data_placement_key>()) {
    if (decltype(P::template get_property<data_placement_key>())::value == data_placement_enum::striped)
      return i * g.get_local_linear_range() + g.get_local_linear_id();
  }
  return g.get_local_linear_id() * count + i;
}
template <class G> using enable_group = std::enable_if_t<is_group_v<G>>;
} // namespace detail

template <class G, class In, class T, std::size_t N, class... P, class = detail::enable_group<G>>
void group_load(G g, In in, sycl::span<T, N> out, properties<P...> = {}) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = in[detail::placed<properties<P...>>(g, i, out.size())];
}
template <class G, class In, class T, int N, class... P, class = detail::enable_group<G>>
void group_load(G g, In in, vec<T, N> &out, properties<P...> = {}) {
  for (int i = 0; i < N; ++i)
    out[i] = in[detail::placed<properties<P...>>(g, static_cast<std::size_t>(i), N)];
}
template <class G, class In, class T, class... P, class = detail::enable_group<G>,
          class = std::enable_if_t<std::is_scalar_v<T>>>
void group_load(G g, In in, T &out, properties<P...> = {}) {
  out = in[g.get_local_linear_id()];
}
template <class G, class T, std::size_t N, class Out, class... P, class = detail::enable_group<G>>
void group_store(G g, const sycl::span<T, N> in, Out out, properties<P...> = {}) {
  for (std::size_t i = 0; i < in.size(); ++i)
    out[detail::placed<properties<P...>>(g, i, in.size())] = in[i];
}
template <class G, class T, int N, class Out, class... P, class = detail::enable_group<G>>
void group_store(G g, const vec<T, N> &in, Out out, properties<P...> = {}) {
  for (int i = 0; i < N; ++i)
    out[detail::placed<properties<P...>>(g, static_cast<std::size_t>(i), N)] = in[i];
}
template <class G, class T, class Out, class... P, class = detail::enable_group<G>,
          class = std::enable_if_t<std::is_scalar_v<T>>>
void group_store(G g, const T &in, Out out, properties<P...> = {}) {
  out[g.get_local_linear_id()] = in;
}

} // namespace sycl::ext::oneapi::experimental
