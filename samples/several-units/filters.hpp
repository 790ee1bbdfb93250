// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the translation units share.
#pragma once

#include <sycl/sycl.hpp>

#include <vector>

// Called by kernels of main.cpp, defined in colour.cpp: device code of another translation unit.
SYCL_EXTERNAL unsigned luminance(unsigned rgb);

// Submits a kernel of colour.cpp, which becomes part of the region that it is called in.
void invert(sycl::queue &q, sycl::buffer<unsigned> &light, sycl::buffer<unsigned> &out);

// A region in a translation unit of its own, edges.cpp. Returns what became of its fusion.
const char *edges(sycl::queue &q, const std::vector<unsigned> &in, std::vector<unsigned> &out);
unsigned edge_at(const std::vector<unsigned> &in, std::size_t i);
