// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "sycl/ext/oneapi/kernel_properties/properties.hpp"
#include "sycl/ext/oneapi/properties/properties.hpp"
