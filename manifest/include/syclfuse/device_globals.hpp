// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of type device_global (sycl_ext_oneapi_device_global) between the plugin, the fuser and the runtime. Each
// has a key: the hash of its symbol, to which a variable of internal linkage adds the translation unit.
#pragma once

#include <cstdint>

namespace syclfuse {

// The attribute that the plugin gives the variable in the device module; its value is the key, hexadecimal.
inline constexpr char device_global_attribute[] = "sycl-fuse-device-global";

} // namespace syclfuse

// Called by constructors that the plugin adds to the host code: the object of `bytes` bytes is the variable of this
// key. Its bytes at the first use are those that the memory of each device begins with.
extern "C" void sycl_fuse_note_device_global(void *object, std::uint64_t key, std::uint64_t bytes);
// Called by their destructors, once for each such call: at the end of the process, and when a library is closed.
extern "C" void sycl_fuse_forget_device_global(void *object, std::uint64_t key);
