// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundle: per target, every kernel alone and every fused kernel, with what the runtime must know to choose and
// launch them (docs/bundle.md). A bundle is one block of little-endian bytes: a header, tables of fixed-size records,
// a string table, a blob. It holds no pointers, so that it can be read in place, wherever it lies, 8-byte aligned.
// Reading allocates nothing. Native machine code is not in the bundle but in the object around it; variants name its
// entries by index.
#pragma once

#include "syclfuse/kinds.hpp"
#include "syclfuse/launch_sizes.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace syclfuse::bundle {

inline constexpr char magic[8] = {'S', 'Y', 'C', 'L', 'F', 'U', 'S', 'E'};
inline constexpr std::uint32_t format_version = 14;
// ELF section of the bundles in objects and executables. Several may follow each other, each padded to 8 bytes.
inline constexpr const char *section_name = ".sycl_fuse_bundle";
inline constexpr std::uint32_t no_index = 0xffffffffu;

struct string_ref {
  std::uint32_t offset = 0, size = 0; // in the string table, not zero-terminated
};

struct table_ref {
  std::uint32_t first = 0, count = 0; // consecutive records of a table
};

struct location_record {
  string_ref file;
  std::uint32_t line = 0, column = 0;
};

// Whether the work-items of a kernel must stay in their work-groups (fused_range.hpp): it uses them; or a kernel beside
// it may need what it does in them, which a run may refute.
inline constexpr std::uint8_t groups_unused = 0, groups_used = 1, groups_shared = 2;

struct kernel_record {
  string_ref symbol, name;
  location_record location;
  std::uint64_t symbol_hash = 0; // hash_bytes(symbol)
  range_kind kind = range_kind::range;
  std::uint8_t dimensions = 1;
  std::uint8_t uses_groups = groups_unused;
  std::uint8_t fused_only = 0; // as in the manifest: it has no variants
  std::uint32_t closure_size = 0;
  table_ref parameters, variants;
  // The kernel's device IR, prepared for fusion, for the JIT worker: in the blob, in a form that only the producer of
  // the bundle reads. ir_size 0: left out.
  std::uint64_t ir_offset = 0, ir_size = 0;
  std::uint8_t ir_hash[32] = {}; // SHA-256 of these bytes
};

struct parameter_record {
  string_ref name;
  string_ref type, target; // as in the manifest: a captured region is described by what the bundle knows of its kernels
  param_kind kind = param_kind::std_layout;
  access_mode mode = access_mode::none;
  std::uint8_t dimensions = 0;
  std::uint8_t reserved = 0;
  std::uint32_t element_size = 0, offset = 0, size = 0;
};

struct submission_record {
  std::uint32_t kernel = 0; // index into kernels
  range_kind kind = range_kind::range;
  std::uint8_t dimensions = 1;
  std::uint8_t reserved[2] = {};
  table_ref promotions; // non-empty hints of this submission
};

struct promotion_record {
  std::uint32_t offset = 0; // of the accessor in the closure
  promotion promote = promotion::none;
  std::uint8_t reserved[3] = {};
};

struct region_record {
  string_ref name;
  location_record begin, end;
  std::uint64_t signature = 0; // signature_builder; regions are sorted by it
  table_ref submissions, variants;
  region_kind kind = region_kind::fusion_wrapper;
  std::uint8_t barriers = 1;
  std::uint8_t trusted = 0; // by the program: only submissions that are trusted, too, may use it
  std::uint8_t cut = 0;     // it has no variants for some targets: the build has cut it into parts
  std::uint8_t pays = 0;    // it has a variant that is not variant_unprofitable
  std::uint8_t reserved[3] = {};
  // XXH64 of the record with checksum = 0, of its submissions and variants, all that these refer to, and its strings.
  std::uint64_t checksum = 0;
};

enum variant_flags : std::uint32_t {
  // Plain range: executed by linear work-item index, no work-groups. SPIR-V: launched with the range and its offset as
  // they are, in their dimensions; the driver chooses the groups (no local size is given).
  variant_linear = 1,
  // At least one argument was promoted.
  variant_internalized = 2,
  variant_has_barriers = 4,
  // Uses features of one architecture only (sm_90a, all of hip): no other device runs it.
  variant_exact_arch = 8,
  // The submissions have different ND-ranges. Specialized: nd_range is that of the launch, a guard has that of each
  // submission. Generic: the launch is what fused_range() says; sizes of submissions are arguments.
  variant_heterogeneous = 16,
  // Estimated to be slower than the kernels one by one: it is listed without code, for the devices that its format
  // says, and where it would be used, the region runs unfused.
  variant_unprofitable = 32,
  // Estimated so, too, but the build asks for it: the region is required, or there is no cost model.
  variant_asked_for = 64,
  // The launch is by rows (fused_range.hpp): generic variants are launched as fused_rows() says.
  variant_by_rows = 128,
  // What nothing proves of its kernels is the user's promise, and no guard checks it: those that may share their groups
  // must have them.
  variant_promised = 256,
};

