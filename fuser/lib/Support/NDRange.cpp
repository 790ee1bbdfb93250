// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NDRange.h"

namespace syclfuse::fuser {

NDRange::NDRange(const launch_sizes &Sizes, unsigned Dims) : Dims(Dims) {
  for (unsigned I = 0; I != Dims; ++I) {
    const unsigned Spirv = Dims - 1 - I;
    Global[I] = Sizes.global_size[Spirv];
    Local[I] = Sizes.local_size[Spirv];
    Offset[I] = Sizes.global_offset[Spirv];
  }
}

launch_sizes NDRange::sizes() const {
  launch_sizes Out;
  for (unsigned I = 0; I != Dims; ++I) {
    const unsigned Sycl = Dims - 1 - I;
    Out.global_size[I] = Global[Sycl];
    Out.local_size[I] = Local[Sycl];
    Out.global_offset[I] = Offset[Sycl];
  }
  for (unsigned I = Dims; hasLocal() && I < 3; ++I)
    Out.local_size[I] = 1;
  return Out;
}

std::string NDRange::str() const {
  std::string Out = "{";
  for (const std::array<uint64_t, 3> *Sizes : {&Global, &Local, &Offset}) {
    if (Sizes != &Global)
      Out += ", ";
    for (unsigned I = 0; I < Dims && I < 3; ++I)
      Out += (I ? "x" : "") + std::to_string((*Sizes)[I]);
  }
  return Out + "}";
}

} // namespace syclfuse::fuser
