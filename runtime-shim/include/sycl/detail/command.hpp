// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A command: filled in by handler for its command group, executed by the library. Commands are pooled by their queue
// and keep the storage they grew, so that submitting costs no allocation once a program has settled.
#pragma once

#include "sycl/access.hpp"
#include "sycl/detail/byte_range.hpp"
#include "sycl/detail/ref.hpp"
#include "sycl/event.hpp"
#include "syclfuse/kinds.hpp"
#include "syclfuse/launch_sizes.hpp"
#include "syclfuse/native_abi.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sycl {
class interop_handle;
}

namespace sycl::detail {

class queue_impl;
struct kernel_node;
struct prerequisites;
class stream_output;
class dynamic_value;
class executable_graph;
struct command_sequence;

// One per kernel type, in static storage of the program. `node` caches what the registry found when it had changed
// `seen` times.
struct kernel_info {
  const char *symbol;
  std::uint64_t symbol_hash;
  std::uint32_t closure_size, closure_align;
  syclfuse::range_kind kind;
  std::uint8_t dimensions;
  // Compiled for the host: runs where no bundle has the kernel. args[0] is the closure.
  sycl_fuse_native_entry host_loop;
  std::atomic<kernel_node *> node;
  std::atomic<std::uint64_t> seen;
  // Records as in syclfuse/kernel_attributes.hpp, null if there are none. The plugin sets it: it stays the last field.
  const std::uint64_t *attributes;
};

// A plain range has local sizes 0 and one group.
struct launch_range : syclfuse::launch_sizes {
  std::uint64_t num_groups[3] = {1, 1, 1};
};

struct requirement {
  buffer_impl *buffer;
  byte_range bytes;
  access_mode mode;
  bool no_init;
  syclfuse::promotion promote;
  void *memory;  // on the command's device, or the host; null if it is only reserved
  bool host;     // accessed by a host task
  bool reserved; // the accessor points into a reservation
  // The address that the accessor was given (`memory`, or the reservation), and the properties of it and its buffer
  // (property_list::mask()). Null if no accessor made this requirement.
  void *given = nullptr;
  std::uint64_t of_accessor = 0, of_buffer = 0;
  std::uint64_t asked = 0; // asked_for() of an accessor that was given something
};

// How an accessor is to access a buffer, in one word; never 0.
constexpr std::uint64_t asked_for(access_mode m, bool no_init, bool host) {
  return static_cast<std::uint64_t>(m) << 8 | std::uint64_t{no_init} << 2 | std::uint64_t{host} << 1 | 1;
}

enum class command_kind : std::uint8_t {
  empty,
  kernel,
  copy,
  fill,
  host_update,
  prefetch,
  mem_advise,
  barrier,
  barrier_all,
  host_task,
  graph
};

// An argument that takes a dynamic_parameter: leaf `index` of the kernel's closure, in the order of declaration.
struct dynamic_argument {
  int index;
  std::shared_ptr<dynamic_value> value;
};

struct command {
  static constexpr std::size_t inline_size = 512, inline_align = 64;