// The number of units of variant_record::cost in one byte.
inline constexpr std::uint32_t cost_unit = 16;

// One compiled kernel. Variants of one region or kernel are sorted by preference: a specialized one before a generic
// one, an internalized one before one that is not, a higher instruction-set level before a lower one.
struct variant_record {
  target_kind target = target_kind::native;
  variant_kind kind = variant_kind::generic;
  image_format format = image_format::none; // none: native code, see native_entry
  std::uint8_t dimensions = 1;
  std::uint32_t flags = 0;
  // native: required x86-64 level, 1 to 4. cuda: compute capability as 90 (cubin: sm_90; PTX: compute_90 or newer).
  // spirv: the least version of SPIR-V that has all of its instructions, as 12.
  // hip: what follows gfx in the processor's name, as a hexadecimal number: 0x90a for gfx90a, 0x1030 for gfx1030; the
  // code object runs on that processor only (variant_exact_arch).
  std::uint32_t arch = 0;
  std::uint32_t native_entry = no_index;          // index into sycl_fuse_registration::native_entries
  string_ref entry;                               // symbol in the image
  std::uint64_t image_offset = 0, image_size = 0; // in the blob
  std::uint64_t image_checksum = 0;               // XXH64 of the image
  launch_sizes nd_range;                          // of all submissions, if specialized
  std::uint32_t group_size = 0; // GPU targets, plain ranges: suggested work-items per group, 0: the driver's choice
  std::uint32_t items_per_thread = 1; // GPU targets: work-items that one thread executes at most
  std::uint32_t local_memory = 0;     // bytes of work-group local memory known at build time
  std::uint32_t sub_group_size = 0;   // work-items of a sub-group that the code was built for; 0: it uses none
  // For fused kernels: the estimated time of a work-item, and its time in the kernels one by one, as bytes of memory
  // that are read in that time, times cost_unit (docs/design.md, Never slower). Both 0: not known.
  std::uint32_t cost = 0, cost_unfused = 0;
  table_ref arguments, guards, recomputations;
};

struct argument_record {
  argument_source source = argument_source::closure;
  std::uint8_t pointer = 0; // spirv: 1 for a pointer to global memory, 2 for a structure whose pointers are used
  std::uint8_t reserved[2] = {};
  std::uint32_t submission = 0;       // sizes and offsets of the ND-range: no_index for those of the launch
  std::uint32_t offset = 0, size = 0; // bytes, or the dimension and 8 (kinds.hpp)
};

struct guard_record { // kinds.hpp, guard_kind
  guard_kind kind = guard_kind::equal_bytes;
  std::uint8_t reserved[3] = {};
  std::uint32_t size = 0;
  std::uint32_t submission_a = 0, offset_a = 0, submission_b = 0, offset_b = 0;
  std::uint64_t value = 0;
};

// For people: what the work-items of a fused kernel compute again of what others write (docs/passes.md, "Computed
// again").
struct recomputation_record {
  std::uint32_t producer = 0, consumer = 0; // submissions, the later one of which reads
  std::uint32_t submission = 0, offset = 0; // the closure that holds the pointer to the memory, and where
  std::uint32_t elements = 0;               // different ones that a work-item computes, at least one
  std::uint32_t reserved = 0;
};

struct header_record {
  char magic_bytes[8] = {};
  std::uint32_t version = 0, header_size = 0;
  std::uint64_t total_size = 0; // bytes of the whole bundle, header included
  // XXH64 of the header with checksum = 0, of all tables and strings (everything before the blob), and of the
  // bytes of each guard with a constant (has_constant) in order. Not of images and IR: they have their own.
  std::uint64_t checksum = 0;
  // The same of what kernels refer to, with both checksums of the header = 0. In tables that they share with regions
  // that comes first; `kernel_strings` is its size in the strings.
  std::uint64_t kernels_checksum = 0, kernel_strings = 0;
  // Byte offset from the start of the bundle and number of records (bytes for strings and blob) of each section.
  struct section {
    std::uint64_t offset = 0, count = 0;
  } kernels, parameters, regions, submissions, promotions, variants, arguments, guards, recomputations, strings, blob;
  string_ref producer; // "sycl-fuse 0.1.0, LLVM 22.1.8"
};

enum class open_error : std::uint8_t {
  none = 0,
  misaligned,
  truncated,
  bad_magic,
  version_mismatch,
  bad_checksum,
  bad_table,
};
const char *to_string(open_error e);

