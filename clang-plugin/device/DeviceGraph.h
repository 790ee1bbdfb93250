// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that kernels reach: what they call, and what in them cannot work on a device.
#pragma once

#include "diagnostics/Diagnostics.h"
#include "names/Library.h"

#include <deque>

namespace syclfuse::plugin {

struct DeviceFunction;

struct DeviceCall {
  DeviceFunction *Callee;
  clang::SourceLocation Location;
  const clang::Expr *Call; // null: an implicit call, as of a destructor
  bool TakesAddress;       // the function is not called here, but it may be elsewhere
};

struct DeviceFunction {
  const clang::FunctionDecl *Declaration; // the definition, if there is one
  bool IsLibrary;    // in a system header or one of ours: messages name the place in user code that needs it
  bool IsKernelBody; // the call operator of a kernel's closure
  std::vector<DeviceCall> Calls;
  // Things that cannot work on a device. The text's last argument is left out: it is for the library function that the
  // user called, if the place is not in user code.
  std::vector<Message> Findings;
};

// An entry point of device code.
struct DeviceRoot {
  DeviceFunction *Entry;
  std::string Name;               // "kernel 'add'"
  clang::SourceLocation Location; // where the user wrote its body
};

struct DeviceGraph {
  std::deque<DeviceFunction> Functions; // in the order in which they were reached
  std::vector<DeviceRoot> Roots;
};

// "'run'", "a lambda in 'run'"
std::string describe(const clang::FunctionDecl *FD);

} // namespace syclfuse::plugin
