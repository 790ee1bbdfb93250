// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/kernel_title.hpp"

#include "core/bundles/registry.hpp"
#include "core/bundles/snapshot_lease.hpp"

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace sycl::detail {
namespace {

// The symbol of a kernel is that of the name of its type.
std::string type_of(std::string_view symbol) {
  const std::string mangled(symbol);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text)
    return mangled;
  std::string_view type = text.get();
  if (constexpr std::string_view prefix = "typeinfo name for "; type.substr(0, prefix.size()) == prefix)
    type.remove_prefix(prefix.size());
  return std::string(type);
}

std::string title_of(std::string_view symbol, const kernel_node *node) {
  std::string title =
      "'" + (node && node->known && !node->name.empty() ? std::string(node->name) : type_of(symbol)) + "'";
  if (!node || node->descriptions.empty())
    return title;
  const kernel_source &from = node->descriptions.front();
  const syclfuse::bundle::location_record &at = from.record->location;
  if (const std::string_view file = from.bundle->view.string(at.file); !file.empty())
    title += " (" + std::string(file) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column) + ")";
  return title;
}

} // namespace

std::string kernel_title(kernel_info &info) { return title_of(info.symbol, registry::instance().find(info)); }

std::string kernel_title(std::string_view symbol) {
  const snapshot_lease now;
  return title_of(symbol, now->kernel_of(symbol));
}

} // namespace sycl::detail
