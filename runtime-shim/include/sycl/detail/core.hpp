// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "sycl/accessor.hpp"
#include "sycl/buffer.hpp"
#include "sycl/detail/standard_headers.hpp"
#include "sycl/host_accessor.hpp"
#include "sycl/queue.hpp"
#include "sycl/vec.hpp"
