// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "memory_forms.hpp"
#include "stream.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace sycl::detail::opencl {

namespace {

// The highest of "SPIR-V_1.0 SPIR-V_1.2", as 12.
unsigned highest_spirv(const std::string &versions) {
  const std::string word = "SPIR-V_";
  unsigned highest = 0;
  for (std::size_t at = versions.find(word); at != std::string::npos; at = versions.find(word, at + 1)) {
    const char *v = versions.c_str() + at + word.size(); // ends with a zero
    if (std::isdigit(static_cast<unsigned char>(v[0])) && v[1] == '.' && std::isdigit(static_cast<unsigned char>(v[2])))
      highest = std::max(highest, static_cast<unsigned>((v[0] - '0') * 10 + (v[2] - '0')));
  }
  return highest;
}

} // namespace

device::device(std::shared_ptr<const api> functions, std::shared_ptr<const program_cache> programs,
               platform_handle platform, unsigned number, device_handle handle)
    : api_(std::move(functions)), programs_(std::move(programs)), platform_(platform), handle_(handle) {
  properties_.platform = number;
  read_properties();
  read_sub_groups();
}

void device::read_properties() {
  const api &f = *api_;
  const auto has = [&](const char *name) { return f.has_extension(handle_, name); };
  auto &p = properties_;
  p.name = f.device_text(handle_, device_info::name);
  p.vendor = f.device_text(handle_, device_info::vendor);
  p.driver_version =
      f.device_text(handle_, device_info::version) + ", " + f.device_text(handle_, device_info::driver_version);
  const auto type = f.device_value<bitfield>(handle_, device_info::type);
  p.kind = type & device_type_gpu           ? device_kind::gpu
           : type & device_type_accelerator ? device_kind::accelerator
                                            : device_kind::cpu;
  p.compute_units = std::max<number>(f.device_value<number>(handle_, device_info::max_compute_units), 1);
  p.max_work_group_size = f.device_value<std::size_t>(handle_, device_info::max_work_group_size);
  struct sizes {
    std::size_t of[3];
  };
  const auto most = f.device_value<sizes>(handle_, device_info::max_work_item_sizes);
  for (int d = 0; d < 3; ++d)
    p.max_work_item_sizes[d] = std::max<std::size_t>(most.of[2 - d], 1);
  p.global_memory = f.device_value<std::uint64_t>(handle_, device_info::global_mem_size);
  p.local_memory = f.device_value<std::uint64_t>(handle_, device_info::local_mem_size);
  p.fp16 = has("cl_khr_fp16");
  p.fp64 = has("cl_khr_fp64");
  p.atomic64 = has("cl_khr_int64_base_atomics") && has("cl_khr_int64_extended_atomics");
  const memory_kinds kinds = kinds_of(f, platform_, handle_);
  p.usm_device = kinds.device;
  p.usm_host = kinds.host;
  p.usm_shared = kinds.shared;
  if (f.program_maker(platform_, handle_))
    spirv_version_ = highest_spirv(f.device_text(handle_, device_info::il_version));
  p.arch = spirv_version_;
  // What is built as SPIR takes all memory for one, as it is for CPUs: SPIR has no generic pointers.
  takes_spir_ = has("cl_khr_spir") && (type & device_type_cpu);
}

const std::shared_ptr<context> &device::own_context() {
  std::lock_guard lock(mutex_);
  if (!context_)
    context_ = std::make_shared<context>(api_, programs_, platform_, handle_);
  return context_;
}

bool device::accepts(const syclfuse::bundle::variant_record &v) const noexcept {
  if (v.target != syclfuse::target_kind::spirv)
    return false;
  if (v.format == syclfuse::image_format::spir)
    return takes_spir_ && spirv_version_ == 0; // SPIR-V is taken before it
  return v.format == syclfuse::image_format::spirv && v.arch <= spirv_version_;
}

driver_kernel *device::load(const syclfuse::bundle::view &bundle, const syclfuse::bundle::variant_record &variant,
                            const sycl_fuse_registration &, std::string &error) {
  return kernels_.load(
      bundle, variant, error, [&](syclfuse::bundle::array_view<unsigned char> image, const std::string &name) {
        return std::make_unique<kernel>(own_context(), image, name, variant.format == syclfuse::image_format::spir,
                                        bundle.arguments(variant));
      });
}

std::unique_ptr<driver_stream> device::create_stream(bool profiling) {
  return std::make_unique<stream>(own_context(), profiling);
}

void *device::allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) {
  const auto &owner = own_context();
  return owner->pointers().allocate(owner->handle(), bytes, alignment, kind);
}

void device::deallocate(void *pointer, usm_kind) {
  const auto &owner = own_context();
  if (pointer)
    owner->pointers().deallocate(owner->handle(), pointer, [&] { owner->finish(); });
}

} // namespace sycl::detail::opencl
