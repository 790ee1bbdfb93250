// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A command: filled in by handler for its command group, executed by the library. Commands are pooled by their queue
// and keep the storage they grew, so that submitting costs no allocation once a program has settled.
#pragma once

#include "sycl/access.hpp"
#include "sycl/detail/byte_range.hpp"
#include "sycl/detail/ref.hpp"
#include "sycl/event.hpp"
#include "sycl/property.hpp"
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

// Where bytes that are counted in the order of their ids lie in memory: in rows, the rows of a plane and the planes
// pitches apart. One row of any length if nothing is said.
struct strided_bytes {
  std::size_t row = SIZE_MAX, rows = SIZE_MAX, row_pitch = 0, plane_pitch = 0;

  std::size_t offset(std::size_t byte) const {
    const std::size_t r = byte / row;
    return r / rows * plane_pitch + r % rows * row_pitch + byte % row;
  }
  std::size_t left_in_row(std::size_t byte) const { return row - byte % row; }
};

struct requirement {
  buffer_impl *buffer;
  byte_range bytes;
  access_mode mode;
  bool no_init;
  syclfuse::promotion promote;
  void *memory;               // on the command's device, or the host; null if it is only reserved
  bool host;                  // accessed by a host task
  bool reserved;              // the accessor points into a reservation
  bool scopes_differ = false; // the access_scope of the accessor and that of its buffer
  // What an accessor was given, `memory` or the reservation, for its handle of the buffer (buffer::view()) and the word
  // of its access_wish. 0 if no accessor made this requirement; for scratch, `asked` is twice the bytes.
  void *given = nullptr;
  std::uint64_t view = 0, asked = 0;
};

// How an accessor is to access a buffer, in one word.
class access_wish {
public:
  // `no_init`: of all elements of the buffer. `host`: for a host task.
  constexpr access_wish(access_mode m, bool no_init, bool host, property_set p)
      : word_(p.bits() << 16 | static_cast<std::uint64_t>(m) << 3 | std::uint64_t{no_init} << 2 |
              std::uint64_t{host} << 1 | 1) {}
  // Of a reduction for its variable. It stays in memory, whatever the buffer's properties: the last kernel has no
  // accessor that could be placed later.
  static constexpr access_wish in_memory(bool no_init) {
    access_wish w(access_mode::read_write, no_init, false, property_set());
    w.word_ |= stays;
    return w;
  }
  constexpr std::uint64_t word() const { return word_; } // odd
  constexpr access_mode mode() const { return static_cast<access_mode>(word_ >> 3 & 0xfff); }
  constexpr bool no_init() const { return word_ & 4; }
  constexpr bool host() const { return word_ & 2; }
  constexpr bool in_memory() const { return word_ & stays; }
  constexpr property_set properties() const { return property_set(word_ >> 16); }

private:
  static constexpr std::uint64_t stays = 1 << 15;
  std::uint64_t word_;
};
// What the accessor gets: the memory of the whole buffer, and its hint.
struct granted_access {
  void *memory;
  syclfuse::promotion promote;
};

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

  command()
      : placeholders(false), fusible(true), hierarchical(false), root_sync(false), has_mutex(false), kernel_form(false),
        has_more(false), other_launch(true), other_closure(true) {}

  // Whether it may become a part of a fused kernel, as far as its kind tells: `kernel` and `closure` are there.
  bool is_kernel() const { return kind == command_kind::kernel || kernel_form; }

  // First what a command that is handed out again is compared by, so that it takes few lines of the cache.
  command_kind kind = command_kind::empty;
  bool placeholders : 1; // the closure has accessors that were made before the command group
  bool fusible : 1;      // kernels: may become part of a region
  bool hierarchical : 1; // kernels: of parallel_for_work_group
  bool root_sync : 1;    // kernels: property use_root_sync
  bool has_mutex : 1;    // a required buffer has property use_mutex
  // Copies and fills: `kernel`, `closure` and `range` say what it is in a fused kernel; by itself it is the driver's.
  bool kernel_form : 1;
  bool has_more : 1;      // may have dependencies, streams or dynamic arguments
  bool other_launch : 1;  // for commands that are handed out again: the kernel or its ND-range differs from before
  bool other_closure : 1; // it may differ from the one that the region's variant was last chosen for
  // For commands that are handed out again: how many followers they had before, and have been given again.
  std::uint8_t followers_before = 0, followers_again = 0;
  std::uint32_t local_memory = 0; // bytes per work-group, for local accessors
  std::uint32_t local_memory_before = 0;
  // For a command that is handed out again in its role in the previous region (core/regions/kept_commands.hpp): the
  // region, and its place among the region's commands (queue_impl::late_). It keeps its requirements; those from
  // `expected` on have not been asked for yet. 0 for an ordinary command, which expects none.
  std::uint64_t again = 0;
  const requirement *expected = nullptr, *expected_end = nullptr;
  queue_impl *queue = nullptr;
  kernel_info *kernel = nullptr;
  void *closure = nullptr; // inline_closure, or memory of grow_closure
  launch_range range;
  const char *what = ""; // for commands other than kernels: the name in warnings
  // For a kernel that adds up shares of the elements of `range`: the number of work-items, in groups of share_group.
  // Kernels that are fused with it are launched in the same way. 0 for other kernels.
  std::uint64_t shares = 0;
  static constexpr std::uint64_t share_group = 64;
  std::vector<requirement> requirements;
  // Kernels that run after this one as parts of the same command (reductions), and the memory that they share.
  std::vector<command *> followers;
  std::vector<std::shared_ptr<buffer_impl>> scratch;
  std::vector<ref<event_impl>> dependencies;
  prerequisites *needs = nullptr; // storage of the library's
  // While the command group function runs: the one around it on the same thread, and the buffers that ended in it.
  command *around = nullptr;
  std::vector<std::shared_ptr<void>> ended;
  void *dst = nullptr;
  const void *src = nullptr;
  std::size_t bytes = 0;
  strided_bytes dst_layout, src_layout; // of copies and fills: where their bytes are, from dst and src on
  int advice = 0;
  std::vector<unsigned char> pattern;
  std::function<void(const interop_handle &)> task; // of a host task
  const char *not_in_graphs = nullptr;              // names what keeps it out of graphs, if anything does
  // For command_kind::graph: what is executed, in its state at the submission.
  std::shared_ptr<executable_graph> graph;
  std::shared_ptr<command_sequence> sequence;
  std::vector<dynamic_argument> dynamic_arguments;
  std::vector<std::shared_ptr<stream_output>> streams; // for a kernel: output that goes to stdout after it
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
// True if the closure differs from the one of the command, of the same kernel, only in bytes that are no part of any
// argument: what lies between the members of a class is whatever was on the stack.
SYCL_FUSE_API bool has_same_arguments(const command &, const void *closure);
// Registers the requirement of these bytes. Returns the memory that the command's device will use for the whole buffer.
// With `host`, the command is a host task and the memory is the host's.
SYCL_FUSE_API void *require(command &, buffer_impl *, byte_range, access_mode, bool no_init, syclfuse::promotion,
                            bool host = false);
