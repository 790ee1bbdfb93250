// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What device_selector.hpp calls.
#include "sycl/device_selector.hpp"

#include "core/bundles/snapshot_lease.hpp"
#include "core/devices/device_impl.hpp"
#include "core/process/env.hpp"
#include "core/process/errors.hpp"

namespace sycl::detail {

int default_score(const device &d) {
  int score = d.is_gpu() ? 500 : d.is_cpu() ? 300 : 100;
  // A device that no kernel of the program was built for comes after the others, unless kernels can run as host code
  // there.
  bool host_code = d.impl()->host_memory && d.is_cpu();
  if (host_code || snapshot_lease()->built_for(*d.impl()->driver))
    score += 1000;
  return score;
}

device select_device(const std::function<int(const device &)> &selector) {
  device_impl *best = nullptr;
  int best_score = -1;
  for (const auto &d : all_platforms().devices) {
    int score = selector(device(d.get()));
    if (score > best_score) {
      best = d.get();
      best_score = score;
    }
  }
  if (!best) {
    std::string wanted = "the selector";
    if (!env().selector.empty())
      wanted += " and ONEAPI_DEVICE_SELECTOR=" + env().selector;
    throw_diagnostic(errc::runtime, syclfuse::diag::no_device, {wanted, all_platforms().found});
  }
  return device(best);
}

} // namespace sycl::detail
