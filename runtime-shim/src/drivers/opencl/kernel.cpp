// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kernel.hpp"

#include "drivers/common/checks.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace sycl::detail::opencl {

namespace {

using syclfuse::argument_source;

// What a driver writes about an image that it refuses goes into one warning.
constexpr std::size_t most_of_log = 2000;

std::string log_of(const api &f, program_handle program, device_handle device) {
  std::size_t size = 0;
  if (f.clGetProgramBuildInfo(program, device, program_build_info::log, 0, nullptr, &size) != result::success || !size)
    return {};
  std::string log(size, '\0');
  if (f.clGetProgramBuildInfo(program, device, program_build_info::log, size, log.data(), nullptr) != result::success)
    return {};
  log.resize(std::min(log.find_last_not_of(std::string(" \t\r\n\0", 5)) + 1, most_of_log));
  return log;
}

std::uint64_t word(const void *bytes) {
  std::uint64_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

} // namespace

kernel::kernel(std::shared_ptr<context> ctx, syclfuse::bundle::array_view<unsigned char> image,
               const std::string &entry, bool spir,
               syclfuse::bundle::array_view<syclfuse::bundle::argument_record> arguments)
    : context_(std::move(ctx)), arguments_(arguments.begin(), arguments.end()), kept_(arguments_.size()) {
  build(image, entry, spir);
  read_limits();
}

kernel::~kernel() {
  const api &f = context_->functions();
  if (handle_)
    drop_release_error(f.clReleaseKernel(handle_));
  if (program_)
    drop_release_error(f.clReleaseProgram(program_));
}

void kernel::build(syclfuse::bundle::array_view<unsigned char> image, const std::string &entry, bool spir) {
  const program_cache &programs = context_->programs();
  const char *const options = spir ? "-x spir -spir-std=1.2" : "";
  program_cache::key key;
  if (programs.enabled()) {
    key = program_cache::key_of(context_->functions(), context_->device(), image, entry, options);
    const std::string kept = programs.find(key);
    if (!kept.empty() && take_binary({reinterpret_cast<const unsigned char *>(kept.data()), kept.size()}, entry))
      return;
  }
  result r = result::success;
  if (spir)
    program_ = create_from_binary(image, r);
  else
    program_ = context_->program_maker()(context_->handle(), image.data, image.size(), &r);
  require(spir ? "clCreateProgramWithBinary" : "clCreateProgramWithIL", r);
  r = finish_program(entry, options);
  if (r != result::success) {
    const std::string log = log_of(context_->functions(), program_, context_->device());
    drop_release_error(context_->functions().clReleaseProgram(program_));
    throw exception(make_error_code(ran_out(r) ? errc::memory_allocation : errc::build),
                    describe(r) + (log.empty() ? "" : "; " + log));
  }
  if (programs.enabled())
    programs.keep(key, context_->functions(), program_);
}

program_handle kernel::create_from_binary(syclfuse::bundle::array_view<unsigned char> image, result &r) {
  const device_handle device = context_->device();
  const std::size_t size = image.size();
  result state = result::success;
  return context_->functions().clCreateProgramWithBinary(context_->handle(), 1, &device, &size, &image.data, &state,
                                                         &r);
}

result kernel::finish_program(const std::string &entry, const char *options) {
  const api &f = context_->functions();
  const device_handle device = context_->device();
  result r = f.clBuildProgram(program_, 1, &device, options, nullptr, nullptr);
  if (r == result::success)
    handle_ = f.clCreateKernel(program_, entry.c_str(), &r);
  return r;
}

bool kernel::take_binary(syclfuse::bundle::array_view<unsigned char> binary, const std::string &entry) {
  result r = result::success;
  program_ = create_from_binary(binary, r);
  if (r != result::success || finish_program(entry, "") != result::success) {
    if (program_)
      drop_release_error(context_->functions().clReleaseProgram(std::exchange(program_, nullptr)));
    return false;
  }
  return true;
}

void kernel::read_limits() {
  const api &f = context_->functions();
  const auto value = [&](kernel_work_group_info which, auto &to) {
    drop_release_error(f.clGetKernelWorkGroupInfo(handle_, context_->device(), which, sizeof to, &to, nullptr));
  };
  value(kernel_work_group_info::work_group_size, group_size_);
  value(kernel_work_group_info::private_mem_size, private_bytes_);
  local_most_ = f.device_value<std::uint64_t>(context_->device(), device_info::local_mem_size);
}

template <class Set> void kernel::set_argument(std::size_t index, const void *value, std::size_t size, const Set &set) {
  kept_argument &kept = kept_[index];
  if (kept.known && kept.size == size && kept.local == !value && (!value || std::memcmp(kept.value, value, size) == 0))
    return;
  kept.known = false;
  set();
  kept.local = !value;
  kept.size = size;
  if (value && size <= sizeof kept.value)
    std::memcpy(kept.value, value, size);
  kept.known = !value || size <= sizeof kept.value;
}

// Local memory has a size and no value: for the room of all local accessors, which lies before the others, what they
// begin behind.
void kernel::set_arguments(const launch_request &request) {
  const api &f = context_->functions();
  const auto &local = request.range.local_size;
  memory &pointers = context_->pointers();
  if (const std::uint64_t now = pointers.changes(); std::exchange(kept_allocations_, now) != now)
    for (kept_argument &kept : kept_)
      kept.known = false;
  std::uint64_t of_accessors = request.local_memory;
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (const auto &a = arguments_[i]; a.source == argument_source::local_memory && (a.size != 0 || a.offset != 0))
      of_accessors = std::min(of_accessors, word(request.args[i]));
  for (std::size_t i = 0; i < arguments_.size(); ++i) {
    const auto &a = arguments_[i];
    const auto index = static_cast<number>(i);
    if (a.pointer == 1) {
      const auto *pointer = reinterpret_cast<const void *>(word(request.args[i]));
      set_argument(i, request.args[i], sizeof pointer, [&] { pointers.set_argument(handle_, index, pointer); });
      continue;
    }
    std::size_t size = a.source == argument_source::closure ? a.size : sizeof(std::uint64_t);
    const void *value = request.args[i];
    if (a.source == argument_source::local_memory) {
      size = a.size ? a.size : a.offset ? a.offset * local[0] * local[1] * local[2] : of_accessors;
      size = std::max<std::size_t>(size, 1); // OpenCL refuses 0
      value = nullptr;
    }
    set_argument(i, value, size, [&] {
      if (a.pointer == 2)
        pointers.check_structure(value, size);
      if (const result r = f.clSetKernelArg(handle_, index, size, value); r != result::success)
        fail("clSetKernelArg", r, errc::kernel_argument);
    });
  }
  pointers.allow_indirect(context_->handle(), handle_, seen_allocations_);
}

void kernel::check_range(const launch_request &request, const std::size_t *local) const {
  check_local_memory(std::uint64_t{request.local_memory} + request.variant->local_memory, local_most_);
  if (!local)
    return;
  if (group_size_)
    check_work_group(std::uint64_t{local[0]} * local[1] * local[2], group_size_);
  for (unsigned d = 0; d < 3; ++d)
    check_divides(local[d], request.range.global_size[d], d, std::max<unsigned>(request.variant->dimensions, 1));
}

void kernel::launch(const launch_request &request, const command_slot &at) {
  const bool plain = request.range.local_size[0] == 0;
  std::size_t global[3], local[3], offset[3];
  for (int d = 0; d < 3; ++d) {
    global[d] = request.range.global_size[d];
    local[d] = std::max<std::size_t>(request.range.local_size[d], 1);
    offset[d] = request.range.global_offset[d];
  }
  check_range(request, plain ? nullptr : local);
  std::lock_guard lock(mutex_);
  const auto kept = context_->pointers().keep();
  set_arguments(request);
  const result r =
      context_->functions().clEnqueueNDRangeKernel(at.queue, handle_, std::max<number>(request.variant->dimensions, 1),
                                                   offset, global, plain ? nullptr : local, 0, nullptr, at.event);
  if (r == result::invalid_work_group_size || r == result::invalid_work_item_size)
    refuse_range("the device refuses the work-group: " + describe(r));
  if (r != result::success)
    fail("clEnqueueNDRangeKernel", r, errc::kernel);
}

} // namespace sycl::detail::opencl
