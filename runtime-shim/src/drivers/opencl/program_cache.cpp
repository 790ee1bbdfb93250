// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "program_cache.hpp"

#include "syclfuse/jit_cache.hpp"

#include <exception>

namespace sycl::detail::opencl {

namespace jit = syclfuse::jit;

namespace {

// Goes up when what is kept changes.
constexpr char version[] = "OpenCL program 1";

// Of a program for one device; empty if it has none.
std::string binary_of(const api &f, program_handle program) {
  std::size_t size = 0;
  if (f.clGetProgramInfo(program, program_info::binary_sizes, sizeof size, &size, nullptr) != result::success)
    return {};
  std::string binary(size, '\0');
  char *to = binary.data();
  if (size == 0 || f.clGetProgramInfo(program, program_info::binaries, sizeof to, &to, nullptr) != result::success)
    return {};
  return binary;
}

} // namespace

program_cache::key program_cache::key_of(const api &f, device_handle device,
                                         syclfuse::bundle::array_view<unsigned char> image, const std::string &kernel,
                                         const std::string &options) {
  const std::string driver =
      f.device_text(device, device_info::version) + ", " + f.device_text(device, device_info::driver_version);
  const std::string name = f.device_text(device, device_info::name);
  syclfuse::sha256 hash;
  hash.add_text(version).add_text(name).add_text(f.device_text(device, device_info::vendor)).add_text(driver);
  hash.add_text(options).add_text({reinterpret_cast<const char *>(image.data), image.size()});
  return {hash.finish(), kernel, "opencl " + name, driver};
}

std::string program_cache::find(const key &k) const {
  std::string why, bytes;
  const auto cache = jit::cache::open(options_.cache_directory, /*create=*/false, why);
  jit::entry entry;
  const auto found = cache ? cache->read(k.digest, entry, bytes, why) : jit::cache::result::missing;
  if (found == jit::cache::result::damaged && options_.report)
    std::call_once(told_, [&] {
      options_.report(syclfuse::diag::jit_entry_damaged,
                      {options_.cache_directory + "/" + syclfuse::to_hex(k.digest), why});
    });
  return found == jit::cache::result::found ? std::move(entry.payload) : std::string();
}

void program_cache::keep(const key &k, const api &f, program_handle program) const try {
  jit::entry made;
  made.key = k.digest;
  made.region = k.kernel;
  made.target = k.target;
  made.driver = k.device;
  made.payload = binary_of(f, program);
  if (made.payload.empty())
    return;
  std::string why;
  const std::string bytes = jit::encode(made);
  const auto cache =
      bytes.size() <= options_.cache_bytes ? jit::cache::open(options_.cache_directory, /*create=*/true, why) : nullptr;
  if (cache && cache->publish(k.digest, bytes, why))
    cache->prune(options_.cache_bytes);
} catch (const std::exception &) { // no memory for a copy: the program is as good without
}

} // namespace sycl::detail::opencl
