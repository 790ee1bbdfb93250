// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device says of itself, in the runtime's form (core/devices/driver.hpp).
#include "device.hpp"

#include <algorithm>

namespace sycl::detail::opencl {

namespace {

// fp_config of SYCL has the last two the other way round.
std::uint64_t fp_modes(bitfield modes) {
  const bitfield soft = modes >> fp_soft_float & 1, correct = modes >> fp_correctly_rounded & 1;
  return (modes & ((1 << fp_soft_float) - 1)) | correct << fp_soft_float | soft << fp_correctly_rounded;
}

} // namespace

// A kernel may require the sizes of cl_intel_required_subgroup_size. Elsewhere there is no means to, and the size is
// the one that a work-group as large as possible is cut into. A device without sub-groups makes one of each work-item.
void device::read_sub_groups() {
  const api &f = *api_;
  auto &sizes = properties_.sub_group_sizes;
  std::size_t bytes = 0;
  if (f.has_extension(handle_, "cl_intel_required_subgroup_size") &&
      f.clGetDeviceInfo(handle_, device_info::sub_group_sizes_intel, 0, nullptr, &bytes) == result::success &&
      bytes >= sizeof(std::size_t)) {
    std::vector<std::size_t> listed(bytes / sizeof(std::size_t));
    if (f.clGetDeviceInfo(handle_, device_info::sub_group_sizes_intel, bytes, listed.data(), nullptr) ==
        result::success)
      sizes = std::move(listed);
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(sizes.begin(), std::find_if(sizes.begin(), sizes.end(), [](std::size_t s) { return s != 0; }));
  } else if (const auto most = f.device_value<number>(handle_, device_info::max_num_sub_groups)) {
    sizes = {(properties_.max_work_group_size + most - 1) / most};
  }
  if (sizes.empty())
    sizes = {1};
}

// As memory_order in the lowest eight bits, memory_scope in the next. Before OpenCL 3.0 nobody asks: 2.x has all of
// C11, 1.2 relaxed atomics of a work-group and a device, and fences of a work-group.
std::uint64_t device::atomics(device_info which) const {
  const bool fence = which == device_info::atomic_fence_capabilities;
  const unsigned version = api_->device_version(handle_);
  bitfield said = api_->device_value<bitfield>(handle_, which);
  if (version < 20)
    said = fence ? atomic_order_acq_rel | atomic_scope_work_group : atomic_order_relaxed | atomic_scope_device;
  else if (version < 30)
    said =
        atomic_order_seq_cst | atomic_scope_device |
        (api_->device_value<bitfield>(handle_, device_info::svm_capabilities) & svm_atomics ? atomic_scope_all_devices
                                                                                            : 0);
  std::uint64_t orders = 1, scopes = 0;
  if (said & (atomic_order_acq_rel | atomic_order_seq_cst))
    orders |= 0b1110;
  if (said & atomic_order_seq_cst)
    orders |= 0b10000;
  // A wider scope has what narrower ones need.
  for (const auto &[scope, all] : {std::pair<bitfield, std::uint64_t>{atomic_scope_work_item, 0b1},
                                   {atomic_scope_work_group, 0b111},
                                   {atomic_scope_device, 0b1111},
                                   {atomic_scope_all_devices, 0b11111}})
    if (said & scope)
      scopes |= all;
  return orders | scopes << 8;
}

bool device::answer(unsigned question, std::uint64_t &number) const {
  const auto which = static_cast<device_info>(question);
  switch (which) {
  case device_info::compiler_available: // of kernel bundles, which the runtime has
  case device_info::linker_available:
    return false;
  case device_info::half_fp_config:
  case device_info::single_fp_config:
  case device_info::double_fp_config:
    number = fp_modes(api_->device_value<bitfield>(handle_, which));
    return true;
  case device_info::atomic_memory_capabilities:
  case device_info::atomic_fence_capabilities:
    number = atomics(which);
    return true;
  case device_info::queue_properties: // of SYCL: profiling
    number = (api_->device_value<bitfield>(handle_, which) & queue_profiling_enable) != 0;
    return true;
  case device_info::max_num_sub_groups: { // 0 in OpenCL: it has none
    const auto most = api_->device_value<opencl::number>(handle_, which);
    number = most;
    return most != 0;
  }
  case device_info::sub_group_independent_forward_progress: // as work-items have it
    number = properties_.sub_group_sizes.front() == 1 || api_->device_value<opencl::number>(handle_, which);
    return true;
  default:
    number = 0; // values of 4 bytes are its low half
    return api_->clGetDeviceInfo(handle_, which, sizeof number, &number, nullptr) == result::success;
  }
}

bool device::answer(unsigned question, std::string &text) const {
  const auto which = static_cast<device_info>(question);
  text = api_->device_text(handle_, which);
  if (which == device_info::opencl_c_version) { // of the back end: "3.0"
    const unsigned version = api_->device_version(handle_);
    text = std::to_string(version / 10) + "." + std::to_string(version % 10);
  }
  return true;
}

} // namespace sycl::detail::opencl
