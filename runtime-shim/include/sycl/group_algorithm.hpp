// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Group functions and group algorithms (SYCL 2020, 4.17.3 and 4.17.4) of work-groups and sub-groups. Every work-item of
// the group must call them with the same operation, and the joint_ forms with the same range. The target chooses the
// order of floating-point additions; it is the same for a kernel alone and fused.
#pragma once

#include "sycl/detail/group_functions.hpp"
#include "sycl/detail/standard_headers.hpp"
#include "sycl/marray.hpp"
#include "sycl/vector.hpp"

#include <iterator>

namespace sycl {

namespace detail {
template <class G> using enable_group = std::enable_if_t<is_group_v<std::decay_t<G>>>;

template <class T> struct vector_size_of : std::integral_constant<int, 0> {};
template <class T, int N> struct vector_size_of<vec<T, N>> : std::integral_constant<int, N> {};
template <class T, std::size_t N>
struct vector_size_of<marray<T, N>> : std::integral_constant<int, static_cast<int>(N)> {};

// Vectors are combined element by element.
template <scan Kind, class G, class T, class Op> value_t<T> collective_of(G g, const T &x, Op op) {
  if constexpr (!std::is_same_v<T, value_t<T>>)
    return collective_of<Kind>(g, value_t<T>(x), op);
  else if constexpr (vector_size_of<T>::value == 0)
    return group_collective<Kind>(g, x, op);
  else {
    using element = typename T::value_type;
    T r = x;
    for (int i = 0; i < vector_size_of<T>::value; ++i)
      r[i] = group_collective<Kind>(
          g, static_cast<element>(x[i]),
          std::conditional_t<std::is_same_v<Op, plus<T>>, plus<element>,
                             std::conditional_t<std::is_same_v<Op, multiplies<T>>, multiplies<element>,
                                                std::conditional_t<std::is_same_v<Op, minimum<T>>, minimum<element>,
                                                                   std::conditional_t<std::is_same_v<Op, maximum<T>>,
                                                                                      maximum<element>, Op>>>>());
    return r;
  }
}

template <class It> using value_of = undecorated_t<typename std::iterator_traits<It>::value_type>;
} // namespace detail

// These functions move and combine values: a swizzle of a vec counts as the value for which it stands.
template <class G, class T, class = detail::enable_group<G>>
detail::value_t<T> group_broadcast(G g, T x, typename G::linear_id_type from) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (detail::is_single<G>)
    return x;
  else if constexpr (std::is_same_v<G, sub_group>)
    return detail::by_words(x, [&](std::uint32_t w) {
      return __spirv_GroupBroadcast<std::uint32_t, std::uint32_t>(detail::scope_of<G>, w,
                                                                  static_cast<std::uint32_t>(from));
    });
  else {
    // The id in SPIR-V order: the fastest dimension first.
    constexpr int D = G::dimensions;
    const auto r = g.get_local_range();
    if constexpr (D == 1)
      return detail::by_words(x, [&](std::uint32_t w) {
        return __spirv_GroupBroadcast<std::uint32_t, std::size_t>(detail::scope_of<G>, w, from);
      });
    else {
      using ids = std::size_t __attribute__((ext_vector_type(D)));
      ids at;
      std::size_t left = from;
      for (int s = 0; s < D; ++s) {
        at[s] = left % r[D - 1 - s];
        left /= r[D - 1 - s];
      }
      return detail::by_words(
          x, [&](std::uint32_t w) { return __spirv_GroupBroadcast<std::uint32_t, ids>(detail::scope_of<G>, w, at); });
    }
  }
#else
  detail::host_barrier(g.get_local_linear_range());
  (void)from;
  return x;
#endif
}
template <class G, class T, class = detail::enable_group<G>> detail::value_t<T> group_broadcast(G g, T x) {
  return group_broadcast(g, x, 0);
}
template <int D, class T> detail::value_t<T> group_broadcast(group<D> g, T x, id<D> from) {
  return group_broadcast(g, x, detail::linear_id(g.get_local_range(), from));
}
template <class T> detail::value_t<T> group_broadcast(sub_group g, T x, id<1> from) {
  return group_broadcast(g, x, static_cast<std::uint32_t>(from[0]));
}

