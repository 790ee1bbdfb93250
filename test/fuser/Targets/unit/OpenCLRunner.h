// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs SPIR-V images of the spirv target on PoCL. PoCL 3.1 takes no SPIR-V but SPIR, LLVM bitcode with OpenCL's names,
// which `llvm-spirv-15 -r` makes of SPIR-V; a driver with SPIR-V support does the same inside.
#pragma once

#include "Targets/Target.h"

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

// The bytes of one submission's closure, and the device memory that pointers in it (by offset) refer to.
struct Closure {
  std::vector<unsigned char> Bytes;
  std::map<unsigned, std::vector<unsigned char> *> Buffers; // read back after the launch

  template <class T> void put(unsigned Offset, const T &Value) {
    if (Bytes.size() < Offset + sizeof(T))
      Bytes.resize(Offset + sizeof(T));
    memcpy(Bytes.data() + Offset, &Value, sizeof(T));
  }
};

struct OpenCLLaunch {
  std::array<size_t, 3> Global{1, 1, 1}, Local{1, 1, 1}, Offset{0, 0, 0}; // SPIR-V order
  bool HasLocal = false;
  size_t LocalMemory = 0; // of local accessors, bytes
};

class OpenCLRunner {
public:
  OpenCLRunner();
  ~OpenCLRunner();
  // "" if the launch worked. Not thread-safe.
  std::string run(const syclfuse::bundle::builder::variant &Variant, const OpenCLLaunch &Launch,
                  std::vector<Closure> &Closures);
  bool found() const { return Queue != nullptr; }

private:
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Queue = nullptr;
};
