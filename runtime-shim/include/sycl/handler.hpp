// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::handler (SYCL 2020, 4.9.4): a command group function describes its one command with it, on the thread that
// submits. A second command throws errc::invalid. Submitting a kernel throws errc::nd_range for a local size that does
// not divide the global size or exceeds the device's limit, errc::memory_allocation for more local memory than the
// device has, errc::kernel_argument for a local accessor without an nd_range, and errc::kernel_not_supported if no code
// for the kernel is found.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/detail/hierarchical_kernel.hpp"
#include "sycl/detail/kernel_launch.hpp"
#include "sycl/detail/kernel_properties.hpp"
#include "sycl/detail/memory_kernels.hpp"
#include "sycl/interop_handle.hpp"
#include "sycl/local_accessor.hpp"

#include <memory>

namespace sycl {

class queue;
enum class bundle_state : char { input, object, executable };
template <bundle_state> class kernel_bundle;
namespace detail {
struct bundle_contents;
// Throws errc::kernel_not_supported if the command is a kernel that the bundle does not have.
SYCL_FUSE_API void check_in_bundle(const command &, const bundle_contents &);
} // namespace detail

namespace ext::oneapi::experimental {
enum class graph_state { modifiable, executable };
template <graph_state State = graph_state::modifiable> class command_graph;
template <class T> class dynamic_parameter;
template <class T, int Dimensions> class dynamic_local_accessor;
template <class T, class Properties> class dynamic_work_group_memory;
template <class... V> class properties;
template <class T, class PropertyList = properties<>> class device_global;
} // namespace ext::oneapi::experimental

namespace detail {
template <class T> struct is_reduction : std::false_type {};
template <class T> using enable_reduction = std::enable_if_t<is_reduction<std::decay_t<T>>::value>;
// Launches kernels with reductions: reduction.hpp.
template <class Name> struct reduction_launch;

// What parallel_for takes for a range, as a range or nd_range.
template <int D> const range<D> &to_range(const range<D> &r) { return r; }
template <int D> const nd_range<D> &to_range(const nd_range<D> &r) { return r; }
template <class I, class = std::enable_if_t<std::is_integral_v<I>>> range<1> to_range(I n) {
  return range<1>(static_cast<std::size_t>(n));
}
template <class Range> using enable_range = decltype(to_range(std::declval<const Range &>()));
template <int N> range<N> to_range(const std::size_t (&sizes)[N]) {
  range<N> r;
  for (int d = 0; d < N; ++d)
    r[d] = sizes[d];
  return r;
}
} // namespace detail

class handler {
public:
  handler(const handler &) = delete;
  handler &operator=(const handler &) = delete;
  ~handler() {
    if (command_)
      detail::release_command(command_);
  }

  // Kernels. A list of properties may come before the kernel (sycl_ext_oneapi_kernel_properties).
  template <class Name = detail::unnamed, class F> void single_task(const F &f) {
    single_task<Name>(detail::no_properties{}, f);
  }
  template <class Name = detail::unnamed, class... P, class F> void single_task(detail::properties<P...>, const F &f) {
    launch_kernel<Name, syclfuse::range_kind::single_task, P...>(f, range<1>(1), range<1>(0), id<1>());
  }
  // The range is a range, an nd_range, a number, or {n, m, k}.
  template <class Name = detail::unnamed, class Range, class F, class = detail::enable_range<Range>>
  void parallel_for(Range r, const F &f) {
    parallel_for<Name>(detail::to_range(r), detail::no_properties{}, f);
  }
  template <class Name = detail::unnamed, class F, int N> void parallel_for(const std::size_t (&sizes)[N], const F &f) {
    parallel_for<Name>(detail::to_range(sizes), f);
  }
  template <class Name = detail::unnamed, class... P, class F, int D>
  void parallel_for(range<D> r, detail::properties<P...>, const F &f) {
    launch_kernel<Name, syclfuse::range_kind::range, P...>(f, r, range<D>(), id<D>());
  }
  template <class Name = detail::unnamed, class F, int D>
  [[deprecated("offsets are deprecated in SYCL 2020")]] void parallel_for(range<D> r, id<D> offset, const F &f) {
    launch_kernel<Name, syclfuse::range_kind::range>(f, r, range<D>(), offset);
  }
  template <class Name = detail::unnamed, class... P, class F, int D>
  void parallel_for(nd_range<D> r, detail::properties<P...>, const F &f) {
    launch_kernel<Name, syclfuse::range_kind::nd_range, P...>(f, r.get_global_range(), r.get_local_range(),
                                                              r.get_offset());
  }

