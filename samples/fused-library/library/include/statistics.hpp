// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's interface: plain C++. That it uses SYCL, and fuses, is its own matter.
#pragma once

#include <vector>

namespace statistics {

// Subtracts `mean` from every value and divides by `deviation`, which must not be 0; then limits to -3 … 3. Returns
// what became of the fusion: "aot", "aot-generic", "unfused".
const char *standardize(std::vector<float> &values, float mean, float deviation);

} // namespace statistics
