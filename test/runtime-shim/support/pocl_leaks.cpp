// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests that run on PoCL with the address sanitizer: PoCL, and LLVM in it, keep what they made until the process
// ends. What the runtime keeps is reported.
extern "C" const char *__lsan_default_suppressions();
extern "C" const char *__lsan_default_suppressions() { return "leak:libpocl\nleak:libLLVM\n"; }