  command_kind kind = command_kind::empty;
  const char *what = ""; // for commands other than kernels: the name in warnings
  kernel_info *kernel = nullptr;
  launch_range range;
  // For a kernel that adds up shares of the elements of `range`: the number of work-items, in groups of share_group.
  // Kernels that are fused with it are launched in the same way. 0 for other kernels.
  std::uint64_t shares = 0;
  static constexpr std::uint64_t share_group = 64;
  void *closure = nullptr;        // inline_closure, or memory of grow_closure
  std::uint32_t local_memory = 0; // bytes per work-group, for local accessors
  std::vector<requirement> requirements;
  std::vector<ref<event_impl>> dependencies;
  bool placeholders = false; // the closure has accessors that were made before the command group
  queue_impl *queue = nullptr;
  prerequisites *needs = nullptr; // storage of the library's
  // copy, fill, host_update. Rows: dst/src_pitch bytes between rows of `bytes`.
  void *dst = nullptr;
  const void *src = nullptr;
  std::size_t bytes = 0, count = 0;
  int advice = 0;
  std::vector<unsigned char> pattern;
  std::function<void(const interop_handle &)> task; // of a host task
  bool fusible = true;                              // kernels: may become part of a region
  bool hierarchical = false;                        // kernels: of parallel_for_work_group
  bool root_sync = false;                           // kernels: property use_root_sync
  bool has_mutex = false;                           // a required buffer has property use_mutex
  const char *not_in_graphs = nullptr;              // names what keeps it out of graphs, if anything does
  // Kernels that run after this one as parts of the same command (reductions), and the memory that they share.
  std::vector<command *> followers;
  std::vector<std::shared_ptr<buffer_impl>> scratch;
  // For command_kind::graph: what is executed, in its state at the submission.
  std::shared_ptr<executable_graph> graph;
  std::shared_ptr<command_sequence> sequence;
  std::vector<dynamic_argument> dynamic_arguments;
  std::vector<std::shared_ptr<stream_output>> streams; // for a kernel: output that goes to stdout after it
  struct block {
    std::size_t rows = 1, planes = 1, dst_row = 0, src_row = 0, dst_plane = 0, src_plane = 0;
  } shape;
  // For a command that is handed out again in its role in the previous region (core/regions/kept_commands.hpp): the
  // region, and its place among the region's commands (queue_impl::late_). It keeps its requirements; those from
  // `expected` on have not been asked for yet. 0 for an ordinary command, which expects none.
  std::uint64_t again = 0;
  const requirement *expected = nullptr, *expected_end = nullptr;
  std::uint32_t local_memory_before = 0;
  // For commands that are handed out again: the kernel or its ND-range differs from before.
  bool other_launch = true;
  // The closure may differ from the one that the region's variant was last chosen for.
  bool other_closure = true;
  // Memory of grow_closure, in bytes.
  void *heap = nullptr;
  std::size_t heap_size = 0, heap_align = 0;
  alignas(inline_align) unsigned char inline_closure[inline_size];
};

// Takes an empty command from the queue's pool.
SYCL_FUSE_API command *acquire_command(queue_impl *);
// Gives a command that was not submitted back to the pool.
SYCL_FUSE_API void release_command(command *) noexcept;
// Submits the command. It returns to the pool in any case, even if this throws.
SYCL_FUSE_API event submit_command(command *);
SYCL_FUSE_API void *grow_closure(command &, std::size_t size, std::size_t align);
// Registers the requirement of these bytes. Returns the memory that the command's device will use for the whole buffer.
// With `host`, the command is a host task and the memory is the host's.
SYCL_FUSE_API void *require(command &, buffer_impl *, byte_range, access_mode, bool no_init, syclfuse::promotion,
                            bool host = false);
// The same for an accessor, with the properties of it and its buffer.
SYCL_FUSE_API void *require_accessor(command &, const requirement &wanted);
// Returns the requirement that an accessor asks for if the command expects it next. Null: the accessor has to require
// it.
template <access_mode Mode, bool OnHost>
const requirement *expected(command &c, const buffer_impl *b, byte_range bytes, bool no_init, std::uint64_t of_accessor,
                            std::uint64_t of_buffer) {
  const requirement *r = c.expected;
  if (r == c.expected_end)
    return nullptr;
  // One comparison of all fields, without a branch for each.
  const std::uint64_t different = (reinterpret_cast<std::uintptr_t>(r->buffer) ^ reinterpret_cast<std::uintptr_t>(b)) |
                                  (r->bytes.begin ^ bytes.begin) | (r->bytes.end ^ bytes.end) |
                                  (r->of_accessor ^ of_accessor) | (r->of_buffer ^ of_buffer) |
                                  (r->asked ^ asked_for(Mode, no_init, OnHost));
  if (different != 0)
    return nullptr;
  c.expected = r + 1;
  return r;
}
// `first`: where the `size` bytes begin in placeholder_memory().
SYCL_FUSE_API void require_placeholder(command &, buffer_impl *, const void *first, std::size_t size, access_mode,
                                       syclfuse::promotion);
// Returns a command of the same queue that runs as the next part of `c`. It must be a kernel without requirements.
SYCL_FUSE_API command &add_follower(command &c);
// Returns uninitialized memory of the command's device, aligned to at least 64 bytes. It lives as long as the command
// and its followers.
SYCL_FUSE_API void *require_scratch(command &c, std::size_t bytes);
// Throws errc::invalid if `count` elements of `size` bytes cannot be at `pointer`: it is null, they exceed the USM
// allocation, or its device is not in the context of the command's queue. About other memory nothing is known.
SYCL_FUSE_API void check_memory(const command &, const char *what, const void *pointer, std::size_t count,
                                std::size_t size);
// Returns the address of byte `offset` of the device's memory for the device_global `object`, which has `total` bytes.
// Throws errc::invalid if it has fewer than `bytes` from there on.
SYCL_FUSE_API void *device_global_memory(command &, const void *object, std::size_t bytes, std::size_t offset,
                                         std::size_t total);
// `task` is the function object of a host task, of `size` bytes: its accessors for the device access the host's memory
// from now on.
SYCL_FUSE_API void place_on_host(command &, void *task, std::size_t size);
// The address for the command of what is at `host` in the host's copy of a required buffer. Throws
// errc::kernel_argument if the buffer was not required.
SYCL_FUSE_API void *place_pointer(command &, buffer_impl *, void *host);
[[noreturn]] SYCL_FUSE_API void throw_bad_copy(int dimension, std::size_t source, std::size_t destination);
[[noreturn]] SYCL_FUSE_API void throw_second_command();
[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);

inline void *closure_storage(command &c, std::size_t size, std::size_t align) {
  bool fits = size <= command::inline_size && align <= command::inline_align;
  return c.closure = fits ? c.inline_closure : grow_closure(c, size, align);
}

} // namespace sycl::detail
