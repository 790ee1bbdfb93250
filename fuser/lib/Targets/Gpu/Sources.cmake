# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What all families of GPUs share.
set(gpu_sources
  Gpu/Coarsening/Coarsening.cpp
  Gpu/Coarsening/GroupsTogether.cpp
  Gpu/Coarsening/ItemPattern.cpp
  Gpu/Coarsening/Lockstep.cpp
  Gpu/Coarsening/RowDivisions.cpp
  Gpu/GpuGroup.cpp
  Gpu/GpuGroups.cpp
  Gpu/GpuHostServices.cpp
  Gpu/GpuKernel.cpp
  Gpu/GpuLines.cpp
  Gpu/GpuLoops.cpp
  Gpu/GpuMath.cpp
  Gpu/GpuTarget.cpp
  Gpu/LaunchIds.cpp)
