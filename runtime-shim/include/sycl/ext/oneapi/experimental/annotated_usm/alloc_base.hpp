// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// USM with properties (sycl_ext_oneapi_annotated_usm). Functions return an annotated_ptr with the properties, or null
// if there is no memory. Alignments are in bytes; the larger of argument and property counts. The caller owns the
// memory and releases it with free(pointer, queue). Errors are those of sycl/usm.hpp.
#pragma once

#include "sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp"

#include <algorithm>

namespace sycl::ext::oneapi::experimental {

namespace detail {
template <class T, sycl::usm::alloc Kind, class List>
annotated_ptr<T, List> allocate_annotated(std::size_t align, std::size_t bytes, const device &d, const context &c) {
  constexpr auto asked = annotations<List>::kind();
  static_assert(asked == sycl::usm::alloc::unknown || Kind == sycl::usm::alloc::unknown || asked == Kind,
                "the property usm_kind contradicts the function");
  constexpr auto kind = Kind == sycl::usm::alloc::unknown ? asked : Kind;
  static_assert(kind != sycl::usm::alloc::unknown, "the property usm_kind is missing");
  align = std::max(align, annotations<List>::alignment());
  return annotated_ptr<T, List>(static_cast<T *>(sycl::aligned_alloc(align, bytes, d, c, kind)));
}
} // namespace detail

// Allocates memory of the kind that the property usm_kind names.
template <class T, class... V>
annotated_ptr<T, properties<V...>> malloc_annotated(std::size_t n, const queue &q, const properties<V...> & = {}) {
  return detail::allocate_annotated<T, sycl::usm::alloc::unknown, properties<V...>>(alignof(T), n * sizeof(T),
                                                                                    q.get_device(), q.get_context());
}
template <class T, class... V>
annotated_ptr<T, properties<V...>> aligned_alloc_annotated(std::size_t align, std::size_t n, const queue &q,
                                                           const properties<V...> & = {}) {
  return detail::allocate_annotated<T, sycl::usm::alloc::unknown, properties<V...>>(
      std::max(align, alignof(T)), n * sizeof(T), q.get_device(), q.get_context());
}
template <class T, class List> void free(const annotated_ptr<T, List> &p, const context &c) { sycl::free(p.get(), c); }
template <class T, class List> void free(const annotated_ptr<T, List> &p, const queue &q) { sycl::free(p.get(), q); }

// The functions of a kind, for the header that is named after it.
#define SYCL_FUSE_ANNOTATED_USM(kind)                                                                                  \
  template <class T, class... V>                                                                                       \
  annotated_ptr<T, properties<V...>> aligned_alloc_##kind##_annotated(                                                 \
      std::size_t align, std::size_t n, const device &d, const context &c, const properties<V...> & = {}) {            \
    return detail::allocate_annotated<T, sycl::usm::alloc::kind, properties<V...>>(std::max(align, alignof(T)),        \
                                                                                   n * sizeof(T), d, c);               \
  }                                                                                                                    \
  template <class T, class... V>                                                                                       \
  annotated_ptr<T, properties<V...>> aligned_alloc_##kind##_annotated(                                                 \
      std::size_t align, std::size_t n, const queue &q, const properties<V...> &p = {}) {                              \
    return aligned_alloc_##kind##_annotated<T>(align, n, q.get_device(), q.get_context(), p);                          \
  }                                                                                                                    \
  template <class T, class... V>                                                                                       \
  annotated_ptr<T, properties<V...>> malloc_##kind##_annotated(std::size_t n, const device &d, const context &c,       \
                                                               const properties<V...> &p = {}) {                       \
    return aligned_alloc_##kind##_annotated<T>(1, n, d, c, p);                                                         \
  }                                                                                                                    \
  template <class T, class... V>                                                                                       \
  annotated_ptr<T, properties<V...>> malloc_##kind##_annotated(std::size_t n, const queue &q,                          \
                                                               const properties<V...> &p = {}) {                       \
    return aligned_alloc_##kind##_annotated<T>(1, n, q, p);                                                            \
  }
} // namespace sycl::ext::oneapi::experimental
