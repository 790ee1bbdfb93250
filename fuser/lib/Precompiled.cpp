// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The translation unit that CMake precompiles Precompiled.h for.
#include "Precompiled.h"
