// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/jit/jit.hpp"
#include "core/bundles/ranges.hpp"
#include "core/feedback/region_manifest.hpp"
#include "core/jit/jit_service.hpp"
#include "core/process/env.hpp"
#include "core/process/forks.hpp"

#include <algorithm>
#include <cstdio>
#include <sys/auxv.h>

namespace sycl::detail {

namespace jit = syclfuse::jit;
using syclfuse::diag;

namespace {

// Whether the region as it was submitted, built anew, would not be refused for the same reason.
bool may_help(diag reason) {
  switch (reason) {
  case diag::reason_unknown_region:
  case diag::reason_promotions_differ:
  case diag::reason_barriers_differ:
  case diag::reason_no_variant_for_device:
  case diag::reason_nd_range_not_listed:
  case diag::reason_nd_ranges_differ:
  case diag::reason_arguments_differ:
  case diag::reason_constant_differs:
  case diag::reason_promoted_size_differs:
  case diag::reason_buffers_aliased:
    return true;
  default:
    return false;
  }
}

// Whether the worker, which knows the ND-ranges of this launch, may cut what no fusion_wrapper asks for and cannot be
// one for it.
bool may_be_cut(const region_segment &r, diag reason) {
  if (r.kind == syclfuse::region_kind::fusion_wrapper || r.mode == ext::codeplay::experimental::fusion_mode::require)
    return false;
  switch (reason) {
  case diag::reason_kernels_depend:
  case diag::reason_local_sizes_differ:
  case diag::reason_offsets_differ:
  case diag::reason_inner_sizes_differ:
    return true;
  default:
    return false;
  }
}

// As for --target; empty if nothing can be built for it.
std::string target_of(const device_impl &device) {
  const unsigned arch = device.properties().arch;
  switch (device.platform->kind) {
  case backend::ext_oneapi_native_cpu:
    return arch < 2 ? std::string() : "native:v" + std::to_string(arch);
  case backend::ext_oneapi_cuda:
    return "cuda:sm_" + std::to_string(arch);
  case backend::ext_oneapi_hip: {
    char name[16];
    std::snprintf(name, sizeof name, "hip:gfx%x", arch);
    return name;
  }
  case backend::opencl: {
    syclfuse::bundle::variant_record spir{};
    spir.target = syclfuse::target_kind::spirv;
    spir.format = syclfuse::image_format::spir;
    return arch != 0 ? "spirv" : device.driver->accepts(spir) ? "spir" : std::string();
  }
  default:
    return {};
  }
}

// Machine code for the processor does not depend on its driver, which is this runtime.
std::string driver_of(const device_impl &device) {
  return device.platform->kind == backend::ext_oneapi_native_cpu ? std::string() : device.properties().driver_version;
}

// Adds the IR of a kernel. False if no bundle has it, or only bundles of another version.
bool add_kernel(const command &c, jit::request &request) {
  jit::job &job = request.what;
  for (const kernel_source &s : registry::instance().find(*c.kernel)->descriptions) {
    const auto ir = s.bundle->view.ir(*s.record);
    const std::string_view producer = s.bundle->view.string(s.bundle->view.header().producer);
    if (ir.size() == 0 || (!job.producer.empty() && job.producer != producer))
      continue;
    job.producer = producer;
    jit::job::kernel k{c.kernel->symbol, {}};
    std::copy(std::begin(s.record->ir_hash), std::end(s.record->ir_hash), k.hash.begin());
    const auto at = std::lower_bound(job.kernels.begin(), job.kernels.end(), k,
                                     [](const auto &a, const auto &b) { return a.symbol < b.symbol; });
    if (at != job.kernels.end() && at->symbol == k.symbol)
      return true;
    request.ir.emplace(request.ir.begin() + (at - job.kernels.begin()), reinterpret_cast<const char *>(ir.data),
                       ir.size());
    job.kernels.insert(at, std::move(k));
    return true;
  }
  return false;
}

// Null if it cannot be asked for.
std::shared_ptr<jit_task> make_task(const region_segment &r, const device_impl &device, bool one_range) {
  auto task = std::make_shared<jit_task>();
  jit::request &request = task->request;
  request.what.target = target_of(device);
  request.what.driver = driver_of(device);
  if (request.what.target.empty())
    return nullptr;
  for (const command *c : r.commands)
    if (!add_kernel(*c, request))
      return nullptr;
  task->kernel = registry::instance().find(*r.commands.front()->kernel)->id;
  task->automatic = r.kind == syclfuse::region_kind::automatic;
  syclfuse::manifest::document document = describe_region(r);
  if (document.regions.empty())
    return nullptr;
  // One kernel for all sizes, in this run and the next ones.
  if (one_range)
    document.regions.front().nd_ranges.clear();
  task->region = document.regions.front().name;
  request.what.manifest = syclfuse::manifest::to_json(document);
  return task;
}

// Its thread may be at work when the process ends.
std::atomic<jit_service *> service_of_process{nullptr};

// Behind the destructors of the program.
__attribute__((destructor)) void end_service() {
  if (jit_service *service = service_of_process.load(std::memory_order_acquire))
    service->end();
}

} // namespace

bool fuse_at_run_time(const region_segment &r, device_impl &device, diag &reason) {
  // Where programs run with rights that their user does not have, no variable may choose what they load.
  const bool cut = may_be_cut(r, reason);
  if (env().jit == jit_mode::off || !(cut || may_help(reason)) || ::getauxval(AT_SECURE))
    return false;
  // What comes back is a library.
  if (forked_beside_threads())
    return false;
  jit_service &service = made_once(service_of_process, process_lock::jit, [] { return new jit_service; });
  if (!service.usable())
    return false;
  const bool one_range = !cut && have_one_range({r.commands.data(), r.commands.size()});
  thread_local std::string key;
  if (!region_key(r, one_range ? key_of::region : key_of::region_and_ranges, key))
    return false;
  key.append(reinterpret_cast<const char *>(&device.index), sizeof(device.index));
  const jit_task::state now = service.ask(key, [&] { return make_task(r, device, one_range); });
  if (now == jit_task::state::refused && reason == diag::reason_unknown_region)
    reason = diag::reason_region_cut;
  return now == jit_task::state::registered;
}

} // namespace sycl::detail