  // Hierarchical kernels (SYCL 2020, 4.9.4.2.3), which are never fused: one work-item runs each work-group. Without
  // `local`, the group has one work-item. Throws errc::nd_range for more than 1024 work-items in a group.
  template <class Name = detail::unnamed, class F, int D> void parallel_for_work_group(range<D> groups, const F &f) {
    parallel_for_work_group<Name>(groups, detail::one_item<D>(), f);
  }
  template <class Name = detail::unnamed, class F, int D>
  void parallel_for_work_group(range<D> groups, range<D> local, const F &f) {
    static_assert(std::is_invocable_v<const F &, group<D>> || std::is_invocable_v<const F &, group<D>, kernel_handler>,
                  "a kernel of parallel_for_work_group takes a group");
    using kernel = detail::hierarchical_kernel<F, D>;
    launch_kernel<detail::kernel_name<Name, F>, syclfuse::range_kind::nd_range>(kernel(f, local), groups,
                                                                                detail::one_item<D>(), id<D>());
    command_->fusible = false;
    command_->hierarchical = true;
    detail::check_hierarchical_group(*command_, &local[0]);
  }

  // Sets the value that the kernel's kernel_handler returns (SYCL 2020, 4.9.5), before or after the kernel is named.
  // Throws errc::invalid after use_kernel_bundle, and beyond 16 values of 16 bytes; a larger one counts as several.
  template <auto &Id> void set_specialization_constant(detail::constant_t<Id> value) {
    check_constants_are_own();
    if (!constants_)
      constants_ = std::make_unique<own_constants>();
    constants_->values.set(detail::constant_key<Id>(), &value, sizeof(value));
  }
  // The value that was set, else the default. Throws errc::invalid after use_kernel_bundle.
  template <auto &Id> detail::constant_t<Id> get_specialization_constant() const {
    check_constants_are_own();
    return constants_ ? constants_->values.template get<Id>() : Id.syclfuse_default();
  }
  // The kernel comes from `bundle`, with its specialization constants (SYCL 2020, 4.9.4.4; defined in
  // kernel_bundle.hpp). Throws errc::invalid after set_specialization_constant or if the bundle has another context.
  // The submission throws errc::kernel_not_supported if the bundle does not hold the kernel for the queue's device.
  template <bundle_state S>
  std::enable_if_t<S == bundle_state::executable> use_kernel_bundle(const kernel_bundle<S> &bundle);

  // Kernels with reductions (SYCL 2020, 4.9.2): parallel_for(range[, properties], reductions..., kernel). They need
  // sycl/reduction.hpp.
  template <class Name = detail::unnamed, class Range, class R, class... Rest, class = detail::enable_range<Range>,
            class = detail::enable_reduction<R>>
  void parallel_for(Range r, const R &first, const Rest &...rest) {
    detail::reduction_launch<Name>::run(*this, detail::to_range(r), first, rest...);
  }
  template <class Name = detail::unnamed, class Range, class... P, class R, class... Rest,
            class = detail::enable_reduction<R>>
  void parallel_for(Range r, detail::properties<P...>, const R &first, const Rest &...rest) {
    detail::reduction_launch<Name>::run(*this, r, first, rest...);
    (detail::apply_property(*command_, P{}, range<Range::dimensions>()), ...);
  }
  template <class Name = detail::unnamed, int N, class R, class... Rest, class = detail::enable_reduction<R>>
  void parallel_for(const std::size_t (&sizes)[N], const R &first, const Rest &...rest) {
    detail::reduction_launch<Name>::run(*this, detail::to_range(sizes), first, rest...);
  }

