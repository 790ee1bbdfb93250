// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all examples include.
#pragma once
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <string>
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>
#include <typeinfo>
#include <vector>

using namespace sycl;
namespace fusion = sycl::ext::codeplay::experimental;
using fusion::fusion_wrapper;
using fusion::property::promote_local;
using fusion::property::promote_private;
