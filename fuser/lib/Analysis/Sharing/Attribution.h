// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace syclfuse::fuser {

// How an access is attributed to a submission. Kernel: MDSubmission, or, without any, the number of MDInsertedBarrier
// barriers before it. Barrier: always the latter.
enum class Attribution : unsigned char { Kernel, Barrier };

} // namespace syclfuse::fuser
