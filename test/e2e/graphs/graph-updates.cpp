// Updates of fused graphs: with the guards kept the same fused kernel runs on, with one broken the kernels run one by one, or the graph stays as it was.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// Decided anew at each execution.
// RUN: env SYCL_FUSE_STATS=1 %t 2> %t.stats | FileCheck-22 %s
// CHECK: all results right
#include "graph_kernels.hpp"

#include <functional>
#include <numeric>

using namespace sycl;
using e2e::executable, e2e::lives, e2e::mirror, e2e::n;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;
using outcome = ext::codeplay::experimental::fusion_outcome;

namespace {

// What its kernels run as: "2a 1u" for two that are one, then one by itself; "k" behind a part that keeps memory.
std::string parts(const executable &e) {
  std::string text;
  for (const auto &part : ext::syclfuse::parts_of(e)) {
    const bool fused = part.outcome == outcome::aot || part.outcome == outcome::aot_generic;
    text += (text.empty() ? "" : " ") + std::to_string(part.nodes.size()) + (fused ? "a" : "u");
    text += part.kept.empty() ? "" : "k";
  }
  return text;
}
void expect_parts(const char *what, const executable &e, const std::string &wanted) {
  if (parts(e) == wanted)
    return;
  ++e2e::failures;
  std::printf("%s: runs as %s, needed: %s\n", what, parts(e).c_str(), wanted.c_str());
}

struct scale {
  const int *from;
  int *to, factor;
  void operator()(nd_item<1> i) const { to[i.get_global_id(0)] = from[i.get_global_id(0)] * factor; }
};
struct add_to {
  const int *from;
  int *to, more;
  void operator()(nd_item<1> i) const { to[i.get_global_id(0)] += from[i.get_global_id(0)] + more; }
};

// mid = in * factor; out += mid + more. What the kernels are given, and what they do with it.
struct arguments {
  const int *in;
  int *mid, *read, *out; // `read` is `mid`, unless a guard is to break
  int factor, more;
  nd_range<1> first{n, 10}, second{n, 10};
  void apply() const {
    for (std::size_t i = 0; i < first.get_global_range()[0]; ++i)
      mid[i] = in[i] * factor;
    for (std::size_t i = 0; i < second.get_global_range()[0]; ++i)
      out[i] += read[i] + more;
  }
};

// Arrays, and the same ones for the model.
struct memory {
  static constexpr std::size_t arrays = 4;
  queue q;
  std::vector<int *> device, host;
  std::vector<int> model;
  explicit memory(unsigned seed) : model(e2e::random_values<int>(arrays * n, seed)) {
    int *all = malloc_shared<int>(arrays * n, q);
    std::copy(model.begin(), model.end(), all);
    for (std::size_t a = 0; a < arrays; ++a) {
      device.push_back(all + a * n);
      host.push_back(model.data() + a * n);
    }
  }
  ~memory() { free(device[0], q); }
  memory(const memory &) = delete;
  arguments on_host(arguments a) const {
    for (int **pointer : {&a.mid, &a.read, &a.out})
      *pointer = host_of(*pointer);
    a.in = host_of(const_cast<int *>(a.in));
    return a;
  }
  void run(const char *what, executable &e, const arguments &a) {
    q.ext_oneapi_graph(e).wait();
    on_host(a).apply();
    e2e::expect_equal(what, std::vector<int>(device[0], device[0] + arrays * n), model);
  }

private:
  int *host_of(int *pointer) const { return host[0] + (pointer - device[0]); }
};

struct pipeline {
  x::dynamic_parameter<const int *> in;
  x::dynamic_parameter<int *> mid, out;
  x::dynamic_parameter<const int *> read;
  x::dynamic_parameter<int> factor, more;
  x::command_graph<> g;
  std::vector<x::node> nodes;

