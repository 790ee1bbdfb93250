// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks of device code, in the device pass: Clang accepts there what no device can do.
#pragma once

#include "diagnostics/Options.h"

namespace syclfuse::plugin {

std::unique_ptr<clang::ASTConsumer> createDeviceCodeConsumer(clang::CompilerInstance &CI, Options Opts);

} // namespace syclfuse::plugin