// any, all, none
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_FUSE_VOTE(Builtin)                                                                                        \
  if constexpr (detail::is_single<G>)                                                                                  \
    return p;                                                                                                          \
  else                                                                                                                 \
    return Builtin(detail::scope_of<G>, p)
#else
#define SYCL_FUSE_VOTE(Builtin)                                                                                        \
  detail::host_barrier(g.get_local_linear_range());                                                                    \
  return p
#endif
template <class G, class = detail::enable_group<G>> bool any_of_group([[maybe_unused]] G g, bool p) {
  SYCL_FUSE_VOTE(__spirv_GroupAny);
}
template <class G, class = detail::enable_group<G>> bool all_of_group([[maybe_unused]] G g, bool p) {
  SYCL_FUSE_VOTE(__spirv_GroupAll);
}
#undef SYCL_FUSE_VOTE
template <class G, class = detail::enable_group<G>> bool none_of_group(G g, bool p) { return !any_of_group(g, p); }
template <class G, class T, class P, class = detail::enable_group<G>> bool any_of_group(G g, T x, P p) {
  return any_of_group(g, static_cast<bool>(p(x)));
}
template <class G, class T, class P, class = detail::enable_group<G>> bool all_of_group(G g, T x, P p) {
  return all_of_group(g, static_cast<bool>(p(x)));
}
template <class G, class T, class P, class = detail::enable_group<G>> bool none_of_group(G g, T x, P p) {
  return none_of_group(g, static_cast<bool>(p(x)));
}
template <class G, class It, class P, class = detail::enable_group<G>> bool joint_any_of(G g, It first, It last, P p) {
  bool found = false;
  for (It i = first + g.get_local_linear_id(); i < last; i += g.get_local_linear_range())
    found |= static_cast<bool>(p(*i));
  return any_of_group(g, found);
}
template <class G, class It, class P, class = detail::enable_group<G>> bool joint_all_of(G g, It first, It last, P p) {
  bool all = true;
  for (It i = first + g.get_local_linear_id(); i < last; i += g.get_local_linear_range())
    all &= static_cast<bool>(p(*i));
  return all_of_group(g, all);
}
template <class G, class It, class P, class = detail::enable_group<G>> bool joint_none_of(G g, It first, It last, P p) {
  return !joint_any_of(g, first, last, p);
}

// Shuffles of sub-groups. A value from beyond the sub-group is unspecified.
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_FUSE_SHUFFLE(Builtin, Operand)                                                                            \
  return detail::by_words(x, [&](std::uint32_t w) {                                                                    \
    return __spirv_GroupNonUniform##Builtin<std::uint32_t>(detail::spirv::subgroup, w,                                 \
                                                           static_cast<std::uint32_t>(Operand));                       \
  })
#else
#define SYCL_FUSE_SHUFFLE(Builtin, Operand) return ((void)(Operand), x)
#endif
template <class T> detail::value_t<T> shift_group_left(sub_group, T x, sub_group::linear_id_type delta = 1) {
  SYCL_FUSE_SHUFFLE(ShuffleDown, delta);
}
template <class T> detail::value_t<T> shift_group_right(sub_group, T x, sub_group::linear_id_type delta = 1) {
  SYCL_FUSE_SHUFFLE(ShuffleUp, delta);
}
template <class T> detail::value_t<T> permute_group_by_xor(sub_group, T x, sub_group::linear_id_type mask) {
  SYCL_FUSE_SHUFFLE(ShuffleXor, mask);
}
template <class T> detail::value_t<T> select_from_group(sub_group, T x, sub_group::id_type from) {
  SYCL_FUSE_SHUFFLE(Shuffle, from[0]);
}
#undef SYCL_FUSE_SHUFFLE

