// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties and property_list (SYCL 2020, 4.5.4), with those of the kernel-fusion extension.
#pragma once

#include "sycl/detail/export.hpp"
#include "sycl/memory_enums.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {

class context;

namespace detail {
// One bit per property class of this implementation.
enum class property_id : unsigned {
  in_order,
  enable_profiling,
  enable_fusion,
  use_host_ptr,
  use_mutex,
  context_bound,
  no_init,
  promote_private,
  promote_local,
  no_barriers,
  discard_events,
  fusion_internal_memory,
  initialize_to_identity,
  priority_low,
  priority_normal,
  priority_high,
  no_immediate_command_list,
  immediate_command_list,
  access_scope_work_item,
  access_scope_work_group,
  no_cycle_check,
  assume_buffer_outlives_graph,
  enable_native_recording,
  updatable,
  enable_graph_profiling,
  enable_graph_fusion,
  require_graph_fusion,
  insert_barriers,
  trusted,
  no_automatic_fusion,
  depends_on,
  depends_on_all_leaves,
};
template <property_id Id> struct simple_property {
  static constexpr property_id syclfuse_id = Id;
};
template <class T, class = void> struct has_property_id : std::false_type {};
template <class T> struct has_property_id<T, std::void_t<decltype(T::syclfuse_id)>> : std::true_type {};
[[noreturn]] SYCL_FUSE_API void throw_missing_property();

// Which properties a list has, without their data.
class property_set {
public:
  constexpr property_set() = default;
  constexpr explicit property_set(std::uint64_t bits) : bits_(bits) {}
  constexpr bool has(property_id id) const noexcept { return bits_ & bit(id); }
  template <class... Id> constexpr bool has_any(Id... ids) const noexcept { return bits_ & (bit(ids) | ...); }
  constexpr void add(property_id id) noexcept { bits_ |= bit(id); }
  constexpr std::uint64_t bits() const noexcept { return bits_; } // one bit for each property

private:
  static constexpr std::uint64_t bit(property_id id) { return std::uint64_t{1} << static_cast<unsigned>(id); }
  std::uint64_t bits_ = 0;
};
} // namespace detail

namespace property {
struct no_init : detail::simple_property<detail::property_id::no_init> {
  using key_t = no_init; // for annotated_ptr
};
namespace reduction {
// The old value of the reduction variable is not part of the result (SYCL 2020, 4.9.2.2).
struct initialize_to_identity : detail::simple_property<detail::property_id::initialize_to_identity> {};
} // namespace reduction
namespace queue {
struct in_order : detail::simple_property<detail::property_id::in_order> {};
struct enable_profiling : detail::simple_property<detail::property_id::enable_profiling> {};
} // namespace queue
namespace buffer {
struct use_host_ptr : detail::simple_property<detail::property_id::use_host_ptr> {};
class use_mutex : public detail::simple_property<detail::property_id::use_mutex> {
public:
  explicit use_mutex(std::mutex &m) : mutex_(&m) {}
  std::mutex *get_mutex_ptr() const { return mutex_; }

private:
  std::mutex *mutex_;
};
class context_bound;
} // namespace buffer
} // namespace property

namespace ext::codeplay::experimental::property {
namespace queue {
// For the constructor of a queue: fusion_wrapper and fusion_region take the queue.
struct enable_fusion : sycl::detail::simple_property<sycl::detail::property_id::enable_fusion> {};
} // namespace queue
// For a buffer or an accessor: the promise that each element is accessed by one work-item only. The fused kernel may
// keep it in private memory of each work-item; its contents are undefined after the region. A promise that the accesses
// refute is an error of sycl-fuse build (SF3026).
struct promote_private : sycl::detail::simple_property<sycl::detail::property_id::promote_private> {};
// The same of one work-group, whose local memory it may be kept in.
struct promote_local : sycl::detail::simple_property<sycl::detail::property_id::promote_local> {};
// For complete_fusion: no work-group barriers between the fused kernels. The promise that no kernel needs what another
// work-item of the group does in an earlier one.
struct no_barriers : sycl::detail::simple_property<sycl::detail::property_id::no_barriers> {};
} // namespace ext::codeplay::experimental::property

namespace ext::syclfuse::property {
// For start_fusion, complete_fusion and command_graph::finalize: the promise that no kernel of the region accesses what
// another work-item accesses in an earlier one, or, where both use work-groups, what a work-item of another group does,
// unless both only read. Kernels of which nothing proves it are fused then, instead of being kept apart. What is proven
// wrong is still refused. Nothing checks the promise unless SYCL_FUSE_CHECK=1 does.
struct trusted : sycl::detail::simple_property<sycl::detail::property_id::trusted> {};
namespace queue {
// Kernels of the queue are launched when they are submitted: none is held for automatic fusion (docs/automatic.md).
struct no_automatic_fusion : sycl::detail::simple_property<sycl::detail::property_id::no_automatic_fusion> {};
} // namespace queue
} // namespace ext::syclfuse::property

