// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random graphs against the same operations one after the other: kernels over all kinds of ranges, buffers, internal
// buffers, USM, copies, fills, host tasks, reductions, sub-graphs, further edges, and updates of groups, ranges,
// arguments and whole graphs; recorded from several queues or added; executed from several queues, between commands
// that are in no graph.
#include "random_work.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <numeric>
#include <sstream>

namespace {

namespace x = sycl::ext::oneapi::experimental;
namespace graph_property = x::property::graph;

// The first ones are buffers. Behind them there are a buffer that only graphs know, and USM that nobody writes.
constexpr std::size_t elements = 21;
constexpr unsigned memories = 5, first_usm = 3, internal = 5, constant = 6, all_memories = 8;

enum class operation { kernel, copy, fill, host_task, sum, range, groups, last = groups, to_internal, argument };
struct step {
  operation what;
  unsigned from, to, factor;
  std::size_t count = elements; // of work-items over a range, or in a group
};
using contents = std::vector<std::vector<unsigned>>;

void apply(contents &m, const step &s) {
  std::vector<unsigned> &to = m[s.to], from = m[s.from];
  for (std::size_t i = 0; i < elements; ++i)
    switch (s.what) {
    case operation::range:
    case operation::argument:
      if (i < s.count)
        to[i] = to[i] * s.factor + from[i] + 1;
      break;
    case operation::groups:
      to[i] = to[i] * s.factor + from[i / s.count * s.count + s.count - 1 - i % s.count];
      break;
    case operation::to_internal:
      to[i] = from[i] * s.factor;
      break;
    case operation::kernel:
    case operation::host_task:
      to[i] = to[i] * s.factor + from[elements - 1 - i] + 1;
      break;
    case operation::copy:
      to[i] = from[i];
      break;
    case operation::fill:
      to[i] = s.factor;
      break;
    case operation::sum:
      if (i == 0)
        to[0] += std::accumulate(from.begin(), from.end(), 0u);
    }
}

// Its factor and where it reads are given by dynamic parameters.
struct with_arguments {
  const unsigned *from;
  unsigned *to, factor;
  void operator()(sycl::id<1> i) const { to[i] = to[i] * factor + from[i] + 1; }
};
struct arguments {
  x::dynamic_parameter<const unsigned *> from{nullptr};
  x::dynamic_parameter<unsigned> factor{0};
};

class random_graph {
public:
  explicit random_graph(std::mt19937 &random) : random_(random) {
    for (unsigned i = 0; i < 3; ++i)
      queues_.emplace_back(context_, device_,
                           pick(2) ? sycl::property_list{sycl::property::queue::in_order()} : sycl::property_list());
    for (unsigned i = 0; i < all_memories; ++i) {
      model_.emplace_back(elements);
      std::iota(model_[i].begin(), model_[i].end(), i);
      buffers_.emplace_back(sycl::range<1>(elements), i == internal
                                                          ? sycl::property_list{x::property::fusion_internal_memory()}
                                                          : sycl::property_list());
      pointers_.push_back(sycl::malloc_shared<unsigned>(elements, queues_[0]));
      std::copy(model_[i].begin(), model_[i].end(), pointers_[i]);
      std::copy(model_[i].begin(), model_[i].end(), sycl::host_accessor(buffers_[i], sycl::write_only).begin());
    }
  }
  ~random_graph() {
    for (unsigned *p : pointers_)
      sycl::free(p, context_);
  }

  void run() {
    built inner = build(2 + pick(6), nullptr), outer = build(3 + pick(12), &inner);
    for (unsigned rounds = 1 + pick(4); rounds; --rounds) {
      sycl::queue &q = queues_[pick(3)];
      execute(q, pick(4) ? outer : inner);
      if (pick(3) == 0)
        beside(q);
      if (pick(3) == 0)
        change(outer);
    }
    for (sycl::queue &q : queues_)
      q.wait();
    for (std::size_t i = 0; i < memories; ++i) {
      std::vector<unsigned> got(pointers_[i], pointers_[i] + elements);
      if (i < first_usm) {
        sycl::host_accessor a(buffers_[i], sycl::read_only);
        got.assign(a.begin(), a.end());
      }
      ASSERT_EQ(got, model_[i]) << "memory " << i;
    }
  }

private:
  struct node_steps {
    std::vector<step> all;        // of a sub-graph; else one, or those of a dynamic group
    std::vector<unsigned> active; // which of them run
    std::shared_ptr<x::dynamic_command_group> group;
    std::shared_ptr<arguments> given;
  };
  struct built {
    x::command_graph<> graph;
    std::vector<node_steps> nodes;
    std::shared_ptr<x::command_graph<x::graph_state::executable>> executable;
  };

  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  step random_step() {
    step s{static_cast<operation>(pick(static_cast<unsigned>(operation::last) + built_)), pick(memories),
           pick(memories), 2 + pick(5)};
    s.count = random_count(s.what);
    return s;
  }
  std::size_t random_count(operation what) {
    if (what == operation::groups)
      return pick(2) ? 3 : 7;
    return what == operation::range && pick(3) == 0 ? 1 + pick(elements) : elements;
  }

