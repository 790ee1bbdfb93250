// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/buffer_part.hpp"

#include <algorithm>
#include <thread>

namespace sycl::detail {
namespace {

bool same(const ref<event_impl> &a, const ref<event_impl> &b) { return a.get() == b.get(); }

// A host accessor that is alive.
bool holds_back(const ref<event_impl> &e) { return e && e->host_accessors != 0; }
bool is_ours(const ref<event_impl> &e) { return holds_back(e) && !e->elsewhere(); }

} // namespace

void host_hold::add(const ref<event_impl> &e) {
  if (std::any_of(events.begin(), events.end(), [&](const auto &known) { return same(known, e); }))
    return;
  events.push_back(e);
  ++e->host_accessors;
}

const ref<event_impl> &host_hold::make_own() {
  if (!own) {
    own = ref<event_impl>::adopt(new event_impl(event_impl::state::registered));
    own->set_deferred({});
    own->host_thread = std::this_thread::get_id();
    add(own);
  }
  return own;
}

void buffer_part::enter(const ref<event_impl> &e, bool exclusive, std::vector<ref<event_impl>> &wait_for,
                        ref<event_impl> &related) {
  auto wait = [&](const ref<event_impl> &other) {
    const bool known = !wait_for.empty() && same(wait_for.back(), other); // that of the part before
    if (!other || same(other, e) || known)
      return;
    if (other->known_complete())
      e->add_finished(other);
    else
      wait_for.push_back(other);
  };
  if (!exclusive || readers.empty()) // else these have waited for it
    wait(writer);
  if (exclusive) {
    for (const auto &r : readers)
      wait(r);
    readers.clear();
    writer = e;
    return;
  }
  if (same(writer, e))
    return;
  if (!readers.empty()) {
    if (same(readers.back(), e))
      return;
    if (!readers.back()->known_complete()) {
      related = readers.back();
    } else if (!readers.back()->held()) { // as most of them on a device whose commands end at once
      readers.back() = e;
      return;
    }
    if (readers.size() >= many_readers)
      forget_readers();
  }
  readers.push_back(e);
}

void buffer_part::forget_readers() {
  // By streams, in the order of each; those that no stream has yet stay.
  auto gone = [](const ref<event_impl> &r) { return r->known_complete() && !r->held(); };
  readers.erase(std::remove_if(readers.begin(), readers.end(), gone), readers.end());
  auto enqueued = std::partition(readers.begin(), readers.end(),
                                 [](const ref<event_impl> &r) { return r->current() < event_impl::state::enqueued; });
  std::sort(enqueued, readers.end(), [](const auto &a, const auto &b) {
    return a->stream != b->stream ? a->stream < b->stream : a->order < b->order;
  });
  auto last = enqueued;
  for (auto r = enqueued; r != readers.end(); ++r)
    if (r + 1 == readers.end() || !(*r)->precedes(**(r + 1))) // the next one is never moved from yet
      *last++ = std::move(*r);
  readers.erase(last, readers.end());
  many_readers = std::max<std::size_t>(8, 2 * readers.size());
}

bool buffer_part::in_use(bool write) const {
  bool found = false;
  // A thread may have several host accessors at once.
  for_users(write, [&](const ref<event_impl> &e) { found = found || (e->elsewhere() && !e->complete()); });
  return found;
}

// One event stands for the host accessors that a thread has at once, since each holds back what comes after it.
void buffer_part::hold_back(bool write, const ref<event_impl> &fetched, host_hold &hold) {
  if (is_ours(writer))
    return hold.add(writer);
  if (fetched)
    writer = fetched;
  if (!write) {
    const auto ours = std::find_if(readers.begin(), readers.end(), is_ours);
    if (ours != readers.end())
      return hold.add(*ours);
    readers.push_back(hold.make_own());
    return;
  }
  readers.erase(std::remove_if(readers.begin(), readers.end(), [](const auto &r) { return !holds_back(r); }),
                readers.end());
  writer = hold.make_own();
}

bool buffer_part::like(const buffer_part &other) const {
  return initialised == other.initialised && host_valid == other.host_valid && valid == other.valid &&
         same(writer, other.writer) &&
         std::equal(readers.begin(), readers.end(), other.readers.begin(), other.readers.end(), same);
}

} // namespace sycl::detail