template <class T> struct array_view {
  const T *data = nullptr;
  std::size_t count = 0;
  const T *begin() const { return data; }
  const T *end() const { return data + count; }
  std::size_t size() const { return count; }
  const T &operator[](std::size_t i) const { return data[i]; }
};

// A checked view of a bundle; it does not own the bytes, which must outlive it. All methods but the first two are only
// for views that open() accepted; then every index and reference inside the tables has been checked, so that none of
// them can fail. Thread-safe to read.
class view {
public:
  // Checks size, magic, version, checksum, every section, reference and enumeration. Never reads outside [data,
  // data+size), allocates nothing. `size` may be larger than the bundle (several in one section).
  static open_error open(const void *data, std::size_t size, view &out) noexcept;
  // The same in time proportional to the kernels alone, however many regions there are. Of the methods, those that take
  // a region or something that belongs to one are then only for regions that is_right() accepts; and nobody knows
  // whether regions() are sorted.
  static open_error open_kernels(const void *data, std::size_t size, view &out) noexcept;
  bool is_right(const region_record &r) const;
  // Of any region, right or not: the kernel of its first submission; null if there is none.
  const kernel_record *first_kernel(const region_record &r) const;

  const header_record &header() const { return *header_; }
  std::size_t total_size() const { return header_->total_size; }
  array_view<kernel_record> kernels() const { return table<kernel_record>(header_->kernels); }
  array_view<region_record> regions() const { return table<region_record>(header_->regions); }
  std::string_view string(string_ref s) const;
  array_view<parameter_record> parameters(const kernel_record &k) const;
  array_view<submission_record> submissions(const region_record &r) const;
  array_view<promotion_record> promotions(const submission_record &s) const;
  array_view<variant_record> variants(const kernel_record &k) const;
  array_view<variant_record> variants(const region_record &r) const;
  array_view<argument_record> arguments(const variant_record &v) const;
  array_view<guard_record> guards(const variant_record &v) const;
  array_view<recomputation_record> recomputations(const variant_record &v) const;
  // The regions of one signature, adjacent since regions are sorted.
  array_view<region_record> find(std::uint64_t signature) const;
  // The image's bytes, or an empty view if their checksum is wrong (checked at each call). PTX is followed by a zero
  // byte that is not counted.
  array_view<unsigned char> image(const variant_record &v) const;
  // The kernel's IR as it is in the bundle; empty if it was left out. Its hash is not checked here.
  array_view<unsigned char> ir(const kernel_record &k) const;
  // Bytes of the blob, for guards with a constant.
  const unsigned char *blob(std::uint64_t offset) const;

private:
  template <class T> array_view<T> table(const header_record::section &s) const {
    return {reinterpret_cast<const T *>(reinterpret_cast<const unsigned char *>(header_) + s.offset),
            static_cast<std::size_t>(s.count)};
  }
  const header_record *header_ = nullptr;
};

// Builds a bundle. Strings are shared. The order in which records are added is the order in the bundle, except that
// regions are sorted by signature; equal calls give equal bytes. Reserved fields and padding are written as zero.
class builder {
public:
  struct variant {
    variant_record record; // image_*, entry and references to tables are filled in by the builder
    std::string entry;
    std::vector<unsigned char> image;
    std::vector<argument_record> arguments;
    std::vector<guard_record> guards;
    // guard_record::value of guards with a constant is an index into this.
    std::vector<std::vector<unsigned char>> constants;
    std::vector<recomputation_record> recomputations;
  };
  struct location {
    std::string file;
    unsigned line = 0, column = 0;
  };
  struct parameter {
    std::string name;
    parameter_record record; // its strings are filled in by the builder
    std::string type = {}, target = {};
  };
  struct kernel {
    std::string symbol, name;
    location where;
    range_kind kind = range_kind::range;
    unsigned dimensions = 1, closure_size = 0;
    std::vector<parameter> parameters;
    std::vector<variant> variants;
    std::uint8_t uses_groups = groups_unused;
    bool fused_only = false;
    std::vector<unsigned char> ir; // empty: left out
  };
  struct submission {
    std::uint32_t kernel = 0; // index returned by add_kernel
    range_kind kind = range_kind::range;
    unsigned dimensions = 1;
    std::vector<promotion_record> promotions; // non-empty hints, sorted by offset
  };
  struct region {
    std::string name;
    location begin, end;
    region_kind kind = region_kind::fusion_wrapper;
    bool barriers = true, trusted = false, cut = false;
    std::vector<submission> submissions;
    std::vector<variant> variants;
  };

  explicit builder(std::string producer);
  std::uint32_t add_kernel(kernel k); // index in the bundle
  void add_region(region r);          // its signature is computed from its submissions
  std::vector<unsigned char> finish() const;

private:
  std::string producer_;
  std::vector<kernel> kernels_;
  std::vector<region> regions_;
};

} // namespace syclfuse::bundle
