// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library to load in place of the CUDA driver (SYCL_FUSE_CUDA_LIBRARY): everything in it is the driver's but
// cuLaunchKernel and cuGraphLaunch, which hand a launch to a benchmark that asked for it. The benchmark then repeats
// the very same launch without the runtime: same kernel, arguments and stream, on the same thread. Linked with
// libcuda.so.1, whose other entry points are found through this library.
#include <dlfcn.h>

#include <atomic>

namespace {

using launch_function = int(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
                            void **, void **);

template <class F> F *driver_function(const char *name) {
  static void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  return reinterpret_cast<F *>(dlsym(driver, name));
}

using launch_step = int(void *context);
using measurement = void (*)(void *user, launch_step *launch, launch_step *wait, void *context);
std::atomic<measurement> next_measurement{nullptr};
std::atomic<void *> next_user{nullptr};

} // namespace

// At the next launch `m` is called instead, once, with what launches and what waits for the stream; both give the
// driver's result.
extern "C" __attribute__((visibility("default"))) void measure_next_launch(measurement m, void *user) {
  next_user.store(user);
  next_measurement.store(m);
}

namespace {

// Gives what `launch` gives, or hands it to the measurement.
template <class F> int measured(void *stream, F launch) {
  static int (*const synchronize)(void *) = driver_function<int(void *)>("cuStreamSynchronize");
  if (next_measurement.load(std::memory_order_relaxed) == nullptr)
    return launch();
  struct request {
    F &launch;
    void *stream;
  } context{launch, stream};
  next_measurement.exchange(nullptr)(
      next_user.load(), [](void *c) { return static_cast<request *>(c)->launch(); },
      [](void *c) { return synchronize(static_cast<request *>(c)->stream); }, &context);
  return 0;
}

} // namespace

extern "C" __attribute__((visibility("default"))) int cuLaunchKernel(void *function, unsigned gx, unsigned gy,
                                                                     unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                                                     unsigned shared, void *stream, void **parameters,
                                                                     void **extra) {
  static launch_function *const launch = driver_function<launch_function>("cuLaunchKernel");
  return measured(stream, [=] { return launch(function, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra); });
}

extern "C" __attribute__((visibility("default"))) int cuGraphLaunch(void *graph, void *stream) {
  static auto *const launch = driver_function<int(void *, void *)>("cuGraphLaunch");
  return measured(stream, [=] { return launch(graph, stream); });
}
