// Regions through whatever people write (templates of templates, members of class templates, generic lambdas,
// structured bindings, containers, smart pointers, lists, switches, tags, properties, reductions): what is recorded is
// what the program submits, and results are right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o 2> %t.says
// RUN: FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark: < %t.says
// SAYS: warning: buffer 'tmp' is promoted by some of its accessors only
// RUN: sycl-fuse build %t.o -o %t.fusion.o && sycl-fuse merge %t.o -o %t.manifest.json
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: rm -rf %t.record && env SYCL_FUSE_RECORD_ALL=1 SYCL_FUSE_RECORD=%t.record %t | FileCheck-22 %s --implicit-check-not=unfused --implicit-check-not=differ
// RUN: %python %S/../../clang-plugin/Inputs/compare_capture.py %t.manifest.json -- %t.record/*.json | FileCheck-22 %s --check-prefix=SAME
// SAME: {{^}}14 captured regions, 1{{[0-9]}} with all identities, 0 problems
// CHECK-COUNT-12: : aot
// CHECK: all results right
#include "e2e.hpp"
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
using namespace sycl;
namespace {
constexpr std::size_t n = 203;
using ints = std::vector<int>;
ints start() {
  ints v(n);
  std::iota(v.begin(), v.end(), -50);
  return v;
}
// Runs Body(queue, wrapper, buffer) and compares the buffer with what Wanted makes of each element.
template <class Body, class Wanted> void check(const char *what, Body body, Wanted wanted) {
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  ints v = start(), expected = start();
  {
    buffer<int> b{v.data(), range{n}};
    body(q, fw, b);
    e2e::report(what, fw);
  }
  for (int &x : expected)
    x = wanted(x);
  e2e::expect_equal(what, v, expected);
}

// A kernel whose operation is a template template argument.
template <class T> struct plus_three {
  static T apply(T x) { return x + 3; }
};
template <class T> struct doubled {
  static T apply(T x) { return x * 2; }
};
template <template <class> class Op, class T> struct elementwise {
  accessor<T, 1, access_mode::read_write> a;
  void operator()(id<1> i) const { a[i] = Op<T>::apply(a[i]); }
};
template <template <class> class Op, class T> void submit(queue &q, buffer<T> &b) {
  q.submit([&](handler &h) { h.parallel_for(b.get_range(), elementwise<Op, T>{{b, h}}); });
}
void template_templates(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  fw.start_fusion();
  submit<plus_three>(q, b);
  submit<doubled>(q, b);
  fw.complete_fusion();
}

// Members of class templates, with a queue in a base.
struct has_queue {
  queue q;
};
template <class T, int Factor> class pipeline : has_queue {
  buffer<T> tmp{range{n}, {e2e::promote_private{}}};

public:
  explicit pipeline(queue &from) : has_queue{from} {}
  template <class U> void scale(buffer<U> &from) {
    q.submit([&](handler &h) {
      accessor in{from, h, read_only};
      accessor out{tmp, h, write_only, no_init};
      h.parallel_for(range{n}, [=](id<1> i) { out[i] = in[i] * Factor; });
    });
  }
  template <bool Twice> void back(buffer<T> &to) {
    q.submit([&](handler &h) {
      accessor in{tmp, h, read_only};
      accessor out{to, h, write_only, no_init};
      if constexpr (Twice)
        h.parallel_for(range{n}, [=](id<1> i) { out[i] = in[i] + in[i]; });
      else
        h.parallel_for(range{n}, [=](id<1> i) { out[i] = in[i]; });
    });
  }
  void run(e2e::fusion_wrapper &fw, buffer<T> &b) {
    fw.start_fusion();
    scale(b);
    back<(Factor > 4)>(b);
    fw.complete_fusion();
  }
};
void class_templates(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  pipeline<int, 3>{q}.run(fw, b);
  pipeline<int, 5> five{q};
  five.run(fw, b);
}

void generic_lambdas(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  auto apply = [&](auto op, buffer<int> &to) {
    q.submit([&](auto &h) {
      accessor a{to, h, read_write};
      h.parallel_for(to.get_range(), [=](auto i) { a[i] = op(a[i]); });
    });
  };
  fw.start_fusion();
  apply([](int x) { return x - 1; }, b);
  apply([](int x) { return x * x; }, b);
  fw.complete_fusion();
}

struct both {
  buffer<int> &a;
  buffer<int> tmp;
};
void structured_bindings(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  both some{b, buffer<int>{range{n}, {e2e::promote_private{}}}};
  auto &[from, tmp] = some;
  std::tuple<buffer<int> &, int> more{b, 4};
  auto &[to, by] = more;
  const int addend = by;
  fw.start_fusion();
  q.submit([&, &from = from, &tmp = tmp](handler &h) {
    accessor in{from, h, read_only};
    accessor out{tmp, h, write_only, no_init};
    h.parallel_for(range{n}, [=](id<1> i) { out[i] = in[i] - 7; });
  });
  q.submit([&, &tmp = tmp, &to = to](handler &h) {
    accessor in{tmp, h, read_only};
    accessor out{to, h, write_only, no_init};
    h.parallel_for(range{n}, [=](id<1> i) { out[i] = in[i] + addend; });
  });
  fw.complete_fusion();
}

template <class Name> void add(queue &q, buffer<int> &from, buffer<int> &to, int by) {
  q.submit([&](handler &h) {
    accessor in{from, h, read_only};
    accessor out{to, h, write_only};
    h.parallel_for<Name>(range{n}, [=](id<1> i) { out[i] = in[i] + by; });
  });
}
void containers(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  std::vector<buffer<int>> list{b, buffer<int>{range{n}}};
  auto kept = std::make_unique<buffer<int>>(range{n});
  std::optional<buffer<int>> maybe{std::in_place, range<1>{n}};
  std::array<buffer<int>, 2> pair{buffer<int>{range{n}}, b};
  fw.start_fusion();
  add<class V0>(q, list[0], list[1], 1);
  add<class V1>(q, list[1], *kept, 2);
  add<class V2>(q, *kept, *maybe, 3);
  add<class V3>(q, maybe.value(), pair[0], 4);
  add<class V4>(q, pair[0], pair[1], 5);
  fw.complete_fusion();
}

void lists_and_switches(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  fw.start_fusion();
  for (int by : {1, 20, 300})
    add<class L0>(q, b, b, by);
  enum class what { add, twice, skip };
  for (what w : {what::twice, what::skip, what::add})
    switch (w) {
    case what::add:
      add<class L1>(q, b, b, 9);
      break;
    case what::twice:
      submit<doubled>(q, b);
      [[fallthrough]];
    default:
      submit<plus_three>(q, b);
    }
  for (std::size_t k = 8; k; k >>= 2) {
    if (k == 2)
      continue;
    add<class L2>(q, b, b, int(k));
  }
  fw.complete_fusion();
}

void shortcuts(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  ints copy(n);
  int *p = malloc_shared<int>(n, q);
  {
    host_accessor in{b, read_only};
    for (std::size_t i = 0; i < n; ++i)
      p[i] = in[i];
  }
  fw.start_fusion();
  event e = q.parallel_for<class S0>(range{n}, [=](id<1> i) { p[i] += 10; });
  q.parallel_for(range{n}, e, [=](id<1> i) { p[i] *= 2; });
  q.parallel_for<class S1>(nd_range<1>{n, 7}, std::vector<event>{e}, [=](nd_item<1> i) { p[i.get_global_id(0)] -= 1; });
  q.single_task<class S2>([=] { p[0] += 0; });
  fw.complete_fusion();
  q.wait();
  {
    host_accessor out{b, write_only};
    for (std::size_t i = 0; i < n; ++i)
      out[i] = p[i];
  }
  free(p, q);
}

// A kernel with properties as an argument, and with tags on everything.
void tags(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  namespace x = sycl::ext::oneapi::experimental;
  buffer<int> tmp{range{n}};
  const property_list promoted{e2e::promote_private{}, no_init};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor in{b, h, read_only};
    accessor out{tmp, h, write_only, promoted};
    h.parallel_for<class T0>(range{n}, x::properties{}, [=](id<1> i) { out[i] = in[i] + 1; });
  });
  q.submit([&](handler &h) {
    auto in = tmp.get_access<access_mode::read>(h);
    accessor<int, 1, access_mode::read, target::device> typed(tmp, h, read_only, {e2e::promote_private{}});
    accessor out(b, h, write_only, {no_init});
    h.parallel_for<class T1>(range<1>(n), [=](item<1> i) { out[i] = typed[i] * 3 + 0 * in[i]; });
  });
  fw.complete_fusion();
}

