// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs of test/e2e include, to be precompiled (test/CMakeLists.txt).
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <random>
