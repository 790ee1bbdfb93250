// What the plugin records of queues under several names, of regions as objects, of exceptions and of submissions where
// no call is written has all that the program submits, whichever way it takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o 2> %t.says
// RUN: FileCheck-22 %s --check-prefix=SAYS < %t.says
// SAYS: the sequence of kernels of this fusion region depends on run-time values [SF1005]
// RUN: sycl-fuse build %t.o -o %t.fusion.o && sycl-fuse merge %t.o -o %t.manifest.json
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: rm -rf %t.record && env SYCL_RT_WARNING_LEVEL=0 SYCL_FUSE_RECORD_ALL=1 SYCL_FUSE_RECORD=%t.record %t
// RUN: %python %S/../../clang-plugin/Inputs/compare_capture.py %t.manifest.json -- %t.record/*.json | FileCheck-22 %s
// CHECK: {{^}}22 captured regions, {{[0-9]+}} with all identities, 0 problems
#include "e2e.hpp"
#include <memory>
#include <optional>
#include <stdexcept>
using namespace sycl;
using e2e::fusion_wrapper;
using e2e::fusion::fusion_region;
namespace {
template <class N> void put(queue &q, int *p) {
  q.single_task<N>([=] { *p = 1; });
}
template <class N> void put_copy(queue q, int *p) {
  q.single_task<N>([=] { *p = 2; });
}

// Queues under several names.
struct members {
  queue first, copy, other;
  queue &reference = first, *pointer = &copy;
  std::shared_ptr<queue> shared;
  std::optional<queue> set_later;
  fusion_wrapper fw;
  members(queue &q, queue &o) : first(q), copy(first), other(o), shared(std::make_shared<queue>(q)), fw(first) {}
  queue get() const { return copy; }
  void set(queue &q) { set_later = q; }
  void run(int *p) {
    fw.start_fusion();
    put<class A1>(first, p), put<class A2>(copy, p), put<class A3>(reference, p), put<class A4>(*pointer, p),
        put<class A5>(*shared, p);
    put<class A6>(other, p);
    put_copy<class A7>(get(), p);
    put<class A8>(*set_later, p);
    fw.complete_fusion();
  }
};
void parameters(queue &q, queue &o, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  put<class B1>(q, p), put<class B2>(o, p), put_copy<class B3>(fw.get_queue(), p);
  fw.complete_fusion();
}
void containers(queue &q, int *p) {
  queue array[2] = {q, q};
  std::vector<queue> vector{q, q};
  fusion_wrapper fw{array[0]};
  fw.start_fusion();
  put<class C1>(array[0], p), put<class C2>(array[1], p), put<class C3>(vector[1], p);
  for (queue &x : vector)
    put<class C4>(x, p);
  fw.complete_fusion();
}
void assigned(queue &q, queue &o, int *p) {
  queue a = q, *pointer;
  pointer = &q;
  fusion_wrapper fw{a};
  fw.start_fusion();
  put<class D1>(a, p), put<class D2>(*pointer, p);
  a = o;
  put<class D3>(a, p);
  fw.complete_fusion();
}

// Regions as objects.
void objects(queue &q, queue &o, int *p, bool completed) {
  {
    auto r = fusion_region::start(q);
    put<class E1>(q, p);
    if (completed)
      r.complete();
  }
  q.wait();
  auto r = fusion_region::start(q);
  auto s = fusion_region::start(o);
  put<class E2>(q, p), put<class E3>(o, p);
  r.complete();
  put<class E4>(o, p);
  if (completed)
    return;
  s.complete();
}

// Exceptions and jumps.
void may_throw(bool does) {
  if (does)
    throw std::runtime_error("as wanted");
}
void handlers(queue &q, int *p, bool fails) {
  auto r = fusion_region::start(q);
  put<class F1>(q, p);
  try {
    put<class F2>(q, p);
    may_throw(fails);
    put<class F3>(q, p);
  } catch (const std::exception &) {
    put<class F4>(q, p);
  }
  put<class F5>(q, p);
  r.complete();
}
void jumps(queue &q, int *p, int where) {
  auto r = fusion_region::start(q);
  put<class G1>(q, p);
  auto twice = [&] {
    put<class G2>(q, p);
    if (where)
      return;
    put<class G3>(q, p);
  };
  twice(), twice();
  if (where == 1)
    goto end;
  put<class G4>(q, p);
end:
  put<class G5>(q, p);
  r.complete();
}

// Submissions where no call is written.
struct base {
  queue &q;
  int *p;
  base(queue &q, int *p) : q(q), p(p) { put<class H1>(q, p); }
  ~base() { put<class H2>(q, p); }
};
struct derived : base {
  using base::base;
  ~derived() { put<class H3>(q, p); }
};
struct holder {
  base b;
  derived d;
  holder(queue &q, int *p) : b(q, p), d(q, p) {}
};
void hidden(queue &q, int *p) {
  auto r = fusion_region::start(q);
  {
    holder h{q, p};
    put<class H4>(q, p);
  }
  base{q, p};
  put<class H5>(q, p);
  r.complete();
}
struct initialized {
  queue q;
  int *p;
  fusion_wrapper fw;
  bool started = (fw.start_fusion(), true);
  int first = (put<class I1>(q, p), 1);
  initialized(queue &of, int *p) : q(of), p(p), fw(q) {
    put<class I2>(q, p);
    fw.complete_fusion();
  }
};
struct iterator {
  queue &q;
  int *p, i;
  int operator*() const { return put<class J1>(q, p), i; }
  iterator &operator++() { return ++i, *this; }
  bool operator!=(const iterator &o) const { return i != o.i; }
};
struct numbers {
  queue &q;
  int *p;
  iterator begin() const { return {q, p, 0}; }
  iterator end() const { return {q, p, 2}; }
};
void loops(queue &q, int *p) {
  auto r = fusion_region::start(q);
  for (int x : numbers{q, p})
    (void)x;
  r.complete();
  auto s = fusion_region::start(q);
  for (int i = 0; i < 2; put<class J2>(q, p), ++i)
    ;
  s.complete();
  auto t = fusion_region::start(q);
  int i = 0;
  while (put<class J3>(q, p), ++i < 3)
    ;
  t.complete();
}

// Buffers that are assigned to as a tuple.
template <class N> void add(queue &q, buffer<int> &from, buffer<int> &to) {
  q.submit([&](handler &h) {
    accessor in{from, h, read_only};
    accessor out{to, h, write_only};
    h.parallel_for<N>(range{8}, [=](id<1> i) { out[i] = in[i] + 1; });
  });
}
void tuples(queue &q, buffer<int> a, buffer<int> b) {
  auto r = fusion_region::start(q);
  add<class K1>(q, a, b);
  std::tie(a, b) = std::make_pair(b, a);
  add<class K2>(q, a, b);
  r.complete();
}

queue &shared_queue() {
  static queue q = e2e::make_queue();
  return q;
}
int *memory = malloc_shared<int>(8, shared_queue());
const int at_start = [] {
  auto r = fusion_region::start(shared_queue());
  put<class L1>(shared_queue(), memory);
  r.complete();
  return 1;
}();
} // namespace
int main() {
  queue &q = shared_queue(), o = e2e::make_queue();
  int *p = memory;
  for (queue *other : {&q, &o}) {
    members m{q, *other};
    m.set(*other);
    m.run(p);
    parameters(q, *other, p);
    assigned(q, *other, p);
  }
  containers(q, p);
  for (bool b : {true, false}) {
    objects(q, o, p, b);
    handlers(q, p, b);
  }
  for (int where : {0, 1, 2})
    jumps(q, p, where);
  hidden(q, p);
  initialized{q, p};
  loops(q, p);
  tuples(q, buffer<int>{range{8}}, buffer<int>{range{8}});
  q.wait(), o.wait();
  return at_start == 1 ? 0 : 1;
}
