// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One translation unit, so that the compiler follows main() into the function.
#include "steps.cpp"

#include "main.cpp"
