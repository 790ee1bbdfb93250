// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sycl::kernel_id, kernel and kernel_bundle (SYCL 2020, 4.11). Kernels are compiled ahead of time: a bundle is a
// selection of those in the program. The three states only differ in what may be done with a bundle; compile, link and
// build do no work. On native devices every kernel of the program can run, on others those that were built for the
// device. Nothing records which specialization constants a kernel reads, so each may be set in every bundle.
#pragma once

#include "sycl/queue.hpp"

#include <algorithm>
#include <string>

namespace sycl {

class kernel;

// Names one kernel of the program.
class kernel_id {
public:
  // The text lives as long as this object.
  const char *get_name() const noexcept { return symbol_.c_str(); }
  friend bool operator==(const kernel_id &a, const kernel_id &b) { return a.symbol_ == b.symbol_; }
  friend bool operator!=(const kernel_id &a, const kernel_id &b) { return !(a == b); }
  // Not for users.
  explicit kernel_id(std::string symbol) : symbol_(std::move(symbol)) {}

private:
  std::string symbol_;
};

// There are no built-in kernels, because nothing could launch them.
template <> inline std::vector<kernel_id> device::get_info<info::device::built_in_kernel_ids>() const { return {}; }

template <class Name> kernel_id get_kernel_id() { return kernel_id(detail::kernel_symbol<Name>()); }
// The kernels in the bundles that are linked into the program (sycl-fuse build). Nothing lists others at run time.
SYCL_FUSE_API std::vector<kernel_id> get_kernel_ids();

namespace detail {
// True if the device can run the kernel.
SYCL_FUSE_API bool is_available(const kernel_id &, const device &);
struct bundle_contents {
  sycl::context context;
  std::vector<device> devices;
  std::vector<kernel_id> kernels;
  constant_table constants;
};
using bundle_handle = std::shared_ptr<bundle_contents>;
template <class T> bool contains(const std::vector<T> &all, const T &one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}
// Throws errc::invalid if a device is not in the context, or if no device is given.
SYCL_FUSE_API void check_bundle_devices(const context &, const std::vector<device> &);
// Returns the `ids` that at least one of the devices can run. With `all`, throws errc::invalid if there are others.
SYCL_FUSE_API std::vector<kernel_id> available_kernels(const std::vector<device> &, const std::vector<kernel_id> &ids,
                                                       bool all);
// What the kernel's attribute demands, else what the device has.
SYCL_FUSE_API std::size_t sub_group_size_of(const kernel_id &, const device &);
// Limits of the code that the device runs, in work-items and bytes. If there are several variants, the one for
// ND-ranges counts.
struct kernel_limits {
  std::size_t group_size, private_memory;
};
SYCL_FUSE_API kernel_limits limits_of(const kernel_id &, const device &);
// The attributes of a kernel: as text, a sequence of name(values), or as sizes, which are 0 without the attribute.
SYCL_FUSE_API std::string attributes_of(const kernel_id &);
struct required_sizes {
  range<3> group{0, 0, 0}; // in SYCL order; dimensions that the kernel does not have are 1
  std::uint32_t sub_group = 0;
};
SYCL_FUSE_API required_sizes required_sizes_of(const kernel_id &);
// Throws errc::invalid if the command's queue has another context.
SYCL_FUSE_API void check_bundle_context(const command &, const bundle_contents &);
[[noreturn]] SYCL_FUSE_API void throw_not_in_bundle(const char *symbol);
} // namespace detail

// One image for all kernels of a bundle (SYCL 2020, 4.11.10).
template <bundle_state State> class device_image {
public:
  device_image() = delete;
  bool has_kernel(const kernel_id &id) const noexcept { return detail::contains(contents_->kernels, id); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    return has_kernel(id) && detail::is_available(id, d);
  }
  friend bool operator==(const device_image &a, const device_image &b) { return a.contents_ == b.contents_; }
  friend bool operator!=(const device_image &a, const device_image &b) { return !(a == b); }
  std::size_t hash() const noexcept { return std::hash<const void *>()(contents_.get()); } // not for users

  // Not for users.
  explicit device_image(detail::bundle_handle c) : contents_(std::move(c)) {}

private:
  detail::bundle_handle contents_;
};

template <bundle_state State> class kernel_bundle {
public:
  kernel_bundle() = delete;
  bool empty() const noexcept { return contents_->kernels.empty(); }
  backend get_backend() const noexcept { return contents_->devices.front().get_backend(); }
  context get_context() const noexcept { return contents_->context; }
  std::vector<device> get_devices() const noexcept { return contents_->devices; }
  std::vector<kernel_id> get_kernel_ids() const { return contents_->kernels; }
  bool has_kernel(const kernel_id &id) const noexcept { return detail::contains(contents_->kernels, id); }
  bool has_kernel(const kernel_id &id, const device &d) const noexcept {
    return has_kernel(id) && detail::contains(contents_->devices, d) && detail::is_available(id, d);
  }
  template <class Name> bool has_kernel() const noexcept { return has_kernel(get_kernel_id<Name>()); }
  template <class Name> bool has_kernel(const device &d) const noexcept { return has_kernel(get_kernel_id<Name>(), d); }
  // Throws errc::invalid if the bundle does not have the kernel.
  template <bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  kernel get_kernel(const kernel_id &id) const;
  template <class Name, bundle_state S = State, class = std::enable_if_t<S == bundle_state::executable>>
  kernel get_kernel() const;

  bool contains_specialization_constants() const noexcept { return !empty() && detail::has_constants(); }
  bool native_specialization_constant() const noexcept { return false; } // the kernel reads them when it runs
  template <auto &Id> bool has_specialization_constant() const noexcept {
    return !empty() && detail::is_constant_of_kernel(detail::constant_key<Id>());
  }
  // Copies of this bundle have the new value; bundles that were built from it before do not.
  template <auto &Id, bundle_state S = State, class = std::enable_if_t<S == bundle_state::input>>
  void set_specialization_constant(detail::constant_t<Id> value) {
    contents_->constants.set(detail::constant_key<Id>(), &value, sizeof(value));
  }
  template <auto &Id> detail::constant_t<Id> get_specialization_constant() const {
    return contents_->constants.template get<Id>();
  }

  friend bool operator==(const kernel_bundle &a, const kernel_bundle &b) { return a.contents_ == b.contents_; }
  friend bool operator!=(const kernel_bundle &a, const kernel_bundle &b) { return !(a == b); }

  // Not for users.
  explicit kernel_bundle(detail::bundle_handle c) : contents_(std::move(c)) {}
  const detail::bundle_handle &contents() const { return contents_; }

  using device_image_iterator = const device_image<State> *;
  device_image_iterator begin() const { return &image_; }
  device_image_iterator end() const { return begin() + !empty(); }

private:
  detail::bundle_handle contents_;
  device_image<State> image_{contents_};
};

namespace info {
namespace kernel {
// Throws errc::invalid: only kernels that a back end made have it, and there are none.
SYCL_FUSE_INFO(num_args, std::uint32_t)
SYCL_FUSE_INFO(attributes, std::string)
SYCL_FUSE_INFO(function_name, std::string)
SYCL_FUSE_INFO(context, sycl::context)
} // namespace kernel
namespace kernel_device_specific {
SYCL_FUSE_INFO(work_group_size, std::size_t)
SYCL_FUSE_INFO(preferred_work_group_size_multiple, std::size_t)
SYCL_FUSE_INFO(private_mem_size, std::size_t)
SYCL_FUSE_INFO(max_num_sub_groups, std::uint32_t)
SYCL_FUSE_INFO(max_sub_group_size, std::uint32_t)
// The sizes that attributes demand, else 0.
SYCL_FUSE_INFO(compile_work_group_size, range<3>)
SYCL_FUSE_INFO(compile_num_sub_groups, std::uint32_t)
SYCL_FUSE_INFO(compile_sub_group_size, std::uint32_t)
// Throws errc::invalid: only built-in kernels and custom devices have it, and there are none.
SYCL_FUSE_INFO(global_work_size, range<3>)
} // namespace kernel_device_specific
} // namespace info

namespace ext::oneapi::experimental::info::kernel_queue_specific {
// How many work-groups run at the same time for certain: one on each compute unit, or 0 if the device cannot run such a
// group.
SYCL_FUSE_INFO(max_num_work_groups, std::size_t)
} // namespace ext::oneapi::experimental::info::kernel_queue_specific

// A kernel in an executable bundle.
class kernel {
public:
  backend get_backend() const noexcept { return bundle_.get_backend(); }
  context get_context() const { return bundle_.get_context(); }
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const { return bundle_; }
  kernel_id syclfuse_id() const { return id_; }
  template <class D> typename D::return_type get_info() const {
    namespace of = info::kernel;
    if constexpr (std::is_same_v<D, of::function_name>)
      return id_.get_name();
    else if constexpr (std::is_same_v<D, of::attributes>)
      return detail::attributes_of(id_);
    else if constexpr (std::is_same_v<D, of::num_args>)
      detail::throw_invalid("num_args: the kernel was not made by a back end");
    else {
      static_assert(std::is_same_v<D, of::context>, "unknown information descriptor of a kernel");
      return get_context();
    }
  }
  // Throws errc::invalid if the kernel is not available on the device. Loads the kernel's code if it is not loaded.
  template <class D> typename D::return_type get_info(const device &d) const {
    namespace of = info::kernel_device_specific;
    if (!bundle_.has_kernel(id_, d))
      detail::throw_not_in_bundle(id_.get_name());
    const std::size_t sub_group = detail::sub_group_size_of(id_, d);
    if constexpr (std::is_same_v<D, of::work_group_size>)
      return detail::limits_of(id_, d).group_size;
    else if constexpr (std::is_same_v<D, of::private_mem_size>)
      return detail::limits_of(id_, d).private_memory;
    else if constexpr (std::is_same_v<D, of::max_num_sub_groups>)
      return static_cast<std::uint32_t>((detail::limits_of(id_, d).group_size + sub_group - 1) / sub_group);
    else if constexpr (std::is_same_v<D, of::max_sub_group_size>)
      return static_cast<std::uint32_t>(sub_group);
    else if constexpr (std::is_same_v<D, of::compile_work_group_size>)
      return detail::required_sizes_of(id_).group;
    else if constexpr (std::is_same_v<D, of::compile_sub_group_size>)
      return detail::required_sizes_of(id_).sub_group;
    else if constexpr (std::is_same_v<D, of::compile_num_sub_groups>)
      return 0;
    else if constexpr (std::is_same_v<D, of::global_work_size>)
      detail::throw_invalid("global_work_size: the kernel is not built into a device");
    else {
      static_assert(std::is_same_v<D, of::preferred_work_group_size_multiple>,
                    "unknown device-specific information descriptor of a kernel");
      return sub_group;
    }
  }
  // For launches with this work-group and so many bytes of local memory.
  template <class D, int Dimensions>
  typename D::return_type ext_oneapi_get_info(const queue &q, range<Dimensions> group, std::size_t local_bytes) const {
    static_assert(std::is_same_v<D, ext::oneapi::experimental::info::kernel_queue_specific::max_num_work_groups>,
                  "unknown descriptor of a kernel on a queue");
    const device d = q.get_device();
    const bool fits = group.size() != 0 && group.size() <= get_info<info::kernel_device_specific::work_group_size>(d) &&
                      local_bytes <= d.get_info<info::device::local_mem_size>();
    return fits ? d.get_info<info::device::max_compute_units>() : 0;
  }
  template <class D>
  typename D::return_type ext_oneapi_get_info(const queue &q, std::size_t group, std::size_t local_bytes) const {
    return ext_oneapi_get_info<D>(q, range<1>(group), local_bytes);
  }
  friend bool operator==(const kernel &a, const kernel &b) { return a.id_ == b.id_ && a.bundle_ == b.bundle_; }
  friend bool operator!=(const kernel &a, const kernel &b) { return !(a == b); }
  // Not for users.
  std::size_t hash() const noexcept {
    return std::hash<const void *>()(bundle_.contents().get()) * 31 + std::hash<std::string_view>()(id_.get_name());
  }

private:
  template <bundle_state> friend class kernel_bundle;
  kernel(kernel_bundle<bundle_state::executable> b, const kernel_id &id) : bundle_(std::move(b)), id_(id) {}
  kernel_bundle<bundle_state::executable> bundle_;
  kernel_id id_;
};

template <bundle_state State>
template <bundle_state, class>
kernel kernel_bundle<State>::get_kernel(const kernel_id &id) const {
  if (!has_kernel(id))
    detail::throw_not_in_bundle(id.get_name());
  return kernel(*this, id);
}
template <bundle_state State>
template <class Name, bundle_state, class>
kernel kernel_bundle<State>::get_kernel() const {
  return get_kernel(get_kernel_id<Name>());
}

// Returns a bundle of the kernels of the program, or of the `ids`: then it throws errc::invalid if no device can run
// one of them. Without devices, those of the context are meant.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices,
                                       const std::vector<kernel_id> &ids) {
  detail::check_bundle_devices(c, devices);
  return kernel_bundle<State>(std::make_shared<detail::bundle_contents>(
      detail::bundle_contents{c, devices, detail::available_kernels(devices, ids, true), {}}));
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices) {
  detail::check_bundle_devices(c, devices);
  return kernel_bundle<State>(std::make_shared<detail::bundle_contents>(
      detail::bundle_contents{c, devices, detail::available_kernels(devices, get_kernel_ids(), false), {}}));
}
template <bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return get_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <class Name, bundle_state State> kernel_bundle<State> get_kernel_bundle(const context &c) {
  return get_kernel_bundle<State>(c, c.get_devices(), {get_kernel_id<Name>()});
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return get_kernel_bundle<State>(c, devices, {get_kernel_id<Name>()});
}
// With a selector of images. There is one image, with all kernels; if the selector refuses it, the bundle is empty.
template <bundle_state State, class Selector,
          class = std::enable_if_t<std::is_invocable_r_v<bool, Selector &, const device_image<State> &>>>
