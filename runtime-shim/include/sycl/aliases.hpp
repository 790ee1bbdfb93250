// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names for the standard's integers, as headers of SYCL 1.2.1 had them.
#pragma once

namespace sycl {
using uchar = unsigned char;
using schar = signed char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;
} // namespace sycl
