// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/jit/jit_library.hpp"

#include "syclfuse/above_standard.hpp"
#include "syclfuse/bundle.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sycl::detail {
namespace {

int in_memory(const std::string &bytes) {
  const int file = syclfuse::above_standard(::memfd_create("sycl-fuse-jit", MFD_CLOEXEC));
  for (std::size_t done = 0; file >= 0 && done < bytes.size();) {
    const ssize_t part = ::write(file, bytes.data() + done, bytes.size() - done);
    if (part < 0 && errno == EINTR)
      continue;
    if (part <= 0) {
      ::close(file);
      return -1;
    }
    done += static_cast<std::size_t>(part);
  }
  return file;
}

// The dynamic linker takes equal names for equal libraries, and numbers of files are used again: each path is spelt
// differently.
std::string path_of(int file) {
  static std::atomic<unsigned> count{0};
  std::string path = "/proc/self/fd/";
  const unsigned number = count.fetch_add(1);
  for (unsigned bit = 0; bit < 20; ++bit)
    path += (number >> bit) & 1 ? "./" : "/";
  return path + std::to_string(file);
}

} // namespace

const sycl_fuse_registration *open_jit_library(const std::string &bytes, std::string &why) {
  const int file = in_memory(bytes);
  if (file < 0) {
    why = std::string("no memory for it: ") + std::strerror(errno);
    return nullptr;
  }
  // All symbols now: one that is missing is to be found here, not in a kernel.
  void *library = ::dlopen(path_of(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  const char *problem = library ? nullptr : ::dlerror();
  ::close(file);
  if (!library) {
    why = problem ? problem : "the dynamic linker gives no reason";
    return nullptr;
  }
  const auto *record = static_cast<const sycl_fuse_registration *>(::dlsym(library, SYCL_FUSE_JIT_RECORD));
  syclfuse::bundle::view view;
  if (!record)
    why = "it registers no bundle";
  else if (record->abi_version != SYCL_FUSE_ABI_VERSION)
    why = "its interface has version " + std::to_string(record->abi_version) +
          ", needed: " + std::to_string(SYCL_FUSE_ABI_VERSION);
  else if (const auto e = syclfuse::bundle::view::open_kernels(record->bundle, record->bundle_size, view);
           e != syclfuse::bundle::open_error::none)
    why = syclfuse::bundle::to_string(e);
  if (why.empty())
    return record;
  ::dlclose(library);
  return nullptr;
}

} // namespace sycl::detail
