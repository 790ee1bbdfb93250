// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/feedback/fusion_check.hpp"

#include "core/bundles/registry.hpp"
#include "core/memory/buffer_impl.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"
#include "core/process/usm_blocks.hpp"
#include "core/regions/promotions.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <set>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::param_kind;
using syclfuse::promotion;

namespace {

const unsigned char *closure_of(const command &c) { return static_cast<const unsigned char *>(c.closure); }

const void *pointer_at(const unsigned char *at) {
  const void *p;
  std::memcpy(&p, at, sizeof(p));
  return p;
}

// Said once for each region.
void say_once(diag code, const region_node &region, const std::vector<std::string> &arguments) {
  static auto *said = new std::set<std::pair<diag, const void *>>;
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::messages));
  if (said->emplace(code, region.record).second)
    log(code, arguments);
}

// Only what no kernel one by one and no other command sees may differ.
bool is_replaced(promotion p) { return p != promotion::none; }

} // namespace

// An argument of a kernel of the region, in the words of messages.
struct fusion_check::argument {
  std::string kernel = "?", name = "?";
  std::size_t element_size = 1, begin = 0; // of its memory, in the block
};

fusion_check::fusion_check(const region_segment &r, device_impl &d, driver_stream &s)
    : region_(r), device_(d), stream_(s) {
  stream_.synchronize();
  add_buffers();
  for (const command *c : r.commands)
    add_internal(*c);
  for (const command *c : r.commands)
    add_pointers(closure_of(*c), c->kernel->closure_size);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    save(blocks_[i]);
    if (!blocks_[i].buffer) {
      const std::vector<unsigned char> &contents =
          blocks_[i].before; // moving a vector leaves its elements where they are
      add_pointers(contents.data(), contents.size());
    }
  }
  find_unknown();
}

void fusion_check::add_buffers() {
  for (const command *c : region_.commands)
    for (const requirement &r : c->requirements) {
      // Other commands may be using what is beside a sub-buffer.
      void *memory = r.memory ? r.memory : r.buffer->memory(device_, true);
      block added{
          static_cast<char *>(memory) + r.bytes.begin, r.bytes.size(), r.buffer, !is_replaced(r.promote), {}, {}};
      auto overlaps = [&](const block &b) {
        return b.buffer == r.buffer && (b.memory == added.memory ||
                                        (b.memory < added.memory + added.bytes && added.memory < b.memory + b.bytes));
      };
      for (auto known = std::find_if(blocks_.begin(), blocks_.end(), overlaps); known != blocks_.end();
           known = std::find_if(blocks_.begin(), blocks_.end(), overlaps)) {
        char *end = std::max(known->memory + known->bytes, added.memory + added.bytes);
        added.memory = std::min(known->memory, added.memory);
        added.bytes = static_cast<std::size_t>(end - added.memory);
        added.compared |= known->compared;
        blocks_.erase(known);
      }
      blocks_.push_back(std::move(added));
    }
}

// Allocations that the fused kernel may have replaced.
void fusion_check::add_internal(const command &c) {
  for (const closure_accessor &a : registry::instance().find(*c.kernel)->accessors) {
    const auto m = accessed_memory::of(closure_of(c) + a.offset);
    if (m.is_usm() && is_replaced(promotion_at(c, a.offset)) && !contains(m.begin))
      blocks_.push_back(
          {const_cast<char *>(m.begin), static_cast<std::size_t>(m.end - m.begin), nullptr, false, {}, {}});
  }
}

void fusion_check::add_pointers(const unsigned char *bytes, std::size_t size) {
  for (std::size_t at = 0; at + sizeof(void *) <= size; at += sizeof(void *))
    if (const void *p = pointer_at(bytes + at); p && !contains(p))
      if (const auto usm = usm_block_of(p))
        blocks_.push_back({usm->begin, usm->bytes, nullptr, true, {}, {}});
}

bool fusion_check::contains(const void *p) const {
  return std::any_of(blocks_.begin(), blocks_.end(), [&](const block &b) {
    return static_cast<const char *>(p) >= b.memory && static_cast<const char *>(p) < b.memory + b.bytes;
  });
}

void fusion_check::save(block &b) {
  b.before.resize(b.bytes);
  b.fused.resize(b.compared ? b.bytes : 0);
  if (b.bytes)
    stream_.copy(b.before.data(), b.memory, b.bytes);
  stream_.synchronize();
}

