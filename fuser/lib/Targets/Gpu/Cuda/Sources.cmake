# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(family_sources
  CudaAtomics.cpp
  CudaDevice.cpp
  CudaFamily.cpp
  CudaFastMath.cpp
  CudaTarget.cpp
  CudaToolkit.cpp
  Libdevice.cpp
  Ptxas.cpp)
