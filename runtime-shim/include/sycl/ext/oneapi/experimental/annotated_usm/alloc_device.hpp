// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc_device_annotated and aligned_alloc_device_annotated: alloc_base.hpp documents them. Counts are in
// elements.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_usm/alloc_base.hpp"

namespace sycl::ext::oneapi::experimental {

template <class T, class... V>
annotated_ptr<T, properties<V...>> aligned_alloc_device_annotated(std::size_t align, std::size_t n, const device &d,
                                                                  const context &c,
                                                                  const properties<V...> & = properties<V...>{}) {
  return detail::allocate_annotated<T, sycl::usm::alloc::device, properties<V...>>(std::max(align, alignof(T)),
                                                                                   n * sizeof(T), d, c);
}
template <class T, class... V>
annotated_ptr<T, properties<V...>> aligned_alloc_device_annotated(std::size_t align, std::size_t n, const queue &q,
                                                                  const properties<V...> &p = properties<V...>{}) {
  return aligned_alloc_device_annotated<T>(align, n, q.get_device(), q.get_context(), p);
}
template <class T, class... V>
annotated_ptr<T, properties<V...>> malloc_device_annotated(std::size_t n, const device &d, const context &c,
                                                           const properties<V...> &p = properties<V...>{}) {
  return aligned_alloc_device_annotated<T>(1, n, d, c, p);
}
template <class T, class... V>
annotated_ptr<T, properties<V...>> malloc_device_annotated(std::size_t n, const queue &q,
                                                           const properties<V...> &p = properties<V...>{}) {
  return aligned_alloc_device_annotated<T>(1, n, q, p);
}

} // namespace sycl::ext::oneapi::experimental