  pipeline(const queue &q, const arguments &a)
      : in(a.in), mid(a.mid), out(a.out), read(a.read), factor(a.factor), more(a.more), g(q) {}
  void set(const arguments &a) {
    in.update(a.in);
    mid.update(a.mid);
    read.update(a.read);
    out.update(a.out);
    factor.update(a.factor);
    more.update(a.more);
    nodes[0].update_nd_range(a.first);
    nodes[1].update_nd_range(a.second);
  }
  void add(int *source, int *temporary, int *result) {
    x::node first = g.add([&](handler &h) {
      h.parallel_for(nd_range<1>(n, 10), scale{source, temporary, 1});
      h.set_arg(0, in);
      h.set_arg(1, mid);
      h.set_arg(2, factor);
    });
    x::node second = g.add(
        [&](handler &h) {
          h.parallel_for(nd_range<1>(n, 10), add_to{temporary, result, 1});
          h.set_arg(0, read);
          h.set_arg(1, out);
          h.set_arg(2, more);
        },
        p::node::depends_on(first));
    nodes = {first, second};
  }
};

executable prefer(pipeline &l, int *source, int *temporary, int *result) {
  l.add(source, temporary, result);
  return l.g.finalize({p::graph::enable_fusion(), p::graph::updatable()});
}
executable require(pipeline &l, int *source, int *temporary, int *result) {
  l.add(source, temporary, result);
  return l.g.finalize({p::graph::require_fusion(), p::graph::updatable()});
}

struct change {
  const char *what;
  bool fits; // all guards
  std::function<void(arguments &, const memory &)> make;
};
const std::vector<change> changes{
    {"a pointer", true, [](arguments &a, const memory &m) { a.out = m.device[3]; }},
    {"scalars", true, [](arguments &a, const memory &) { a.factor = 7, a.more = -11; }},
    {"a temporary", true, [](arguments &a, const memory &m) { a.read = a.mid = m.device[3]; }},
    {"both ranges", true, [](arguments &a, const memory &) { a.first = a.second = nd_range<1>(n / 2, 20); }},
    {"one pointer of two that are the same", false, [](arguments &a, const memory &m) { a.read = m.device[3]; }},
    {"the groups of one kernel", false, [](arguments &a, const memory &) { a.second = nd_range<1>(n, 8); }},
};

// Node by node, or all of the graph from another one: each change, and back.
void updates(bool whole) {
  memory m(whole ? 1 : 2);
  const arguments before{m.device[0], m.device[1], m.device[1], m.device[2], 3, 5};
  pipeline l(m.q, before), other(m.q, before);
  executable e = prefer(l, m.device[0], m.device[1], m.device[2]);
  other.add(m.device[0], m.device[1], m.device[2]);
  const auto update = [&](const arguments &a) {
    (whole ? other : l).set(a);
    whole ? e.update(other.g) : e.update(l.nodes);
  };
  m.run("at first", e, before);
  for (const change &c : changes) {
    arguments a = before;
    c.make(a, m);
    update(a);
    expect_parts(c.what, e, c.fits ? "2a" : "1u 1u");
    m.run(c.what, e, a);
    update(before);
    expect_parts(c.what, e, "2a");
    m.run(c.what, e, before);
  }
}

void updates_that_are_refused(bool whole) {
  memory m(whole ? 3 : 4);
  const arguments before{m.device[0], m.device[1], m.device[1], m.device[2], 3, 5};
  pipeline l(m.q, before), other(m.q, before);
  executable e = require(l, m.device[0], m.device[1], m.device[2]);
  other.add(m.device[0], m.device[1], m.device[2]);
  arguments now = before;
  for (const change &c : changes) {
    arguments a = before;
    c.make(a, m);
    bool refused = false;
    try {
      (whole ? other : l).set(a);
      whole ? e.update(other.g) : e.update(l.nodes);
      now = a;
    } catch (const exception &why) {
      refused = why.code() == errc::kernel_not_supported;
    }
    e2e::expect(c.what, refused != c.fits);
    expect_parts(c.what, e, "2a");
    m.run(c.what, e, now);
  }
}

template <int> struct Step;
template <int I> void step(queue &q, buffer<int> &from, buffer<int> &to, int by) {
  q.submit([&](handler &h) {
    accessor in(from, h, read_only);
    accessor out(to, h, write_only, no_init);
    h.parallel_for<Step<I>>(range<1>(n), [=](id<1> i) { out[i] = in[i] * by + I; });
  });
}

// Two kernels, two behind them that need all of the first ones: what a part keeps in registers stays there when another
// kernel is updated.
void parts_of_a_graph() {
  std::vector<int> first = e2e::random_values<int>(n, 5);
  buffer<int> in(first.data(), range<1>(n)), a(range<1>(n), {p::fusion_internal_memory()}), b{range<1>(n)},
      c{range<1>(n)}, d{range<1>(n)};
  in.set_write_back(false);
  queue q;
  x::command_graph<> g(q, lives), other(q, lives);
  const auto record = [&](x::command_graph<> &to, int by) {
    to.begin_recording(q);
    step<0>(q, in, a, by);
    step<1>(q, a, b, by);
    mirror<2>(q, b, c);
    step<3>(q, c, d, by);
    to.end_recording();
  };
  record(g, 3);
  record(other, 5);
  executable e = g.finalize({p::graph::enable_fusion(), p::graph::updatable()});
  const auto check = [&](const char *what, int by, int last) {
    q.ext_oneapi_graph(e);
    expect_parts(what, e, "2ak 2a");
    std::vector<int> wanted(n);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = ((first[n - 1 - i] * by + 0) * by + 1 + 2) * last + 3;
    host_accessor got(d, read_only);
    e2e::expect_equal(what, std::vector<int>(got.begin(), got.end()), wanted);
  };
  check("parts", 3, 3);
  e.update(g.get_nodes());
  check("parts, updated to the same", 3, 3);
  e.update(std::vector<x::node>{g.get_nodes()[3]});
  check("parts, one updated", 3, 3);
  e.update(other);
  check("parts, all updated", 5, 5);
}

using reader = accessor<int, 1, access_mode::read, target::device, access::placeholder::true_t>;
struct triple {
  accessor<int, 1, access_mode::read> from;
  accessor<int, 1, access_mode::write> to;
  void operator()(id<1> i) const { to[i] = from[i] * 3; }
};
struct count_up {
  reader from;
  accessor<int, 1, access_mode::read_write> to;
  void operator()(id<1> i) const { to[i] += from[i]; }
};

void add_internal(x::command_graph<> &g, x::dynamic_parameter<reader> &read, buffer<int> &in, buffer<int> &tmp,
                  buffer<int> &out) {
  const property_list internal{p::fusion_internal_memory()};
  g.add([&](handler &h) {
    h.parallel_for(range<1>(n), triple{accessor(in, h, read_only), accessor(tmp, h, write_only, internal)});
  });
  g.add([&](handler &h) {
    h.require(read);
    h.parallel_for(range<1>(n), count_up{reader(tmp, internal), accessor(out, h, read_write)});
    h.set_arg(0, read);
  });
}

// An accessor without the hint takes it from all of its buffer, but from the old graph only if the update succeeds, and
// not for good.
void hints(bool required) {
  std::vector<int> values = e2e::random_values<int>(n, 6), result(n), wanted(n);
  buffer<int> in(values.data(), range<1>(n)), tmp{range<1>(n)}, out(result.data(), range<1>(n));
  in.set_write_back(false);
  out.set_write_back(false);
  queue q;
  const reader internal(tmp, {p::fusion_internal_memory()}), plain(tmp);
  x::dynamic_parameter<reader> read(internal);
  x::command_graph<> g(q, lives);
  add_internal(g, read, in, tmp, out);
  executable e = required ? g.finalize({p::graph::require_fusion(), p::graph::updatable()})
                          : g.finalize({p::graph::enable_fusion(), p::graph::updatable()});
  const auto check = [&](const char *what, const char *as) {
    expect_parts(what, e, as);
    q.ext_oneapi_graph(e);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] += values[i] * 3;
    host_accessor got(out, read_only);
    e2e::expect_equal(what, std::vector<int>(got.begin(), got.end()), wanted);
  };
  const x::node second = g.get_nodes()[1];
  check("hints", "2ak");
  read.update(plain);
  try {
    e.update(std::vector<x::node>{second});
    e2e::expect("an update that is not refused", !required);
  } catch (const exception &why) {
    e2e::expect("an update that is refused", required && why.code() == errc::kernel_not_supported);
  }
  check("without a hint", required ? "2ak" : "1u 1u");
  read.update(internal);
  e.update(std::vector<x::node>{second});
  check("with the hint again", "2ak");
}

} // namespace

int main() {
  updates(false);
  updates(true);
  updates_that_are_refused(false);
  updates_that_are_refused(true);
  parts_of_a_graph();
  hints(false);
  hints(true);
  return e2e::finish();
}
