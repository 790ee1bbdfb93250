# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -Dfrom=<file> -Dto=<file> -P ForgetTarget.cmake: textual IR without processors and address spaces.
file(READ ${from} text)
string(REGEX REPLACE "\"target-(cpu|features)\"=\"[^\"]*\"" "" text "${text}")
string(REPLACE " addrspace(4)" "" text "${text}")
file(WRITE ${to} "${text}")
