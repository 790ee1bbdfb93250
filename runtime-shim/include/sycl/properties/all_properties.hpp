// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "sycl/context.hpp"
#include "sycl/detail/standard_headers.hpp"
#include "sycl/property.hpp"