// Reductions
template <class G, class T, class Op, class = detail::enable_group<G>>
detail::value_t<T> reduce_over_group(G g, T x, Op op) {
  return detail::collective_of<detail::scan::reduce>(g, x, op);
}
template <class G, class V, class T, class Op, class = detail::enable_group<G>>
T reduce_over_group(G g, V x, T init, Op op) {
  return op(init, reduce_over_group(g, static_cast<T>(x), op));
}
namespace detail {
// The values of [first, last) that are this work-item's, put together; `any` says whether there was one.
template <class T, class G, class It, class Op> T share_of(G g, It first, It last, Op op, T identity) {
  T r = identity;
  for (It i = first + g.get_local_linear_id(); i < last; i += g.get_local_linear_range())
    r = op(r, static_cast<T>(*i));
  return r;
}
} // namespace detail
template <class G, class It, class Op, class = detail::enable_group<G>>
detail::value_of<It> joint_reduce(G g, It first, It last, Op op) {
  using T = detail::value_of<It>;
  return reduce_over_group(g, detail::share_of<T>(g, first, last, op, known_identity_v<Op, T>), op);
}
template <class G, class It, class T, class Op, class = detail::enable_group<G>>
T joint_reduce(G g, It first, It last, T init, Op op) {
  return op(init, reduce_over_group(g, detail::share_of<T>(g, first, last, op, known_identity_v<Op, T>), op));
}

// Scans, in the order of the linear ids.
template <class G, class T, class Op, class = detail::enable_group<G>>
detail::value_t<T> exclusive_scan_over_group(G g, T x, Op op) {
  return detail::collective_of<detail::scan::exclusive>(g, x, op);
}
template <class G, class V, class T, class Op, class = detail::enable_group<G>>
T exclusive_scan_over_group(G g, V x, T init, Op op) {
  return op(init, exclusive_scan_over_group(g, static_cast<T>(x), op));
}
template <class G, class T, class Op, class = detail::enable_group<G>>
detail::value_t<T> inclusive_scan_over_group(G g, T x, Op op) {
  return detail::collective_of<detail::scan::inclusive>(g, x, op);
}
template <class G, class V, class Op, class T, class = detail::enable_group<G>>
T inclusive_scan_over_group(G g, V x, Op op, T init) {
  return op(init, inclusive_scan_over_group(g, static_cast<T>(x), op));
}
namespace detail {
// A row of as many elements as the group has work-items at a time; `carry` is what came before it.
template <scan Kind, class T, class G, class In, class Out, class Op>
Out joint_scan(G g, In first, In last, Out result, T init, Op op) {
  const auto size = static_cast<std::ptrdiff_t>(g.get_local_linear_range()),
             n = static_cast<std::ptrdiff_t>(last - first);
  const auto me = static_cast<std::ptrdiff_t>(g.get_local_linear_id());
  T carry = init;
  for (std::ptrdiff_t row = 0; row < n; row += size) {
    const std::ptrdiff_t at = row + me;
    const T x = at < n ? static_cast<T>(first[at]) : known_identity_v<Op, T>;
    const T r = op(carry, group_collective<Kind>(g, x, op));
    if (at < n)
      result[at] = r;
    carry = op(carry, group_collective<scan::reduce>(g, x, op));
  }
  return result + n;
}
} // namespace detail
template <class G, class In, class Out, class Op, class = detail::enable_group<G>>
Out joint_exclusive_scan(G g, In first, In last, Out result, Op op) {
  using T = detail::value_of<Out>;
  return detail::joint_scan<detail::scan::exclusive, T>(g, first, last, result, known_identity_v<Op, T>, op);
}
template <class G, class In, class Out, class T, class Op, class = detail::enable_group<G>>
Out joint_exclusive_scan(G g, In first, In last, Out result, T init, Op op) {
  return detail::joint_scan<detail::scan::exclusive, T>(g, first, last, result, init, op);
}
template <class G, class In, class Out, class Op, class = detail::enable_group<G>>
Out joint_inclusive_scan(G g, In first, In last, Out result, Op op) {
  using T = detail::value_of<Out>;
  return detail::joint_scan<detail::scan::inclusive, T>(g, first, last, result, known_identity_v<Op, T>, op);
}
template <class G, class In, class Out, class Op, class T, class = detail::enable_group<G>>
Out joint_inclusive_scan(G g, In first, In last, Out result, Op op, T init) {
  return detail::joint_scan<detail::scan::inclusive, T>(g, first, last, result, init, op);
}

} // namespace sycl
