// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a command the launch of a kernel; one that is launched again as before keeps what it has.
#pragma once

#include "sycl/detail/kernel.hpp"

#include <cstring>
#include <new>
#include <type_traits>

namespace sycl::detail {

template <int D>
bool is_launch_range(const launch_range &r, const range<D> &global, const range<D> &local, const id<D> &offset) {
  for (int d = 0, s = D - 1; d < D; ++d, --s)
    if (r.global_size[s] != global[d] || r.local_size[s] != local[d] || r.global_offset[s] != offset[d])
      return false;
  return true;
}
template <int D>
void set_launch_range(launch_range &r, syclfuse::range_kind kind, const range<D> &global, const range<D> &local,
                      const id<D> &offset) {
  for (int d = 0, s = D - 1; d < D; ++d, --s) {
    r.global_size[s] = global[d];
    r.local_size[s] = local[d];
    r.global_offset[s] = offset[d];
  }
  for (int s = D; s < 3; ++s) {
    r.global_size[s] = 1;
    r.local_size[s] = kind == syclfuse::range_kind::nd_range ? 1 : 0;
    r.global_offset[s] = 0;
  }
}

// Makes `c` the launch of the kernel `f`.
template <class Name, syclfuse::range_kind Kind, int D, class Arg, class F>
void describe_kernel(command &c, const F &f, const range<D> &global, const range<D> &local, const id<D> &offset) {
  using name = kernel_name<Name, F>;
  // Naming the entry point makes the device pass compile it.
  (void)static_cast<void (*)(F)>(&kernel_entry<name, F, Kind, D, Arg>);
  c.kind = command_kind::kernel;
  kernel_info *kernel = &kernel_of<name, F, Kind, D, Arg>::info;
  c.other_launch = c.again == 0 || c.kernel != kernel || !is_launch_range(c.range, global, local, offset);
  if (c.other_launch) {
    c.kernel = kernel;
    c.shares = 0;
    set_launch_range(c.range, Kind, global, local, offset);
  } else if constexpr (std::is_trivially_copyable_v<F>) {
    // Most kernels that are launched again have the same closure as before: nothing needs to be copied or checked then.
    if (std::memcmp(c.closure, &f, sizeof(F)) == 0)
      return;
    if constexpr (!std::has_unique_object_representations_v<F>)
      if (has_same_arguments(c, &f))
        return;
  }
  c.other_closure = true;
  ::new (closure_storage(c, sizeof(F), alignof(F))) F(f);
}

} // namespace sycl::detail
