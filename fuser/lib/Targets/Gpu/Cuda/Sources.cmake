# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(family_sources
  CudaDevice.cpp
  CudaFamily.cpp
  CudaFastMath.cpp
  CudaTarget.cpp
  CudaToolkit.cpp
  Libdevice.cpp
  Ptxas.cpp)
