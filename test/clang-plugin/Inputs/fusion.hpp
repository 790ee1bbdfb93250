// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every test of regions needs.
#pragma once
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;
using fusion::fusion_wrapper;
using sycl::ext::syclfuse::expect_nd_range;