  sycl::accessor<unsigned, 1> access(unsigned m, sycl::handler &h) { return {buffers_[m], h}; }

  // The same for buffers and pointers.
  template <class F> void with(unsigned m, sycl::handler &h, F f) {
    if (m < first_usm || m == internal)
      f(access(m, h));
    else
      f(pointers_[m]);
  }
  void submit(const step &s, sycl::handler &h) {
    with(s.to, h, [&](auto to) {
      if (s.what == operation::fill)
        return fill(h, to, s.factor);
      if (s.from == s.to && s.what == operation::groups)
        return add_groups(s, h, to, to);
      if (s.from == s.to)
        return compute(s, h, to, to);
      with(s.from, h, [&](auto from) { compute(s, h, from, to); });
    });
  }
  static void fill(sycl::handler &h, unsigned *to, unsigned value) { h.fill(to, value, elements); }
  template <class A> static void fill(sycl::handler &h, A to, unsigned value) { h.fill(to, value); }
  static void copy(sycl::handler &h, unsigned *from, unsigned *to) { h.copy(from, to, elements); }
  template <class A, class B> static void copy(sycl::handler &h, A from, B to) { h.copy(from, to); }
  template <class From, class To> static void compute(const step &s, sycl::handler &h, From from, To to) {
    switch (s.what) {
    case operation::copy:
      return copy(h, from, to);
    case operation::range:
    case operation::argument:
      return h.parallel_for(sycl::range<1>(s.count),
                            [=, factor = s.factor](sycl::id<1> i) { to[i] = to[i] * factor + from[i] + 1; });
    case operation::to_internal:
      return h.parallel_for(sycl::range<1>(elements),
                            [=, factor = s.factor](sycl::id<1> i) { to[i] = from[i] * factor; });
    case operation::groups:
      return add_groups(s, h, from, to);
    case operation::sum:
      return add_sum(h, from, to);
    default:
      break;
    }
    const auto combine = [=, factor = s.factor] {
      unsigned before[elements];
      for (std::size_t i = 0; i < elements; ++i)
        before[i] = from[i];
      for (std::size_t i = 0; i < elements; ++i)
        to[i] = to[i] * factor + before[elements - 1 - i] + 1;
    };
    if (s.what == operation::host_task)
      h.host_task(combine);
    else
      h.single_task(combine);
  }
  template <class From, class To> static void add_groups(const step &s, sycl::handler &h, From from, To to) {
    sycl::local_accessor<unsigned> l(sycl::range<1>(elements), h); // an update may make the groups larger
    h.parallel_for(sycl::nd_range<1>(elements, s.count), [=, factor = s.factor](sycl::nd_item<1> i) {
      const std::size_t me = i.get_local_id(0), at = i.get_global_id(0);
      l[me] = from[at];
      sycl::group_barrier(i.get_group());
      to[at] = to[at] * factor + l[i.get_local_range(0) - 1 - me];
    });
  }
  template <class From> static void add_sum(sycl::handler &h, From from, unsigned *to) {
    h.parallel_for(sycl::range<1>(elements), sycl::reduction(to, std::plus<>()),
                   [=](sycl::id<1> i, auto &sum) { sum += from[i]; });
  }
  template <class From, class To> static void add_sum(sycl::handler &h, From from, To to) {
    h.single_task([=] {
      unsigned all = 0;
      for (std::size_t i = 0; i < elements; ++i)
        all += from[i];
      to[0] += all;
    });
  }

  // Pointers need edges: what used them last, here anything that did.
  struct usm_order {
    std::vector<std::vector<sycl::event>> users = std::vector<std::vector<sycl::event>>(all_memories);
    std::vector<sycl::event> before(const std::vector<step> &steps) const {
      std::vector<sycl::event> events;
      for (const step &s : steps)
        for (unsigned m : {s.from, s.to})
          if (m >= first_usm && m < memories)
            events.insert(events.end(), users[m].begin(), users[m].end());
      return events;
    }
    void enter(const std::vector<step> &steps, const sycl::event &e) {
      for (const step &s : steps)
        for (unsigned m : {s.from, s.to})
          if (m >= first_usm && m < memories)
            users[m].push_back(e);
    }
  };

