# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include(CMakeFindDependencyMacro)
find_dependency(SyclFuse COMPONENTS Runtime)
include(${CMAKE_CURRENT_LIST_DIR}/statisticsTargets.cmake)
