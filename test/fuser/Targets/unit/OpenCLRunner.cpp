// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenCLRunner.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace syclfuse;

namespace {

std::string problem(const char *What, cl_int Code) { return std::string(What) + " failed: " + std::to_string(Code); }

// SPIR-V to SPIR.
std::string translate(const std::vector<unsigned char> &Image, std::string &Problem) {
  SmallString<128> In, Out;
  sys::fs::createTemporaryFile("image", "spv", In);
  sys::fs::createTemporaryFile("image", "bc", Out);
  FileRemover RemoveIn(In), RemoveOut(Out);
  {
    std::error_code EC;
    raw_fd_ostream OS(In, EC);
    OS.write(reinterpret_cast<const char *>(Image.data()), Image.size());
  }
  auto Tool = sys::findProgramByName("llvm-spirv-15");
  if (!Tool || sys::ExecuteAndWait(*Tool, {*Tool, "-r", In, "-o", Out}, std::nullopt, {}, 60, 0, &Problem) != 0) {
    Problem = "llvm-spirv-15 -r failed: " + Problem;
    return "";
  }
  return (*MemoryBuffer::getFile(Out))->getBuffer().str();
}

// What one launch holds.
struct Objects {
  cl_program Program = nullptr;
  cl_kernel Kernel = nullptr;
  std::vector<std::pair<cl_mem, std::vector<unsigned char> *>> Buffers;

  ~Objects() {
    for (auto &[Buffer, Host] : Buffers)
      clReleaseMemObject(Buffer);
    if (Kernel)
      clReleaseKernel(Kernel);
    if (Program)
      clReleaseProgram(Program);
  }
};

std::string build(cl_context Context, cl_device_id Device, const bundle::builder::variant &V, Objects &O) {
  std::string Problem, Bitcode = translate(V.image, Problem);
  if (Bitcode.empty())
    return Problem;
  const size_t Size = Bitcode.size();
  const auto *Bytes = reinterpret_cast<const unsigned char *>(Bitcode.data());
  cl_int Status = 0, Code = 0;
  O.Program = clCreateProgramWithBinary(Context, 1, &Device, &Size, &Bytes, &Status, &Code);
  if (Code)
    return problem("clCreateProgramWithBinary", Code);
  Code = clBuildProgram(O.Program, 1, &Device, "-x spir -spir-std=1.2", nullptr, nullptr);
  if (Code) {
    char Log[4096] = {};
    clGetProgramBuildInfo(O.Program, Device, CL_PROGRAM_BUILD_LOG, sizeof(Log) - 1, Log, nullptr);
    return problem("clBuildProgram", Code) + "\n" + Log;
  }
  O.Kernel = clCreateKernel(O.Program, V.entry.c_str(), &Code);
  return Code ? problem("clCreateKernel", Code) : "";
}

size_t localBytes(const bundle::argument_record &A, const OpenCLLaunch &L) {
  if (A.size)
    return A.size;
  return A.offset ? A.offset * L.Local[0] * L.Local[1] * L.Local[2] : L.LocalMemory;
}

std::string setArguments(cl_context Context, const bundle::builder::variant &V, const OpenCLLaunch &L,
                         std::vector<Closure> &Closures, Objects &O) {
  for (unsigned N = 0; N != V.arguments.size(); ++N) {
    const bundle::argument_record &A = V.arguments[N];
    cl_int Code = CL_INVALID_VALUE;
    if (A.source == argument_source::local_memory) {
      Code = clSetKernelArg(O.Kernel, N, localBytes(A, L), nullptr);
    } else if (A.source == argument_source::closure) {
      Closure &C = Closures.at(A.submission);
      auto It = C.Buffers.find(A.offset);
      if (It == C.Buffers.end()) {
        Code = clSetKernelArg(O.Kernel, N, A.size, C.Bytes.data() + A.offset);
      } else {
        cl_mem Buffer = clCreateBuffer(Context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, It->second->size(),
                                       It->second->data(), &Code);
        O.Buffers.push_back({Buffer, It->second});
        Code = clSetKernelArg(O.Kernel, N, sizeof(cl_mem), &Buffer);
      }
    }
    if (Code)
      return problem(("clSetKernelArg " + std::to_string(N)).c_str(), Code);
  }
  return "";
}

} // namespace

OpenCLRunner::OpenCLRunner() {
  cl_platform_id Platforms[8];
  cl_uint Count = 0;
  if (clGetPlatformIDs(8, Platforms, &Count))
    return;
  for (cl_uint N = 0; N != std::min<cl_uint>(Count, 8); ++N) {
    char Name[256] = {};
    clGetPlatformInfo(Platforms[N], CL_PLATFORM_NAME, sizeof(Name) - 1, Name, nullptr);
    if (!StringRef(Name).contains("Portable Computing Language") ||
        clGetDeviceIDs(Platforms[N], CL_DEVICE_TYPE_CPU, 1, &Device, nullptr))
      continue;
    Context = clCreateContext(nullptr, 1, &Device, nullptr, nullptr, nullptr);
    Queue = Context ? clCreateCommandQueue(Context, Device, 0, nullptr) : nullptr;
    return;
  }
}

OpenCLRunner::~OpenCLRunner() {
  if (Queue)
    clReleaseCommandQueue(Queue);
  if (Context)
    clReleaseContext(Context);
}

std::string OpenCLRunner::run(const bundle::builder::variant &V, const OpenCLLaunch &L,
                              std::vector<Closure> &Closures) {
  Objects O;
  if (std::string Problem = build(Context, Device, V, O); !Problem.empty())
    return Problem;
  if (std::string Problem = setArguments(Context, V, L, Closures, O); !Problem.empty())
    return Problem;
  cl_int Code = clEnqueueNDRangeKernel(Queue, O.Kernel, V.record.dimensions, L.Offset.data(), L.Global.data(),
                                       L.HasLocal ? L.Local.data() : nullptr, 0, nullptr, nullptr);
  if (Code)
    return problem("clEnqueueNDRangeKernel", Code);
  for (auto &[Buffer, Host] : O.Buffers)
    if (cl_int Code = clEnqueueReadBuffer(Queue, Buffer, CL_TRUE, 0, Host->size(), Host->data(), 0, nullptr, nullptr))
      return problem("clEnqueueReadBuffer", Code);
  Code = clFinish(Queue);
  return Code ? problem("clFinish", Code) : "";
}
