// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What handler and accessors call to fill a command in.
#include "core/bundles/registry.hpp"
#include "core/memory/buffer_impl.hpp"
#include "core/memory/command_groups.hpp"
#include "core/memory/device_globals.hpp"
#include "core/memory/placeholders.hpp"
#include "core/memory/placement.hpp"
#include "core/memory/usm.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "core/queue/stream_output.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {

command *acquire_command(queue_impl *q) {
  command *c = q->acquire_again();
  begin_command_group(*c);
  return c;
}
void release_command(command *c) noexcept {
  const ended_buffers ended = end_command_group(*c);
  c->queue->release(c);
}

namespace {

// Out of line: what most command groups need not do has no part in what they cost.
[[gnu::noinline]] event submit_ordinary(command *c) {
  queue_impl &q = *c->queue;
  if (c->streams.empty() || q.recorder_for(*c)) // a graph prints by a node of its own
    return q.submit(c);
  auto streams = std::move(c->streams);
  return print_after(q, q.submit(c), std::move(streams));
}

} // namespace

event submit_command(command *c) {
  const ended_buffers ended = end_command_group(*c);
  if (c->again != 0)
    if (event_impl *region = c->queue->add_again(*c))
      return event(event_handle::adopt(region));
  return submit_ordinary(c);
}

void *grow_closure(command &c, std::size_t size, std::size_t align) {
  if (size > c.heap_size || align > c.heap_align) {
    ::operator delete(std::exchange(c.heap, nullptr), std::align_val_t(std::max<std::size_t>(c.heap_align, 1)));
    c.heap_size = c.heap_align = 0;
    c.heap = ::operator new(size, std::align_val_t(align));
    c.heap_size = size;
    c.heap_align = align;
  }
  return c.heap;
}

bool has_same_arguments(const command &c, const void *closure) {
  const auto mine = static_cast<const char *>(c.closure), other = static_cast<const char *>(closure);
  std::size_t at = 0;
  for (const byte_range &hole : registry::instance().find(*c.kernel)->holes) {
    if (std::memcmp(mine + at, other + at, hole.begin - at) != 0)
      return false;
    at = hole.end;
  }
  return std::memcmp(mine + at, other + at, c.kernel->closure_size - at) == 0;
}

void *device_global_memory(command &c, const void *object, std::size_t bytes, std::size_t offset, std::size_t total) {
  c.not_in_graphs = "a copy of a device_global";
  return device_global_memory(c.queue->dev(), object, bytes, offset, total);
}

command &add_follower(command &c) {
  if (c.again != 0) {
    if (c.followers_again != c.followers_before) {
      command &f = *c.followers[c.followers_again++];
      f.again = c.again;
      return f;
    }
    queue_impl::make_ordinary(c);
  }
  c.followers.reserve(c.followers.size() + 1);
  c.followers.push_back(c.queue->acquire());
  return *c.followers.back();
}

void *require_scratch(command &c, std::size_t bytes) {
  const std::uint64_t asked = 2 * std::uint64_t{bytes};
  if (const requirement *r = c.expected; r != c.expected_end && r->view == 0 && r->given && r->asked == asked) {
    c.expected = r + 1;
    return r->given;
  }
  if (c.again != 0)
    queue_impl::make_ordinary(c);
  c.scratch.push_back(c.queue->scratch(bytes));
  buffer_impl *b = c.scratch.back().get();
  void *memory = require(c, b, b->all(), access_mode::read_write, true, syclfuse::promotion::none);
  c.requirements.back().given = memory;
  c.requirements.back().asked = asked;
  return memory;
}

void *require(command &c, buffer_impl *b, byte_range bytes, access_mode m, bool no_init, syclfuse::promotion p,
              bool host) {
  if (c.again != 0)
    queue_impl::make_ordinary(c);
  c.has_mutex |= b->user_mutex() != nullptr;
  const bool promoted = p == syclfuse::promotion::private_memory || p == syclfuse::promotion::local_memory;
  device_impl &device = c.queue->dev();
  const bool may_reserve = promoted && !host && !device.host_memory && c.queue->in_fusion_mode();
  if (void *reserved = may_reserve ? b->reserve(device) : nullptr) {
    c.requirements.push_back({b, bytes, m, no_init, p, nullptr, false, true});
    return reserved;
  }
  // Where a graph is built, the address is to stay.
  const bool will_write = writes(m) || c.queue->records();
  void *memory = host || device.host_memory ? b->host_memory(will_write) : b->memory(device, will_write);
  c.requirements.push_back({b, bytes, m, no_init, p, memory, host, false});
  return memory;
}

