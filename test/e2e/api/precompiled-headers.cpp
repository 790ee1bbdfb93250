// With the headers precompiled, as the other programs have them (lit.local.cfg), the object is the same: code for the host
// and for devices, and the manifest.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %S/../regions/chain-sizes.cpp -o %t.o
// RUN: clang++-22 -std=c++17 -fsycl -fplugin=%plugin %sycl_includes -O2 -I%S/../Inputs -c %S/../regions/chain-sizes.cpp -o %t.plain.o
// RUN: cmp %t.o %t.plain.o
