# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set(family_sources
  HipDevice.cpp
  HipFamily.cpp
  HipTarget.cpp
  Ocml.cpp)
