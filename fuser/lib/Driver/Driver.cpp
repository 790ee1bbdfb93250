// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Driver.h"

#include "llvm/Config/llvm-config.h"

std::string syclfuse::fuser::producerName() { return "sycl-fuse " SYCLFUSE_VERSION ", LLVM " LLVM_VERSION_STRING; }
