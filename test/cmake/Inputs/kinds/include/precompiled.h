// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
enum { precompiled = 1 };