void members_of_pointers(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  struct node {
    buffer<int> *data;
    node *next;
  };
  buffer<int> t{range{n}};
  node second{&t, nullptr}, first{&b, &second};
  node *p = &first;
  fw.start_fusion();
  add<class P0>(q, *p->data, *p->next->data, 6);
  add<class P1>(q, *second.data, *first.data, 7);
  fw.complete_fusion();
}

int from_function(int k) { return k * 2; }
void functions(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  void (*put)(queue &, buffer<int> &, buffer<int> &, int) = add<class F0>;
  auto twice = [&](auto &&f) {
    f();
    f();
  };
  fw.start_fusion();
  put(q, b, b, from_function(4));
  [&](auto... k) { (add<class F1>(q, b, b, k), ...); }(1, 2);
  twice([&] { add<class F2>(q, b, b, 100); });
  fw.complete_fusion();
}

// Layers in a vector, and two buffers that take turns, as members.
struct layer {
  buffer<int> *out;
  int by;
};
class network {
  queue q;
  buffer<int> *now, *next;
  std::vector<layer> layers;
  void turn() { std::swap(now, next); }

public:
  network(queue &q, buffer<int> &b, buffer<int> &tmp) : q(q), now(&b), next(&tmp) {
    for (int k = 0; k < 4; ++k)
      layers.push_back({k % 2 ? &b : &tmp, k});
  }
  void run(e2e::fusion_wrapper &fw) {
    fw.start_fusion();
    for (int k = 0; k < 4; ++k) {
      add<class N0>(q, *now, *next, 5);
      turn();
    }
    for (int k = 0; k < 3; ++k) {
      const layer &from = layers[k];
      add<class N1>(q, *from.out, *layers[k + 1].out, 2);
    }
    fw.complete_fusion();
  }
};
void members_that_take_turns(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  buffer<int> tmp{range{n}};
  network{q, b, tmp}.run(fw);
}

