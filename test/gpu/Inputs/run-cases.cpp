// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the random kernels that write-gpu-cases compiled for an NVIDIA GPU, and compares all memory with what the host
// interpreter computed. Needs nothing but the driver:
//   run-cases <file>           the exit code is 1 if a result is wrong, 2 if there is no device or the file is broken
//   run-cases --list <file>    reads the file and prints what is in it, without a GPU
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <stdexcept>
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

// ---- The file; CaseFile.h says what is in it.
class reader {
public:
  explicit reader(const char *path) : in(path, std::ios::binary) {
    if (!in)
      throw std::runtime_error("cannot be opened");
  }

  bool at_end() { return in.peek() == std::ifstream::traits_type::eof(); }

  std::uint64_t number() {
    std::uint64_t n = 0;
    read(reinterpret_cast<char *>(&n), sizeof n);
    return n;
  }

  // At most this: the count of what follows.
  std::uint64_t number(std::uint64_t most, const char *what) {
    const std::uint64_t n = number();
    if (n > most)
      throw std::runtime_error(std::to_string(n) + " " + what + ", at most " + std::to_string(most) + " make sense");
    return n;
  }

  // Piece by piece, so that a broken size ends at the end of the file rather than without memory.
  std::vector<char> bytes(std::uint64_t size) {
    constexpr std::uint64_t piece = 1 << 20;
    std::vector<char> all;
    while (all.size() < size) {
      const std::size_t done = all.size();
      all.resize(done + std::min(piece, size - done));
      read(all.data() + done, all.size() - done);
    }
    return all;
  }

private:
  void read(char *to, std::size_t size) {
    if (!in.read(to, static_cast<std::streamsize>(size)))
      throw std::runtime_error("ends in the middle of a case");
  }

  std::ifstream in;
};

constexpr std::uint64_t no_buffer = ~std::uint64_t{0};

struct argument {
  std::uint64_t buffer = no_buffer; // whose address it is
  std::vector<char> bytes;
};

struct test_case {
  std::uint64_t seed = 0;
  std::vector<std::vector<char>> before, expected;
  std::vector<char> image;
  std::string entry;
  unsigned grid[3] = {}, block[3] = {}, shared = 0;
  std::vector<argument> arguments;
};

test_case read_case(reader &r) {
  test_case c;
  c.seed = r.number();
  const std::uint64_t buffers = r.number(1024, "buffers");
  for (std::uint64_t b = 0; b < buffers; ++b) {
    const std::uint64_t size = r.number();
    c.before.push_back(r.bytes(size));
    c.expected.push_back(r.bytes(size));
  }
  c.image = r.bytes(r.number());
  const std::vector<char> entry = r.bytes(r.number());
  c.entry.assign(entry.begin(), entry.end());
  for (unsigned &n : c.grid)
    n = static_cast<unsigned>(r.number(0x7fffffff, "work-groups in a dimension"));
  for (unsigned &n : c.block)
    n = static_cast<unsigned>(r.number(1024, "work-items of a group in a dimension"));
  c.shared = static_cast<unsigned>(r.number(0x7fffffff, "bytes of local memory"));
  c.arguments.resize(r.number(4096, "arguments"));
  for (argument &a : c.arguments) {
    a.buffer = r.number();
    a.bytes = r.bytes(r.number());
    if (a.buffer != no_buffer && (a.buffer >= buffers || a.bytes.size() != sizeof(pointer)))
      throw std::runtime_error("an argument is the address of buffer " + std::to_string(a.buffer) + " of " +
                               std::to_string(buffers) + " in " + std::to_string(a.bytes.size()) + " bytes");
  }
  return c;
}

void list(const test_case &c) {
  std::size_t bytes = 0;
  for (const auto &b : c.before)
    bytes += b.size();
  std::printf(
      "seed %llu: %zu buffers of %zu bytes, %zu bytes of code for '%s', %ux%ux%u groups of %ux%ux%u, %zu arguments\n",
      static_cast<unsigned long long>(c.seed), c.before.size(), bytes, c.image.size(), c.entry.c_str(), c.grid[0],
      c.grid[1], c.grid[2], c.block[0], c.block[1], c.block[2], c.arguments.size());
}

// ---- Execution
enum class outcome { right, wrong, lost }; // lost: the device runs nothing any more

