// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "sycl/detail/standard_headers.hpp"
#include "sycl/group.hpp"