kernel_bundle<State> get_kernel_bundle(const context &c, const std::vector<device> &devices, Selector selector) {
  kernel_bundle<State> all = get_kernel_bundle<State>(c, devices);
  if (!all.empty() && !selector(*all.begin()))
    all.contents()->kernels.clear();
  return all;
}
template <bundle_state State, class Selector,
          class = std::enable_if_t<std::is_invocable_r_v<bool, Selector &, const device_image<State> &>>>
kernel_bundle<State> get_kernel_bundle(const context &c, Selector selector) {
  return get_kernel_bundle<State>(c, c.get_devices(), selector);
}

// True if get_kernel_bundle returns a bundle that has all `ids`, or any kernel at all without ids.
template <bundle_state State>
bool has_kernel_bundle(const context &c, const std::vector<device> &devices, const std::vector<kernel_id> &ids) {
  detail::check_bundle_devices(c, devices);
  return detail::available_kernels(devices, ids, false).size() == ids.size();
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<device> &devices) {
  detail::check_bundle_devices(c, devices);
  return !detail::available_kernels(devices, get_kernel_ids(), false).empty();
}
template <bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, c.get_devices());
}
template <bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<kernel_id> &ids) {
  return has_kernel_bundle<State>(c, c.get_devices(), ids);
}
template <class Name, bundle_state State> bool has_kernel_bundle(const context &c) {
  return has_kernel_bundle<State>(c, c.get_devices(), {get_kernel_id<Name>()});
}
template <class Name, bundle_state State> bool has_kernel_bundle(const context &c, const std::vector<device> &devices) {
  return has_kernel_bundle<State>(c, devices, {get_kernel_id<Name>()});
}
inline bool is_compatible(const std::vector<kernel_id> &ids, const device &d) {
  return std::all_of(ids.begin(), ids.end(), [&](const kernel_id &id) { return detail::is_available(id, d); });
}
template <class Name> bool is_compatible(const device &d) { return is_compatible({get_kernel_id<Name>()}, d); }

