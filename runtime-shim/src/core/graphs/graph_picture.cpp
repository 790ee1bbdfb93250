// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/graph_picture.hpp"

#include "core/bundles/registry.hpp"

#include <cstring>
#include <sstream>

namespace sycl::detail {
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

void write_node(std::ostream &to, const graph_node &n, bool verbose) {
  const command &c = *n.command;
  to << "  n" << n.number << " [label=\"ID = " << n.number << "\\nTYPE = " << name_of(type_of(c));
  if (c.kind == command_kind::kernel)
    write_kernel(to, c, verbose);
  else if (verbose && c.kind == command_kind::copy)
    to << "\\nSRC = " << c.src << "\\nDST = " << c.dst << "\\nBYTES = " << c.bytes;
  else if (verbose && c.kind == command_kind::fill)
    to << "\\nDST = " << c.dst << "\\nCOUNT = " << c.count;
  to << "\"];\n";
}

} // namespace

std::string picture_of(graph_impl &g, bool verbose) {
  const auto nodes = g.nodes();
  std::ostringstream to;
  std::lock_guard<std::mutex> lock(g.lock());
  to << "digraph graph_" << g.id() << " {\n";
  for (const auto &n : nodes)
    write_node(to, *n, verbose);
  for (const auto &n : nodes)
    for (const graph_node *p : n->predecessors)
      to << "  n" << p->number << " -> n" << n->number << ";\n";
  to << "}\n";
  return to.str();
}

} // namespace sycl::detail
