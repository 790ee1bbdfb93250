// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaToolkit.h"

#include <cstdlib>

namespace syclfuse::fuser {

std::vector<std::string> cudaToolkitFolders() {
  std::vector<std::string> Folders;
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *Folder = std::getenv(Variable))
      Folders.push_back(Folder);
  if (Folders.empty())
    Folders = {"/usr/local/cuda", "/usr/lib/nvidia-cuda-toolkit"};
  return Folders;
}

} // namespace syclfuse::fuser
