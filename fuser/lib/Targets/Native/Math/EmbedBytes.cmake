# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -Dfrom=<file> -Dto=<file> -P EmbedBytes.cmake: the bytes of a file as the elements of an array of C++.
file(READ ${from} bytes HEX)
string(REGEX REPLACE "(................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${to} "${bytes}\n")