// Returns a bundle with the kernels of all bundles. If two have a value for the same specialization constant, the later
// one counts. Without bundles it is empty. Throws errc::invalid if their contexts differ.
template <bundle_state State> kernel_bundle<State> join(const std::vector<kernel_bundle<State>> &bundles) {
  if (bundles.empty()) {
    context c;
    return kernel_bundle<State>(
        std::make_shared<detail::bundle_contents>(detail::bundle_contents{c, c.get_devices(), {}, {}}));
  }
  auto all = std::make_shared<detail::bundle_contents>(*bundles.front().contents());
  for (const auto &b : bundles) {
    if (b.get_context() != all->context)
      detail::throw_invalid("join: the bundles have different contexts");
    for (const kernel_id &id : b.contents()->kernels)
      if (!detail::contains(all->kernels, id))
        all->kernels.push_back(id);
    for (const device &d : b.contents()->devices)
      if (!detail::contains(all->devices, d))
        all->devices.push_back(d);
    all->constants.take(b.contents()->constants);
  }
  return kernel_bundle<State>(all);
}

namespace detail {
// Returns an independent bundle for these devices, with the present values of the specialization constants. Throws
// errc::invalid without devices, and for devices that are not among those of `b`.
template <bundle_state To, bundle_state From>
kernel_bundle<To> advance(const kernel_bundle<From> &b, const std::vector<device> &devices) {
  auto c = std::make_shared<bundle_contents>(*b.contents());
  if (devices.empty())
    throw_invalid("kernel_bundle: no device is given");
  c->devices.clear();
  for (const device &d : devices) {
    if (!contains(b.contents()->devices, d))
      throw_invalid("kernel_bundle: a device is not among those of the bundle");
    if (!contains(c->devices, d))
      c->devices.push_back(d);
  }
  c->kernels = available_kernels(c->devices, c->kernels, false);
  return kernel_bundle<To>(std::move(c));
}
template <bundle_state State, bundle_state Expected, bundle_state To>
using from_state = std::enable_if_t<State == Expected, kernel_bundle<To>>;
} // namespace detail

