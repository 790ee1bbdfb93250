// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executing commands on the queue's stream. Everything here runs with the stream's lock held.
#include "core/bundles/kernel_title.hpp"
#include "core/bundles/ranges.hpp"
#include "core/bundles/registry.hpp"
#include "core/bundles/snapshot_lease.hpp"
#include "core/feedback/nvtx.hpp"
#include "core/memory/device_globals.hpp"
#include "core/memory/usm.hpp"
#include "core/process/errors.hpp"
#include "core/process/log.hpp"
#include "core/queue/queue_impl.hpp"
#include "syclfuse/kernel_attributes.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <optional>

namespace sycl::detail {

using syclfuse::argument_source;
using syclfuse::diag;

namespace {

// Launch: that of the fused kernel, which need not be that of any submission.
const void *argument(const syclfuse::bundle::argument_record &a, command_span commands, const launch_range &launch) {
  if (a.source == argument_source::closure)
    return static_cast<const char *>(commands[a.submission].closure) + a.offset;
  return size_of(a.submission == syclfuse::bundle::no_index ? launch : commands[a.submission].range, a.source,
                 a.offset);
}

// Bytes of the buffers that the launch can touch. Only for launches large enough that it matters.
std::uint64_t footprint(command_span commands) {
  std::uint64_t bytes = 0;
  std::vector<std::pair<const buffer_impl *, std::size_t>> seen;
  for (std::size_t i = 0; i < commands.count; ++i)
    for (const requirement &r : commands[i].requirements)
      // What is only promoted where that can be proved may be in memory.
      if (const std::pair<const buffer_impl *, std::size_t> part(r.buffer, r.bytes.begin);
          (r.promote == syclfuse::promotion::none || r.promote == syclfuse::promotion::automatic) &&
          std::find(seen.begin(), seen.end(), part) == seen.end()) {
        seen.push_back(part);
        bytes += r.bytes.size();
      }
  return bytes;
}

// Behind a barrier the local accessors of the next kernel may lie where those of the last one were. Without one,
// work-items of a group may be in different kernels: each kernel gets memory of its own while an object of this class
// lives.
class separate_local_memory {
public:
  explicit separate_local_memory(command_span commands) : commands_(commands), begins_(commands.count) {
    std::uint32_t total = 0;
    for (std::size_t i = 0; i < commands_.count; ++i)
      if (command &c = *commands_.data[i]; c.local_memory != 0) {
        begins_[i] = (total + command::inline_align - 1) / command::inline_align * command::inline_align;
        move(c, begins_[i]);
        total = c.local_memory;
      }
  }
  ~separate_local_memory() {
    for (std::size_t i = 0; i < commands_.count; ++i)
      move(*commands_.data[i], 0 - begins_[i]);
  }
  separate_local_memory(const separate_local_memory &) = delete;

private:
  // Modulo 2^32, so that back is forth.
  static void move(command &c, std::uint32_t by) {
    if (by == 0)
      return;
    for (std::uint32_t at : registry::instance().find(*c.kernel)->local_accessors) {
      auto field = static_cast<char *>(c.closure) + at + syclfuse::local_accessor_layout::byte_offset;
      std::uint64_t offset;
      std::memcpy(&offset, field, sizeof(offset));
      offset = static_cast<std::uint32_t>(offset + by);
      std::memcpy(field, &offset, sizeof(offset));
    }
    c.local_memory += by;
  }

