// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/dynamic_value.hpp"

#include "core/bundles/kernel_title.hpp"
#include "core/bundles/registry.hpp"
#include "core/graphs/graph_impl.hpp"
#include "core/process/errors.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {
namespace {

namespace layout = syclfuse::accessor_layout;

// Where the argument begins in the closure of the kernel.
std::size_t offset_of(const command &c, int index, std::size_t size) {
  const kernel_node *k = registry::instance().find(*c.kernel);
  const std::string name = kernel_title(*c.kernel);
  if (k->descriptions.empty())
    throw_error(errc::kernel_not_supported,
                "set_arg: the arguments of kernel " + name + " are not known, for it was not built by sycl-fuse");
  const kernel_source &source = k->descriptions.front();
  const auto parameters = source.bundle->view.parameters(*source.record);
  if (index < 0 || static_cast<std::size_t>(index) >= parameters.size())
    throw_error(errc::invalid, "set_arg: kernel " + name + " has " + std::to_string(parameters.size()) +
                                   " arguments, none with index " + std::to_string(index));
  const auto &p = parameters[static_cast<std::size_t>(index)];
  if (p.size != size)
    throw_error(errc::invalid, "set_arg: argument " + std::to_string(index) + " of kernel " + name + " has " +
                                   std::to_string(p.size) + " bytes, the dynamic_parameter " + std::to_string(size));
  return p.offset;
}

} // namespace

void dynamic_value::keep(const dynamic_source &s) {
  const auto first = static_cast<const unsigned char *>(s.bytes);
  bytes_.assign(first, first + s.size);
  value_ = s;
}

void dynamic_value::require(command &c) const {
  std::lock_guard<std::mutex> lock(mutex_);
  require_placeholder(c, value_.buffer, value_.first, value_.reach, value_.mode, value_.promote);
}

void dynamic_value::enter(const std::shared_ptr<graph_impl> &g, const held_command &c, int index) {
  std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t offset = offset_of(*c, index, bytes_.size());
  write(*c, offset, value_.buffer);
  arguments_.erase(
      std::remove_if(arguments_.begin(), arguments_.end(), [](const argument &p) { return p.kernel.expired(); }),
      arguments_.end());
  arguments_.push_back({g, c, offset, value_.buffer});
}

void dynamic_value::set(const dynamic_source &s) {
  // The locks of graphs are taken before this one.
  std::vector<argument> arguments;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (s.size != bytes_.size())
      throw_error(errc::invalid, "dynamic_parameter: a value of " + std::to_string(s.size) +
                                     " bytes, needed: " + std::to_string(bytes_.size()));
    arguments = arguments_;
  }
  for (const argument &p : arguments)
    if (const auto g = p.graph.lock(); g && s.buffer)
      g->check_buffer(*s.buffer);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    arguments = arguments_; // with those of kernels that were added meanwhile, which have the value before
    keep(s);
  }
  for (const argument &p : arguments) {
    const auto g = p.graph.lock();
    const auto c = p.kernel.lock();
    if (!g || !c)
      continue;
    std::lock_guard<std::mutex> lock(g->lock());
    std::lock_guard<std::mutex> own(mutex_);
    // Another thread may have set another value meanwhile, which counts then.
    for (argument &now : arguments_)
      if (now.offset == p.offset && now.kernel.lock() == c) {
        write(*c, p.offset, now.required);
        now.required = value_.buffer;
      }
  }
}

// `required`: the buffer that the command has required in place of the accessor's.
void dynamic_value::write(command &c, std::size_t offset, const buffer_impl *required) const {
  unsigned char *to = static_cast<unsigned char *>(c.closure) + offset;
  if (!value_.buffer) {
    std::memcpy(to, bytes_.data(), bytes_.size());
    return;
  }
  const auto r = std::find_if(c.requirements.begin(), c.requirements.end(),
                              [&](const requirement &x) { return x.buffer == required; });
  if (r == c.requirements.end())
    throw_error(errc::invalid, "set_arg: the accessor was not named to handler::require");
  buffer_impl &b = *value_.buffer;
  auto *host = static_cast<char *>(b.host_memory(true));
  auto *memory = static_cast<char *>(b.memory(c.queue->dev(), true));
  const auto begin = static_cast<std::size_t>(static_cast<const char *>(value_.first) - host);
  *r = {&b, {begin, begin + value_.reach}, value_.mode, false, value_.promote, memory, false, false};
  c.has_mutex |= b.user_mutex() != nullptr;
  std::memcpy(to, bytes_.data(), bytes_.size());
  char *data;
  std::memcpy(&data, to + layout::data, sizeof(data));
  data = memory + (data - host);
  std::memcpy(to + layout::data, &data, sizeof(data));
}

} // namespace sycl::detail
