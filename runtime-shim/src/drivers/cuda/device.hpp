// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "drivers/gpu/device.hpp"

namespace sycl::detail::cuda {

class device final : public gpu::device {
public:
  device(std::shared_ptr<const gpu::api> functions, int ordinal);
  bool accepts(const syclfuse::bundle::variant_record &variant) const noexcept override;

private:
  void read_limits();
  void read_properties();
};

// True if a device of compute capability `device_arch` (as 90) can run the variant. A cubin runs on its own major
// architecture from its minor on; PTX on everything newer; code for one exact architecture (sm_90a) there only.
bool runs_on(const syclfuse::bundle::variant_record &variant, unsigned device_arch) noexcept;

} // namespace sycl::detail::cuda