// The same for an accessor; `of_buffer` and `view` are of its handle of the buffer. Throws errc::invalid for properties
// that contradict each other or the mode.
SYCL_FUSE_API granted_access require_accessor(command &, access_wish, buffer_impl *, byte_range, property_set of_buffer,
                                              std::uint64_t view);
// The same for a placeholder, which gets the host's memory.
SYCL_FUSE_API granted_access placeholder_access(access_wish, buffer_impl *, property_set of_buffer);
// Of the requirement that the command expects next, if that is what the accessor asks for; else of a new one.
template <class Buffer> granted_access access_for(command &c, access_wish wish, const Buffer &b) {
  const requirement *r = c.expected;
  if (r == c.expected_end || r->view != b.view() || r->asked != wish.word())
    return require_accessor(c, wish, b.impl(), b.bytes(), b.properties().set(), b.view());
  c.expected = r + 1;
  return {r->given, r->promote};
}
// `first`: where the `size` bytes begin in the memory of a placeholder.
SYCL_FUSE_API void require_placeholder(command &, buffer_impl *, const void *first, std::size_t size, access_mode,
                                       syclfuse::promotion);
// Returns a command of the same queue that runs as the next part of `c`: the one that it had before, if `c` was handed
// out again. It must be a kernel without requirements.
SYCL_FUSE_API command &add_follower(command &c);
// Returns uninitialized memory of the command's device, aligned to at least 64 bytes: what it had before, if `c` was
// handed out again. It lives as long as the command and its followers.
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
[[noreturn]] SYCL_FUSE_API void throw_bad_copy(std::size_t source, std::size_t destination);
[[noreturn]] SYCL_FUSE_API void throw_second_command();
[[noreturn]] SYCL_FUSE_API void throw_invalid(const char *text);

inline void *closure_storage(command &c, std::size_t size, std::size_t align) {
  bool fits = size <= command::inline_size && align <= command::inline_align;
  return c.closure = fits ? c.inline_closure : grow_closure(c, size, align);
}

} // namespace sycl::detail
