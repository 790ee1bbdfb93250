// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/graph_picture.hpp"

#include "core/bundles/registry.hpp"
#include "core/graphs/kernel_launches.hpp"

#include <cstring>
#include <sstream>

namespace sycl::detail {

using syclfuse::diag;

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out;
}

std::string sizes(const std::uint64_t (&spirv)[3], unsigned dimensions) {
  std::string text;
  for (unsigned d = dimensions; d-- > 0;)
    text += std::to_string(spirv[d]) + (d ? "x" : "");
  return text;
}

// What the bundle knows of the arguments, with the values of pointers and small numbers.
void write_arguments(std::ostream &to, const command &c, const kernel_node &k) {
  if (k.descriptions.empty())
    return;
  const kernel_source &source = k.descriptions.front();
  unsigned index = 0;
  for (const auto &p : source.bundle->view.parameters(*source.record)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char *>(c.closure) + p.offset, p.size < 8 ? p.size : 8);
    to << "\\nARG " << index++ << " = " << escaped(source.bundle->view.string(p.name)) << " 0x" << std::hex << bits
       << std::dec;
  }
}

void write_kernel(std::ostream &to, const command &c, bool verbose) {
  const kernel_node &k = *registry::instance().find(*c.kernel);
  to << "\\nNAME = " << escaped(k.name.empty() ? std::string_view(c.kernel->symbol) : k.name);
  if (!verbose)
    return;
  to << "\\nGLOBAL = " << sizes(c.range.global_size, c.kernel->dimensions);
  if (c.range.local_size[0])
    to << "\\nLOCAL = " << sizes(c.range.local_size, c.kernel->dimensions);
  write_arguments(to, c, k);
}

void write_node(std::ostream &to, const std::string &name, std::size_t number, const command &c, bool verbose,
                const std::string &note) {
  to << "  n" << name << " [label=\"ID = " << number << "\\nTYPE = " << name_of(type_of(c));
  if (c.kind == command_kind::kernel)
    write_kernel(to, c, verbose);
  else if (verbose && c.kind == command_kind::copy)
    to << "\\nSRC = " << c.src << "\\nDST = " << c.dst << "\\nBYTES = " << c.bytes;
  else if (verbose && c.kind == command_kind::fill)
    to << "\\nDST = " << c.dst << "\\nCOUNT = " << c.bytes / c.pattern.size();
  to << note << "\"];\n";
}

std::string reason_note(const kernel_launch &l) {
  const diag why = l.as.reason;
  return why == diag::reason_none ? std::string()
                                  : "\\n" + escaped(syclfuse::info(why).text) + " [" + syclfuse::code_string(why) + "]";
}

// What is drawn: the steps of the sequence with these names, empty for those of graphs in the graph.
struct drawing {
  std::ostream &to;
  const flat_sequence &flat;
  std::vector<std::string> names;
  bool verbose;
};

void write_step(const drawing &d, std::size_t n, const std::string &note) {
  const sequence_step &step = *d.flat.steps[n].what;
  write_node(d.to, d.names[n], static_cast<const graph_node &>(*step.origin).number, *step.single, d.verbose, note);
}

// A box of the kernels that are one.
void write_fused(const drawing &d, const kernel_launch &l) {
  d.to << "  subgraph cluster_" << d.names[l.steps.front()]
       << " {\n  label=\"one kernel: " << ext::codeplay::experimental::to_string(outcome_of(l.as)) << reason_note(l);
  for (const kept_memory &k : l.kept)
    d.to << "\\n" << escaped(k.accessor) << ": " << k.bytes << " bytes in " << (k.local ? "local memory" : "registers");
  d.to << "\";\n";
  for (std::size_t n : l.steps)
    write_step(d, n, {});
  d.to << "  }\n";
}

void write_launches(const drawing &d, const command_sequence &s, std::vector<bool> &written) {
  for (const kernel_launch &l : launches_of(s)) {
    if (d.names[l.steps.front()].empty())
      continue;
    if (l.as.variant)
      write_fused(d, l);
    else
      write_step(d, l.steps.front(), reason_note(l));
    for (std::size_t n : l.steps)
      written[n] = true;
  }
}

// A box with the node of a graph in the graph and what it executes, also that of further graphs in it.
void write_child(std::ostream &to, std::size_t number, const command &c, bool verbose) {
  const flat_sequence &flat = c.sequence->flat;
  drawing d{to, flat, {}, verbose};
  for (std::size_t n = 0; n != flat.steps.size(); ++n)
    d.names.push_back(std::to_string(number) + "_" + std::to_string(n));
  to << "  subgraph cluster_graph_" << number << " {\n  label=\"graph\";\n";
  write_node(to, std::to_string(number), number, c, verbose, {});
  std::vector<bool> written(flat.steps.size());
  write_launches(d, *c.sequence, written);
  for (std::size_t n = 0; n != flat.steps.size(); ++n)
    if (!written[n])
      write_step(d, n, {});
  for (std::size_t n = 0; n != flat.steps.size(); ++n)
    for (std::size_t p : flat.steps[n].after)
      to << "  n" << d.names[p] << " -> n" << d.names[n] << ";\n";
  to << "  }\n";
}

void write_members(std::ostream &to, const std::vector<graph_member> &members, const command_sequence &s,
                   bool verbose) {
  drawing d{to, s.flat, std::vector<std::string>(s.flat.steps.size()), verbose};
  std::vector<std::size_t> step_of(members.size(), d.names.size());
  for (std::size_t n = 0; n != members.size(); ++n)
    for (std::size_t step = 0; step != d.names.size(); ++step)
      if (s.flat.steps[step].what->single == members[n].command) {
        d.names[step] = std::to_string(n);
        step_of[n] = step;
      }
  std::vector<bool> written(d.names.size());
  write_launches(d, s, written);
  for (std::size_t n = 0; n < members.size(); ++n)
    if (members[n].command->kind == command_kind::graph)
      write_child(to, n, *members[n].command, verbose);
    else if (step_of[n] == written.size() || !written[step_of[n]])
      write_node(to, std::to_string(n), n, *members[n].command, verbose, {});
  for (std::size_t n = 0; n < members.size(); ++n)
    for (std::size_t p : members[n].predecessors)
      to << "  n" << p << " -> n" << n << ";\n";
}

} // namespace

std::string picture_of(graph_impl &g, bool verbose) {
  const auto nodes = g.nodes();
  std::ostringstream to;
  std::lock_guard<std::mutex> lock(g.lock());
  to << "digraph graph_" << g.id() << " {\n";
  for (const auto &n : nodes)
    write_node(to, std::to_string(n->number), n->number, *n->command, verbose, {});
  for (const auto &n : nodes)
    for (const graph_node *p : n->predecessors)
      to << "  n" << p->number << " -> n" << n->number << ";\n";
  to << "}\n";
  return to.str();
}

std::string picture_of(graph_executable &g, bool verbose) {
  std::ostringstream to;
  to << "digraph graph_" << g.id() << " {\n";
  g.with_members([&](const std::vector<graph_member> &members, const command_sequence &s) {
    write_members(to, members, s, verbose);
  });
  to << "}\n";
  return to.str();
}

} // namespace sycl::detail
