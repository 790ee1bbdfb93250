// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built by test/gpu/build.sh where nvcc is.
#include "reduction_peers.hpp"

#include <cstdio>
#include <cub/device/device_reduce.cuh>

namespace {

bool ok(cudaError_t e) {
  if (e != cudaSuccess)
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(e));
  return e == cudaSuccess;
}

// The result lies in memory that the host reads without a copy, as the result of bench-reductions does.
template <class T> class reducer {
public:
  bool run(cub_reduction r, const T *elements, std::size_t n, double *result) {
    if (!storage_ && !prepare(elements, n))
      return false;
    if (!ok(reduce(r, elements, n)) || !ok(cudaStreamSynchronize(stream_)))
      return false;
    *result = static_cast<double>(*result_);
    return true;
  }

private:
  bool prepare(const T *elements, std::size_t n) {
    if (!ok(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)) || !ok(cudaMallocHost(&result_, sizeof(T))))
      return false;
    std::size_t needed = 0; // with null storage the calls only say how much they need
    for (cub_reduction r : {cub_reduction::sum, cub_reduction::max}) {
      if (!ok(reduce(r, elements, n)))
        return false;
      needed = bytes_ > needed ? bytes_ : needed;
    }
    bytes_ = needed;
    return ok(cudaMalloc(&storage_, bytes_));
  }
  cudaError_t reduce(cub_reduction r, const T *elements, std::size_t n) {
    return r == cub_reduction::sum ? cub::DeviceReduce::Sum(storage_, bytes_, elements, result_, n, stream_)
                                   : cub::DeviceReduce::Max(storage_, bytes_, elements, result_, n, stream_);
  }

  void *storage_ = nullptr;
  std::size_t bytes_ = 0;
  T *result_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

} // namespace

extern "C" bool reduce_by_cub(int reduction, bool doubles, const void *elements, std::size_t n, double *result) {
  static reducer<double> of_doubles;
  static reducer<float> of_floats;
  const auto r = static_cast<cub_reduction>(reduction);
  return doubles ? of_doubles.run(r, static_cast<const double *>(elements), n, result)
                 : of_floats.run(r, static_cast<const float *>(elements), n, result);
}
