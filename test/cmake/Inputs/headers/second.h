// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#if FIRST != 1
#error "first.h comes first"
#endif
#define SECOND FIRST + 1