  built build(unsigned size, const built *inner) {
    built b{x::command_graph<>{context_, device_, {graph_property::assume_buffer_outlives_graph()}}, {}, {}};
    const bool recorded = pick(2);
    if (recorded)
      b.graph.begin_recording(queues_);
    usm_order order;
    for (unsigned i = 0; i < size; ++i) {
      if (inner && pick(6) == 0)
        add_child(b, *inner, order, recorded);
      else if (!recorded && pick(5) == 0)
        add_group(b, order);
      else if (!recorded && built_ && pick(5) == 0)
        add_arguments(b, order);
      else if (pick(6) == 0)
        add_internal(b, order, recorded);
      else
        add(b, order, recorded, random_step());
    }
    b.graph.end_recording();
    add_edges(b.graph);
    finalize(b);
    return b;
  }
  void add(built &b, usm_order &order, bool recorded, const step &one) {
    const std::vector<step> steps{one};
    const auto group = [&](sycl::handler &h) {
      h.depends_on(order.before(steps));
      submit(steps[0], h);
    };
    order.enter(steps, recorded ? queues_[pick(3)].submit(group) : event_of(b.graph.add(group)));
    b.nodes.push_back({steps, {0}, nullptr, nullptr});
  }
  // Through memory that is the fused kernel's own, if they become one.
  void add_internal(built &b, usm_order &order, bool recorded) {
    add(b, order, recorded, {operation::to_internal, pick(memories), internal, 2 + pick(5)});
    if (pick(2))
      add(b, order, recorded, random_step());
    add(b, order, recorded, {operation::range, internal, pick(memories), 2 + pick(5)});
  }
  void add_arguments(built &b, usm_order &order) {
    const std::vector<step> steps{
        {operation::argument, constant + pick(2), first_usm + pick(memories - first_usm), 2 + pick(5)}};
    const auto given = std::make_shared<arguments>();
    set(*given, steps[0]);
    const auto group = [&](sycl::handler &h) {
      h.depends_on(order.before(steps));
      h.parallel_for(sycl::range<1>(elements), with_arguments{nullptr, pointers_[steps[0].to], 0});
      h.set_arg(0, given->from);
      h.set_arg(2, given->factor);
    };
    order.enter(steps, event_of(b.graph.add(group)));
    b.nodes.push_back({steps, {0}, nullptr, given});
  }
  void set(arguments &given, const step &s) {
    given.from.update(pointers_[s.from]);
    given.factor.update(s.factor);
  }
  // Some that the commands do not need. What was added later can only come after what was added before.
  void add_edges(x::command_graph<> &g) {
    std::vector<x::node> nodes = g.get_nodes();
    for (unsigned count = pick(3); count; --count)
      if (const std::size_t to = pick(static_cast<unsigned>(nodes.size())); to != 0)
        g.make_edge(nodes[pick(static_cast<unsigned>(to))], nodes[to]);
  }
  void add_child(built &b, const built &inner, usm_order &order, bool recorded) {
    std::vector<step> steps;
    std::vector<unsigned> active;
    for (const node_steps &n : inner.nodes)
      for (unsigned a : n.active) {
        active.push_back(static_cast<unsigned>(steps.size()));
        steps.push_back(n.all[a]);
      }
    const auto group = [&](sycl::handler &h) {
      h.depends_on(order.before(steps));
      h.ext_oneapi_graph(*inner.executable);
    };
    order.enter(steps, recorded ? queues_[pick(3)].submit(group) : event_of(b.graph.add(group)));
    b.nodes.push_back({steps, active, nullptr, nullptr});
  }
  // Two kernels or host tasks that use the same.
  void add_group(built &b, usm_order &order) {
    step first = random_step();
    if (first.what != operation::host_task)
      first.what = operation::kernel;
    first.count = elements;
    step second = first;
    second.factor += 7;
    const std::vector<step> steps{first, second};
    std::vector<std::function<void(sycl::handler &)>> functions;
    for (const step &s : steps)
      functions.push_back([this, s](sycl::handler &h) { submit(s, h); });
    auto group = std::make_shared<x::dynamic_command_group>(b.graph, functions);
    std::vector<x::node> before;
    for (const sycl::event &e : order.before(steps))
      before.push_back(x::node::get_node_from_event(e));
    const x::node n = b.graph.add(*group);
    for (x::node &p : before)
      if (x::node to = n; p != to)
        b.graph.make_edge(p, to);
    order.enter(steps, event_of(n));
    b.nodes.push_back({steps, {0}, group, nullptr});
  }
  // Which bytes of a kernel its arguments are, only a bundle says.
  bool kernels_are_built() {
    x::command_graph<> g(context_, device_);
    arguments given;
    try {
      g.add([&](sycl::handler &h) {
        h.parallel_for(sycl::range<1>(elements), with_arguments{nullptr, nullptr, 0});
        h.set_arg(0, given.from);
      });
    } catch (const sycl::exception &) {
      return false;
    }
    return true;
  }
  static sycl::event event_of(const x::node &n) { return sycl::detail::event_of_node(n.impl()); }

