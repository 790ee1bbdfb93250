// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header and namespace of SYCL 1.2.1 and of SYCL 2020's appendix on migration: cl::sycl is sycl.
#pragma once

#include "sycl/sycl.hpp"

namespace cl {
namespace sycl = ::sycl;
}
