// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/buffer_impl.hpp"
#include "core/device_impl.hpp"
#include "core/errors.hpp"
#include "core/log.hpp"
#include "core/memory.hpp"
#include "core/queue_impl.hpp"

#include <algorithm>
#include <cstring>
#include <exception>

namespace sycl::detail {

buffer_impl::buffer_impl(std::size_t bytes, const buffer_source &source)
    : bytes_(bytes), keep_(source.keep), initialised_(source.host && !source.uninitialised) {
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

buffer_impl::~buffer_impl() {
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
  const bool to_user = write_back_ && dirty_ && (has_final_ ? final_ != nullptr : write_back_to_ != nullptr);
  auto report = [&](const char *why) {
    log(log_level::error, std::string(to_user ? "buffer: the data was not written back: "
                                              : "buffer: a command that uses it failed: ") + why);
  };
  try {
    if (to_user) {
      std::unique_lock<std::mutex> held;
      if (user_mutex_)
        held = std::unique_lock<std::mutex>(*user_mutex_);
      const void *data = host_access(access_mode::read, false, nullptr);
      if (has_final_)
        final_(data);
      else if (data != write_back_to_)
        std::memcpy(write_back_to_, data, bytes_);
    } else
      wait_for_users(true);
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

const buffer_impl::device_copy *buffer_impl::find(const device_impl &device) const {
  for (const device_copy &c : copies_)
    if (c.device == &device)
      return &c;
  return nullptr;
}

void *buffer_impl::memory(device_impl &device, bool writes) {
  if (device.host_memory)
    return host_memory(writes);
  std::lock_guard<std::mutex> lock(graph_mutex());
  return memory_locked(device);
}

void *buffer_impl::memory_locked(device_impl &device) {
  if (const device_copy *c = find(device))
    return c->memory;
  void *p = device.driver->allocate(std::max<std::size_t>(bytes_, 1), 0, usm_kind::device);
  if (!p)
    throw_error(errc::memory_allocation, device.properties().name + ": no memory for a buffer of " +
                                             std::to_string(bytes_) + " bytes");
  copies_.push_back({&device, p, false});
  return p;
}

device_impl *buffer_impl::holder() const {
  if (host_valid_)
    return nullptr;
  for (const device_copy &c : copies_)
    if (c.valid)
      return c.device;
  return reserved_for_;
}

void *buffer_impl::reserve(device_impl &device) {
  if (device.host_memory)
    return nullptr;
  std::lock_guard<std::mutex> lock(graph_mutex());
  // What a kernel of the open region writes is there already, as far as the next kernel is concerned.
  const bool holds_only_that = !host_valid_ && reserved_for_ == &device;
  if ((initialised_ && !holds_only_that) || !copies_.empty())
    return nullptr;
  if (!reserved_)
    reserved_ = reserve_addresses(bytes_);
  reserved_for_ = &device;
  return reserved_;
}

void *buffer_impl::place(device_impl &device) {
  std::lock_guard<std::mutex> lock(graph_mutex());
  void *p = memory_locked(device);
  if (holder() == &device)
    std::find_if(copies_.begin(), copies_.end(), [&](const device_copy &c) { return c.device == &device; })->valid = true;
  return p;
}

void buffer_impl::forget_unplaced() {
  std::lock_guard<std::mutex> lock(graph_mutex());
  if (!copies_.empty())
    return;
  initialised_ = dirty_ = false;
  host_valid_ = true;
}

event_impl *buffer_impl::pending(bool writes, const event_impl *own_region) const {
  if (writer_ && writer_.get() != own_region && writer_->pending())
    return writer_.get();
  if (writes)
    for (const auto &r : readers_)
      if (r.get() != own_region && r->pending())
        return r.get();
  return nullptr;
}

void buffer_impl::enter(const ref<event_impl> &e, bool exclusive, std::vector<ref<event_impl>> &wait_for,
                        ref<event_impl> &related) {
  auto wait = [&](const ref<event_impl> &other) {
    if (other && other.get() != e.get() && !other->known_complete())
      wait_for.push_back(other);
  };
  wait(writer_);
  if (exclusive) {
    for (const auto &r : readers_)
      wait(r);
    readers_.clear();
    writer_ = e;
    return;
  }
  if (writer_.get() == e.get())
    return;
  if (!readers_.empty()) {
    if (readers_.back().get() == e.get())
      return;
    if (!readers_.back()->known_complete())
      related = readers_.back();
    if (readers_.size() >= many_readers_)
      forget_readers();
  }
  readers_.push_back(e);
}

void buffer_impl::forget_readers() {
  // By streams, in the order of each; those that no stream has yet stay.
  auto gone = [](const ref<event_impl> &r) { return r->known_complete(); };
  readers_.erase(std::remove_if(readers_.begin(), readers_.end(), gone), readers_.end());
  auto enqueued = std::partition(readers_.begin(), readers_.end(),
                                 [](const ref<event_impl> &r) { return r->current() < event_impl::state::enqueued; });
  std::sort(enqueued, readers_.end(), [](const auto &a, const auto &b) {
    return a->stream != b->stream ? a->stream < b->stream : a->place < b->place;
  });
  auto last = enqueued;
  for (auto r = enqueued; r != readers_.end(); ++r)
    if (r + 1 == readers_.end() || !(*r)->precedes(**(r + 1))) // the next one is never moved from yet
      *last++ = std::move(*r);
  readers_.erase(last, readers_.end());
  many_readers_ = std::max<std::size_t>(8, 2 * readers_.size());
}

bool buffer_impl::moves(const device_impl *device, bool reads) const {
  if (!reads || !initialised_)
    return false;
  if (!device)
    return !host_valid_;
  const device_copy *mine = find(*device);
  return !(mine && mine->valid) && holder() != device;
}

void buffer_impl::plan(device_impl *device, void *memory, bool reads, bool writes, std::vector<transfer> &transfers) {
  if (moves(device, reads)) {
    transfers.push_back({this, holder(), device ? memory : nullptr});
    host_valid_ = true; // a copy between devices passes through the host
  }
  for (device_copy &c : copies_)
    c.valid = c.device == device || (c.valid && !writes);
  if (writes) {
    host_valid_ = !device;
    dirty_ = initialised_ = true;
  }
}

void buffer_impl::fetch(device_impl &from) {
  void *to = host_memory(true, from.driver);
  device_copy copy;
  {
    std::lock_guard<std::mutex> lock(graph_mutex());
    const device_copy *found = find(from);
    if (!found)
      return; // promoted everywhere: nothing was ever written
    copy = *found;
  }
  std::lock_guard<std::mutex> lock(from.transfer_mutex);
  from.transfer_stream().copy(to, copy.memory, bytes_);
  from.transfer_stream().synchronize();
}

void buffer_impl::wait_for_users(bool write) {
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
      std::lock_guard<std::mutex> lock(graph_mutex());
      open = ref<event_impl>::share(pending(write, nullptr));
      if (!open) {
        auto command = [&](const ref<event_impl> &e) {
          if (e && e->elsewhere())
            wait_for.push_back(e);
        };
        command(writer_);
        if (write)
          std::for_each(readers_.begin(), readers_.end(), command);
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

bool buffer_impl::in_use(bool write) const {
  // A thread may have several host accessors at once.
  auto running = [](const ref<event_impl> &e) { return e && e->elsewhere() && !e->complete(); };
  return running(writer_) || (write && std::any_of(readers_.begin(), readers_.end(), running));
}

bool buffer_impl::idle() const {
  std::lock_guard<std::mutex> lock(graph_mutex());
  return !in_use(true);
}

// One event stands for the host accessors that a thread has at once, since each holds back what comes after it.
ref<event_impl> buffer_impl::hold_back(bool write, const ref<event_impl> &fetched) {
  auto alive = [](const ref<event_impl> &r) { return r && r->host_accessors != 0; };
  if (alive(writer_) && !writer_->elsewhere()) {
    ++writer_->host_accessors;
    return writer_;
  }
  if (fetched)
    writer_ = fetched;
  if (!write)
    for (const auto &r : readers_)
      if (alive(r) && !r->elsewhere()) {
        ++r->host_accessors;
        return r;
      }
  auto e = ref<event_impl>::adopt(new event_impl(event_impl::state::registered));
  e->set_deferred({});
  e->host_accessors = 1;
  e->host_thread = std::this_thread::get_id();
  if (write) {
    readers_.erase(std::remove_if(readers_.begin(), readers_.end(), [&](const auto &r) { return !alive(r); }), readers_.end());
    writer_ = e;
  } else
    readers_.push_back(e);
  return e;
}

void *buffer_impl::host_access(access_mode mode, bool no_init, ref<event_impl> *hold) {
  const bool write = writes(mode);
  while (true) {
    wait_for_users(write);
    std::lock_guard<std::mutex> host_lock(host_mutex_);
    device_impl *from = nullptr;
    ref<event_impl> fetched;
    {
      std::lock_guard<std::mutex> lock(graph_mutex());
      if (in_use(write))
        continue; // a command of another thread was faster
      if (!no_init && initialised_)
        from = holder();
      if (from && hold) {
        fetched = ref<event_impl>::adopt(new event_impl(event_impl::state::registered));
        fetched->set_deferred({});
      }
      if (hold)
        *hold = hold_back(write, fetched);
      host_valid_ = host_valid_ || from;
      if (write) {
        dirty_ = initialised_ = host_valid_ = true;
        for (device_copy &c : copies_)
          c.valid = false;
      }
    }
    struct at_end {
      const ref<event_impl> &e;
      ~at_end() {
        if (e)
          e->set_complete();
      }
    } done{fetched};
    if (from)
      fetch(*from);
    return host_memory(write);
  }
}

void buffer_impl::set_final_data(write_back_function f) {
  has_final_ = true;
  final_ = std::move(f);
}

// What the headers call.

std::shared_ptr<buffer_impl> make_buffer(std::size_t bytes, const buffer_source &source) {
  return std::make_shared<buffer_impl>(bytes, source);
}
void set_final_data(buffer_impl *b, write_back_function f) { b->set_final_data(std::move(f)); }
void set_user_mutex(buffer_impl *b, std::mutex *m) noexcept { b->set_user_mutex(m); }
void set_write_back(buffer_impl *b, bool on) noexcept { b->set_write_back(on); }

namespace {

// What the copies of a host accessor share.
struct host_access_hold {
  std::shared_ptr<buffer_impl> buffer;
  ref<event_impl> event;
  ~host_access_hold() {
    bool last = false;
    if (event) {
      std::lock_guard<std::mutex> lock(graph_mutex());
      last = --event->host_accessors == 0;
    }
    if (last)
      event->set_complete();
  }
};

} // namespace

std::shared_ptr<void> hold_host_access(const std::shared_ptr<buffer_impl> &b, access_mode m, bool no_init, void *&memory) {
  auto hold = std::make_shared<host_access_hold>();
  hold->buffer = b;
  memory = b->host_access(m, no_init, &hold->event);
  return hold;
}

void *placeholder_memory(buffer_impl *b, access_mode m) { return b->host_memory(writes(m)); }

} // namespace sycl::detail
