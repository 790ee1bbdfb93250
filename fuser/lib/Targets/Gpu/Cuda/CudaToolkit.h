// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

namespace syclfuse::fuser {

// The folders in which a CUDA toolkit is looked for, in order: CUDA_HOME and CUDA_PATH where they are set, and nowhere
// else then; without them the usual places.
std::vector<std::string> cudaToolkitFolders();

} // namespace syclfuse::fuser