namespace {

// True if an accessor with the properties `p` on a buffer with those of `of_buffer` has both access scopes.
bool scopes_differ(property_set p, property_set of_buffer) {
  const property_set both(p.bits() | of_buffer.bits());
  return both.has(property_id::access_scope_work_item) && both.has(property_id::access_scope_work_group);
}

// The hint of such an accessor. An access scope is a promise of private or local memory if the data is internal and
// nothing is read that was there before; else the fuser proves it.
syclfuse::promotion promotion_of(property_set p, property_set of_buffer) {
  using syclfuse::promotion;
  using id = property_id;
  const property_set both(p.bits() | of_buffer.bits());
  const promotion hint = syclfuse::effective_promotion(own_promotion(p), own_promotion(of_buffer));
  const bool item = both.has(id::access_scope_work_item), group = both.has(id::access_scope_work_group);
  if (hint != promotion::automatic || item == group || !both.has(id::no_init))
    return hint;
  return item ? promotion::private_memory : promotion::local_memory;
}

// SYCL 2020, 4.7.6.4: what is only read has contents.
void check_no_init(access_wish wish) {
  if (wish.mode() == access_mode::read && wish.properties().has(property_id::no_init))
    throw_invalid("accessor: property no_init with access_mode::read");
}

} // namespace

granted_access require_accessor(command &c, access_wish wish, buffer_impl *b, byte_range bytes, property_set of_buffer,
                                std::uint64_t view) {
  check_no_init(wish);
  const auto promote = wish.in_memory() ? syclfuse::promotion::none : promotion_of(wish.properties(), of_buffer);
  void *memory = require(c, b, bytes, wish.mode(), wish.no_init(), promote, wish.host());
  requirement &r = c.requirements.back();
  r.given = memory;
  r.asked = memory ? wish.word() : 0;
  r.view = view;
  r.scopes_differ = scopes_differ(wish.properties(), of_buffer);
  return {memory, promote};
}

granted_access placeholder_access(access_wish wish, buffer_impl *b, property_set of_buffer) {
  check_no_init(wish);
  note_placeholder(b);
  // Not the user's constant memory: the accessor may be used after the buffer was written.
  return {b->host_memory(true), promotion_of(wish.properties(), of_buffer)};
}

void require_placeholder(command &c, buffer_impl *b, const void *first, std::size_t size, access_mode m,
                         syclfuse::promotion p) {
  const auto begin =
      static_cast<std::size_t>(static_cast<const char *>(first) - static_cast<char *>(b->host_memory(true)));
  require(c, b, {begin, begin + size}, m, false, p);
  c.placeholders = true;
}

void place_on_host(command &c, void *task, std::size_t size) {
  if (c.again != 0)
    queue_impl::make_ordinary(c);
  c.closure = task; // for check_placeholders()
  c.bytes = size;
  if (!c.queue->dev().host_memory)
    place_in_task(c, task, size);
}

void *place_pointer(command &c, buffer_impl *b, void *host) {
  if (c.again != 0)
    queue_impl::make_ordinary(c);
  for (const requirement &r : c.requirements)
    if (r.buffer == b) {
      auto base = static_cast<char *>(r.reserved ? b->reserved() : r.memory);
      return base + (static_cast<char *>(host) - static_cast<char *>(b->host_memory(true)));
    }
  throw_error(errc::kernel_argument, "a placeholder accessor of a buffer of " + std::to_string(b->bytes()) +
                                         " bytes was not named to handler::require");
}

void check_memory(const command &c, const char *what, const void *pointer, std::size_t count, std::size_t size) {
  check_usm(c.queue->ctx(), what, pointer, count, size);
}

std::uint64_t reserve_local(handler &h, std::size_t bytes, std::size_t align) {
  command &c = *h.command();
  std::size_t offset = (c.local_memory + align - 1) / align * align;
  if (bytes > UINT32_MAX - offset)
    throw_error(errc::memory_allocation, "a local accessor of " + std::to_string(bytes) + " bytes is too large");
  c.local_memory = static_cast<std::uint32_t>(offset + bytes);
  return offset;
}

} // namespace sycl::detail

namespace sycl {

void handler::depends_on(const event &e) {
  detail::ref<detail::event_impl> state = e.impl();
  if (!state) {
    state = detail::ref<detail::event_impl>::adopt(new detail::event_impl(detail::event_impl::state::complete));
    state->number = e.number();
  }
  command_->has_more = true;
  command_->dependencies.push_back(std::move(state));
  if (!e.impl())
    command_->not_in_graphs = "a dependency on an event that is not of the same graph";
}

void handler::depends_on(const std::vector<event> &events) {
  for (const event &e : events)
    depends_on(e);
}

void handler::set_pattern(const void *pattern, std::size_t size) {
  auto first = static_cast<const unsigned char *>(pattern);
  command_->pattern.assign(first, first + size);
}

} // namespace sycl
