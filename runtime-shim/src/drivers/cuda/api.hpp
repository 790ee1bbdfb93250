// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of libcuda, found at run time, and the mapping of its errors.
#pragma once

#include "types.hpp"

#include <memory>
#include <string>

namespace sycl::detail::cuda {

// An entry point with the name that messages use.
template <class... Parameters> struct entry_point {
  const char *name = nullptr;
  result (*pointer)(Parameters...) = nullptr;
  template <class... Arguments> result operator()(Arguments... arguments) const { return pointer(arguments...); }
};

template <class... Parameters> entry_point<Parameters...> entry_point_of(result (*)(Parameters...));

class api {
public:
  // Opens the library, finds every symbol and initializes the driver. Null, and the reason as a sentence, if one of
  // these fails. The library stays loaded until the process ends, since events and streams may be released late.
  static std::shared_ptr<const api> load(const std::string &library, std::string &error);

#define SF_CUDA_SYMBOL(Name, Exported, Parameters)                                                                     \
  decltype(entry_point_of(static_cast<result(*) Parameters>(nullptr))) Name;
#include "Symbols.def"

  // Calls `f`; throws sycl::exception with the driver's text unless it succeeds. memory_allocation if memory ran out,
  // kernel if a launch or a running kernel failed, runtime otherwise.
  template <class... Parameters, class... Arguments>
  void require(const entry_point<Parameters...> &f, Arguments... arguments) const {
    const result r = f(arguments...);
    if (r != result::success)
      fail(f.name, r);
  }
  // Throws what require() throws for a call of `function` that gave `error`.
  [[noreturn]] void fail(const char *function, result error) const;

  // Whether the driver has all that graphs need.
  bool has_graphs() const { return has_graphs_; }

  // "CUDA_ERROR_OUT_OF_MEMORY: out of memory"
  std::string describe(result error) const;

private:
  // The name of an entry point that `library` lacks; null if there is none.
  const char *find_symbols(void *library);
  bool has_graphs_ = true;
};

// Releasing a resource must not throw: destructors do it. What can fail here is (a) the driver was shut down before us
// when the process ends (deinitialized, invalid_context), when there is nothing left to release, or (b) a kernel failed
// earlier and the context is unusable: that error was given to whoever waited for the kernel, and every later call
// repeats it.
inline void drop_release_error(result) noexcept {}

} // namespace sycl::detail::cuda
