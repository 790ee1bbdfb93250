// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a callable to a kernel: its argument type, the device entry point, the loop that the host compiler makes of it.
#pragma once

#include "sycl/detail/c_strings.hpp"
#include "sycl/detail/command.hpp"
#include "sycl/detail/complex_functions.hpp"
#include "sycl/device_copyable.hpp"
#include "sycl/nd_item.hpp"
#include "sycl/specialization_id.hpp"
#include "syclfuse/signature.hpp"

#include <type_traits>

namespace sycl {

namespace detail {

struct unnamed; // kernel name of kernels without one: the callable's type is the name

template <class Name, class F> using kernel_name = std::conditional_t<std::is_same_v<Name, unnamed>, F, Name>;

// The first of item, id and (one dimension) std::size_t that the callable takes.
template <class F, int D> constexpr auto range_argument() {
  if constexpr (std::is_invocable_v<const F &, item<D>>)
    return static_cast<item<D> *>(nullptr);
  else if constexpr (std::is_invocable_v<const F &, item<D, false>>)
    return static_cast<item<D, false> *>(nullptr);
  else {
    static_assert(std::is_invocable_v<const F &, id<D>>,
                  "a kernel over a range takes an item, an id, or something an id converts to");
    return static_cast<id<D> *>(nullptr);
  }
}
template <class F, int D> constexpr auto nd_range_argument() {
  if constexpr (std::is_invocable_v<const F &, nd_item<D>>)
    return static_cast<nd_item<D> *>(nullptr);
  else
    return range_argument<F, D>();
}

// The function object that is launched for F: F itself, or one that gives F its kernel_handler; and its parameter.
template <class F, syclfuse::range_kind Kind, int D> constexpr bool needs_handler() {
  if constexpr (Kind == syclfuse::range_kind::single_task)
    return !std::is_invocable_v<const F &> && std::is_invocable_v<const F &, kernel_handler>;
  else if constexpr (Kind == syclfuse::range_kind::range)
    return takes_handler<F, item<D>, item<D, false>, id<D>>;
  else
    return takes_handler<F, nd_item<D>, item<D>, item<D, false>, id<D>>;
}
template <class F, syclfuse::range_kind Kind, int D>
using launched_t = std::conditional_t<needs_handler<F, Kind, D>(), kernel_with_handler<F>, F>;
template <class F, syclfuse::range_kind Kind, int D> constexpr auto launch_argument() {
  if constexpr (Kind == syclfuse::range_kind::single_task)
    return static_cast<void *>(nullptr);
  else if constexpr (Kind == syclfuse::range_kind::range)
    return range_argument<F, D>();
  else
    return nd_range_argument<F, D>();
}
template <class F, syclfuse::range_kind Kind, int D>
using launch_argument_t = std::remove_pointer_t<decltype(launch_argument<F, Kind, D>())>;

// Makes the argument from the position of one work-item. All in SYCL order.
template <int D> struct position {
  id<D> global_id, local_id, group, offset;
  range<D> global, local, groups;
};
template <class Arg, int D> constexpr Arg make_argument(const position<D> &p) {
  if constexpr (std::is_same_v<Arg, nd_item<D>>)
    return Arg(p.global_id, p.local_id, p.group, p.global, p.local, p.groups, p.offset);
  else if constexpr (std::is_same_v<Arg, id<D>>)
    return p.global_id;
  else
    return Arg(p.global_id, p.global, p.offset);
}

#ifdef __SYCL_DEVICE_ONLY__
template <class Arg, int D> inline Arg device_argument() {
  position<D> p;
  for (int d = 0; d < D; ++d) {
    int s = D - 1 - d;
    p.global_id[d] = __spirv_BuiltInGlobalInvocationId(s);
    p.global[d] = __spirv_BuiltInGlobalSize(s);
    p.offset[d] = __spirv_BuiltInGlobalOffset(s);
    if constexpr (std::is_same_v<Arg, nd_item<D>>) {
      p.local_id[d] = __spirv_BuiltInLocalInvocationId(s);
      p.group[d] = __spirv_BuiltInWorkgroupId(s);
      p.local[d] = __spirv_BuiltInWorkgroupSize(s);
      p.groups[d] = __spirv_BuiltInNumWorkgroups(s);
    }
  }
  return make_argument<Arg, D>(p);
}
#endif

// The kernel of `Name`: the device pass compiles its body; on the host it does nothing, see host_loop.
template <class Name, class F, syclfuse::range_kind Kind, int Dims, class Arg>
SYCL_FUSE_KERNEL_ENTRY(Name)
void kernel_entry([[maybe_unused]] F f) {
#ifdef __SYCL_DEVICE_ONLY__
  if constexpr (Kind == syclfuse::range_kind::single_task)
    f();
  else
    f(device_argument<Arg, Dims>());
#endif
}

// Base of the local memory of the work-group that the calling thread executes.
inline thread_local char *host_local_memory = nullptr;

template <int D> position<D> host_position(const sycl_fuse_native_state &s) {
  position<D> p;
  for (int d = 0; d < D; ++d) {
    p.global[d] = s.global_size[D - 1 - d];
    p.local[d] = s.local_size[D - 1 - d];
    p.groups[d] = s.num_groups[D - 1 - d];
    p.offset[d] = s.global_offset[D - 1 - d];
  }
  return p;
}
template <int D> id<D> delinearize(std::size_t n, const range<D> &r) {
  id<D> i;
  for (int d = D - 1; d > 0; --d) {
    i[d] = n % r[d];
    n /= r[d];
  }
  i[0] = n;
  return i;
}
// Row-major successor of `i` in `r`.
template <int D> void advance(id<D> &i, const range<D> &r) {
  for (int d = D - 1; d > 0; --d) {
    if (++i[d] < r[d])
      return;
    i[d] = 0;
  }
  ++i[0];
}

template <class F, int D, class Arg>
void host_range_loop(const F &f, const sycl_fuse_native_state &s, std::uint64_t begin, std::uint64_t end) {
  position<D> p = host_position<D>(s);
  if constexpr (D == 1) {
    for (std::uint64_t n = begin; n < end; ++n) {
      p.global_id = id<1>(n + p.offset[0]);
      f(make_argument<Arg, 1>(p));
    }
  } else {
    id<D> at = delinearize<D>(begin, p.global);
    for (std::uint64_t n = begin; n < end; ++n, advance<D>(at, p.global)) {
      p.global_id = at + p.offset;
      f(make_argument<Arg, D>(p));
    }
  }
}
template <class F, int D, class Arg>
void host_group_loop(const F &f, const sycl_fuse_native_state &s, std::uint64_t begin, std::uint64_t end) {
  position<D> p = host_position<D>(s);
  host_local_memory = static_cast<char *>(s.local_memory);
  for (std::uint64_t n = begin; n < end; ++n) {
    p.group = delinearize<D>(n, p.groups);
    p.local_id = id<D>();
    for (std::size_t i = 0, size = p.local.size(); i < size; ++i, advance<D>(p.local_id, p.local)) {
      p.global_id = p.group * id<D>(p.local) + p.local_id + p.offset;
      f(make_argument<Arg, D>(p));
    }
  }
}
// Kernels over a range that work-items in groups do, each a share of its elements (command::shares).
template <class F> inline constexpr bool runs_in_shares = false;

// The native entry (native_abi.h) of a kernel as the host compiler sees it.
template <class F, syclfuse::range_kind Kind, int D, class Arg>
void host_loop(const void *const *args, const sycl_fuse_native_state *state, std::uint64_t begin, std::uint64_t end) {
  const F &f = *static_cast<const F *>(args[0]);
  if constexpr (Kind == syclfuse::range_kind::single_task) {
    if (begin < end)
      f();
  } else if constexpr (runs_in_shares<F>)
    host_group_loop<F, 1, nd_item<1>>(f, *state, begin, end);
  else if constexpr (Kind == syclfuse::range_kind::range)
    host_range_loop<F, D, Arg>(f, *state, begin, end);
  else
    host_group_loop<F, D, Arg>(f, *state, begin, end);
}

template <class Name, class F, syclfuse::range_kind Kind, int D, class Arg> struct kernel_of {
  static inline kernel_info info{kernel_symbol<Name>(),
                                 syclfuse::hash_bytes(kernel_symbol<Name>()),
                                 sizeof(F),
                                 alignof(F),
                                 Kind,
                                 D,
                                 &host_loop<F, Kind, D, Arg>,
                                 {nullptr},
                                 {0},
                                 nullptr};
};

} // namespace detail
} // namespace sycl
