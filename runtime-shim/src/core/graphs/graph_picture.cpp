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

void write_node(std::ostream &to, std::size_t number, const command &c, bool verbose, const std::string &note) {
  to << "  n" << number << " [label=\"ID = " << number << "\\nTYPE = " << name_of(type_of(c));
  if (c.kind == command_kind::kernel)
    write_kernel(to, c, verbose);
  else if (verbose && c.kind == command_kind::copy)
    to << "\\nSRC = " << c.src << "\\nDST = " << c.dst << "\\nBYTES = " << c.bytes;
  else if (verbose && c.kind == command_kind::fill)
    to << "\\nDST = " << c.dst << "\\nCOUNT = " << c.count;
  to << note << "\"];\n";
}

std::string reason_note(const kernel_launch &l) {
  const diag why = l.as.reason;
  return why == diag::reason_none ? std::string()
                                  : "\\n" + escaped(syclfuse::info(why).text) + " [" + syclfuse::code_string(why) + "]";
}

// A box of the kernels that are one.
void write_fused(std::ostream &to, const std::vector<graph_member> &members, const kernel_launch &l, bool verbose) {
  to << "  subgraph cluster_" << l.members.front()
     << " {\n  label=\"one kernel: " << ext::codeplay::experimental::to_string(outcome_of(l.as)) << reason_note(l);
  for (const kept_memory &k : l.kept)
    to << "\\n" << escaped(k.accessor) << ": " << k.bytes << " bytes in " << (k.local ? "local memory" : "registers");
  to << "\";\n";
  for (std::size_t n : l.members)
    write_node(to, n, *members[n].command, verbose, {});
  to << "  }\n";
}

void write_members(std::ostream &to, const std::vector<graph_member> &members, const command_sequence &s,
                   bool verbose) {
  std::vector<bool> written(members.size());
  for (const kernel_launch &l : launches_of(members, s)) {
    if (l.as.variant)
      write_fused(to, members, l, verbose);
    else
      write_node(to, l.members.front(), *members[l.members.front()].command, verbose, reason_note(l));
    for (std::size_t n : l.members)
      written[n] = true;
  }
  for (std::size_t n = 0; n < members.size(); ++n)
    if (!written[n])
      write_node(to, n, *members[n].command, verbose, {});
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
    write_node(to, n->number, *n->command, verbose, {});
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
