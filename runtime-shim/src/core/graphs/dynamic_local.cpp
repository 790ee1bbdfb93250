// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/graphs/dynamic_local.hpp"

#include "core/graphs/graph_impl.hpp"
#include "core/process/errors.hpp"
#include "sycl/ext/oneapi/experimental/graph/dynamic_local.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

namespace sycl::detail {

std::atomic<std::uint64_t> dynamic_locals{0};

namespace {

namespace layout = syclfuse::local_accessor_layout;
using states = dynamic_local<char, 1>;
using extents = std::array<std::uint64_t, 3>;

// A kernel in a node, and where its closure has local accessors that are in this module's hands.
struct user {
  std::weak_ptr<graph_impl> graph;
  std::weak_ptr<command> kernel;
  std::uint32_t other_bytes; // of the kernel's local memory
  struct accessor_slot {
    std::uint64_t id;
    std::size_t offset;
  };
  std::vector<accessor_slot> accessors;
};
struct memory {
  std::size_t element_size, dimensions;
  extents sizes;
  std::vector<std::shared_ptr<user>> users;

  std::uint64_t bytes() const {
    std::uint64_t all = element_size;
    for (std::size_t d = 0; d < dimensions; ++d)
      if (__builtin_mul_overflow(all, sizes[d], &all))
        all = UINT32_MAX;
    return std::min<std::uint64_t>(all, UINT32_MAX);
  }
};

// Locked after graphs. Closures may have an id, a number from 1 on, as long as the process lives.
std::mutex lock_of_all;
std::vector<memory *> &all() {
  static auto *list = new std::vector<memory *>;
  return *list;
}

std::uint64_t word(const command &c, std::size_t at) {
  std::uint64_t w;
  std::memcpy(&w, static_cast<const char *>(c.closure) + at, sizeof(w));
  return w;
}
void write(command &c, std::size_t at, std::uint64_t w) {
  std::memcpy(static_cast<char *>(c.closure) + at, &w, sizeof(w));
}

// Calls f(number, where its local accessor is, where its state is).
template <class F> void each_unbound(const command &c, F f) {
  if (c.kind != command_kind::kernel || dynamic_locals.load(std::memory_order_acquire) == 0)
    return;
  std::lock_guard<std::mutex> lock(lock_of_all);
  for (std::size_t at = layout::size(1) + 8; at + 8 <= c.kernel->closure_size; at += 8) {
    if (word(c, at) != states::unbound)
      continue;
    const std::uint64_t id = word(c, at - 8);
    if (id == 0 || id > all().size())
      continue;
    const std::size_t size = layout::size(static_cast<unsigned>(all()[id - 1]->dimensions)) + 8;
    if (size <= at)
      f(id, at - size, at);
  }
}

// As large as they are now.
void place(const user &u, command &c) {
  constexpr std::uint64_t align = command::inline_align;
  std::uint64_t total = u.other_bytes;
  {
    std::lock_guard<std::mutex> lock(lock_of_all);
    for (const user::accessor_slot &p : u.accessors) {
      const memory &m = *all()[p.id - 1];
      total = (total + align - 1) / align * align;
      write(c, p.offset + layout::byte_offset, total);
      write(c, p.offset + layout::byte_size, m.bytes());
      for (std::size_t d = 0; d < m.dimensions; ++d)
        write(c, p.offset + layout::range + 8 * d, m.sizes[d]);
      total += m.bytes();
    }
  }
  c.local_memory = static_cast<std::uint32_t>(std::min<std::uint64_t>(total, UINT32_MAX));
  c.queue->prepare(c);
}

using users = std::vector<std::shared_ptr<user>>;

void place_all(const users &of) {
  for (const auto &u : of) {
    const auto g = u->graph.lock();
    const auto c = u->kernel.lock();
    if (!g || !c)
      continue;
    std::lock_guard<std::mutex> lock(g->lock());
    place(*u, *c);
  }
}

extents extents_of(const std::size_t *sizes, std::size_t dimensions) {
  extents e{};
  std::copy_n(sizes, dimensions, e.begin());
  return e;
}

// Gives the size before, and the kernels that are still there.
std::pair<extents, users> resize(std::uint64_t id, const extents &sizes) {
  std::lock_guard<std::mutex> lock(lock_of_all);
  memory &m = *all()[id - 1];
  m.users.erase(std::remove_if(m.users.begin(), m.users.end(), [](const auto &u) { return u->kernel.expired(); }),
                m.users.end());
  return {std::exchange(m.sizes, sizes), m.users};
}

} // namespace

std::uint64_t make_dynamic_local(std::size_t element_size, int dimensions, const std::size_t *sizes) {
  const auto extent_count = static_cast<std::size_t>(dimensions);
  std::lock_guard<std::mutex> lock(lock_of_all);
  all().push_back(new memory{element_size, extent_count, extents_of(sizes, extent_count), {}});
  dynamic_locals.store(all().size(), std::memory_order_release);
  return all().size();
}

void resize_dynamic_local(std::uint64_t id, const std::size_t *sizes) {
  std::size_t dimensions;
  {
    std::lock_guard<std::mutex> lock(lock_of_all);
    dimensions = all()[id - 1]->dimensions;
  }
  const auto [before, of] = resize(id, extents_of(sizes, dimensions));
  try {
    place_all(of);
  } catch (...) {
    resize(id, before);
    place_all(of);
    throw;
  }
}

void throw_dynamic_local_on_host() {
  throw_error(errc::invalid, "get: dynamic local memory is there in kernels of nodes only");
}

void bind_dynamic_local(const std::shared_ptr<graph_impl> &g, const held_command &c) {
  const auto u = std::make_shared<user>(user{g, c, c->local_memory, {}});
  std::vector<std::size_t> marks;
  each_unbound(*c, [&](std::uint64_t id, std::size_t accessor, std::size_t state) {
    u->accessors.push_back({id, accessor});
    marks.push_back(state);
  });
  if (marks.empty())
    return;
  for (std::size_t at : marks)
    write(*c, at, states::bound);
  {
    std::lock_guard<std::mutex> lock(lock_of_all);
    for (const user::accessor_slot &p : u->accessors)
      all()[p.id - 1]->users.push_back(u);
  }
  place(*u, *c); // who gives it another size meanwhile waits for the graph
}

void refuse_dynamic_local(const command &c) {
  each_unbound(c, [](std::uint64_t, std::size_t, std::size_t) {
    throw_error(errc::invalid, "dynamic local memory is for kernels that are added to a graph only");
  });
}

} // namespace sycl::detail
