// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "sycl/usm.hpp"

namespace sycl::detail {

// Of any address within an allocation of any context; unknown otherwise.
usm::alloc usm_kind_of(const void *pointer);

} // namespace sycl::detail
