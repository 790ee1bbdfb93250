// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function objects of sycl by the names that they had before SYCL 2020.
#pragma once

#include "sycl/functional.hpp"

namespace sycl::ext::oneapi {
template <class T = void> using plus = sycl::plus<T>;
template <class T = void> using multiplies = sycl::multiplies<T>;
template <class T = void> using minimum = sycl::minimum<T>;
template <class T = void> using maximum = sycl::maximum<T>;
template <class T = void> using bit_and = sycl::bit_and<T>;
template <class T = void> using bit_or = sycl::bit_or<T>;
template <class T = void> using bit_xor = sycl::bit_xor<T>;
} // namespace sycl::ext::oneapi