namespace ext::oneapi::property::queue {
// The program does not look at the events. Accepted without effect: the events are valid nevertheless.
struct discard_events : sycl::detail::simple_property<sycl::detail::property_id::discard_events> {};
// Hints, accepted without effect.
struct priority_low : sycl::detail::simple_property<sycl::detail::property_id::priority_low> {};
struct priority_normal : sycl::detail::simple_property<sycl::detail::property_id::priority_normal> {};
struct priority_high : sycl::detail::simple_property<sycl::detail::property_id::priority_high> {};
} // namespace ext::oneapi::property::queue
namespace ext::intel::property::queue {
// How Level Zero submits; accepted without effect.
struct no_immediate_command_list : sycl::detail::simple_property<sycl::detail::property_id::no_immediate_command_list> {
};
struct immediate_command_list : sycl::detail::simple_property<sycl::detail::property_id::immediate_command_list> {};
} // namespace ext::intel::property::queue

namespace ext::oneapi::experimental::property {
// For a buffer, an accessor or an annotated_ptr: its contents are undefined after the region. The fuser keeps the data
// in private or local memory if it can prove that the results stay the same, so the program need not promise which
// work-item accesses which element. promote_private and promote_local are such promises and take precedence.
struct fusion_internal_memory : sycl::detail::simple_property<sycl::detail::property_id::fusion_internal_memory> {
  using key_t = fusion_internal_memory;
};
struct access_scope_key {};
// For a buffer, an accessor or an annotated_ptr: the promise that no element is accessed by more than one work-item, or
// one work-group. Together with fusion_internal_memory and no_init, each given to the accessor or its buffer, it lets
// the fused kernel keep the data in private or local memory without a proof. A promise that the accesses refute is an
// error of sycl-fuse build (SF3026); nothing else checks it unless SYCL_FUSE_CHECK=1 does.
template <sycl::memory_scope Scope>
struct access_scope : sycl::detail::simple_property<Scope == sycl::memory_scope::work_item
                                                        ? sycl::detail::property_id::access_scope_work_item
                                                        : sycl::detail::property_id::access_scope_work_group> {
  static_assert(Scope == sycl::memory_scope::work_item || Scope == sycl::memory_scope::work_group,
                "access_scope is for the scopes work_item and work_group");
  using key_t = access_scope_key;
};
using access_scope_work_item = access_scope<sycl::memory_scope::work_item>;
using access_scope_work_group = access_scope<sycl::memory_scope::work_group>;
using fusion_no_init = sycl::property::no_init;
} // namespace ext::oneapi::experimental::property

// The same as objects, as the graph fusion of DPC++ named them.
namespace ext::oneapi::experimental {
inline constexpr property::fusion_internal_memory fusion_internal_memory{};
inline constexpr property::access_scope_work_item access_scope_work_item{};
inline constexpr property::access_scope_work_group access_scope_work_group{};
inline constexpr property::fusion_no_init fusion_no_init{};
} // namespace ext::oneapi::experimental

template <class T> struct is_property : detail::has_property_id<T> {};
template <class T> inline constexpr bool is_property_v = is_property<T>::value;
template <class T, class Object> struct is_property_of : is_property<T> {};
template <class T, class Object> inline constexpr bool is_property_of_v = is_property_of<T, Object>::value;

// A set of properties. get_property throws errc::invalid for one that is not in the list. A list whose properties carry
// no data is copied without allocation.
class property_list {
public:
  property_list() = default;
  template <class... P, class = std::enable_if_t<(sizeof...(P) > 0) && (is_property_v<std::decay_t<P>> && ...)>>
  property_list(P... properties) {
    (add(properties), ...);
  }

  template <class P> bool has_property() const noexcept { return has(P::syclfuse_id); }
  template <class P> P get_property() const {
    if (!has_property<P>())
      detail::throw_missing_property();
    if constexpr (std::is_empty_v<P>)
      return P{};
    else
      return *static_cast<const P *>(find(P::syclfuse_id));
  }

  // Not for users.
  bool has(detail::property_id id) const noexcept { return set_.has(id); }
  detail::property_set set() const noexcept { return set_; }

private:
  template <class P> void add(const P &p) {
    set_.add(P::syclfuse_id);
    if constexpr (!std::is_empty_v<P>) {
      if (!data_)
        data_ = std::make_shared<data>();
      data_->emplace_back(P::syclfuse_id, std::make_shared<const P>(p));
    }
  }
  const void *find(detail::property_id id) const {
    for (const auto &[key, value] : *data_)
      if (key == id)
        return value.get();
    return nullptr;
  }
  detail::property_set set_;
  using data = std::vector<std::pair<detail::property_id, std::shared_ptr<const void>>>;
  std::shared_ptr<data> data_; // null if no property has data; shared by all copies
};

} // namespace sycl