void fusion_check::find_unknown() {
  for (const command *c : region_.commands) {
    const kernel_source &source = registry::instance().find(*c->kernel)->descriptions.front();
    for (const auto &p : source.bundle->view.parameters(*source.record))
      if (p.kind == param_kind::pointer)
        if (const void *value = pointer_at(closure_of(*c) + p.offset); value && !contains(value))
          unknown_ = "knowledge of the memory that '" + std::string(source.bundle->view.string(p.name)) + "' points to";
  }
}

bool fusion_check::possible(const region_node &region) const {
  if (unknown_.empty())
    return true;
  say_once(diag::check_impossible, region, {std::string(region.name), unknown_});
  return false;
}

void fusion_check::keep_and_restore() {
  stream_.synchronize();
  for (block &b : blocks_)
    if (b.compared && b.bytes != 0)
      stream_.copy(b.fused.data(), b.memory, b.bytes);
  restore();
}

void fusion_check::restore() {
  for (block &b : blocks_)
    if (b.bytes != 0)
      stream_.copy(b.memory, b.before.data(), b.bytes);
  stream_.synchronize();
}

void fusion_check::compare(const region_node &region, const std::function<void(command &)> &launch) {
  stream_.synchronize();
  std::vector<unsigned char> now;
  for (const block &b : blocks_) {
    if (!b.compared || b.bytes == 0)
      continue;
    now.resize(b.bytes);
    stream_.copy(now.data(), b.memory, b.bytes);
    stream_.synchronize();
    const auto [mine, theirs] = std::mismatch(now.begin(), now.end(), b.fused.begin());
    if (mine == now.end())
      continue;
    const auto at = static_cast<std::size_t>(mine - now.begin());
    return report(region, b, at, writer_of(b, at, launch));
  }
}

// The last kernel that changes a byte; null if none does.
const command *fusion_check::writer_of(const block &b, std::size_t at, const std::function<void(command &)> &launch) {
  restore();
  const command *writer = nullptr;
  unsigned char last = b.before[at];
  for (command *c : region_.commands) {
    launch(*c);
    stream_.synchronize();
    unsigned char now = last;
    stream_.copy(&now, b.memory + at, 1);
    stream_.synchronize();
    if (now != last)
      writer = c;
    last = now;
  }
  return writer;
}

// That of the kernel by which it writes to the block, as far as its parameters say, else by which it uses it. Without a
// kernel, of the last.
fusion_check::argument fusion_check::argument_for(const block &b, const command *of) const {
  argument found;
  if (of) {
    const kernel_source &source = registry::instance().find(*of->kernel)->descriptions.front();
    found.kernel = source.bundle->view.string(source.record->name);
  }
  bool writes_found = false;
  for (const command *c : region_.commands) {
    if (of && c != of)
      continue;
    const kernel_source &source = registry::instance().find(*c->kernel)->descriptions.front();
    for (const auto &p : source.bundle->view.parameters(*source.record)) {
      const unsigned char *at = closure_of(*c) + p.offset;
      const bool accessor = p.kind == param_kind::accessor;
      if (!accessor && p.kind != param_kind::pointer)
        continue;
      const char *memory = static_cast<const char *>(pointer_at(at));
      const bool inside = memory >= b.memory && memory < b.memory + b.bytes;
      const accessed_memory m = accessor ? accessed_memory::of(at) : accessed_memory();
      const bool uses = inside && b.buffer == (m.is_usm() ? nullptr : m.buffer);
      const bool writes = !accessor || p.mode != syclfuse::access_mode::read;
      if (!uses || (writes_found && !writes))
        continue;
      writes_found |= writes;
      found = {std::string(source.bundle->view.string(source.record->name)),
               std::string(source.bundle->view.string(p.name)), std::max<std::size_t>(p.element_size, 1),
               b.buffer ? 0 : static_cast<std::size_t>(memory - b.memory)};
    }
  }
  return found;
}

void fusion_check::report(const region_node &region, const block &b, std::size_t at, const command *writer) {
  const argument a = argument_for(b, writer);
  const bool before = at < a.begin; // of a pointer into the middle
  const std::size_t index = (before ? a.begin - at + a.element_size - 1 : at - a.begin) / a.element_size;
  say_once(
      diag::check_difference, region,
      {std::string(region.name), a.kernel, a.name, (before ? "-" : "") + std::to_string(index), std::to_string(at)});
}

} // namespace sycl::detail
