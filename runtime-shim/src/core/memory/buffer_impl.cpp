// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/buffer_impl.hpp"
#include "core/devices/device_impl.hpp"
#include "core/memory/command_groups.hpp"
#include "core/memory/placeholder_buffers.hpp"
#include "core/memory/recorded_buffers.hpp"
#include "core/process/errors.hpp"
#include "core/process/host_memory.hpp"
#include "core/process/log.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>

namespace sycl::detail {

buffer_impl::buffer_impl(std::size_t bytes, const buffer_source &source) : bytes_(bytes), keep_(source.keep) {
  whole_.bytes = all();
  whole_.initialised = source.host && !source.uninitialised;
  if (source.copy && source.host) {
    std::memcpy(host_memory(true), source.host, bytes);
  } else if (source.constant) {
    constant_ = source.host;
  } else if (source.host) {
    host_.store(const_cast<void *>(source.host), std::memory_order_release);
    if (source.write_back)
      write_back_to_ = const_cast<void *>(source.host);
  }
}

std::uint64_t uses_of_buffers = 0;

buffer_impl::~buffer_impl() {
  forget_recorded_buffer(this);
  forget_placeholders(this);
  write_back();
  for (const device_copy &c : copies_)
    c.device->driver->deallocate(c.memory, usm_kind::device);
  if (reserved_)
    release_addresses(reserved_, bytes_);
  void *host = host_.load(std::memory_order_relaxed);
  if (owned_from_)
    owned_from_->give_host_memory(host, bytes_);
  else if (owned_)
    free_host(host);
}

void buffer_impl::write_back() noexcept {
  const bool to_user = dirty_ && writes_back();
  auto report = [&](const char *why) {
    log(log_level::error,
        std::string(to_user ? "buffer: the data was not written back: " : "buffer: a command that uses it failed: ") +
            why);
  };
  try {
    if (to_user) {
      std::unique_lock<std::mutex> held;
      if (user_mutex_)
        held = std::unique_lock<std::mutex>(*user_mutex_);
      const void *data = host_access(all(), access_mode::read, false, nullptr);
      if (has_final_)
        final_(data);
      else if (data != write_back_to_)
        std::memcpy(write_back_to_, data, bytes_);
    } else
      wait_for_users(all(), true);
  } catch (const std::exception &e) {
    report(e.what());
  } catch (...) { // an iterator or a kernel of the user
    report("an exception that is no std::exception");
  }
}

void *buffer_impl::host_memory(bool writes, driver_device *for_copies) {
  if (void *p = host_.load(std::memory_order_acquire))
    return p;
  if (constant_ && !writes)
    return const_cast<void *>(constant_);
  std::lock_guard<std::mutex> lock(mutex_);
  if (void *p = host_.load(std::memory_order_relaxed))
    return p;
  void *p = for_copies ? for_copies->take_host_memory(bytes_) : nullptr;
  if (p)
    owned_from_ = for_copies;
  else
    p = allocate_host(bytes_);
  if (!p)
    throw_error(errc::memory_allocation, "no host memory for a buffer of " + std::to_string(bytes_) + " bytes");
  owned_ = true;
  if (constant_)
    std::memcpy(p, constant_, bytes_);
  host_.store(p, std::memory_order_release);
  return p;
}

unsigned buffer_impl::find(const device_impl &device) const {
  for (std::size_t i = 0; i < copies_.size(); ++i)
    if (copies_[i].device == &device)
      return static_cast<unsigned>(i);
  return no_copy;
}

void *buffer_impl::find_memory(device_impl &device, bool writes) {
  if (device.host_memory)
    return host_memory(writes);
  std::lock_guard<light_mutex> lock(graph_mutex());
  return memory_locked(device);
}

void *buffer_impl::memory_locked(device_impl &device) {
  if (const unsigned i = find(device); i != no_copy)
    return copies_[i].memory;
  if (copies_.size() == std::numeric_limits<decltype(buffer_part::valid)>::digits)
    throw_error(errc::memory_allocation,
                "a buffer cannot be on more than " + std::to_string(copies_.size()) + " devices");
  void *p = device.driver->allocate(std::max<std::size_t>(bytes_, 1), 0, usm_kind::device);
  if (!p)
    throw_error(errc::memory_allocation,
                device.properties().name + ": no memory for a buffer of " + std::to_string(bytes_) + " bytes");
  copies_.push_back({&device, p});
  if (reserved_) // accessors are no longer given that
    ++uses_of_buffers;
  if (copies_.size() == 1) {
    first_memory_ = p;
    first_device_.store(&device, std::memory_order_release);
  }
  return p;
}

device_impl *buffer_impl::holder(const buffer_part &part) const {
  if (part.host_valid)
    return nullptr;
  for (std::size_t i = 0; i < copies_.size(); ++i)
    if (part.valid >> i & 1)
      return copies_[i].device;
  return reserved_for_;
}

void *buffer_impl::reserve(device_impl &device) {
  if (device.host_memory || first_device_.load(std::memory_order_acquire))
    return nullptr;
  std::lock_guard<light_mutex> lock(graph_mutex());
  if (reserved_for_ != &device)
    enter_late();
  // What a kernel of the open region writes is there already, as far as the next kernel is concerned.
  auto holds_only_that = [&](const buffer_part &p) {
    return !p.initialised || (!p.host_valid && reserved_for_ == &device);
  };
  const part_span all_parts = parts();
  if (!copies_.empty() || !std::all_of(all_parts.begin(), all_parts.end(), holds_only_that))
    return nullptr;
  if (!reserved_)
    reserved_ = reserve_addresses(bytes_);
  reserved_for_ = &device;
  return reserved_;
}

void *buffer_impl::memory_for_reserved(device_impl &device) {
  std::lock_guard<light_mutex> lock(graph_mutex());
  const bool first = copies_.empty();
  void *p = memory_locked(device);
  const unsigned copy = find(device);
  for (buffer_part &part : parts()) {
    // A region that is repeated does not say again what it writes (repeated_region).
    if (first && !part.initialised) {
      part.initialised = dirty_ = true;
      part.host_valid = false;
    }
    if (holder(part) == &device)
      part.valid |= std::uint64_t{1} << copy;
  }
  return p;
}

void buffer_impl::forget_unplaced() {
  std::lock_guard<light_mutex> lock(graph_mutex());
  if (!copies_.empty())
    return;
  dirty_ = false;
  for (buffer_part &part : parts()) {
    part.initialised = false;
    part.host_valid = true;
  }
}

std::size_t buffer_impl::begin_part(std::size_t at) {
  const auto next = std::lower_bound(parts_.begin(), parts_.end(), at,
                                     [](const buffer_part &p, std::size_t b) { return p.bytes.begin < b; });
  const auto index = static_cast<std::size_t>(next - parts_.begin());
  if (at == bytes_ || (next != parts_.end() && next->bytes.begin == at))
    return index;
  buffer_part right = parts_[index - 1];
  right.bytes.begin = at;
  parts_[index - 1].bytes.end = at;
  parts_.insert(next, std::move(right));
  return index;
}

buffer_impl::part_span buffer_impl::divide(byte_range range) {
  if (range.size() == 0)
    return {&whole_, &whole_};
  if (parts_.empty())
    parts_.push_back(std::move(whole_));
  else if (parts_.size() >= many_parts_)
    join_parts();
  const std::size_t first = begin_part(range.begin), last = begin_part(range.end);
  return {parts_.data() + first, parts_.data() + last};
}

void buffer_impl::join_parts() {
  for (buffer_part &p : parts_) {
    if (p.writer && p.writer->known_complete())
      p.writer.reset();
    p.forget_readers();
  }
  auto last = parts_.begin();
  for (auto p = last + 1; p != parts_.end(); ++p)
    if (last->like(*p))
      last->bytes.end = p->bytes.end;
    else if (++last != p)
      *last = std::move(*p);
  parts_.erase(last + 1, parts_.end());
  many_parts_ = std::max<std::size_t>(64, 2 * parts_.size());
}

bool buffer_impl::on_device(const buffer_part &part, const device_impl &device) const {
  const unsigned mine = find(device);
  return (mine != no_copy && part.valid >> mine & 1) || holder(part) == &device;
}

event_impl *buffer_impl::pending(const buffer_access &a, const event_impl *own_region) {
  for (const buffer_part &part : parts_of(a.bytes))
    // A command that has to bring the data first is a writer to those that rely on its copy.
    if (event_impl *e = part.pending(a.writes || moves(part, a.device, a.reads), own_region))
      return e;
  return nullptr;
}

void buffer_impl::add_transfer(std::vector<transfer> &transfers, const buffer_part &part, const device_impl *to,
                               void *memory) {
  device_impl *from = holder(part);
  if (!transfers.empty()) {
    transfer &last = transfers.back();
    if (last.buffer == this && last.from == from && !last.destination == !to && last.bytes.end == part.bytes.begin) {
      last.bytes.end = part.bytes.end;
      return;
    }
  }
  transfers.push_back({this, from, to ? static_cast<char *>(memory) + part.bytes.begin : nullptr, part.bytes});
}

void buffer_impl::enter(const ref<event_impl> &e, const buffer_access &a, void *&memory,
                        std::vector<ref<event_impl>> &wait_for, ref<event_impl> &related,
                        std::vector<transfer> &transfers) {
  ++uses_of_buffers;
  const part_span used = parts_of(a.bytes);
  for (buffer_part &part : used) {
    const bool moved = moves(part, a.device, a.reads);
    part.enter(e, a.writes || moved, wait_for, related);
    if (moved) {
      if (a.device && !memory) // written by another thread since it was only reserved
        memory = memory_locked(*a.device);
      add_transfer(transfers, part, a.device, memory);
      part.host_valid = true; // a copy between devices passes through the host
    }
    const unsigned mine = a.device ? find(*a.device) : no_copy;
    part.valid = (a.writes ? 0 : part.valid) | (mine == no_copy ? 0 : std::uint64_t{1} << mine);
    if (a.writes) {
      part.host_valid = !a.device;
      part.initialised = dirty_ = true;
    }
  }
  if (a.writes && used.end() - used.begin() > 1) { // now they are as one
    used.first->bytes.end = used.last[-1].bytes.end;
    parts_.erase(parts_.begin() + (used.first + 1 - parts_.data()), parts_.begin() + (used.last - parts_.data()));
  }
}

void buffer_impl::fetch(device_impl &from, byte_range range) {
  void *to = host_memory(true, from.driver);
  const void *memory = nullptr;
  {
    std::lock_guard<light_mutex> lock(graph_mutex());
    const unsigned found = find(from);
    if (found == no_copy)
      return; // promoted everywhere: nothing was ever written
    memory = copies_[found].memory;
  }
  from.transfer(static_cast<char *>(to) + range.begin, static_cast<const char *>(memory) + range.begin, range.size());
}

void buffer_impl::wait_for_users(byte_range range, bool write) {
  std::vector<ref<event_impl>> wait_for;
  // The others still use the memory when one fails: all are waited for before the first failure is thrown.
  std::exception_ptr failure;
  auto attempt = [&](auto step) {
    try {
      step();
    } catch (...) {
      if (!failure)
        failure = std::current_exception();
    }
  };
  while (true) {
    ref<event_impl> open;
    {
      std::lock_guard<light_mutex> lock(graph_mutex());
      enter_late();
      const part_span used = parts_of(range);
      for (const buffer_part &part : used)
        if (event_impl *e = open ? nullptr : part.pending(write, nullptr))
          open = ref<event_impl>::share(e);
      if (!open) {
        ++uses_of_buffers;
        for (const buffer_part &part : used)
          part.for_users(write, [&](const ref<event_impl> &e) {
            if (e->elsewhere() && !e->known_complete())
              wait_for.push_back(e);
          });
        break;
      }
    }
    attempt([&] { abort_region_of(*open); });
  }
  for (const auto &e : wait_for)
    attempt([&] { e->wait_complete(); });
  if (failure)
    std::rethrow_exception(failure);
}

bool buffer_impl::in_use(byte_range range, bool write) {
  const part_span used = parts_of(range);
  return std::any_of(used.begin(), used.end(), [&](const buffer_part &p) { return p.in_use(write); });
}

unsigned buffer_impl::references_to(const event_impl &e) {
  unsigned found = 0;
  for (const buffer_part &part : parts())
    part.for_users(true, [&](const ref<event_impl> &user) { found += user.get() == &e; });
  return found;
}

bool buffer_impl::idle() {
  std::lock_guard<light_mutex> lock(graph_mutex());
  enter_late();
  return !in_use(all(), true);
}

void *buffer_impl::host_access(byte_range range, access_mode mode, bool no_init, host_hold *hold) {
  const bool write = writes(mode);
  while (true) {
    wait_for_users(range, write);
    std::lock_guard<std::mutex> host_lock(host_mutex_);
    std::vector<transfer> fetches;
    ref<event_impl> fetched;
    {
      std::lock_guard<light_mutex> lock(graph_mutex());
      enter_late();
      if (in_use(range, write))
        continue; // a command of another thread was faster
      ++uses_of_buffers;
      for (buffer_part &part : parts_of(range)) {
        const bool moved = moves(part, nullptr, !no_init);
        if (moved) {
          add_transfer(fetches, part, nullptr, nullptr);
          if (hold && !fetched) {
            fetched = ref<event_impl>::adopt(new event_impl(event_impl::state::registered));
            fetched->set_deferred({});
          }
        }
        if (hold)
          part.hold_back(write, moved ? fetched : ref<event_impl>(), *hold);
        part.host_valid = part.host_valid || moved;
        if (write) {
          dirty_ = part.initialised = part.host_valid = true;
          part.valid = 0;
        }
      }
    }
    struct at_end {
      const ref<event_impl> &e;
      ~at_end() {
        if (e)
          e->set_complete();
      }
    } done{fetched};
    for (const transfer &t : fetches)
      fetch(*t.from, t.bytes);
    return host_memory(write);
  }
}

void buffer_impl::set_final_data(write_back_function f) {
  has_final_ = true;
  final_ = std::move(f);
}

// What the headers call.

// One that nothing refers to any more; a command that is still being filled in may access it.
static void end_buffer(buffer_impl *b) noexcept {
  command *user = filled_in_with(b);
  if (!user) {
    delete b;
    return;
  }
  try {
    user->ended.push_back(std::shared_ptr<void>(b, [](void *p) { delete static_cast<buffer_impl *>(p); }));
  } catch (const std::bad_alloc &) { // it has been deleted
  }
}

std::shared_ptr<buffer_impl> make_buffer(std::size_t bytes, const buffer_source &source) {
  return std::shared_ptr<buffer_impl>(new buffer_impl(bytes, source), end_buffer);
}
void set_final_data(buffer_impl *b, write_back_function f) { b->set_final_data(std::move(f)); }
void set_user_mutex(buffer_impl *b, std::mutex *m) noexcept { b->set_user_mutex(m); }
void set_write_back(buffer_impl *b, bool on) noexcept { b->set_write_back(on); }

namespace {

// What the copies of a host accessor share.
struct host_access_hold {
  std::shared_ptr<buffer_impl> buffer;
  host_hold held;
  ~host_access_hold() {
    {
      std::lock_guard<light_mutex> lock(graph_mutex());
      for (auto &e : held.events)
        if (--e->host_accessors != 0)
          e.reset(); // another host accessor has it as well
    }
    for (const auto &e : held.events)
      if (e)
        e->set_complete();
  }
};

} // namespace

std::shared_ptr<void> hold_host_access(const std::shared_ptr<buffer_impl> &b, byte_range bytes, access_mode m,
                                       bool no_init, void *&memory) {
  if (is_recorded_buffer(b.get()))
    throw_error(errc::invalid, "host_accessor: a queue that records to a graph uses the buffer");
  auto hold = std::make_shared<host_access_hold>();
  hold->buffer = b;
  memory = b->host_access(bytes, m, no_init, &hold->held);
  return hold;
}

} // namespace sycl::detail
