# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(family_sources
  SpirFile.cpp
  SpirGroups.cpp
  SpirvAtomics.cpp
  SpirvCheck.cpp
  SpirvCodeGen.cpp
  SpirvIntegers.cpp
  SpirvKernel.cpp
  SpirvLowering.cpp
  SpirvPrivatePointers.cpp
  SpirvTarget.cpp)