  // Runs `f` on a thread of the runtime once its dependencies have finished (SYCL 2020, 4.10). Accessors of
  // target::host_task access the host's memory. So do those of target::device if `f` takes no interop_handle; else they
  // stand for the device's memory. The task may wait for other commands, but not for its own. What it throws goes to
  // the queue's async_handler.
  template <class F> void host_task(F &&f) {
    using task = std::decay_t<F>;
    static_assert(std::is_invocable_v<task &> || std::is_invocable_v<task &, interop_handle>,
                  "a host task takes nothing or an interop_handle");
    begin(detail::command_kind::host_task, "host task");
    auto held = std::make_shared<task>(std::forward<F>(f)); // it need not be copyable
    if constexpr (!std::is_invocable_v<task &, interop_handle>)
      detail::place_on_host(*command_, held.get(), sizeof(task));
    command_->task = [t = std::move(held)]([[maybe_unused]] const interop_handle &ih) {
      if constexpr (std::is_invocable_v<task &, interop_handle>)
        (*t)(ih);
      else
        (*t)();
    };
  }

  // The command waits for these events, which may be of any queue.
  SYCL_FUSE_API void depends_on(const event &e);
  SYCL_FUSE_API void depends_on(const std::vector<event> &events);
  // Lets the command use a placeholder accessor. Does nothing for other accessors.
  template <class T, int D, access_mode M, target G, access::placeholder P>
  void require(const accessor<T, D, M, G, P> &a) {
    if (a.is_placeholder())
      detail::require_placeholder(*command_, a.buffer_identity(), a.memory_begin(), a.memory_range().size() * sizeof(T),
                                  M, a.promotion_hint());
  }

  // sycl_ext_oneapi_graph; defined in ext/oneapi/experimental/graph.hpp.
  // The command is one execution of the graph. Throws errc::invalid if its context or device is not the queue's.
  SYCL_FUSE_API void ext_oneapi_graph(
      const ext::oneapi::experimental::command_graph<ext::oneapi::experimental::graph_state::executable> &);
  // Argument `index` of the kernel takes the parameter's value. Arguments are the leaves of the kernel's closure,
  // counted from 0 in the order of declaration. Throws errc::invalid unless the command is added to a graph.
  template <class T> void set_arg(int index, ext::oneapi::experimental::dynamic_parameter<T> &parameter);
  // The same with a value, a pointer or an accessor of the command group, which stays what it is.
  template <class T, class = std::enable_if_t<is_device_copyable_v<T>>> void set_arg(int index, const T &value);
  // The kernel captures these parameters; the index has no meaning.
  template <class T, int D> void set_arg(int index, ext::oneapi::experimental::dynamic_local_accessor<T, D> &parameter);
  template <class T, class P>
  void set_arg(int index, ext::oneapi::experimental::dynamic_work_group_memory<T, P> &parameter);
  // Sets the first arguments, in their order.
  template <class... T> void set_args(T &&...parameters) {
    int index = 0;
    (set_arg(index++, parameters), ...);
  }
  template <class T, int D, access_mode M, target G, access::placeholder P>
  void require(ext::oneapi::experimental::dynamic_parameter<accessor<T, D, M, G, P>> parameter);

