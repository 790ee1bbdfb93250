// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the random sequences that write-gpu-cases fused for an NVIDIA GPU, and compares all memory with what the host
// interpreter computed. Needs nothing but the driver:
//   run-cases <file>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <string>
#include <vector>

namespace {

using pointer = unsigned long long;
using handle = void *;

struct driver {
  int (*init)(unsigned);
  int (*device_get)(int *, int);
  int (*retain)(handle *, int);
  int (*set_current)(handle);
  int (*load)(handle *, const void *);
  int (*unload)(handle);
  int (*get_function)(handle *, handle, const char *);
  int (*allocate)(pointer *, size_t);
  int (*release)(pointer);
  int (*to_device)(pointer, const void *, size_t);
  int (*to_host)(void *, pointer, size_t);
  int (*launch)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **, void **);
  int (*synchronize)();
};

template <class T> bool find(void *library, const char *name, T &function) {
  function = reinterpret_cast<T>(dlsym(library, name));
  return function != nullptr;
}

bool open(driver &d) {
  void *l = dlopen("libcuda.so.1", RTLD_NOW);
  return l && find(l, "cuInit", d.init) && find(l, "cuDeviceGet", d.device_get) &&
         find(l, "cuDevicePrimaryCtxRetain", d.retain) && find(l, "cuCtxSetCurrent", d.set_current) &&
         find(l, "cuModuleLoadData", d.load) && find(l, "cuModuleUnload", d.unload) &&
         find(l, "cuModuleGetFunction", d.get_function) && find(l, "cuMemAlloc_v2", d.allocate) &&
         find(l, "cuMemFree_v2", d.release) && find(l, "cuMemcpyHtoD_v2", d.to_device) &&
         find(l, "cuMemcpyDtoH_v2", d.to_host) && find(l, "cuLaunchKernel", d.launch) &&
         find(l, "cuCtxSynchronize", d.synchronize);
}

struct reader {
  std::ifstream in;
  std::uint64_t number() {
    std::uint64_t n = 0;
    in.read(reinterpret_cast<char *>(&n), 8);
    return n;
  }
  std::vector<char> bytes(std::uint64_t size) {
    std::vector<char> b(size);
    in.read(b.data(), static_cast<std::streamsize>(size));
    return b;
  }
};

constexpr std::uint64_t no_buffer = ~std::uint64_t{0};

// Empty if it was right.
std::string run_case(const driver &d, reader &r) {
  const std::uint64_t buffers = r.number();
  std::vector<std::vector<char>> before(buffers), expected(buffers);
  for (std::uint64_t b = 0; b < buffers; ++b) {
    const std::uint64_t size = r.number();
    before[b] = r.bytes(size);
    expected[b] = r.bytes(size);
  }
  const std::vector<char> image = r.bytes(r.number()), name = r.bytes(r.number());
  unsigned grid[3], block[3];
  for (unsigned &n : grid)
    n = static_cast<unsigned>(r.number());
  for (unsigned &n : block)
    n = static_cast<unsigned>(r.number());
  const auto shared = static_cast<unsigned>(r.number());
  std::vector<pointer> memory(buffers);
  for (std::uint64_t b = 0; b < buffers; ++b)
    if (d.allocate(&memory[b], before[b].size() + 1) || d.to_device(memory[b], before[b].data(), before[b].size()))
      return "no memory";
  std::vector<std::vector<char>> arguments(r.number());
  std::vector<void *> values;
  for (auto &a : arguments) {
    const std::uint64_t buffer = r.number();
    a = r.bytes(r.number());
    if (buffer != no_buffer)
      std::memcpy(a.data(), &memory[buffer], 8);
    values.push_back(a.data());
  }
  handle module = nullptr, function = nullptr;
  if (int e = d.load(&module, image.data()))
    return "the image is refused: error " + std::to_string(e);
  if (d.get_function(&function, module, std::string(name.data(), name.size()).c_str()))
    return "the image has no entry";
  if (int e = d.launch(function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, nullptr, values.data(), nullptr))
    return "launch: error " + std::to_string(e);
  if (int e = d.synchronize())
    return "execution: error " + std::to_string(e);
  std::string problem;
  for (std::uint64_t b = 0; b < buffers; ++b) {
    std::vector<char> after(before[b].size());
    if (d.to_host(after.data(), memory[b], after.size()) || after != expected[b])
      problem += "buffer " + std::to_string(b) + " differs; ";
    d.release(memory[b]);
  }
  d.unload(module);
  return problem;
}

} // namespace

int main(int argc, char **argv) {
  driver d{};
  int device = 0;
  handle context = nullptr;
  if (argc != 2 || !open(d) || d.init(0) || d.device_get(&device, 0) || d.retain(&context, device) ||
      d.set_current(context)) {
    std::fprintf(stderr, argc != 2 ? "usage: run-cases <file>\n" : "no CUDA device\n");
    return 2;
  }
  reader r{std::ifstream(argv[1], std::ios::binary)};
  unsigned run = 0, wrong = 0;
  while (r.in.peek() != std::ifstream::traits_type::eof()) {
    const std::uint64_t seed = r.number();
    const std::string problem = run_case(d, r);
    ++run;
    if (problem.empty())
      continue;
    ++wrong;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), problem.c_str());
    if (problem.find("error") != std::string::npos) // the context is lost
      break;
  }
  std::printf("%u cases, %u wrong\n", run, wrong);
  return run == 0 || wrong != 0 ? 1 : 0;
}
