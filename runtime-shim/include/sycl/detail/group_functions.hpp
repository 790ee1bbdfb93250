// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of a whole group that the fuser lowers (Builtins.def), for values of any type. Every work-item of the
// group has to call them. A host-compiled kernel runs its work-items one after the other: there they throw (SF6002),
// unless the group has one work-item.
#pragma once

#include "sycl/detail/vec_shape.hpp"
#include "sycl/functional.hpp"
#include "sycl/sub_group.hpp"

#include <cstdint>
#include <cstring>

#ifdef __SYCL_DEVICE_ONLY__
// The mangled names differ with the types, which is all that matters.
#define SYCL_FUSE_GROUP __attribute__((convergent, nothrow))
SYCL_FUSE_GROUP bool __spirv_GroupAll(int scope, bool);
SYCL_FUSE_GROUP bool __spirv_GroupAny(int scope, bool);
template <class T, class Id> SYCL_FUSE_GROUP T __spirv_GroupBroadcast(int scope, T, Id);
#define SYCL_FUSE_SCAN(Name) template <class T> SYCL_FUSE_GROUP T __spirv_Group##Name(int scope, int operation, T);
SYCL_FUSE_SCAN(IAdd)
SYCL_FUSE_SCAN(FAdd)
SYCL_FUSE_SCAN(IMulKHR)
SYCL_FUSE_SCAN(FMulKHR)
SYCL_FUSE_SCAN(SMin)
SYCL_FUSE_SCAN(UMin)
SYCL_FUSE_SCAN(FMin)
SYCL_FUSE_SCAN(SMax)
SYCL_FUSE_SCAN(UMax)
SYCL_FUSE_SCAN(FMax)
SYCL_FUSE_SCAN(BitwiseAndKHR)
SYCL_FUSE_SCAN(BitwiseOrKHR)
SYCL_FUSE_SCAN(BitwiseXorKHR)
#undef SYCL_FUSE_SCAN
template <class T> SYCL_FUSE_GROUP T __spirv_GroupNonUniformShuffle(int scope, T, std::uint32_t);
template <class T> SYCL_FUSE_GROUP T __spirv_GroupNonUniformShuffleXor(int scope, T, std::uint32_t);
template <class T> SYCL_FUSE_GROUP T __spirv_GroupNonUniformShuffleUp(int scope, T, std::uint32_t);
template <class T> SYCL_FUSE_GROUP T __spirv_GroupNonUniformShuffleDown(int scope, T, std::uint32_t);
#undef SYCL_FUSE_GROUP
#endif

namespace sycl::detail {

// Groups of one work-item: what it has is what the group has.
template <class G> inline constexpr bool is_single = false;

template <class G> inline constexpr int scope_of = std::is_same_v<G, sub_group> ? spirv::subgroup : spirv::workgroup;

enum class scan : int { reduce, inclusive, exclusive };

// Narrow types are widened: what a group function is lowered to works on 32 bits and more.
template <class T> constexpr auto widened() {
  if constexpr (std::is_same_v<T, half>)
    return 0.0f;
  else if constexpr (std::is_floating_point_v<T>)
    return T();
  else if constexpr (sizeof(T) == 8)
    return std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>();
  else
    return std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>();
}
template <class T> using widened_t = decltype(widened<T>());

#ifdef __SYCL_DEVICE_ONLY__
template <int Scope, scan Kind, class Op, class T, class W> W collective(W x) {
  constexpr int kind = static_cast<int>(Kind);
  constexpr bool is_float = std::is_floating_point_v<W>, is_signed = std::is_signed_v<W>;
  if constexpr (is_operation_v<Op, plus, T>) {
    if constexpr (is_float)
      return __spirv_GroupFAdd<W>(Scope, kind, x);
    else
      return __spirv_GroupIAdd<W>(Scope, kind, x);
  } else if constexpr (is_operation_v<Op, multiplies, T>) {
    if constexpr (is_float)
      return __spirv_GroupFMulKHR<W>(Scope, kind, x);
    else
      return __spirv_GroupIMulKHR<W>(Scope, kind, x);
  } else if constexpr (is_operation_v<Op, minimum, T>) {
    if constexpr (is_float)
      return __spirv_GroupFMin<W>(Scope, kind, x);
    else if constexpr (is_signed)
      return __spirv_GroupSMin<W>(Scope, kind, x);
    else
      return __spirv_GroupUMin<W>(Scope, kind, x);
  } else if constexpr (is_operation_v<Op, maximum, T>) {
    if constexpr (is_float)
      return __spirv_GroupFMax<W>(Scope, kind, x);
    else if constexpr (is_signed)
      return __spirv_GroupSMax<W>(Scope, kind, x);
    else
      return __spirv_GroupUMax<W>(Scope, kind, x);
  } else if constexpr (is_operation_v<Op, bit_and, T>)
    return __spirv_GroupBitwiseAndKHR<W>(Scope, kind, x);
  else if constexpr (is_operation_v<Op, bit_or, T>)
    return __spirv_GroupBitwiseOrKHR<W>(Scope, kind, x);
  else
    return __spirv_GroupBitwiseXorKHR<W>(Scope, kind, x);
}
#endif

// The reduction or scan over the group of one number of each work-item.
template <scan Kind, class G, class T, class Op> T group_collective(G g, T x, Op) {
  static_assert(has_known_identity_v<Op, T>, "group algorithms take the function objects of sycl on arithmetic types");
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (is_single<G>)
    return Kind == scan::exclusive ? identity<Op, T>() : x;
  else if constexpr (is_operation_v<Op, logical_and, T> || is_operation_v<Op, logical_or, T>) {
    using bits = std::conditional_t<is_operation_v<Op, logical_and, T>, bit_and<std::uint32_t>, bit_or<std::uint32_t>>;
    auto r = collective<scope_of<G>, Kind, bits, std::uint32_t>(static_cast<std::uint32_t>(x ? 1 : 0));
    // The first value of an exclusive scan is all bits of the identity.
    return static_cast<T>(r != 0);
  } else {
    T r = static_cast<T>(collective<scope_of<G>, Kind, Op, T>(static_cast<widened_t<T>>(x)));
    // The identity of the wide type need not be that of the narrow one.
    if constexpr (Kind == scan::exclusive && sizeof(T) < 4)
      return g.leader() ? identity<Op, T>() : r;
    else
      return r;
  }
#else
  host_barrier(g.get_local_linear_range());
  return Kind == scan::exclusive ? identity<Op, T>() : x;
#endif
}

// Moves a value of any trivially copyable type with a function for 32 bits.
template <class A, class F> value_t<A> by_words(const A &a, F move) {
  using T = value_t<A>;
  const T x = a;
  static_assert(std::is_trivially_copyable_v<T>, "group functions move values byte by byte");
  constexpr std::size_t count = (sizeof(T) + 3) / 4;
  std::uint32_t words[count] = {};
  std::memcpy(words, &x, sizeof(T));
  for (std::size_t i = 0; i < count; ++i)
    words[i] = move(words[i]);
  T result = x;
  std::memcpy(&result, words, sizeof(T));
  return result;
}

} // namespace sycl::detail
