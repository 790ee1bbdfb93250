// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::reduction (SYCL 2020, 4.9.2). A kernel with reductions runs as several kernels of one command: each work-item
// (or each work-group, if a group function has the operation) writes the values of its reducers. Then fewer work-items
// combine these until few are left, and the last kernel combines them with the reduction variable. No step uses
// atomics, and all orders are fixed: the same launch gives the same bits again on the same device, whatever the
// operation, inside and outside of a fusion region. In a region, the first kernel is fused with those before it
// (docs/design.md, Kernels with reductions).
#pragma once

#include "sycl/detail/core.hpp"
#include "sycl/detail/reduction_kernels.hpp"
#include "sycl/detail/standard_headers.hpp"
#include "sycl/span.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sycl {

namespace detail {

template <class Name> struct reduction_kernel;   // name of the first kernel
template <class Name> struct reduction_elements; // the same if it is one over the range

// True if kernels of the queue may become part of a fused one: in fusion mode, and where a graph is built.
SYCL_FUSE_API bool may_fuse(queue_impl *) noexcept;
// The least number of elements that a work-item of a sum takes, if there are so many. It is above 1 on CPUs: they have
// few threads, and a work-group costs them more than its elements.
SYCL_FUSE_API std::size_t least_share(queue_impl *) noexcept;

// The number of work-items. Throws errc::invalid if it does not fit 64 bits.
template <int D> std::size_t reduction_items(const range<D> &r) { return bytes_of(r, 1); }

template <class Name> struct reduction_launch {
  template <class Range, class... A> static void run(handler &h, const Range &r, const A &...a) {
    run(h, r, std::forward_as_tuple(a...), std::make_index_sequence<sizeof...(A) - 1>());
  }

private:
  // The most work-items of a first kernel over a range, because each needs room for its values. For an ND-range the
  // program chooses the number.
  static constexpr std::size_t group = reduction_shares::group, most = 262144;
  // So many values are few enough for one work-item, or for one group.
  template <class... R> static constexpr std::size_t few = by_groups<R...> ? most / group : group;
  // The most bytes of the values of all elements in a region. To write more costs more than the fusion saves.
  static constexpr std::size_t most_bytes = std::size_t{64} << 20;

  template <class Range, class Arguments, std::size_t... I>
  static void run(handler &h, const Range &r, const Arguments &a, std::index_sequence<I...> indices) {
    static_assert((is_reduction<std::decay_t<std::tuple_element_t<I, Arguments>>>::value && ...),
                  "parallel_for takes reductions, then the kernel");
    launch(h, r, std::get<sizeof...(I)>(a), indices, std::get<I>(a)...);
  }

  template <int D, class F, class Indices, class... R>
  static void launch(handler &h, const range<D> &r, const F &f, Indices indices, const R &...reductions) {
    using called =
        typename reduction_call<F, typename R::reducer_type...>::template type<item<D>, item<D, false>, id<D>>;
    constexpr std::size_t values = (R::values + ...), limit = std::max(most / values / group, std::size_t{1}) * group;
    const std::size_t items = reduction_items(r);
    if constexpr (by_groups<R...>) {
      using kernel = reduce_shares<called, D, Indices, R...>;
      const std::size_t least = least_share(h.command()->queue),
                        rows = reduction_shares::workers(items, (items + least - 1) / least, limit);
      // So few that one group brings all of them to the variable.
      const bool by_item = least == 1 && items <= few<R...>;
      const auto first = [&](const R &...r1) {
        launch_elements(h, r, f, kernel{called{f}, r, {items, rows}, by_item, parts<R...>(r1...)});
        h.command()->shares = rows;
      };
      stage(h, by_item ? items : rows / group, limit, first, indices, reductions...);
    } else {
      if constexpr ((R::single && ...)) {
        using kernel = reduce_elements<called, D, Indices, R...>;
        const std::size_t bytes = (sizeof(typename R::slot) + ...);
        const auto first = [&](const R &...r1) { launch_elements(h, r, f, kernel{called{f}, parts<R...>(r1...)}); };
        if (may_fuse(h.command()->queue) && items <= most_bytes / bytes)
          return stage(h, items, limit, first, indices, reductions...);
      }
      using kernel = reduce_range<called, D, Indices, R...>;
      const std::size_t rows = reduction_shares::workers(items, items, limit);
      const auto first = [&](const R &...r1) {
        h.launch<name<F>, syclfuse::range_kind::nd_range, 1, nd_item<1>>(
            kernel{called{f}, r, {items, rows}, rows, parts<R...>(r1...)}, range<1>(rows),
            range<1>(reduction_shares::group), id<1>());
        take_constants<called, kernel>(h);
        take_properties<D>(h, f);
      };
      // The work-items that fill the last group have no element. With one value each, what they write is not looked at.
      stage(h, (R::single && ...) ? std::min(items, rows) : rows, limit, first, indices, reductions...);
    }
  }
  template <int D, class F, class Kernel>
  static void launch_elements(handler &h, const range<D> &r, const F &f, const Kernel &kernel) {
    h.launch<reduction_elements<kernel_name<Name, F>>, syclfuse::range_kind::range, D, item<D>>(kernel, r, range<D>(),
                                                                                                id<D>());
    take_constants<decltype(kernel.f), Kernel>(h);
    take_properties<D>(h, f);
  }
  template <int D, class F, class Indices, class... R>
  static void launch(handler &h, const nd_range<D> &r, const F &f, Indices, R... reductions) {
    using called = typename reduction_call<F, typename R::reducer_type...>::template type<nd_item<D>, item<D>,
                                                                                          item<D, false>, id<D>>;
    using kernel = reduce_groups<called, D, Indices, R...>;
    const std::size_t items = reduction_items(r.get_global_range()),
                      in_group = std::max(r.get_local_range().size(), std::size_t{1}), // of 0: refused by launch()
        rows = by_groups<R...> ? items / in_group : items;
    stage(
        h, rows, by_groups<R...> ? most : rows,
        [&](const R &...first) {
          h.launch<name<F>, syclfuse::range_kind::nd_range, D, nd_item<D>>(
              kernel{called{f}, rows, parts<R...>(first...)}, r.get_global_range(), r.get_local_range(),
              r.get_offset());
          take_constants<called, kernel>(h);
          take_properties<D>(h, f);
        },
        Indices(), reductions...);
  }
  template <class Called, class Kernel> static void take_constants(handler &h) {
    if constexpr (has_constants<Called>)
      h.in_closure_ = &static_cast<Kernel *>(h.command()->closure)->f.constants;
  }
  template <int D, class F> static void take_properties(handler &h, const F &f) {
    if constexpr (has_own_properties<F>)
      h.apply_all(f.get(ext::oneapi::experimental::properties_tag{}), range<D>());
  }
  template <class Called> static constexpr bool has_constants = false;
  template <class F> static constexpr bool has_constants<kernel_with_handler<F>> = true;
  template <class F> using name = reduction_kernel<kernel_name<Name, F>>;

  // The kernels behind the first one, which leaves `rows` values and which `first` submits. More than `limit` are
  // brought down to so many in one step; by groups, `limit` work-items do it.
  template <class First, class Indices, class... R>
  static void stage(handler &h, std::size_t rows, std::size_t limit, const First &first, Indices, R... r) {
    constexpr std::size_t enough = few<R...>;
    const auto workers = [limit](std::size_t count) {
      return by_groups<R...> ? reduction_shares::whole_groups(std::min(count, limit))
             : count > limit ? limit
                             : reduction_shares::whole_groups((count + group - 1) / group);
    };
    const auto after = [&](std::size_t count) { return by_groups<R...> ? workers(count) / group : workers(count); };
    const std::size_t next = rows > enough ? after(rows) : 0;
    // Two places, so that each step reads one and writes the other.
    (place(h, r, rows, next), ...);
    first(r...);
    for (std::size_t count = rows; count > enough; count = rows) {
      (turn(r), ...);
      rows = after(count);
      const std::size_t items = workers(count);
      describe_kernel<unnamed, syclfuse::range_kind::nd_range, 1, nd_item<1>>(
          add_follower(*h.command()), reduce_step<Indices, R...>{{count, items}, count, rows, parts<R...>(r...)},
          range<1>(items), range<1>(group), id<1>());
    }
    (turn(r), ...);
    finish(h, rows, Indices(), r...);
  }
  template <class Indices, class... R> static void finish(handler &h, std::size_t rows, Indices, const R &...r) {
    if constexpr (by_groups<R...>) {
      const range<1> all(finish_shares::group);
      describe_kernel<unnamed, syclfuse::range_kind::nd_range, 1, nd_item<1>>(
          add_follower(*h.command()),
          reduce_finish_of_group<Indices, R...>{{rows, finish_shares::group}, parts<R...>(r...)}, all, all, id<1>());
    } else {
      std::size_t values = 1;
      ((values = values < R::values ? R::values : values), ...);
      describe_kernel<unnamed, syclfuse::range_kind::range, 1, id<1>>(
          add_follower(*h.command()), reduce_finish<Indices, R...>{rows, parts<R...>(r...)}, range<1>(values),
          range<1>(), id<1>());
    }
  }
  template <class R> static void place(handler &h, R &r, std::size_t rows, std::size_t next) {
    using slot = typename R::slot;
    static_assert(alignof(slot) <= 64, "reductions of values that need more alignment than 64 bytes");
    rows = reduction_shares::whole_groups(rows);
    r.to = static_cast<slot *>(require_scratch(*h.command(), bytes_of(range<1>(rows), sizeof(slot) * R::values)));
    r.from = next ? static_cast<slot *>(require_scratch(*h.command(), next * sizeof(slot) * R::values)) : nullptr;
  }
  template <class R> static void turn(R &r) {
    auto *written = r.to;
    r.to = const_cast<typename R::slot *>(r.from);
    r.from = written;
  }
};

// Not deduced: reduction(float_pointer, 0, op).
template <class T> using exactly = typename type_is<T>::type;

template <std::size_t Extent = 0, class T, class Op> auto make_reduction(T *result, Op op, const property_list &p) {
  const bool anew = p.has(property_id::initialize_to_identity);
  if constexpr (has_known_identity_v<Op, T>)
    return reduction_of<T, Op, true, Extent>{{op, known_identity_v<Op, T>}, result, anew};
  else
    return reduction_of<T, Op, false, Extent>{{op}, result, anew};
}
template <std::size_t Extent = 0, class T, class Op>
auto make_reduction(T *result, const T &identity, Op op, const property_list &p) {
  return reduction_of<T, Op, true, Extent>{{op, identity}, result, p.has(property_id::initialize_to_identity)};
}

template <class T, int D, class A> T *reduction_variable(buffer<T, D, A> &b, handler &h, const property_list &p) {
  if (b.size() != 1)
    throw_invalid("reduction: the buffer of a reduction has one element");
  const bool no_init = p.has(property_id::initialize_to_identity);
  void *memory = access_for(*h.command(), access_wish::in_memory(no_init), b).memory;
  return reinterpret_cast<T *>(static_cast<char *>(memory) + b.byte_offset());
}

} // namespace detail

