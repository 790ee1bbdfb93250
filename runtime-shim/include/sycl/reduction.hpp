// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::reduction (SYCL 2020, 4.9.2). A kernel with reductions runs as several kernels of one command: each work-item
// (or, where a group function has the operation, each work-group) writes what its reducers have, then fewer work-items
// add these up until few are left, and the last kernel brings them into the reduction variable. No step uses atomics,
// and all orders are fixed: the same launch gives the same bits again on the same device, whatever the operation, in a
// fusion region or outside of one. In a region, the first kernel is fused with those before it (docs/design.md, Kernels
// with reductions).
#pragma once

#include "sycl/bit_cast.hpp"
#include "sycl/detail/core.hpp"
#include "sycl/detail/group_functions.hpp"
#include "sycl/detail/reducer.hpp"
#include "sycl/detail/standard_headers.hpp"
#include "sycl/span.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace sycl {

namespace detail {

// Which of `count` elements each of `workers` work-items takes. The work-items of a group walk side by side through
// elements that lie together: memory is read in its order, by the vectors of a CPU and by the warps of a GPU. The rest
// that is no element for each work-item is at the end, one for each of the first.
template <std::size_t Group> struct shares_of_groups {
  static constexpr std::size_t group = Group;
  // No workers: no elements.
  shares_of_groups(std::size_t count, std::size_t workers)
      : each(workers ? count / workers : 0), rest(workers ? count % workers : 0), last(count - rest) {}
  static std::size_t whole_groups(std::size_t n) { return (n + group - 1) / group * group; }

  template <class F> void for_each(nd_item<1> it, const F &f) const {
    const std::size_t first = it.get_group(0) * (group * each) + it.get_local_id(0), w = it.get_global_id(0);
    for (std::size_t n = 0; n < each; ++n)
      f(first + n * group);
    if (w < rest)
      f(last + w);
  }
  std::size_t each, rest, last;
};
using reduction_shares = shares_of_groups<64>;
using finish_shares = shares_of_groups<256>; // of the one group that adds up what all others left

// What reduction() gives. Extent 0: one value.
template <class T, class Op, bool Identity, std::size_t Extent> struct reduction_of {
  using value_type = T;
  static constexpr std::size_t values = Extent ? Extent : 1;
  static constexpr bool single = values == 1;
  using slot = accumulated<T, Identity>;
  using reducer_type = reducer<T, Op, (Extent ? 1 : 0), Identity, values>;
  static_assert(std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>,
                "the type of a reduction must be device copyable");

  // Value i of work-item w of `count` lies at i * count + w.
  void store(std::size_t w, std::size_t count, const reducer_type &r) const {
    for (std::size_t i = 0; i < values; ++i)
      ::new (static_cast<void *>(to + i * count + w)) slot(r.sum(i));
  }
  // Of one value, that of work-item w.
  void store(std::size_t w, const slot &sum) const { ::new (static_cast<void *>(to + w)) slot(sum); }
  // Adds up the share of a work-item in `count` values.
  void step(nd_item<1> it, const reduction_shares &shares, std::size_t count, std::size_t rows) const {
    for (std::size_t i = 0; i < values; ++i) {
      slot sum = with.start();
      shares.for_each(it, [&](std::size_t n) { sum.add(with.op, from[i * count + n]); });
      ::new (static_cast<void *>(to + i * rows + it.get_global_id(0))) slot(sum);
    }
  }
  // Brings what is left of value i into the variable.
  void finish(std::size_t i, std::size_t count) const {
    if (i >= values)
      return;
    slot sum = with.start();
    if (!anew)
      sum.add(with.op, result[i]);
    for (std::size_t n = 0; n < count; ++n)
      sum.add(with.op, from[i * count + n]);
    if (sum.any)
      ::new (static_cast<void *>(result + i)) T(sum.value);
  }

  // The same by groups, where a group function has the operation: all work-items of a group call them.
  static constexpr bool by_group = Identity && single && has_known_identity_v<Op, T> &&
                                   ((std::is_arithmetic_v<T> && sizeof(T) <= 8) || std::is_same_v<T, half>);
  template <int D> void store_of_group(nd_item<D> it, const slot &sum) const {
    bring(it, sum, to + it.get_group_linear_id(), true);
  }
  // by_item: what each work-item has. All call the group function, as on a CPU loops end at one; those before it are
  // best where no condition is between.
  void store_of_share(nd_item<1> it, const slot &sum, bool by_item) const {
#ifdef __SYCL_DEVICE_ONLY__
    const slot all(group_collective<scan::reduce>(it.get_group(), sum.value, with.op));
    if (by_item || it.get_local_id(0) == 0)
      store(by_item ? it.get_global_id(0) : it.get_group(0), by_item ? sum : all);
#else
    by_item ? store(it.get_global_id(0), sum) : store_of_group(it, sum);
#endif
  }
  void step_of_group(nd_item<1> it, const reduction_shares &shares) const { store_of_group(it, share(it, shares)); }
  void finish_of_group(nd_item<1> it, const finish_shares &shares) const { bring(it, share(it, shares), result, anew); }

  reduction_operation<T, Op, Identity> with;
  T *result;
  bool anew; // initialize_to_identity
  const slot *from = nullptr;
  slot *to = nullptr;

private:
  template <class Shares> slot share(nd_item<1> it, const Shares &shares) const {
    slot sum = with.start();
    shares.for_each(it, [&](std::size_t n) { sum.add(with.op, from[n]); });
    return sum;
  }
  // What the work-items of the group have together becomes the value at `where`, or is added to it.
  template <int D, class V> void bring(nd_item<D> it, const slot &sum, V *where, bool first) const {
#ifdef __SYCL_DEVICE_ONLY__
    const slot all(group_collective<scan::reduce>(it.get_group(), sum.value, with.op));
    if (it.get_local_linear_id() != 0)
      return;
#else // they run one after the other
    const slot &all = sum;
    first = first && it.get_local_linear_id() == 0;
#endif
    slot whole = all;
    if (!first)
      whole.add(with.op, *where);
    ::new (static_cast<void *>(where)) V(whole.value);
  }
};
template <class T, class Op, bool I, std::size_t E> struct is_reduction<reduction_of<T, Op, I, E>> : std::true_type {};

// A list of members that is as copyable as they are, which std::tuple is not.
template <std::size_t I, class T> struct part {
  template <class A> explicit part(const A &a) : value(a) {}
  T value;
};
template <class Indices, class... T> struct part_list;
template <std::size_t... I, class... T> struct part_list<std::index_sequence<I...>, T...> : part<I, T>... {
  template <class... A> explicit part_list(const A &...a) : part<I, T>(a)... {}
};
template <class... T> using parts = part_list<std::index_sequence_for<T...>, T...>;
template <std::size_t I, class T> T &get(part<I, T> &p) { return p.value; }
template <std::size_t I, class T> const T &get(const part<I, T> &p) { return p.value; }

// As range_argument and nd_range_argument, with the reducers.
template <class F, int D, class... Reducers> constexpr auto reduction_argument() {
  if constexpr (std::is_invocable_v<const F &, item<D>, Reducers &...>)
    return static_cast<item<D> *>(nullptr);
  else if constexpr (std::is_invocable_v<const F &, item<D, false>, Reducers &...>)
    return static_cast<item<D, false> *>(nullptr);
  else {
    static_assert(
        std::is_invocable_v<const F &, id<D>, Reducers &...>,
        "a kernel with reductions takes an nd_item, item or id, and a reference to the reducer of each reduction");
    return static_cast<id<D> *>(nullptr);
  }
}
template <class F, int D, class... Reducers> constexpr auto nd_reduction_argument() {
  if constexpr (std::is_invocable_v<const F &, nd_item<D>, Reducers &...>)
    return static_cast<nd_item<D> *>(nullptr);
  else
    return reduction_argument<F, D, Reducers...>();
}

// What runs for F: F, or what gives it its kernel_handler.
template <class F, class... Reducers> struct reduction_call {
  template <class... Positions>
  using type = std::conditional_t<
      std::conjunction_v<std::negation<std::disjunction<std::is_invocable<const F &, Positions, Reducers &...>...>>,
                         std::disjunction<std::is_invocable<const F &, Positions, Reducers &..., kernel_handler>...>>,
      kernel_with_handler<F>, F>;
};

// A value of up to 8 bytes as an integer, and back.
template <class T> constexpr auto bits_type() {
  if constexpr (sizeof(T) == 8)
    return std::uint64_t();
  else if constexpr (sizeof(T) == 4)
    return std::uint32_t();
  else if constexpr (sizeof(T) == 2)
    return std::uint16_t();
  else
    return std::uint8_t();
}
template <class T> unsigned long bits_of_value(const T &v) { return bit_cast<decltype(bits_type<T>())>(v); }
template <class T> T value_from_bits(unsigned long bits) {
  return bit_cast<T>(static_cast<decltype(bits_type<T>())>(bits));
}

// Leaves what each work-item has, or each work-group where all the reductions are by group.
template <class... R> inline constexpr bool by_groups = (R::by_group && ...);

// Each work-item does its share of the elements of the range, and adds up their values: the bits are those of
// reduce_elements and a step, which regions have in its place. Where a reduction has several values, a reducer takes
// all elements in turn.
template <class F, int D, class Indices, class... R> struct reduce_range;
template <class F, int D, std::size_t... I, class... R> struct reduce_range<F, D, std::index_sequence<I...>, R...> {
  using argument = std::remove_pointer_t<decltype(reduction_argument<F, D, typename R::reducer_type...>())>;
  using reducers = parts<typename R::reducer_type...>;
  void operator()(nd_item<1> it) const {
    if constexpr ((R::single && ...)) {
      parts<typename R::slot...> sums(get<I>(reductions).with.start()...);
      shares.for_each(it, [&](std::size_t n) {
        reducers next(get<I>(reductions).with...);
        element(n, next);
        (get<I>(sums).add(get<I>(reductions).with.op, typename R::slot(get<I>(next).sum(0))), ...);
      });
      (get<I>(reductions).store(it.get_global_id(0), get<I>(sums)), ...);
    } else {
      reducers all(get<I>(reductions).with...);
      shares.for_each(it, [&](std::size_t n) { element(n, all); });
      (get<I>(reductions).store(it.get_global_id(0), rows, get<I>(all)), ...);
    }
  }
  void element(std::size_t n, reducers &to) const {
    position<D> p;
    p.global = whole;
    p.global_id = delinearize<D>(n, whole);
    f(make_argument<argument, D>(p), get<I>(to)...);
  }
  F f;
  range<D> whole;
  reduction_shares shares;
  std::size_t rows;
  parts<R...> reductions;
};

// As reduce_range for values that group functions add up; in and out of regions. What each work-item does for one
// element is a kernel over the range for the fuser, which fuses it with the kernels that make the elements and puts all
// of them into the loop.
template <class F, int D, class Indices, class... R> struct reduce_shares;
template <class F, int D, std::size_t... I, class... R> struct reduce_shares<F, D, std::index_sequence<I...>, R...> {
  using argument = std::remove_pointer_t<decltype(reduction_argument<F, D, typename R::reducer_type...>())>;
  using reducers = parts<typename R::reducer_type...>;
  // On the device.
  void operator()([[maybe_unused]] item<D> it) const {
#ifdef __SYCL_DEVICE_ONLY__
    if (__sycl_fuse_per_element()) {
      reducers next(get<I>(reductions).with...);
      element(it.get_id(), next);
      (__sycl_fuse_put_value(I, bits_of_value(get<I>(next).sum(0).value)), ...);
    } else
      add_up(device_argument<nd_item<1>, 1>(), [&](std::size_t n, auto &sums) {
        __sycl_fuse_do_element(n);
        (get<I>(sums).add(get<I>(reductions).with.op,
                          value_from_bits<typename R::value_type>(__sycl_fuse_take_value(I))),
         ...);
      });
#endif
  }
  // On the host.
  void operator()(nd_item<1> it) const {
    add_up(it, [&](std::size_t n, auto &sums) {
      reducers next(get<I>(reductions).with...);
      element(delinearize<D>(n, whole), next);
      (get<I>(sums).add(get<I>(reductions).with.op, get<I>(next).sum(0)), ...);
    });
  }
  void element(const id<D> &i, reducers &to) const {
    position<D> p;
    p.global = whole;
    p.global_id = i;
    f(make_argument<argument, D>(p), get<I>(to)...);
  }
  template <class Add> void add_up(nd_item<1> it, const Add &add) const {
    parts<typename R::slot...> sums(get<I>(reductions).with.start()...);
    shares.for_each(it, [&](std::size_t n) { add(n, sums); });
    (get<I>(reductions).store_of_share(it, get<I>(sums), by_item), ...);
  }
  F f;
  range<D> whole;
  reduction_shares shares;
  bool by_item; // leaves what each work-item has
  parts<R...> reductions;
};
template <class F, int D, class Indices, class... R>
inline constexpr bool runs_in_shares<reduce_shares<F, D, Indices, R...>> = true;

// Each work-item does one element, as in the kernels before it in a region: there, one work-item of the fused kernel
// makes the element and takes it.
template <class F, int D, class Indices, class... R> struct reduce_elements;
template <class F, int D, std::size_t... I, class... R> struct reduce_elements<F, D, std::index_sequence<I...>, R...> {
  using argument = std::remove_pointer_t<decltype(reduction_argument<F, D, typename R::reducer_type...>())>;
  void operator()(item<D> it) const {
    parts<typename R::reducer_type...> reducers(get<I>(reductions).with...);
    position<D> p;
    p.global_id = it.get_id();
    p.global = it.get_range();
    f(make_argument<argument, D>(p), get<I>(reducers)...);
    (get<I>(reductions).store(it.get_linear_id(), typename R::slot(get<I>(reducers).sum(0))), ...);
  }
  F f;
  parts<R...> reductions;
};

template <class F, int D, class Indices, class... R> struct reduce_groups;
template <class F, int D, std::size_t... I, class... R> struct reduce_groups<F, D, std::index_sequence<I...>, R...> {
  using argument = std::remove_pointer_t<decltype(nd_reduction_argument<F, D, typename R::reducer_type...>())>;
  void operator()(nd_item<D> it) const {
    parts<typename R::reducer_type...> reducers(get<I>(reductions).with...);
    if constexpr (std::is_same_v<argument, nd_item<D>>)
      f(it, get<I>(reducers)...);
    else {
      position<D> p;
      p.global_id = it.get_global_id();
      p.global = it.get_global_range();
      p.offset = it.get_offset();
      f(make_argument<argument, D>(p), get<I>(reducers)...);
    }
    if constexpr (by_groups<R...>)
      (get<I>(reductions).store_of_group(it, get<I>(reducers).sum(0)), ...);
    else
      (get<I>(reductions).store(it.get_global_linear_id(), rows, get<I>(reducers)), ...);
  }
  F f;
  std::size_t rows;
  parts<R...> reductions;
};

template <class Indices, class... R> struct reduce_step;
template <std::size_t... I, class... R> struct reduce_step<std::index_sequence<I...>, R...> {
  void operator()(nd_item<1> it) const {
    if constexpr (by_groups<R...>)
      (get<I>(reductions).step_of_group(it, shares), ...);
    else
      (get<I>(reductions).step(it, shares, count, rows), ...);
  }
  reduction_shares shares;
  std::size_t count, rows;
  parts<R...> reductions;
};
template <class Indices, class... R> struct reduce_finish;
template <std::size_t... I, class... R> struct reduce_finish<std::index_sequence<I...>, R...> {
  void operator()(id<1> value) const { (get<I>(reductions).finish(value[0], count), ...); }
  std::size_t count;
  parts<R...> reductions;
};
template <class Indices, class... R> struct reduce_finish_of_group;
template <std::size_t... I, class... R> struct reduce_finish_of_group<std::index_sequence<I...>, R...> {
  void operator()(nd_item<1> it) const { (get<I>(reductions).finish_of_group(it, shares), ...); }
  finish_shares shares;
  parts<R...> reductions;
};

template <class Name> struct reduction_kernel;   // name of the first kernel
template <class Name> struct reduction_elements; // the same if it is one over the range

// Whether kernels of the queue may become part of a fused one: in fusion mode, and where a graph is built.
SYCL_FUSE_API bool may_fuse(queue_impl *) noexcept;

// Throws errc::invalid if they cannot be counted.
template <int D> std::size_t reduction_items(const range<D> &r) { return bytes_of(r, 1); }

template <class Name> struct reduction_launch {
  template <class Range, class... A> static void run(handler &h, const Range &r, const A &...a) {
    run(h, r, std::forward_as_tuple(a...), std::make_index_sequence<sizeof...(A) - 1>());
  }

private:
  // What the work-items of a first kernel over a range have at most, all together. Those of an ND-range are the user's
  // choice: each needs room for its values.
  static constexpr std::size_t group = reduction_shares::group, most = 262144;
  // Few enough for one work-item to add up, or for one group.
  template <class... R> static constexpr std::size_t few = by_groups<R...> ? most / group : group;
  // Bytes of the values of all elements, in a region: beyond them, writing them costs more than the fusion saves.
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
    const std::size_t items = reduction_items(r), rows = reduction_shares::whole_groups(std::min(items, limit));
    if constexpr (by_groups<R...>) {
      using kernel = reduce_shares<called, D, Indices, R...>;
      // So few that one group brings all of them to the variable.
      const bool by_item = items <= few<R...>;
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
      const auto first = [&](const R &...r1) {
        h.launch<name<F>, syclfuse::range_kind::nd_range, 1, nd_item<1>>(
            kernel{called{f}, r, {items, rows}, rows, parts<R...>(r1...)}, range<1>(rows),
            range<1>(reduction_shares::group), id<1>(), "reduction");
        take_constants<called, kernel>(h);
        take_properties<D>(h, f);
      };
      // The work-items that fill the last group have no element. With one value each, what they write is not looked at.
      stage(h, (R::single && ...) ? std::min(items, limit) : rows, limit, first, indices, reductions...);
    }
  }
  template <int D, class F, class Kernel>
  static void launch_elements(handler &h, const range<D> &r, const F &f, const Kernel &kernel) {
    h.launch<reduction_elements<kernel_name<Name, F>>, syclfuse::range_kind::range, D, item<D>>(kernel, r, range<D>(),
                                                                                                id<D>(), "reduction");
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
              kernel{called{f}, rows, parts<R...>(first...)}, r.get_global_range(), r.get_local_range(), r.get_offset(),
              "reduction");
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

template <class T> struct same_type {
  using type = T;
};
// Not deduced: reduction(float_pointer, 0, op).
template <class T> using exactly = typename same_type<T>::type;

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
  // Not promoted, whatever the buffer says: the last kernel has no accessor that could be placed later.
  void *memory =
      require(*h.command(), b.impl(), b.bytes(), access_mode::read_write, no_init, syclfuse::promotion::none);
  return reinterpret_cast<T *>(static_cast<char *>(memory) + b.byte_offset());
}

} // namespace detail

// The reduction variable is the one element of a buffer (errc::invalid if it has more or none), memory of USM that the
// device can reach, or each element of a span of such memory. Its value before is part of the result unless
// property::reduction::initialize_to_identity is given. Any associative and commutative operation will do; without an
// identity, known or given, a variable that no work-item combined a value into keeps its value.
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
