// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "api.hpp"

#include "drivers/gpu/device.hpp"

namespace sycl::detail::hip {

class device final : public gpu::device {
public:
  device(std::shared_ptr<const api> functions, int ordinal);
  // A code object runs on its own processor. Those of sycl-fuse leave open how sramecc and xnack are set.
  bool accepts(const syclfuse::bundle::variant_record &variant) const noexcept override;

private:
  void read_limits();
  void read_properties(const api &functions, const std::string &processor);
};

// The processor's number in bundles (variant_record::arch): 0x90a of "gfx90a:sramecc+:xnack-". 0: not understood.
unsigned processor_number(const std::string &processor);

} // namespace sycl::detail::hip
