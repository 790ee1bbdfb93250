// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/memory/placement.hpp"

#include "core/bundles/registry.hpp"
#include "core/devices/device_impl.hpp"
#include "core/memory/buffer_impl.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace sycl::detail {
namespace {

namespace layout = syclfuse::accessor_layout;

// An address range that accessors point into, and where it is to be.
struct move {
  const buffer_impl *buffer;
  char *from, *to;
  bool moves(const char *p) const { return from && p >= from && p < from + std::max<std::size_t>(buffer->bytes(), 1); }
};

template <class Pointer> void apply(const move &m, Pointer &p) {
  auto address = static_cast<char *>(const_cast<void *>(static_cast<const void *>(p)));
  if (m.moves(address))
    p = static_cast<Pointer>(static_cast<void *>(m.to + (address - m.from)));
}

// Calls f(accessor in the closure) for each accessor of the kernel that accesses `b`.
template <class F> void for_accessors(const command &c, const buffer_impl *b, F f) {
  if (!c.is_kernel())
    return;
  for (const closure_accessor &a : registry::instance().find(*c.kernel)->accessors) {
    auto accessor = static_cast<char *>(c.closure) + a.offset;
    const void *identity;
    std::memcpy(&identity, accessor + layout::buffer, sizeof(identity));
    if (identity == b)
      f(accessor);
  }
}

void apply(const move &m, command &c) {
  for_accessors(c, m.buffer, [&](char *accessor) {
    void *data;
    std::memcpy(&data, accessor + layout::data, sizeof(data));
    apply(m, data);
    std::memcpy(accessor + layout::data, &data, sizeof(data));
    c.other_closure = true;
  });
  apply(m, c.dst);
  apply(m, c.src);
}

// Whether the fused kernel takes a pointer into the reservation of `b`. A number that looks like one only costs memory.
bool takes(const ready_variant &v, command_span commands, const buffer_impl *b) {
  const move range{b, static_cast<char *>(b->reserved()), nullptr};
  for (const auto &a : v.arguments) {
    if (a.source != syclfuse::argument_source::closure)
      continue;
    const auto *field = static_cast<const char *>(commands[a.submission].closure) + a.offset;
    for (std::uint32_t at = 0; at + sizeof(char *) <= a.size; at += sizeof(char *)) {
      const char *p;
      std::memcpy(&p, field + at, sizeof(p));
      if (range.moves(p))
        return true;
    }
  }
  return false;
}

// Calls f(buffer) once for each buffer of `commands` that is only reserved, in the order of the commands.
template <class F> void for_reserved(command_span commands, F f) {
  buffer_impl *last[8] = {};
  unsigned next = 0;
  for (std::size_t i = 0; i < commands.count; ++i)
    for (const requirement &r : commands[i].requirements)
      if (r.reserved && std::find(std::begin(last), std::end(last), r.buffer) == std::end(last)) {
        last[next++ % 8] = r.buffer; // a few: the others are only done again
        f(*r.buffer);
      }
}

} // namespace

void place_placeholders(command &c) {
  for (const requirement &r : c.requirements)
    if (r.memory)
      apply({r.buffer, static_cast<char *>(r.buffer->host_memory(true)), static_cast<char *>(r.memory)}, c);
}

void move_accessors(command &c, const buffer_impl &b, void *from, void *to) {
  apply({&b, static_cast<char *>(from), static_cast<char *>(to)}, c);
}

void place_in_task(command &c, void *task, std::size_t size) {
  auto bytes = static_cast<char *>(task);
  for (requirement &r : c.requirements) {
    if (r.host)
      continue;
    void *host = r.buffer->host_memory(writes(r.mode));
    const move m{r.buffer, static_cast<char *>(r.reserved ? r.buffer->reserved() : r.memory),
                 static_cast<char *>(host)};
    // Their type is the user's: whatever has the buffer and an address of its memory in the places of an accessor.
    for (std::size_t at = 0; at + layout::size(1) <= size; at += alignof(void *)) {
      void *identity, *data;
      std::memcpy(&identity, bytes + at + layout::buffer, sizeof(identity));
      std::memcpy(&data, bytes + at + layout::data, sizeof(data));
      if (identity != r.buffer)
        continue;
      apply(m, data);
      std::memcpy(bytes + at + layout::data, &data, sizeof(data));
    }
    r.memory = host;
    r.host = true;
    r.reserved = false;
  }
}

void place_reserved(command_span commands, device_impl &device, const ready_variant *v) {
  if (device.host_memory)
    return;
  for_reserved(commands, [&](buffer_impl &b) {
    if (v && !takes(*v, commands, &b))
      return;
    const move m{&b, static_cast<char *>(b.reserved()), static_cast<char *>(b.memory_for_reserved(device))};
    for (std::size_t k = 0; k < commands.count; ++k)
      apply(m, *commands.data[k]);
  });
}

void forget_promoted(command_span commands) {
  for_reserved(commands, [](buffer_impl &b) { b.forget_unplaced(); });
}

} // namespace sycl::detail
