// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations shared by the manifest, the bundle and the runtime. Their numeric values are part of the bundle
// format: append, never renumber.
#pragma once

#include <cstdint>

namespace syclfuse {

// The form of a kernel's launch (SYCL 2020, 4.9.4.2.2).
enum class range_kind : std::uint8_t { single_task = 0, range = 1, nd_range = 2 };

// The kind of a kernel parameter, as it lies in the closure.
enum class param_kind : std::uint8_t { accessor = 0, local_accessor = 1, pointer = 2, std_layout = 3 };

enum class access_mode : std::uint8_t { none = 0, read = 1, write = 2, read_write = 3 };

// Promotion hint on an argument: the memory that the program promises to suffice for it (promotion.hpp). Automatic: the
// buffer is internal to the region (fusion_internal_memory); the fuser proves which memory can hold it, or leaves it
// where it is.
enum class promotion : std::uint8_t { none = 0, private_memory = 1, local_memory = 2, automatic = 3 };

// The interface that a region was written with. It makes no difference after the manifest. Automatic: with none, it is
// a sequence that the compiler or a run found in an unmodified program.
enum class region_kind : std::uint8_t { fusion_wrapper = 0, graph = 1, automatic = 2 };

// The source of a listed ND-range.
enum class nd_range_origin : std::uint8_t { source = 0, cmake = 1, capture = 2 };

// The reason why it is not known what a region submits (manifest::open_point).
enum class open_kind : std::uint8_t {
  loop = 0,   // as many rounds as a run decides
  branch = 1, // conditions of run time, too many to record each way
  call = 2,   // a function that is not defined in the translation unit
  recursion = 3,
  jump = 4, // a goto that is not followed
};

enum class target_kind : std::uint8_t { native = 0, cuda = 1, hip = 2, spirv = 3 };

// generic: the ND-range is an argument. specialized: it is a constant of the code.
enum class variant_kind : std::uint8_t { generic = 0, specialized = 1 };

// The source of the bytes of one argument of a compiled kernel (argument_record in bundle.hpp).
enum class argument_source : std::uint8_t {
  // `size` bytes at `offset` of the closure of `submission`.
  closure = 0,
  // 8-byte integers of the ND-range of that submission, or of the launch; `offset` is the dimension in SPIR-V order.
  global_size = 1,
  global_offset = 2,
  num_groups = 3,
  local_size = 4,
  // Room in the work-group's local memory behind that of the local accessors: `size` bytes, or, if `size` is 0,
  // `offset` bytes for each work-item of a work-group of the fused launch. The argument is the byte offset of that
  // room, 16-byte aligned, as an 8-byte integer, like the first word of a local accessor. SPIR-V images get a pointer
  // to local memory of that size instead (clSetKernelArg with no value); there `size` 0 and `offset` 0 is the room of
  // all local accessors.
  local_memory = 5,
  // The address of the device's memory of a variable (device_globals.hpp): `offset` and `size` are the lower and the
  // upper half of its key.
  device_global = 6
};

// One condition that a variant relies on; see guard_record.
enum class guard_kind : std::uint8_t {
  // closure(a)[offset_a, +size) == closure(b)[offset_b, +size)
  equal_bytes = 0,
  // closure(a)[offset_a, +size) == blob[value, +size)
  constant_bytes = 1,
  // The accessor at closure(a)+offset_a has the number of elements that `size`, an enum promoted_form, makes of value.
  promoted_elements = 2,
  // The accessors at closure(a)+offset_a and closure(b)+offset_b refer to different buffers. size 0: one of them is
  // promoted; 1: the code was only made faster by it.
  distinct_buffers = 3,
  // The device pointer at closure(a)+offset_a is a multiple of value.
  aligned_pointer = 4,
  // The ND-range of submission a is the launch_sizes at blob[value].
  nd_range = 5,
  // No kernel depends on what other work-items do in another one through a different pointer:
  // footprints::are_independent (footprints.hpp) of the table at blob[value, +size).
  independent_kernels = 6,
};
// True if guard_record::value is the offset of a constant of `size` bytes.
constexpr bool has_constant(guard_kind k) {
  return k == guard_kind::constant_bytes || k == guard_kind::nd_range || k == guard_kind::independent_kernels;
}

// How many elements the accessor of a promoted_elements guard has; any number if `value` is 0, since the accesses prove
// which are whose: then the guard only says what was promoted. With the local forms the work-groups of the fused
// launch have to be those of submission a, as if its kernel used them (fused_range.hpp).
enum promoted_form : std::uint32_t {
  promoted_per_item = 0,       // private memory: value for each work-item
  promoted_per_group = 1,      // local memory of constant size: value for each work-group
  promoted_per_group_item = 2, // local memory of value for each work-item of the group, or of one for each work-group,
                               // such as a sum: more of them might lie anywhere in the buffer
};

// spir: bitcode of LLVM 15 with the names of SPIR 1.2, for OpenCL drivers that take no SPIR-V; of target spirv.
enum class image_format : std::uint8_t { none = 0, ptx = 1, cubin = 2, hsaco = 3, spirv = 4, spir = 5 };

// The layout of an accessor in a closure, the same on host and device. dimensions == 0 is laid out as 1.
//   +0   void *data        device pointer to the element with id 0 of the accessor (its offset already applied)
//   +8   u32   promotion   enum promotion; the effective hint of accessor and buffer
//   +12  u32   element_size; its highest bits: made without a handler; has no_init
//   +16  void *buffer      identity of the buffer, opaque, not dereferenced by device code; of USM (annotated_ptr) odd
//   +24  u64   access_range[D], memory_range[D], offset[D]   in SYCL order
namespace accessor_layout {
inline constexpr unsigned data = 0, promotion = 8, element_size = 12, buffer = 16, access_range = 24;
// In the element size: the runtime's, for an accessor that was made without a handler.
inline constexpr unsigned placeholder_bit = 1u << 31;
constexpr unsigned memory_range(unsigned dimensions) { return access_range + 8 * (dimensions == 0 ? 1 : dimensions); }
constexpr unsigned size(unsigned dimensions) { return access_range + 24 * (dimensions == 0 ? 1 : dimensions); }
} // namespace accessor_layout

// A local accessor: byte offset into the work-group's local memory, then its range. dimensions == 0 is laid out as 1.
//   +0 u64 byte_offset   +8 u64 byte_size   +16 u64 range[D]
namespace local_accessor_layout {
inline constexpr unsigned byte_offset = 0, byte_size = 8, range = 16;
constexpr unsigned size(unsigned dimensions) { return range + 8 * (dimensions == 0 ? 1 : dimensions); }
} // namespace local_accessor_layout

} // namespace syclfuse
