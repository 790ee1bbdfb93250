// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/native/isa.hpp"
#include "core/process/env.hpp"

#include <algorithm>
#include <cpuid.h>
#include <cstring>
#include <unistd.h>

namespace sycl::detail::native {

unsigned isa_level() {
  __builtin_cpu_init();
  unsigned level = __builtin_cpu_supports("x86-64-v4")   ? 4
                   : __builtin_cpu_supports("x86-64-v3") ? 3
                   : __builtin_cpu_supports("x86-64-v2") ? 2
                                                         : 1;
  unsigned long cap = env().native_isa.value;
  return cap == 0 ? level : static_cast<unsigned>(std::min<unsigned long>(level, cap));
}

std::string processor_name() {
  unsigned words[12] = {};
  if (__get_cpuid_max(0x80000000u, nullptr) < 0x80000004u)
    return "x86-64 processor";
  for (unsigned i = 0; i < 3; ++i)
    __get_cpuid(0x80000002u + i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2], &words[4 * i + 3]);
  char text[sizeof(words) + 1] = {};
  std::memcpy(text, words, sizeof(words));
  std::string name = text;
  name.erase(name.find_last_not_of(' ') + 1);
  return name.substr(std::min(name.find_first_not_of(' '), name.size()));
}

std::string processor_vendor() {
  unsigned a, words[3];
  if (!__get_cpuid(0, &a, &words[0], &words[2], &words[1]))
    return "unknown";
  char text[sizeof(words) + 1] = {};
  std::memcpy(text, words, sizeof(words));
  return text;
}

// In a virtual machine sysconf() may tell of all caches of the host. What the processor says of one cache, and how many
// threads share it, is of those that are here. Intel's leaf, then AMD's.
static std::size_t third_level_caches() {
  unsigned a, b, c, d;
  for (unsigned leaf : {4u, 0x8000001du})
    for (unsigned i = 0; __get_cpuid_count(leaf, i, &a, &b, &c, &d) && (a & 31) != 0; ++i)
      if ((a >> 5 & 7) == 3) {
        const std::size_t bytes = std::size_t{(b >> 22) + 1} * ((b >> 12 & 1023) + 1) * ((b & 4095) + 1) * (c + 1ul);
        const std::size_t threads = static_cast<std::size_t>(std::max(sysconf(_SC_NPROCESSORS_ONLN), 1l));
        return bytes * std::max<std::size_t>(threads / ((a >> 14 & 4095) + 1), 1);
      }
  return 0;
}

std::size_t last_level_cache() {
  if (const std::size_t bytes = third_level_caches())
    return bytes;
  for (int level : {_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE})
    if (long bytes = sysconf(level); bytes > 0)
      return static_cast<std::size_t>(bytes);
  return std::size_t{32} << 20;
}

} // namespace sycl::detail::native
