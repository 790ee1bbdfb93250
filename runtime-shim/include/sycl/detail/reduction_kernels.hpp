// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a reduction (reduction.hpp): which elements each work-item takes, what it leaves in memory,
// and how that is brought into the reduction variable.
#pragma once

#include "sycl/bit_cast.hpp"
#include "sycl/detail/core.hpp"
#include "sycl/detail/group_functions.hpp"
#include "sycl/detail/reducer.hpp"
#include "sycl/detail/standard_headers.hpp"

#include <tuple>
#include <utility>

namespace sycl::detail {

// The elements, of `count`, that each of `workers` work-items takes. The work-items of a group walk side by side
// through elements that lie together: memory is read in its order, by the vectors of a CPU and by the warps of a GPU.
// The rest that is no element for each work-item is at the end, one for each of the first.
template <std::size_t Group> struct shares_of_groups {
  static constexpr std::size_t group = Group;
  // No workers: no elements.
  shares_of_groups(std::size_t count, std::size_t workers)
      : each(workers ? count / workers : 0), rest(workers ? count % workers : 0), last(count - rest) {}
  static std::size_t whole_groups(std::size_t n) { return (n + group - 1) / group * group; }
  // As many as `wanted`, `limit` at most. Many that would take many elements each, and an even number, are somewhat
  // less: with a power of two all groups of a GPU read from the same channels of its memory at a time (NVIDIA H200,
  // 2^27 floats: a dot product had 0.85 of a copy's bandwidth instead of 0.97).
  static std::size_t workers(std::size_t count, std::size_t wanted, std::size_t limit) {
    constexpr std::size_t many = 65536, long_share = 256;
    const std::size_t most = whole_groups(std::min(wanted, limit)), each = most ? count / most : 0;
    return most < many || each < long_share || each % 2 ? most : count / (each + 1) / group * group;
  }

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

// The result of reduction(). Extent 0: one value.
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
  // For a single value: that of work-item w.
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
  // The sum of the group's work-items becomes the value at `where`, or is added to it.
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

// The function object that runs for F: F itself, or one that gives F its kernel_handler.
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
        reducers next(one_element(get<I>(reductions).with)...);
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
      reducers next(one_element(get<I>(reductions).with)...);
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
      reducers next(one_element(get<I>(reductions).with)...);
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
    parts<typename R::reducer_type...> reducers(one_element(get<I>(reductions).with)...);
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

} // namespace sycl::detail