  // Explicit memory operations (SYCL 2020, 4.9.4.3) on USM and the host's memory, which must live until the command has
  // finished. They throw errc::invalid if a range exceeds the USM allocation in which it begins, or begins at null; the
  // extent of other memory is unknown and not checked. Those of whole elements of a known type may become a part of a
  // fused kernel, if all of their memory is USM that the device accesses.
  void memcpy(void *dst, const void *src, std::size_t bytes) { copy_usm("memcpy", dst, src, bytes, 1); }
  template <class T, class = detail::enable_memory_kernel<T>> void memcpy(T *dst, const T *src, std::size_t bytes) {
    copy_usm("memcpy", dst, src, bytes, 1);
    if (bytes % sizeof(T) == 0)
      set_kernel_form(detail::copy_elements<T>{src, dst}, range<1>(bytes / sizeof(T)));
  }
  template <class T> void copy(const T *src, T *dst, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "copy: elements are copied byte by byte");
    copy_usm("copy", dst, src, count, sizeof(T));
    if constexpr (detail::has_memory_kernel<T>::value)
      set_kernel_form(detail::copy_elements<T>{src, dst}, range<1>(count));
  }
  // Copies to and from the device's memory of a device_global, from byte `offset` or element `first` on
  // (sycl_ext_oneapi_device_global, device_global.hpp). They throw errc::invalid beyond its end.
  template <class T, class P>
  void memcpy(ext::oneapi::experimental::device_global<T, P> &dst, const void *src, std::size_t bytes = sizeof(T),
              std::size_t offset = 0);
  template <class T, class P>
  void memcpy(void *dst, const ext::oneapi::experimental::device_global<T, P> &src, std::size_t bytes = sizeof(T),
              std::size_t offset = 0);
  template <class T, class P, class E = std::remove_all_extents_t<T>>
  void copy(const std::remove_all_extents_t<T> *src, ext::oneapi::experimental::device_global<T, P> &dst,
            std::size_t count = sizeof(T) / sizeof(E), std::size_t first = 0) {
    memcpy(dst, src, count * sizeof(E), first * sizeof(E));
  }
  template <class T, class P, class E = std::remove_all_extents_t<T>>
  void copy(const ext::oneapi::experimental::device_global<T, P> &src,
            std::remove_const_t<std::remove_all_extents_t<T>> *dst, std::size_t count = sizeof(T) / sizeof(E),
            std::size_t first = 0) {
    memcpy(dst, src, count * sizeof(E), first * sizeof(E));
  }
  void memset(void *dst, int value, std::size_t bytes) {
    auto byte = static_cast<unsigned char>(value);
    fill_usm("memset", dst, &byte, 1, bytes);
  }
  template <class T, class = detail::enable_memory_kernel<T>> void memset(T *dst, int value, std::size_t bytes) {
    auto byte = static_cast<unsigned char>(value);
    fill_usm("memset", dst, &byte, 1, bytes);
    if (bytes % sizeof(T) == 0)
      set_kernel_form(detail::fill_elements<T>{dst, detail::bytes_of_value<T>(byte)}, range<1>(bytes / sizeof(T)));
  }
  template <class T> void fill(void *dst, const T &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "fill: elements are copied byte by byte");
    fill_usm("fill", dst, &pattern, sizeof(T), count);
    if constexpr (detail::has_memory_kernel<T>::value)
      set_kernel_form(detail::fill_elements<T>{static_cast<T *>(dst), detail::bytes_of_element(pattern)},
                      range<1>(count));
  }
  // Hints for shared USM. prefetch: the device is about to use it. mem_advise takes an advice of CUDA (CUmem_advise, 1
  // to 6), or 0 to undo all of them; CUDA devices throw errc::invalid for other numbers. No effect on devices that use
  // the host's memory, and on other memory.
  void prefetch(const void *p, std::size_t bytes) { hint(detail::command_kind::prefetch, "prefetch", p, bytes, 0); }
  void mem_advise(const void *p, std::size_t bytes, int advice) {
    hint(detail::command_kind::mem_advise, "mem_advise", p, bytes, advice);
  }

  template <class T, int D, access_mode M, target G, access::placeholder P>
  void fill(const accessor<T, D, M, G, P> &dst, const std::remove_const_t<T> &value) {
    begin(detail::command_kind::fill, "fill");
    set_pattern(&value, sizeof(T));
    set_destination(dst, dst.get_range());
    command_->bytes = dst.byte_size();
    using accessor_type = accessor<T, D, M, G, P>;
    if constexpr (detail::is_in_memory_kernel<T, D, M, G>)
      set_kernel_form(detail::fill_accessor<accessor_type, D>{dst, detail::bytes_of_element(value)}, dst.get_range());
  }
  // These copy bytes: the types of the elements may differ. Between accessors of as many dimensions, with elements as
  // large, each element goes to the one of its id, if these fit into the destination; else the bytes go one after the
  // other, whatever the shapes. They throw errc::invalid if the destination has fewer bytes than the source. A
  // shared_ptr is not kept alive: the program has to hold it until the command has finished.
  template <class T, int D, access_mode M, target G, access::placeholder P, class U>
  void copy(const accessor<T, D, M, G, P> &src, U *dst) {
    detail::check_memory(*command_, "copy", dst, src.get_range().size(), sizeof(T));
    begin(detail::command_kind::copy, "copy acc to ptr");
    set_source(src);
    command_->dst = dst;
  }
  template <class T, int D, access_mode M, target G, access::placeholder P, class U>
  void copy(const accessor<T, D, M, G, P> &src, std::shared_ptr<U> dst) {
    copy(src, static_cast<std::remove_extent_t<U> *>(dst.get()));
  }
  template <class U, class T, int D, access_mode M, target G, access::placeholder P>
  void copy(const std::shared_ptr<U> &src, const accessor<T, D, M, G, P> &dst) {
    copy(static_cast<const std::remove_extent_t<U> *>(src.get()), dst);
  }
  template <class U, class T, int D, access_mode M, target G, access::placeholder P>
  void copy(const U *src, const accessor<T, D, M, G, P> &dst) {
    detail::check_memory(*command_, "copy", src, dst.get_range().size(), sizeof(T));
    begin(detail::command_kind::copy, "copy ptr to acc");
    set_destination(dst, dst.get_range());
    command_->src = src;
    command_->bytes = dst.byte_size();
  }
  template <class T, int D, access_mode M, target G, access::placeholder P, class T2, int D2, access_mode M2, target G2,
            access::placeholder P2>
  void copy(const accessor<T, D, M, G, P> &src, const accessor<T2, D2, M2, G2, P2> &dst) {
    begin(detail::command_kind::copy, "copy acc to acc");
    set_source(src);
    if (dst.byte_size() < src.byte_size())
      detail::throw_bad_copy(src.byte_size(), dst.byte_size());
    if constexpr (D == D2 && sizeof(T) == sizeof(T2)) {
      bool fits = true;
      for (int d = 0; d < D; ++d)
        fits = fits && src.get_range()[d] <= dst.get_range()[d];
      if (fits) {
        set_destination(dst, src.get_range());
        if constexpr (std::is_same_v<std::remove_const_t<T>, T2> && detail::is_in_memory_kernel<T, D, M, G> &&
                      detail::is_in_memory_kernel<T2, D2, M2, G2>)
          set_kernel_form(detail::copy_accessor<accessor<T, D, M, G, P>, accessor<T2, D2, M2, G2, P2>, D>{src, dst},
                          src.get_range());
        return;
      }
    }
    set_destination(dst, dst.get_range());
  }
  // Copies the buffer's data to the host memory from which the buffer was made.
  template <class T, int D, access_mode M, target G, access::placeholder P>
  void update_host(const accessor<T, D, M, G, P> &) {
    begin(detail::command_kind::host_update, "update_host");
  }
  void ext_oneapi_barrier() { begin(detail::command_kind::barrier_all, "barrier"); }
  void ext_oneapi_barrier(const std::vector<event> &events) {
    begin(detail::command_kind::barrier, "barrier waitlist");
    depends_on(events);
  }

  // Not for users: made by queue.
  explicit handler(detail::queue_impl *q) : command_(detail::acquire_command(q)) {}
  event finish() { return detail::submit_command(release()); }
  // Returns the finished command without submitting it. The caller owns it.
  detail::command *release() {
    if (constants_) {
      if (constants_->bundle)
        detail::check_in_bundle(*command_, *constants_->bundle);
      if (in_closure_)
        *in_closure_ = constants_->values;
    }
    return std::exchange(command_, nullptr);
  }
  detail::command *command() const { return command_; }