  command_span commands_;
  std::vector<std::uint32_t> begins_;
};

// Gives each argument that is local memory of the fused kernel its room behind `used` bytes of local accessors, as byte
// offsets, and each that is a device_global its address. Returns the bytes that a work-group needs then; more than 32
// bits can say is more than any device has.
std::uint32_t place_memory(const ready_variant &v, const launch_range &range, device_impl &device, std::uint32_t used,
                           std::vector<std::uint64_t> &offsets, std::vector<const void *> &arguments) {
  const std::uint64_t items = range.local_size[0] * range.local_size[1] * range.local_size[2];
  std::uint64_t total = used;
  offsets.resize(v.arguments.size()); // so that pointers to them stay
  for (std::size_t i = 0; i < v.arguments.size(); ++i) {
    const auto &a = v.arguments[i];
    if (a.source == argument_source::device_global) {
      const std::uint64_t key = std::uint64_t{a.size} << 32 | a.offset;
      offsets[i] = reinterpret_cast<std::uintptr_t>(device_global_memory(device, key));
      arguments[i] = &offsets[i];
    }
    if (a.source != argument_source::local_memory)
      continue;
    offsets[i] = (total + 15) / 16 * 16;
    std::uint64_t bytes = a.size;
    if (bytes == 0 && __builtin_mul_overflow(items, std::uint64_t{a.offset}, &bytes))
      bytes = ~std::uint32_t{0};
    if (__builtin_add_overflow(offsets[i], bytes, &total) || total > ~std::uint32_t{0})
      throw_error(errc::memory_allocation, "the local memory of promoted buffers is larger than 4 GiB");
    arguments[i] = &offsets[i];
  }
  return static_cast<std::uint32_t>(total);
}

bool is_shared(const void *pointer) { return pointer && usm_kind_of(pointer) == usm::alloc::shared; }

std::string sizes(const std::uint64_t (&v)[3], unsigned dimensions) {
  std::string s;
  for (unsigned d = dimensions; d-- > 0;)
    s += std::to_string(v[d]) + (d ? "x" : "");
  return s;
}
void trace(const std::string &name, const launch_range &r, unsigned d, const device_impl &device, const char *how) {
  std::string range = sizes(r.global_size, d);
  if (r.local_size[0])
    range += ":" + sizes(r.local_size, d);
  trace_line(name + " {" + range + "} on " + device.properties().name + ", " + how);
}
[[gnu::noinline]] void trace(const command &c, const device_impl &device, const char *how) {
  trace(std::string(registry::instance().find(*c.kernel)->name), c.range, c.kernel->dimensions, device, how);
}
// Sets how the kernels, of which the last one may add up shares of elements, are launched where `range` is theirs.
void set_launch(launch_range &to, command_span commands, const launch_range &range) {
  const std::uint64_t shares = commands[commands.count - 1].shares, group = command::share_group;
  if (shares)
    to = {{{shares, 1, 1}, {group, 1, 1}, {0, 0, 0}}, {shares / group, 1, 1}};
  else
    to = range;
}
const char *form(const ready_variant &v) {
  return v.record->kind == syclfuse::variant_kind::specialized ? "specialized" : "generic";
}

} // namespace

void queue_impl::make_request(const choice &chosen, command_span commands, kept_launch &as) {
  const ready_variant &v = *chosen.variant;
  launch_arguments &arguments = as.arguments;
  const launch_range &range = arguments.range;
  set_launch(arguments.range, commands, chosen.launch);
  arguments.pointers.resize(v.arguments.size());
  bool placed = false;
  for (std::size_t i = 0; i < v.arguments.size(); ++i) {
    const auto &a = v.arguments[i];
    arguments.pointers[i] = argument(a, commands, range);
    placed |= a.source == argument_source::local_memory || a.source == argument_source::device_global;
  }
  launch_request &r = as.request; // each field of it
  r.kernel = v.kernel.load(std::memory_order_acquire);
  r.variant = v.record;
  r.args = arguments.pointers.data();
  r.arg_count = static_cast<std::uint32_t>(arguments.pointers.size());
  r.arg_sizes = nullptr;
  if (collector_) {
    arguments.sizes.clear();
    for (const auto &a : v.arguments)
      arguments.sizes.push_back(a.source == argument_source::closure ? a.size : sizeof(std::uint64_t));
    r.arg_sizes = arguments.sizes.data();
  }
  r.range = range;
  r.local_memory = 0;
  for (std::size_t i = 0; i < commands.count; ++i)
    r.local_memory = std::max(r.local_memory, commands[i].local_memory);
  if (placed)
    r.local_memory = place_memory(v, range, *device_, r.local_memory, arguments.offsets, arguments.pointers);
  r.footprint = 0;
  const auto &g = chosen.launch.global_size;
  if (const std::uint64_t items = g[0] * g[1] * g[2]; items >= (std::uint64_t{1} << 20)) {
    r.footprint = footprint(commands);
    // The driver counts work-items where there are no buffers. Here each does many, and their sums are in a buffer.
    if (commands[commands.count - 1].shares)
      r.footprint = std::max(r.footprint, items * 16);
  }
}

// The host's version of a kernel has sub-groups of one work-item.
static void check_sub_groups(kernel_info &k) {
  using syclfuse::attribute_kind;
  for (const std::uint64_t *r = k.attributes; r && *r != std::uint64_t(attribute_kind::end); r += 2 + r[1])
    if (*r == std::uint64_t(attribute_kind::reqd_sub_group_size) && r[1] && r[2] != 1)
      throw_no_sub_groups("kernel " + kernel_title(k));
}

// Once in a process: a program with bundles has lost some kernels, as of a library that was not given to sycl-fuse. One
// without any may want none.
static void warn_of_host_code(kernel_info &k) {
  static std::atomic<bool> warned{false};
  if (warned.load(std::memory_order_relaxed) || registry::instance().find(k)->known || !snapshot_lease()->any_bundle)
    return;
  if (!warned.exchange(true))
    log(diag::kernel_without_bundle, {kernel_title(k)});
}

void queue_impl::launch_host_loop(command &c) {
  // Asked for each time: another device may not run host code, another library may have a kernel of this name.
  driver_kernel *k = device_->driver->load_host(c.kernel->host_loop);
  if (!k)
    throw_diagnostic(errc::kernel_not_supported, diag::kernel_not_found,
                     {kernel_title(*c.kernel), device_->properties().name});
  warn_of_host_code(*c.kernel);
  check_sub_groups(*c.kernel);
  if (env().trace)
    trace(c, *device_, "host code");
  if (empty(c.range))
    return;
  // What the host compiler made knows closures, not flattened arguments.
  static constexpr syclfuse::bundle::variant_record groups = {};
  static constexpr syclfuse::bundle::variant_record linear = [] {
    syclfuse::bundle::variant_record r = {};
    r.flags = syclfuse::bundle::variant_linear;
    return r;
  }();
  const void *closure = c.closure;
  launch_request r;
  r.kernel = k;
  r.variant = c.shares || c.kernel->kind == syclfuse::range_kind::nd_range ? &groups : &linear;
  r.args = &closure;
  r.arg_count = 1;
  command *one = &c;
  launch_range range;
  set_launch(range, {&one, 1}, c.range);
  r.range = range;
  r.local_memory = c.local_memory;
  stream().launch(r);
}

inline choice queue_impl::choose_alone(command &c) {
  kernel_node *node = registry::instance().find(*c.kernel);
  command *one = &c;
  return choose(node->ready.of(*device_, node->sources), {&one, 1}, *device_);
}

void queue_impl::launch_kernel(command &c) { launch_chosen(choose_alone(c), c, launch_); }

void queue_impl::launch_alone(command &c) {
  if (c.kind == command_kind::kernel)
    return launch_kernel(c);
  if (watched_ && env().trace)
    trace_line(c.what + std::string(" on ") + device_->properties().name);
  execute(c);
}

inline void queue_impl::launch_chosen(const choice &chosen, command &c, kept_launch &as) {
  if (!chosen.variant)
    return launch_host_loop(c);
  if (watched_ && env().trace)
    trace(c, *device_, form(*chosen.variant));
  if (empty(chosen.launch))
    return;
  command *one = &c;
  make_request(chosen, {&one, 1}, as);
  stream().launch(as.request);
}

void queue_impl::launch_followers(region_segment &segment, bool again) {
  const std::vector<command *> &followers = followers_of(segment);
  if (again) {
    for (std::size_t i = 0; i != followers.size(); ++i)
      streams_.current().launch_again(segment.launch.followers[i].request, segment.launch.followers[i].prepared);
    return;
  }
  const ready_variant *launched = std::exchange(segment.launch.launched, nullptr); // it was, but they may fail
  segment.launch.followers.resize(followers.size());
  for (std::size_t i = 0; i != followers.size(); ++i) {
    follower_launch &as = segment.launch.followers[i];
    if (!segment.chosen_before || !as.chosen.variant)
      as.chosen = choose_alone(*followers[i]);
    as.prepared.reset();
    launch_chosen(as.chosen, *followers[i], as);
    if (!as.chosen.variant) // code of the host is looked up each time
      launched = nullptr;
  }
  segment.launch.launched = launched;
}

namespace {

// The fused kernel after its constituents, in traces and profilers.
std::string fused_name(const region_segment &r, const choice &chosen) {
  std::string names = "fused " + std::string(chosen.region->name) + " [";
  for (const command *c : r.commands) {
    names += (c == r.commands.front() ? "" : ", ");
    names += registry::instance().find(*c->kernel)->name;
  }
  return names + "]";
}

} // namespace

bool queue_impl::launch_fused(region_segment &r, const choice &chosen) {
  command_span commands{r.commands.data(), r.commands.size()};
  try {
    std::optional<separate_local_memory> separated;
    if (!r.barriers)
      separated.emplace(commands);
    std::optional<nvtx::range> range;
    if (device_->platform->kind == backend::ext_oneapi_cuda && nvtx::present())
      range.emplace(fused_name(r, chosen));
    if (r.launch.launched) {
      streams_.current().launch_again(r.launch.fused.request, r.launch.fused.prepared);
    } else if (!empty(chosen.launch)) {
      r.launch.fused.prepared.reset();
      make_request(chosen, commands, r.launch.fused);
      stream().launch(r.launch.fused.request);
      r.launch.launched = r.kind == syclfuse::region_kind::fusion_wrapper && !separated ? chosen.variant : nullptr;
      r.launch.unwatched = !profiling_ && !range;
    }
  } catch (const sycl::exception &e) {
    // What drivers throw before they start anything.
    if (e.code() != errc::nd_range && e.code() != errc::memory_allocation)
      throw;
    log(log_level::warn,
        "a fused kernel cannot run on this device, its kernels run one by one: " + std::string(e.what()));
    return false;
  }
  if (env().trace)
    trace(fused_name(r, chosen), chosen.launch, chosen.variant->record->dimensions, *device_, form(*chosen.variant));
  return true;
}

void queue_impl::execute(command &c) {
  switch (c.kind) {
  case command_kind::kernel:
    launch_kernel(c);
    for (command *f : c.followers)
      launch_kernel(*f);
    return;
  case command_kind::copy:
    return copy(c);
  case command_kind::fill:
    return fill(c);
  case command_kind::host_update:
    for (const requirement &r : c.requirements)
      if (!device_->host_memory)
        stream().copy(static_cast<char *>(r.buffer->host_memory(true)) + r.bytes.begin,
                      static_cast<char *>(r.memory) + r.bytes.begin, r.bytes.size());
    return;
  case command_kind::prefetch:
    if (is_shared(c.src))
      stream().prefetch(c.src, c.bytes);
    return;
  case command_kind::mem_advise:
    if (is_shared(c.src))
      stream().advise(c.src, c.bytes, c.advice);
    return;
  case command_kind::barrier: // the current stream waits for the events, and the others for it
  case command_kind::barrier_all:
    return streams_.join();
  case command_kind::empty:
  case command_kind::host_task:
  case command_kind::graph:
    return;
  }
}

void queue_impl::copy(const command &c) {
  for (std::size_t done = 0, next; done < c.bytes; done += next) {
    next = std::min({c.bytes - done, c.dst_layout.left_in_row(done), c.src_layout.left_in_row(done)});
    stream().copy(static_cast<char *>(c.dst) + c.dst_layout.offset(done),
                  static_cast<const char *>(c.src) + c.src_layout.offset(done), next);
  }
}

void queue_impl::fill(const command &c) {
  for (std::size_t done = 0, next; done < c.bytes; done += next) {
    next = std::min(c.bytes - done, c.dst_layout.left_in_row(done));
    stream().fill(static_cast<char *>(c.dst) + c.dst_layout.offset(done), c.pattern.data(), c.pattern.size(),
                  next / c.pattern.size());
  }
}

} // namespace sycl::detail
