// Properties of annotated_ptr promote the memory that the pointer leads to as those of an accessor promote its buffer; what a
// plain pointer or another command uses stays in memory.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS
// SAYS: [[#@LINE+37]]:76: warning: buffer 'mixed' is promoted by some of its accessors only
// SAYS: note: the pointer is declared here, and used by other means too
// SAYS-NOT: warning:
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;
using by_item = p::access_scope_work_item;
using by_group = p::access_scope_work_group;
using internal = p::fusion_internal_memory;
constexpr range<1> items{64};

void run(queue &q, int *tmp, int *other) {
  const x::annotated_ptr proved(tmp, internal{});
  const x::annotated_ptr none(other, by_item{}, no_init);
  const auto promised = x::annotated_ptr(other, x::properties{by_item{}, internal{}, no_init});
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class A>(items, [=](id<1> i) { proved[i] = none[i]; });
  fw.complete_fusion();
  fw.start_fusion();
  q.parallel_for<class B>(items, [=](id<1> i) { promised[i] = proved[i]; });
  fw.complete_fusion();
}
// CHECK: submit A {{.*}}; proved=tmp:automatic none.pointer_=other{{$}}
// CHECK: submit B {{.*}}; promised=other:private proved=tmp:automatic{{$}}

// Of one pointer, by several names; two that differ have no scope between them.
void through_a_graph(queue &q, int *target) {
  int *both = sycl::malloc_device<int>(64, q), *mixed = sycl::malloc_device<int>(64, q), *same = both,
      *copied = sycl::malloc_device<int>(64, q);
  x::annotated_ptr a(both, by_item{}, internal{}, no_init);
  x::annotated_ptr b(same, by_group{}, internal{}, no_init);
  x::annotated_ptr c(mixed, internal{});
  x::annotated_ptr d(copied, internal{});
  x::command_graph<> g{q};
  auto first = g.add([&](handler &h) { h.parallel_for<class First>(items, [=](id<1> i) { a[i] = c[i] = d[i] = 1; }); });
  auto second =
      g.add([&](handler &h) { h.parallel_for<class Second>(items, [=](id<1> i) { b[i] = c[i] + mixed[i] + d[i]; }); },
            p::node::depends_on(first));
  g.add([&](handler &h) { h.memcpy(target, copied, 8); }, p::node::depends_on(second));
  g.finalize(p::graph::enable_fusion{});
}
// CHECK: submit First {{.*}}; a=both:automatic c=mixed d=copied{{$}}
// CHECK: submit Second {{.*}}; b=both:automatic c=mixed mixed=mixed d=copied{{$}}