  void finalize(built &b) {
    const graph_property::updatable u;
    b.executable = std::make_shared<x::command_graph<x::graph_state::executable>>(
        pick(2) ? b.graph.finalize({u, graph_property::enable_fusion()}) : b.graph.finalize(u));
  }
  // Nodes of the graph run something else from now on. False if there is nothing else.
  bool change(x::node node, node_steps &n) {
    step &s = n.all[0];
    if (n.group) {
      n.active[0] = 1 - n.active[0];
      n.group->set_active_index(n.active[0]);
    } else if (n.given) {
      s.factor += 1;
      s.from = constant + pick(2);
      set(*n.given, s);
    } else if (node.get_type() != x::node_type::kernel) {
      return false;
    } else if (s.what == operation::groups) {
      s.count = random_count(s.what);
      node.update_nd_range(sycl::nd_range<1>(elements, s.count));
    } else if (s.what == operation::range) {
      s.count = 1 + pick(elements);
      node.update_range(sycl::range<1>(s.count));
    }
    return true;
  }
  void change(built &b) {
    const std::vector<x::node> nodes = b.graph.get_nodes();
    std::vector<x::node> changed;
    bool whole = true; // may be updated
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const x::node_type type = nodes[i].get_type();
      whole &= type == x::node_type::kernel || type == x::node_type::host_task;
      if (pick(2) && change(nodes[i], b.nodes[i]))
        changed.push_back(nodes[i]);
    }
    if (pick(3) == 0)
      finalize(b);
    else if (whole && pick(2))
      b.executable->update(b.graph);
    else
      b.executable->update(changed);
  }

  void execute(sycl::queue &q, built &b) {
    last_ = q.ext_oneapi_graph(*b.executable, last_);
    for (const node_steps &n : b.nodes)
      for (unsigned a : n.active)
        apply(model_, n.all[a]);
  }
  void beside(sycl::queue &q) {
    const step s = random_step();
    last_ = q.submit([&](sycl::handler &h) {
      h.depends_on(last_);
      submit(s, h);
    });
    apply(model_, s);
  }

  std::mt19937 &random_;
  sycl::device device_;
  sycl::context context_{device_};
  std::vector<sycl::queue> queues_;
  contents model_;
  std::vector<sycl::buffer<unsigned>> buffers_;
  std::vector<unsigned *> pointers_;
  const bool built_ = kernels_are_built(); // else there are no barriers, and no arguments
  sycl::event last_;
};

// What the runtime says of itself while it lives: graphs that run unfused are counted, the rest is said in the end.
// Sanitizers write past it.
class said {
public:
  said() : before_(stderr) { stderr = open_memstream(&text_, &size_); }
  ~said() {
    std::fclose(stderr);
    stderr = before_;
    std::istringstream lines(text_);
    std::free(text_);
    unsigned refused = 0;
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("ERROR: JIT compilation for kernel fusion failed", 0) == 0 && std::getline(lines, line))
        ++refused;
      else
        std::fprintf(stderr, "%s\n", line.c_str());
    std::cout << "unfused: " << refused << "\n";
  }
  said(const said &) = delete;

private:
  std::FILE *const before_;
  char *text_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace

TEST(RandomGraphs, DoWhatTheirNodesDoInOrder) {
  std::mt19937 random(test::seed());
  const said what_is_said;
  const char *text = std::getenv("SYCLFUSE_TEST_CASES"); // fewer where each is built
  for (long i = 0, count = text ? std::strtol(text, nullptr, 10) : 2000; i < count && !HasFatalFailure(); ++i) {
    SCOPED_TRACE("graph " + std::to_string(i));
    random_graph(random).run();
  }
}