// Templates so that only programs which call them pay for their compilation. Without devices, those of the bundle are
// meant.
#define SYCL_FUSE_ADVANCE(function, From, To)                                                                          \
  template <bundle_state S>                                                                                            \
  detail::from_state<S, bundle_state::From, bundle_state::To> function(                                                \
      const kernel_bundle<S> &b, const std::vector<device> &devices, const property_list & = {}) {                     \
    return detail::advance<bundle_state::To>(b, devices);                                                              \
  }                                                                                                                    \
  template <bundle_state S>                                                                                            \
  detail::from_state<S, bundle_state::From, bundle_state::To> function(const kernel_bundle<S> &b,                      \
                                                                       const property_list & = {}) {                   \
    return detail::advance<bundle_state::To>(b, b.get_devices());                                                      \
  }
SYCL_FUSE_ADVANCE(compile, input, object)
SYCL_FUSE_ADVANCE(link, object, executable)
SYCL_FUSE_ADVANCE(build, input, executable)
#undef SYCL_FUSE_ADVANCE
// The default template argument makes link({a, b}) possible.
template <bundle_state S = bundle_state::object>
detail::from_state<S, bundle_state::object, bundle_state::executable>
link(const std::vector<kernel_bundle<S>> &bundles, const std::vector<device> &devices, const property_list & = {}) {
  return sycl::link(join(bundles), devices);
}
template <bundle_state S = bundle_state::object>
detail::from_state<S, bundle_state::object, bundle_state::executable> link(const std::vector<kernel_bundle<S>> &bundles,
                                                                           const property_list & = {}) {
  return sycl::link(join(bundles));
}

template <bundle_state S>
std::enable_if_t<S == bundle_state::executable> handler::use_kernel_bundle(const kernel_bundle<S> &bundle) {
  if (constants_)
    detail::throw_invalid("use_kernel_bundle: specialization constants were set before");
  detail::check_bundle_context(*command_, *bundle.contents());
  constants_ = std::make_unique<own_constants>(own_constants{bundle.contents()->constants, bundle.contents()});
}

} // namespace sycl

template <sycl::bundle_state State> struct std::hash<sycl::kernel_bundle<State>> {
  std::size_t operator()(const sycl::kernel_bundle<State> &b) const {
    return std::hash<const void *>()(b.contents().get());
  }
};
template <sycl::bundle_state State>
struct std::hash<sycl::device_image<State>> : sycl::detail::hash_of_member<sycl::device_image<State>> {};
template <> struct std::hash<sycl::kernel> : sycl::detail::hash_of_member<sycl::kernel> {};
template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const { return std::hash<std::string_view>()(id.get_name()); }
};