// The reduction variable is the only element of a buffer, USM that the device can access, or each element of a span of
// such memory. It must live until the command has finished. Its old value is part of the result unless
// property::reduction::initialize_to_identity is given. The operation must be associative and commutative. Without an
// identity, known or given, a variable keeps its value if no work-item combines one with it. Throws errc::invalid if a
// buffer does not have exactly one element.
template <class T, int D, class A, class Op>
auto reduction(buffer<T, D, A> variable, handler &h, Op combiner, const property_list &p = {}) {
  return detail::make_reduction(detail::reduction_variable(variable, h, p), combiner, p);
}
template <class T, int D, class A, class Op>
auto reduction(buffer<T, D, A> variable, handler &h, const detail::exactly<T> &identity, Op combiner,
               const property_list &p = {}) {
  return detail::make_reduction(detail::reduction_variable(variable, h, p), identity, combiner, p);
}
template <class T, class Op> auto reduction(T *variable, Op combiner, const property_list &p = {}) {
  return detail::make_reduction(variable, combiner, p);
}
template <class T, class Op>
auto reduction(T *variable, const detail::exactly<T> &identity, Op combiner, const property_list &p = {}) {
  return detail::make_reduction(variable, identity, combiner, p);
}
template <class T, std::size_t Extent, class Op, class = std::enable_if_t<Extent != dynamic_extent>>
auto reduction(span<T, Extent> variables, Op combiner, const property_list &p = {}) {
  return detail::make_reduction<Extent>(variables.data(), combiner, p);
}
template <class T, std::size_t Extent, class Op, class = std::enable_if_t<Extent != dynamic_extent>>
auto reduction(span<T, Extent> variables, const detail::exactly<T> &identity, Op combiner,
               const property_list &p = {}) {
  return detail::make_reduction<Extent>(variables.data(), identity, combiner, p);
}

} // namespace sycl