class device_memory {
public:
  explicit device_memory(const driver &d) : d(d) {}
  device_memory(const device_memory &) = delete;
  ~device_memory() {
    for (pointer p : at)
      d.release(p);
  }
  bool fill(const std::vector<std::vector<char>> &contents) {
    for (const auto &c : contents) {
      pointer p = 0;
      if (d.allocate(&p, c.size() + 1))
        return false;
      at.push_back(p);
      if (d.to_device(p, c.data(), c.size()))
        return false;
    }
    return true;
  }
  std::vector<pointer> at;

private:
  const driver &d;
};

std::string difference(std::size_t buffer, const std::vector<char> &got, const std::vector<char> &needed) {
  std::size_t count = 0, first = 0;
  for (std::size_t n = got.size(); n-- > 0;)
    if (got[n] != needed[n]) {
      ++count;
      first = n;
    }
  return count == 0 ? ""
                    : "buffer " + std::to_string(buffer) + " differs in " + std::to_string(count) + " of " +
                          std::to_string(got.size()) + " bytes from byte " + std::to_string(first) + " on; ";
}

outcome launch(const driver &d, test_case &c, handle function, const device_memory &memory, std::string &problem) {
  std::vector<void *> values;
  for (argument &a : c.arguments) {
    if (a.buffer != no_buffer)
      std::memcpy(a.bytes.data(), &memory.at[a.buffer], sizeof(pointer));
    values.push_back(a.bytes.data());
  }
  if (int e = d.launch(function, c.grid[0], c.grid[1], c.grid[2], c.block[0], c.block[1], c.block[2], c.shared, nullptr,
                       values.data(), nullptr)) {
    problem = "launch: error " + std::to_string(e);
    return outcome::wrong;
  }
  if (int e = d.synchronize()) {
    problem = "execution: error " + std::to_string(e);
    return outcome::lost;
  }
  for (std::size_t b = 0; b < c.before.size(); ++b) {
    std::vector<char> after(c.before[b].size());
    problem +=
        d.to_host(after.data(), memory.at[b], after.size()) ? "no copy back; " : difference(b, after, c.expected[b]);
  }
  return problem.empty() ? outcome::right : outcome::wrong;
}

outcome run(const driver &d, test_case &c, std::string &problem) {
  device_memory memory(d);
  if (!memory.fill(c.before)) {
    problem = "no memory";
    return outcome::wrong;
  }
  handle module = nullptr, function = nullptr;
  if (int e = d.load(&module, c.image.data())) {
    problem = "the image is refused: error " + std::to_string(e);
    return outcome::wrong;
  }
  outcome result = outcome::wrong;
  if (d.get_function(&function, module, c.entry.c_str()))
    problem = "the image has no entry '" + c.entry + "'";
  else
    result = launch(d, c, function, memory, problem);
  d.unload(module);
  return result;
}

int list_all(const char *path) {
  reader r(path);
  unsigned cases = 0;
  for (; !r.at_end(); ++cases)
    list(read_case(r));
  std::printf("%u cases\n", cases);
  return cases == 0 ? 1 : 0;
}

int run_all(const driver &d, const char *path) {
  reader r(path);
  unsigned cases = 0, wrong = 0;
  while (!r.at_end()) {
    test_case c = read_case(r);
    std::string problem;
    const outcome o = run(d, c, problem);
    ++cases;
    if (o == outcome::right)
      continue;
    ++wrong;
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(c.seed), problem.c_str());
    if (o == outcome::lost)
      break;
  }
  std::printf("%u cases, %u wrong\n", cases, wrong);
  return cases == 0 || wrong != 0 ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  const bool only_list = argc == 3 && std::strcmp(argv[1], "--list") == 0;
  if (argc != 2 && !only_list) {
    std::fprintf(stderr, "usage: run-cases [--list] <file>\n");
    return 2;
  }
  const char *path = argv[argc - 1];
  try {
    if (only_list)
      return list_all(path);
    driver d{};
    int device = 0;
    handle context = nullptr;
    if (!open(d) || d.init(0) || d.device_get(&device, 0) || d.retain(&context, device) || d.set_current(context)) {
      std::fprintf(stderr, "no CUDA device\n");
      return 2;
    }
    return run_all(d, path);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "'%s': %s\n", path, e.what());
    return 2;
  }
}
