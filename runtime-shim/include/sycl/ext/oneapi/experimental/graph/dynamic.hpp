// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of nodes that may change after the nodes were added: arguments of kernels, and the command group itself
// (sycl_ext_oneapi_graph). All functions may be called from any thread.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/ext/oneapi/experimental/graph/command_graph.hpp"
#include "sycl/ext/oneapi/experimental/raw_kernel_arg.hpp"

#include <functional>
#include <vector>

namespace sycl {

namespace detail {

class dynamic_value;
class dynamic_group;

// The bytes of an argument; for an accessor, also what a command has to require.
struct dynamic_source {
  const void *bytes;
  std::size_t size;
  buffer_impl *buffer = nullptr;
  const void *first = nullptr; // of the memory that the accessor's buffer has on the host
  std::size_t reach = 0;       // bytes from there on
  access_mode mode = access_mode::read_write;
  syclfuse::promotion promote = syclfuse::promotion::none;
};
SYCL_FUSE_API std::shared_ptr<dynamic_value> make_dynamic_value(const dynamic_source &);
// Changes it in all kernels that take it.
SYCL_FUSE_API void set_dynamic_value(dynamic_value &, const dynamic_source &);

template <class T> dynamic_source dynamic_source_of(const T &value) { return {&value, sizeof(T)}; }
template <class T, int D, access_mode M, target G, access::placeholder P>
dynamic_source dynamic_source_of(const accessor<T, D, M, G, P> &a) {
  return {&a, sizeof(a),         a.buffer_identity(), a.memory_begin(), a.memory_range().size() * sizeof(T),
          M,  a.promotion_hint()};
}

inline dynamic_source dynamic_source_of(const ext::oneapi::experimental::raw_kernel_arg &a) {
  return {a.bytes(), a.count()};
}

} // namespace detail

namespace ext::oneapi::experimental {

// An argument of kernels that are added to a graph (handler::set_arg). If T is an accessor, it is a placeholder.
// A handle: copies refer to the same value.
template <class T> class dynamic_parameter {
  static_assert(is_device_copyable_v<T>, "an argument of a kernel is device copyable");

public:
  explicit dynamic_parameter(const T &initial)
      : impl_(sycl::detail::make_dynamic_value(sycl::detail::dynamic_source_of(initial))) {}
  [[deprecated("a dynamic_parameter needs no graph")]] dynamic_parameter(command_graph<graph_state::modifiable>,
                                                                         const T &initial)
      : dynamic_parameter(initial) {}
  // Nodes that take the parameter have the value at once, an executable graph from its next update() on. Throws
  // errc::invalid if a raw_kernel_arg has another number of bytes than the initial one, or if the accessor's buffer may
  // not be used in the graph; the old value remains then.
  void update(const T &value) { sycl::detail::set_dynamic_value(*impl_, sycl::detail::dynamic_source_of(value)); }

  friend bool operator==(const dynamic_parameter &a, const dynamic_parameter &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const dynamic_parameter &a, const dynamic_parameter &b) { return a.impl_ != b.impl_; }

  // Not for users.
  const std::shared_ptr<sycl::detail::dynamic_value> &impl() const { return impl_; }

private:
  std::shared_ptr<sycl::detail::dynamic_value> impl_;
};

// Several command groups for one node, one of which is active: at first the first one. All are kernels or all are host
// tasks, and all depend on the same nodes; adding others throws errc::invalid. A handle, equal to its copies.
class SYCL_FUSE_API dynamic_command_group {
public:
  // Throws errc::invalid for an empty list. The functions run, in their order, whenever the group is added to `g`,
  // which may be several times.
  dynamic_command_group(const command_graph<graph_state::modifiable> &g,
                        const std::vector<std::function<void(handler &)>> &functions);
  // These two throw errc::invalid if the graph is gone.
  std::size_t get_active_index() const;
  // All nodes of the group change at once, an executable graph at its next update(). Throws errc::invalid beyond the
  // last function.
  void set_active_index(std::size_t index);

  friend bool operator==(const dynamic_command_group &a, const dynamic_command_group &b) { return a.impl_ == b.impl_; }
  friend bool operator!=(const dynamic_command_group &a, const dynamic_command_group &b) { return a.impl_ != b.impl_; }

  // Not for users.
  sycl::detail::dynamic_group &impl() const { return *impl_; }
  std::size_t hash() const noexcept { return std::hash<const void *>()(impl_.get()); }

private:
  std::shared_ptr<sycl::detail::dynamic_group> impl_;
};

} // namespace ext::oneapi::experimental

namespace detail {
SYCL_FUSE_API void add_dynamic_argument(command &, int index, std::shared_ptr<dynamic_value>);
SYCL_FUSE_API void require_dynamic(command &, dynamic_value &);
} // namespace detail

template <class T> void handler::set_arg(int index, ext::oneapi::experimental::dynamic_parameter<T> &parameter) {
  detail::add_dynamic_argument(*command_, index, parameter.impl());
}
template <class T, class> void handler::set_arg(int index, const T &value) {
  detail::add_dynamic_argument(*command_, index, detail::make_dynamic_value({&value, sizeof(T)}));
}
template <class T, int D, access_mode M, target G, access::placeholder P>
void handler::require(ext::oneapi::experimental::dynamic_parameter<accessor<T, D, M, G, P>> parameter) {
  detail::require_dynamic(*command_, *parameter.impl());
}

} // namespace sycl

template <class T>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_parameter<T>>
    : sycl::detail::hash_of_state<sycl::ext::oneapi::experimental::dynamic_parameter<T>> {};
template <>
struct std::hash<sycl::ext::oneapi::experimental::dynamic_command_group>
    : sycl::detail::hash_of_member<sycl::ext::oneapi::experimental::dynamic_command_group> {};