private:
  void check_constants_are_own() const {
    if (constants_ && constants_->bundle)
      detail::throw_invalid("specialization constants: the command group uses a kernel_bundle, which has the values");
  }
  void check_first() const {
    if (command_->kind != detail::command_kind::empty)
      detail::throw_second_command();
  }
  void begin(detail::command_kind kind, const char *what) {
    check_first();
    command_->kind = kind;
    command_->what = what;
    command_->kernel_form = false;
    command_->dst_layout = command_->src_layout = {};
  }

  template <class> friend struct detail::reduction_launch;

  template <class Name, syclfuse::range_kind Kind, int D, class Arg, class F>
  void launch(const F &f, const range<D> &global, const range<D> &local, const id<D> &offset) {
    check_first();
    detail::describe_kernel<Name, Kind, D, Arg>(*command_, f, global, local, offset);
  }
  // The copy or fill that the command is does what `f` does for each element.
  template <class F, int D> void set_kernel_form(const F &f, const range<D> &elements) {
    const detail::command_kind kind = command_->kind;
    detail::describe_kernel<detail::unnamed, syclfuse::range_kind::range, D, id<D>>(*command_, f, elements, range<D>(),
                                                                                    id<D>());
    command_->kind = kind;
    command_->kernel_form = true;
  }
  // Launches a kernel of the program, with its kernel_handler, the properties P, and the properties that F names
  // itself.
  template <class Name, syclfuse::range_kind Kind, class... P, class F, int D>
  void launch_kernel(const F &f, const range<D> &global, const range<D> &local, const id<D> &offset) {
    using name = detail::kernel_name<Name, F>;
    using launched = detail::launched_t<F, Kind, D>;
    using argument = detail::launch_argument_t<launched, Kind, D>;
    if constexpr (std::is_same_v<launched, F>) {
      launch<name, Kind, D, argument>(f, global, local, offset);
    } else {
      launch<name, Kind, D, argument>(launched{f, {}}, global, local, offset);
      in_closure_ = &static_cast<launched *>(command_->closure)->constants;
    }
    (detail::apply_property(*command_, P{}, range<D>()), ...);
    if constexpr (detail::has_own_properties<F>)
      apply_all(f.get(ext::oneapi::experimental::properties_tag{}), range<D>());
  }
  template <class... P, int D> void apply_all(detail::properties<P...>, range<D> dimensions) {
    (detail::apply_property(*command_, P{}, dimensions), ...);
  }

  void copy_usm(const char *what, void *dst, const void *src, std::size_t count, std::size_t size) {
    detail::check_memory(*command_, what, dst, count, size);
    detail::check_memory(*command_, what, src, count, size);
    begin(detail::command_kind::copy, "copy usm");
    command_->dst = dst;
    command_->src = src;
    command_->bytes = count * size;
  }
  void hint(detail::command_kind kind, const char *what, const void *p, std::size_t bytes, int advice) {
    detail::check_memory(*command_, what, p, bytes, 1);
    begin(kind, what);
    command_->src = p;
    command_->bytes = bytes;
    command_->advice = advice;
  }
  void fill_usm(const char *what, void *dst, const void *pattern, std::size_t size, std::size_t count) {
    detail::check_memory(*command_, what, dst, count, size);
    begin(detail::command_kind::fill, "fill usm");
    set_pattern(pattern, size);
    command_->dst = dst;
    command_->bytes = count * size;
  }
  SYCL_FUSE_API void set_pattern(const void *pattern, std::size_t size);
  // How the elements of the accessor's first `part` lie in its buffer.
  template <class A, int D> static detail::strided_bytes layout(const A &a, range<D> part) {
    const range<D> whole = a.memory_range();
    detail::strided_bytes rows;
    bool gaps = false;
    for (int d = 1; d < D; ++d)
      gaps = gaps || part[d] != whole[d];
    if (!gaps)
      return rows; // a single row
    rows.row = part[D - 1] * sizeof(typename A::value_type);
    rows.row_pitch = whole[D - 1] * sizeof(typename A::value_type);
    if constexpr (D > 2) {
      rows.rows = part[1];
      rows.plane_pitch = whole[1] * rows.row_pitch;
    }
    return rows;
  }
  // The accessor's first element in the memory that the command uses. Placeholders know the host's only.
  template <class T, int D, access_mode M, target G, access::placeholder P>
  void *place(const accessor<T, D, M, G, P> &a) {
    void *first = const_cast<std::remove_const_t<T> *>(a.raw_pointer());
    return a.is_placeholder() ? detail::place_pointer(*command_, a.buffer_identity(), first) : first;
  }
  template <class A, int D> void set_destination(const A &a, range<D> part) {
    command_->dst = place(a);
    command_->dst_layout = layout(a, part);
  }
  template <class A> void set_source(const A &a) {
    command_->src = place(a);
    command_->src_layout = layout(a, a.get_range());
    command_->bytes = a.byte_size();
  }

  detail::command *command_;
  detail::constant_table *in_closure_ = nullptr; // of a kernel that takes a kernel_handler
  // Of the command group, and the kernel_bundle that has them, if that is where they are from.
  struct own_constants {
    detail::constant_table values;
    std::shared_ptr<const detail::bundle_contents> bundle;
  };
  std::unique_ptr<own_constants> constants_;
};

} // namespace sycl
