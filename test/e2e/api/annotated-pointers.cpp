// annotated_ptr and annotated_arg are what they hold, in kernels too; annotated USM has the alignment and kind asked
// for; what the properties cannot be is an error of compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: region: aot none
// CHECK: all results right
// RUN: not %sycl_cxx -DKIND -fsyntax-only -I%S/../Inputs %s 2>&1 | FileCheck-22 %s --check-prefix=KIND
// RUN: not %sycl_cxx -DODD -fsyntax-only -I%S/../Inputs %s 2>&1 | FileCheck-22 %s --check-prefix=ODD
// KIND: the property usm_kind contradicts the function
// ODD: this is no property of an annotated pointer or argument, or no valid one
#include "e2e.hpp"
#include <sycl/ext/oneapi/experimental/annotated_arg/annotated_arg.hpp>
#include <sycl/ext/oneapi/experimental/annotated_ptr/annotated_ptr.hpp>
#include <sycl/ext/oneapi/experimental/annotated_usm/alloc_device.hpp>
#include <sycl/ext/oneapi/experimental/annotated_usm/alloc_host.hpp>
#include <sycl/ext/oneapi/experimental/annotated_usm/alloc_shared.hpp>
#include <sycl/ext/oneapi/experimental/properties/properties.hpp>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
constexpr std::size_t n = 1019;

using aligned = decltype(x::properties{x::alignment<256>});
static_assert(std::is_trivially_copyable_v<x::annotated_ptr<int, aligned>> &&
              sizeof(x::annotated_ptr<int, aligned>) == sizeof(int *));
static_assert(std::is_trivially_copyable_v<x::annotated_arg<float>> &&
              sizeof(x::annotated_arg<float>) == sizeof(float));
static_assert(x::annotated_ptr<int, aligned>::has_property<x::alignment_key>());
static_assert(x::annotated_ptr<int, aligned>::get_property<x::alignment_key>() == x::alignment<256>);
static_assert(!x::annotated_ptr<int>::has_property<x::alignment_key>());
// Memory that is internal to a region brings along what a fused kernel must know.
namespace p = x::property;
using internal = decltype(x::annotated_ptr(std::declval<int *>(), p::access_scope_work_item(),
                                           p::fusion_internal_memory(), no_init));
using by_list = decltype(x::properties{p::access_scope_work_item(), p::fusion_internal_memory(), no_init});
static_assert(std::is_same_v<internal, x::annotated_ptr<int, by_list>> && std::is_trivially_copyable_v<internal>);
static_assert(internal::has_property<p::fusion_internal_memory>() && internal::has_property<property::no_init>() &&
              internal::get_property<p::access_scope_key>().syclfuse_id == p::access_scope_work_item::syclfuse_id);
using by_objects = decltype(x::properties{x::access_scope_work_item, x::fusion_internal_memory, x::fusion_no_init});
static_assert(std::is_same_v<by_objects, by_list>);
static_assert(sizeof(x::annotated_ptr<int, decltype(x::properties{no_init})>) == sizeof(int *));

template <class P> void check_kind(const char *what, const P &p, usm::alloc kind, std::size_t align, queue &q) {
  e2e::expect(what, p && get_pointer_type(p.get(), q.get_context()) == kind &&
                        reinterpret_cast<std::uintptr_t>(p.get()) % align == 0);
  x::free(p, q);
}

int main() {
  queue q = e2e::make_queue();
  auto a = x::malloc_shared_annotated<int>(n, q, x::properties{x::alignment<256>, x::usm_kind_shared});
  auto b = x::malloc_shared_annotated<int>(n, q);
  const x::annotated_arg factor{7};
  const x::annotated_arg where(b.get(), x::properties{x::alignment<4>});
  e2e::expect("comparison",
              a && b && a != nullptr && !(x::annotated_ptr<int>{} != nullptr) && x::annotated_ptr{b.get()} == b);
  e2e::expect("difference", (a + 5) - a.get() == 5 && &a[5] == a + 5);

  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  event e = q.parallel_for(range<1>(n), [=](id<1> i) { a[i[0]] = static_cast<int>(i[0]) * factor; });
  q.parallel_for(range<1>(n), e, [=](id<1> i) { where[i[0]] = a[i[0]] + factor; });
  fw.complete_fusion();
  q.wait();
  e2e::report("region", fw);
  std::vector<int> one(n), two(n);
  for (std::size_t i = 0; i < n; ++i) {
    one[i] = static_cast<int>(i) * 7;
    two[i] = one[i] + 7;
  }
  e2e::expect_equal("pointer", std::vector<int>(a.get(), a.get() + n), one);
  e2e::expect_equal("argument", std::vector<int>(b.get(), b.get() + n), two);

  internal none, of_memory(a.get(), p::access_scope_work_item(), p::fusion_internal_memory(), no_init);
  e2e::expect("internal", !none && of_memory && of_memory == internal(a.get()) && of_memory.get() == a.get() &&
                              of_memory + 3 == a + 3 && &of_memory[4] - of_memory.get() == 4);
  check_kind("shared", a, usm::alloc::shared, 256, q);
  check_kind("plain", b, usm::alloc::shared, alignof(int), q);
  check_kind("device", x::malloc_device_annotated<double>(3, q), usm::alloc::device, alignof(double), q);
  check_kind("host", x::aligned_alloc_host_annotated<char>(512, 3, q, x::properties{x::alignment<64>}),
             usm::alloc::host, 512, q);
  check_kind("device, aligned",
             x::aligned_alloc_device_annotated<char>(64, 3, q.get_device(), q.get_context(),
                                                     x::properties{x::alignment<1024>}),
             usm::alloc::device, 1024, q);
  check_kind("by property", x::malloc_annotated<int>(3, q, x::properties{x::usm_kind_host}), usm::alloc::host,
             alignof(int), q);
#ifdef KIND
  x::malloc_device_annotated<int>(3, q, x::properties{x::usm_kind_shared});
#endif
#ifdef ODD
  x::malloc_device_annotated<int>(3, q, x::properties{x::alignment<3>});
#endif
  return e2e::finish();
}
