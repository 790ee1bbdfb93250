// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of graphs share: a kernel that no other can be fused with.
#pragma once

#include "e2e.hpp"
#include <sycl/ext/syclfuse/graph_parts.hpp>

namespace e2e {

inline constexpr std::size_t n = 1000;
using executable =
    sycl::ext::oneapi::experimental::command_graph<sycl::ext::oneapi::experimental::graph_state::executable>;
inline const sycl::property_list lives{
    sycl::ext::oneapi::experimental::property::graph::assume_buffer_outlives_graph()};

template <int> struct Mirror;
// Needs what other work-items have written.
template <int I> void mirror(sycl::queue &q, sycl::buffer<int> &from, sycl::buffer<int> &to) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor in(from, h, sycl::read_only);
    sycl::accessor tmp(to, h, sycl::write_only, sycl::no_init);
    // That no value is so large, nothing tells: what is read cannot be computed again.
    h.parallel_for<Mirror<I>>(sycl::range<1>(n), [=](sycl::id<1> i) {
      const std::size_t at = n - 1 - i[0] - (in[i] == 1 << 30);
      tmp[i] = in[at] + I;
    });
  });
}

} // namespace e2e
