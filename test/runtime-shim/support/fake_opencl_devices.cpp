// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the devices of this machine's OpenCL might be as well: functions that are not defined here are those of
// libOpenCL, which this library links to. FAKE_DEVICES, words with blanks in between, says what is different:
// "two-platforms": there is another one with the same device, which is a GPU there; "accelerator": the device is one;
// "sub-groups": it has sub-groups of 8, 16 and 32, one of which a kernel may require; "cut-groups": it has sub-groups
// and does not say their sizes; "opencl-1.2", "opencl-2.0": its version; "il": it takes SPIR-V 1.2 by cl_khr_il_program,
// for which images in SPIR stand; "new-driver": its driver has another version. "picky": it refuses binaries that are
// no bitcode.
#include "fake_opencl.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <vector>

using namespace fake_opencl;

namespace {

bool mode(const char *name) { return has_word("FAKE_DEVICES", name); }

// The second platform, and its device: no handles of OpenCL.
int second_platform_, second_device_;
platform_handle second_platform() { return reinterpret_cast<platform_handle>(&second_platform_); }
device_handle second_device() { return reinterpret_cast<device_handle>(&second_device_); }

using platforms_function = result (*)(number, platform_handle *, number *);
using devices_function = result (*)(platform_handle, bitfield, number, device_handle *, number *);
platform_handle real_platform() {
  platform_handle first = nullptr;
  real(platforms_function{}, "clGetPlatformIDs")(1, &first, nullptr);
  return first;
}
device_handle real_device() {
  device_handle first = nullptr;
  real(devices_function{}, "clGetDeviceIDs")(real_platform(), device_type_all, 1, &first, nullptr);
  return first;
}

std::atomic<int> compilations{0};
std::mutex mutex;
std::set<program_handle> of_il;

bool is_bitcode(const unsigned char *image) { return image[0] == 'B' && image[1] == 'C'; }

} // namespace

#pragma GCC visibility push(default)
extern "C" {

// How many programs were built of SPIR, or of SPIR-V.
int fake_opencl_compilations() { return compilations; }

result clGetPlatformIDs(number count, platform_handle *platforms, number *found) {
  const number all = mode("two-platforms") ? 2 : 1;
  if (found)
    *found = all;
  for (number i = 0; platforms && i < count && i < all; ++i)
    platforms[i] = i ? second_platform() : real_platform();
  return result::success;
}
result clGetPlatformInfo(platform_handle platform, platform_info which, std::size_t size, void *value,
                         std::size_t *needed) {
  if (platform == second_platform() && which == platform_info::name)
    return answer(std::string("Second Platform"), size, value, needed);
  if (platform == second_platform())
    return answer("second " + std::to_string(static_cast<unsigned>(which)), size, value, needed);
  return real(&clGetPlatformInfo, "clGetPlatformInfo")(platform, which, size, value, needed);
}
result clGetDeviceIDs(platform_handle platform, bitfield, number count, device_handle *devices, number *found) {
  if (found)
    *found = 1;
  if (devices && count)
    devices[0] = platform == second_platform() ? second_device() : real_device();
  return result::success;
}
result clGetDeviceInfo(device_handle device, device_info which, std::size_t size, void *value, std::size_t *needed) {
  const std::vector<std::size_t> sizes{32, 8, 16};
  const auto ask = real(&clGetDeviceInfo, "clGetDeviceInfo");
  switch (which) {
  case device_info::type:
    if (device == second_device() || mode("accelerator"))
      return answer(device == second_device() ? device_type_gpu : device_type_accelerator, size, value, needed);
    break;
  case device_info::extensions: {
    char text[4096] = {};
    ask(real_device(), which, sizeof text, text, nullptr);
    std::string all = text;
    for (const auto &[name, extension] : {std::pair{"sub-groups", " cl_khr_subgroups cl_intel_required_subgroup_size"},
                                          {"cut-groups", " cl_khr_subgroups"},
                                          {"il", " cl_khr_il_program"}})
      if (mode(name))
        all += extension;
    return answer(all, size, value, needed);
  }
  case device_info::sub_group_sizes_intel:
    return mode("sub-groups") ? answer(sizes.data(), sizes.size() * sizeof(std::size_t), size, value, needed)
                              : result::invalid_value;
  case device_info::max_num_sub_groups:
    if (mode("sub-groups") || mode("cut-groups"))
      return answer(number{100}, size, value, needed);
    break;
  case device_info::version:
    for (const char *version : {"1.2", "2.0"})
      if (mode((std::string("opencl-") + version).c_str()))
        return answer("OpenCL " + std::string(version) + " double", size, value, needed);
    break;
  case device_info::il_version:
    if (mode("il"))
      return answer(std::string("SPIR-V_1.0 SPIR-V_1.2"), size, value, needed);
    break;
  case device_info::driver_version:
    if (mode("new-driver"))
      return answer(std::string("99"), size, value, needed);
    break;
  default:
    break;
  }
  return ask(device == second_device() ? real_device() : device, which, size, value, needed);
}

program_handle clCreateProgramWithBinary(context_handle context, number count, const device_handle *devices,
                                         const std::size_t *sizes, const unsigned char **images, result *states,
                                         result *error) {
  if (mode("picky") && !is_bitcode(images[0])) {
    *error = result::invalid_binary;
    return nullptr;
  }
  return real(&clCreateProgramWithBinary, "clCreateProgramWithBinary")(context, count, devices, sizes, images, states,
                                                                       error);
}
// The extension's; that of OpenCL 2.1 is none of these devices'.
program_handle clCreateProgramWithILKHR(context_handle context, const void *image, std::size_t size, result *error) {
  const device_handle device = real_device();
  const auto *bytes = static_cast<const unsigned char *>(image);
  result state = result::success;
  program_handle made = clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &state, error);
  std::lock_guard lock(mutex);
  of_il.insert(made);
  return made;
}
program_handle clCreateProgramWithIL(context_handle, const void *, std::size_t, result *error) {
  *error = result::invalid_value;
  return nullptr;
}
result clBuildProgram(program_handle program, number count, const device_handle *devices, const char *options,
                      void *notify, void *data) {
  const char *const spir = "-x spir -spir-std=1.2";
  std::unique_lock lock(mutex);
  if (of_il.erase(program) && std::strlen(options) == 0)
    options = spir;
  lock.unlock();
  compilations += std::strcmp(options, spir) == 0;
  return real(&clBuildProgram, "clBuildProgram")(program, count, devices, options, notify, data);
}
void *clGetExtensionFunctionAddressForPlatform(platform_handle platform, const char *name) {
  if (mode("il") && std::strcmp(name, "clCreateProgramWithILKHR") == 0)
    return reinterpret_cast<void *>(&clCreateProgramWithILKHR);
  return real(&clGetExtensionFunctionAddressForPlatform, "clGetExtensionFunctionAddressForPlatform")(
      platform == second_platform() ? real_platform() : platform, name);
}
}
#pragma GCC visibility pop
