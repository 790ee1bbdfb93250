// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/feedback/nvtx.hpp"
#include "core/process/forks.hpp"

#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>

namespace sycl::detail::nvtx {
namespace {

using push_function = int (*)(const char *);
using pop_function = int (*)();

// How a program introduces itself to a profiler's library (nvtx3/nvtxDetail/nvtxTypes.h): tables of places that the
// library fills with its functions, one for each part of the interface. We have places for all of them and use two.
using any_function = void (*)();
constexpr unsigned modules = 7, most_functions = 16; // the first module and the first function do not exist
constexpr unsigned functions_of[modules] = {0, 16, 9, 15, 7, 16, 7};
constexpr unsigned core = 1, core_push = 9, core_pop = 11;

any_function functions[modules][most_functions];
any_function *tables[modules][most_functions + 1];

int function_table(int module, any_function ***table, unsigned *size) {
  if (module <= 0 || module >= static_cast<int>(modules))
    return 0;
  for (unsigned i = 1; i < functions_of[module]; ++i)
    tables[module][i] = &functions[module][i];
  if (table)
    *table = tables[module];
  if (size)
    *size = functions_of[module];
  return 1;
}

struct callback_table {
  std::size_t size;
  int (*get)(int, any_function ***, unsigned *);
};
struct version_table {
  std::size_t size;
  std::uint32_t version, reserved;
  void (*set_injection_version)(std::uint32_t);
};

const void *exported_table(std::uint32_t id) {
  static const callback_table callbacks{sizeof(callback_table), function_table};
  static const version_table version{sizeof(version_table), 3, 0, [](std::uint32_t) {}};
  return id == 1 ? static_cast<const void *>(&callbacks) : id == 3 ? &version : nullptr;
}

struct library {
  push_function push = nullptr;
  pop_function pop = nullptr;
};

library injected(const char *path) {
  using initialize = int (*)(const void *(*)(std::uint32_t));
  void *handle = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const auto init = handle ? reinterpret_cast<initialize>(::dlsym(handle, "InitializeInjectionNvtx2")) : nullptr;
  if (!init || init(exported_table) == 0) {
    if (handle)
      ::dlclose(handle);
    return {};
  }
  return {reinterpret_cast<push_function>(functions[core][core_push]),
          reinterpret_cast<pop_function>(functions[core][core_pop])};
}

library find() {
  if (const char *path = ::secure_getenv("NVTX_INJECTION64_PATH"); path && *path)
    return injected(path);
  void *handle = ::dlopen("libnvToolsExt.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return {};
  return {reinterpret_cast<push_function>(::dlsym(handle, "nvtxRangePushA")),
          reinterpret_cast<pop_function>(::dlsym(handle, "nvtxRangePop"))};
}

const library &found() {
  static std::atomic<const library *> made{nullptr};
  return made_once(made, process_lock::profiler, [] { return new library(find()); });
}

} // namespace

bool present() { return found().push && found().pop; }

range::range(const std::string &name) { found().push(name.c_str()); }
range::~range() { found().pop(); }

} // namespace sycl::detail::nvtx