void around_host_tasks(queue &q, e2e::fusion_wrapper &fw, buffer<int> &b) {
  fw.start_fusion();
  add<class H0>(q, b, b, 1);
  add<class H1>(q, b, b, 2);
  fw.complete_fusion();
  q.submit([&](handler &h) {
    host_accessor<int, 1> unused{};
    (void)unused;
    h.host_task([] {});
  });
  fw.start_fusion();
  add<class H2>(q, b, b, 3);
  add<class H3>(q, b, b, 4);
  fw.complete_fusion(e2e::fusion::property::no_barriers{});
}
} // namespace
int main() {
  check("template templates", template_templates, [](int x) { return (x + 3) * 2; });
  check("class templates", class_templates, [](int x) { return x * 3 * 5 * 2; });
  check("generic lambdas", generic_lambdas, [](int x) { return (x - 1) * (x - 1); });
  check("structured bindings", structured_bindings, [](int x) { return x - 3; });
  check("containers", containers, [](int x) { return x + 15; });
  check("lists and switches", lists_and_switches, [](int x) { return (x + 321) * 2 + 3 + 3 + 9 + 8; });
  check("shortcuts", shortcuts, [](int x) { return (x + 10) * 2 - 1; });
  check("tags", tags, [](int x) { return (x + 1) * 3; });
  check("members of pointers", members_of_pointers, [](int x) { return x + 13; });
  check("functions", functions, [](int x) { return x + 8 + 1 + 2 + 200; });
  check("members that take turns", members_that_take_turns, [](int x) { return x + 21; });
  check("around host tasks", around_host_tasks, [](int x) { return x + 10; });
  return e2e::finish();
}
