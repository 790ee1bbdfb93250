// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of a vendor's library, found at run time, and the mapping of its errors.
#pragma once

#include "types.hpp"

#include <memory>
#include <string>

namespace sycl::detail::gpu {

// An entry point with its exported name.
template <class... Parameters> struct entry_point {
  const char *name = nullptr;
  result (*pointer)(Parameters...) = nullptr;
  template <class... Arguments> result operator()(Arguments... arguments) const { return pointer(arguments...); }
};

template <class... Parameters> entry_point<Parameters...> entry_point_of(result (*)(Parameters...));

struct entry_points {
#define SF_GPU_SYMBOL(Name, Cuda, Hip, Parameters)                                                                     \
  decltype(entry_point_of(static_cast<result(*) Parameters>(nullptr))) Name;
#include "Symbols.def"
};

class api : public entry_points {
public:
  // `title`: the name of the library for messages, "the CUDA driver". `keeps_images`: modules need the images that they
  // were loaded from. `refuses_foreign_streams`: a launch or a wait fails, and does nothing, if the stream is not of
  // the current context; else it works all the same.
  api(const char *title, bool keeps_images, bool refuses_foreign_streams)
      : title(title), keeps_images(keeps_images), refuses_foreign_streams(refuses_foreign_streams) {}
  virtual ~api() = default;
  api(const api &) = delete;
  api &operator=(const api &) = delete;

  // Opens the library, finds every symbol and initializes the driver. False, and the reason as a sentence, if one of
  // these fails. The library stays loaded until the process ends, since events and streams may be released late.
  bool open(const std::string &library, std::string &error);

  // The libraries have different calls for these. The context is one that all of the process use: the host's thread
  // gets it with activate(). Those that return no result throw as require() does.
  virtual context_handle retain_context(device_id) const = 0;
  virtual void release_context(device_id) const noexcept = 0;
  virtual void activate(device_id, context_handle) const = 0;
  virtual void copy(device_pointer dst, device_pointer src, std::size_t bytes, stream_handle) const = 0;
  // Beyond what every kernel may have in a block (device_limits::shared_memory).
  virtual void allow_shared(function_handle, std::uint64_t bytes) const = 0;
  virtual result update_graph(graph_exec_handle, graph_handle) const = 0;
  // Null: it knows none.
  virtual const char *error_name(result) const = 0;
  virtual const char *error_text(result) const = 0;

  // "CUDA_ERROR_OUT_OF_MEMORY: out of memory"
  std::string describe(result error) const;

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

  // True if the library has all that graphs need.
  bool has_graphs() const { return has_graphs_; }

  const char *const title;
  const bool keeps_images, refuses_foreign_streams;

protected:
  // The name of an entry point that `library` lacks; null if there is none.
  virtual const char *find_symbols(void *library) = 0;
  // Looks `names` up, each of which ends with a zero, the last one with two, into as many entry points from `first` on.
  // "?" before a name: graphs need it, nothing else does. A table of pointers would be four times as large.
  const char *find_symbols(void *library, const char *names, void *first);
  bool has_graphs_ = true;
};

// Releasing a resource must not throw: destructors do it. What can fail here is (a) the driver was shut down before us
// when the process ends (deinitialized, invalid_context), when there is nothing left to release, or (b) a kernel failed
// earlier and the context is unusable: that error was given to whoever waited for the kernel, and every later call
// repeats it.
inline void drop_release_error(result) noexcept {}

} // namespace sycl::detail::gpu
