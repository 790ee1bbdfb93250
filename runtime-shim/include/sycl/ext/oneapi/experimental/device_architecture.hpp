// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The architecture of a device (sycl_ext_oneapi_device_architecture), for the host: info::device::architecture and
// device::ext_oneapi_architecture_is. if_architecture_is in kernels is not there, as each kernel is compiled once for
// all targets of a family.
#pragma once

#include "sycl/device.hpp"

#include <cstdint>

namespace sycl::ext::oneapi::experimental {

// 0x10000 for each family, and the number that it gives its processors: 86 for sm_86, 0x90a for gfx90a; so an
// architecture that has no name here has a value too. Intel's GPUs, which this implementation does not run on, are
// counted.
enum class architecture : std::uint64_t {
  unknown = 0,
  x86_64 = 0x10000,
  intel_cpu_spr,
  intel_cpu_gnr,
  intel_gpu_bdw = 0x20000,
  intel_gpu_skl,
  intel_gpu_kbl,
  intel_gpu_cfl,
  intel_gpu_apl,
  intel_gpu_glk,
  intel_gpu_whl,
  intel_gpu_aml,
  intel_gpu_cml,
  intel_gpu_icllp,
  intel_gpu_ehl,
  intel_gpu_tgllp,
  intel_gpu_rkl,
  intel_gpu_adl_s,
  intel_gpu_adl_p,
  intel_gpu_adl_n,
  intel_gpu_dg1,
  intel_gpu_acm_g10,
  intel_gpu_acm_g11,
  intel_gpu_acm_g12,
  intel_gpu_pvc,
  intel_gpu_pvc_vg,
  intel_gpu_mtl_u,
  intel_gpu_mtl_h,
  intel_gpu_arl_h,
  intel_gpu_bmg_g21,
  intel_gpu_bmg_g31,
  intel_gpu_lnl_m,
  intel_gpu_ptl_h,
  intel_gpu_ptl_u,
  intel_gpu_wcl,
  intel_gpu_dg2_g10 = intel_gpu_acm_g10,
  intel_gpu_dg2_g11 = intel_gpu_acm_g11,
  intel_gpu_dg2_g12 = intel_gpu_acm_g12,
  intel_gpu_mtl_s = intel_gpu_mtl_u,
  intel_gpu_arl_u = intel_gpu_mtl_u,
  intel_gpu_arl_s = intel_gpu_mtl_u,
  nvidia_gpu_sm_50 = 0x30000 + 50,
  nvidia_gpu_sm_52 = 0x30000 + 52,
  nvidia_gpu_sm_53 = 0x30000 + 53,
  nvidia_gpu_sm_60 = 0x30000 + 60,
  nvidia_gpu_sm_61 = 0x30000 + 61,
  nvidia_gpu_sm_62 = 0x30000 + 62,
  nvidia_gpu_sm_70 = 0x30000 + 70,
  nvidia_gpu_sm_72 = 0x30000 + 72,
  nvidia_gpu_sm_75 = 0x30000 + 75,
  nvidia_gpu_sm_80 = 0x30000 + 80,
  nvidia_gpu_sm_86 = 0x30000 + 86,
  nvidia_gpu_sm_87 = 0x30000 + 87,
  nvidia_gpu_sm_89 = 0x30000 + 89,
  nvidia_gpu_sm_90 = 0x30000 + 90,
  nvidia_gpu_sm_100 = 0x30000 + 100,
  nvidia_gpu_sm_103 = 0x30000 + 103,
  nvidia_gpu_sm_120 = 0x30000 + 120,
  amd_gpu_gfx900 = 0x40000 + 0x900,
  amd_gpu_gfx906 = 0x40000 + 0x906,
  amd_gpu_gfx908 = 0x40000 + 0x908,
  amd_gpu_gfx90a = 0x40000 + 0x90a,
  amd_gpu_gfx942 = 0x40000 + 0x942,
  amd_gpu_gfx1010 = 0x40000 + 0x1010,
  amd_gpu_gfx1030 = 0x40000 + 0x1030,
  amd_gpu_gfx1031 = 0x40000 + 0x1031,
  amd_gpu_gfx1032 = 0x40000 + 0x1032,
  amd_gpu_gfx1100 = 0x40000 + 0x1100,
  amd_gpu_gfx1101 = 0x40000 + 0x1101,
  amd_gpu_gfx1102 = 0x40000 + 0x1102,
  amd_gpu_gfx1200 = 0x40000 + 0x1200,
  amd_gpu_gfx1201 = 0x40000 + 0x1201,
};
enum class arch_category { intel_gpu = 2, nvidia_gpu, amd_gpu };

namespace info::device {
// `unknown` for devices of OpenCL.
struct architecture {
  using return_type = experimental::architecture;
  static constexpr unsigned question = 0x10000; // beyond OpenCL's
};
} // namespace info::device

} // namespace sycl::ext::oneapi::experimental

namespace sycl {
inline bool device::ext_oneapi_architecture_is(ext::oneapi::experimental::architecture a) const {
  return get_info<ext::oneapi::experimental::info::device::architecture>() == a;
}
inline bool device::ext_oneapi_architecture_is(ext::oneapi::experimental::arch_category c) const {
  const auto a = get_info<ext::oneapi::experimental::info::device::architecture>();
  return static_cast<std::uint64_t>(a) >> 16 == static_cast<std::uint64_t>(c);
}
} // namespace sycl
