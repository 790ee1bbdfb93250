// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manifest: what one or more translation units want fused. Written by the Clang plugin (and by capture), merged and
// read by sycl-fuse. docs/manifest.schema.json is its JSON Schema; docs/manifest.md explains it.
#pragma once

#include "syclfuse/diagnostic.hpp"
#include "syclfuse/kinds.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syclfuse::manifest {

inline constexpr int schema_version = 1;
inline constexpr std::string_view schema_name = "sycl-fuse-manifest";

// A position in a source file. line and column count from 1; 0 means unknown. file is as the compiler was given it,
// relative to the root passed to the plugin where it lies below it.
struct source_location {
  std::string file;
  unsigned line = 0, column = 0;
};

struct source_range {
  source_location begin, end;
};

// One leaf of the closure (kinds.hpp). A record that contains an accessor or a pointer is split into its fields, with
// `name` as the path (`state.input`); everything else is one std_layout parameter. offset and size are bytes.
struct parameter {
  std::string name;
  param_kind kind = param_kind::std_layout;
  std::string type; // element type of accessors and pointers, the type itself otherwise
  unsigned element_size = 0;
  unsigned dimensions = 0; // accessors only
  access_mode mode = access_mode::none;
  std::string target; // accessors: "device", "host_task", …; empty otherwise
  unsigned offset = 0, size = 0;
};

struct kernel {
  std::string symbol; // of the device function: __builtin_sycl_unique_stable_name of the kernel name
  std::string name;   // for people
  source_location location;
  range_kind kind = range_kind::range;
  // A copy or a fill as fused kernels have it: by itself it is the driver's, and this kernel is never launched.
  bool fused_only = false;
  unsigned dimensions = 1;
  unsigned closure_size = 0, closure_align = 1;
  std::vector<parameter> parameters;
  // The manifest that it was read from, for messages. Neither written nor compared.
  std::string origin = {};
};

// An ND-range as far as it is known, in SYCL order with one entry per dimension. An absent list is not known at compile
// time (global, offset) or not specified (local of a plain range). launch_sizes.hpp has what is launched.
struct nd_range {
  std::vector<std::uint64_t> global, local, offset;
};
bool operator==(const nd_range &a, const nd_range &b);
bool operator<(const nd_range &a, const nd_range &b);

// As on command lines: "1024x1024:16x16", with "+2x0" for an offset that is not 0, "?" for an unknown global size.
std::string to_string(const nd_range &range);

// One argument of a submission whose memory the region knows.
struct argument {
  unsigned parameter = 0;              // index into the kernel's parameters
  std::optional<unsigned> identity;    // index into the region's buffers; absent where the plugin could not tell
  promotion promote = promotion::none; // the effective hint: the accessor's, else the buffer's
  std::vector<std::uint64_t> range = {}, offset = {}; // of ranged accessors, what is constant
};

// The computation of an nd_range (size_expression.hpp), one expression per dimension; an empty list is not known.
struct nd_range_expressions {
  std::vector<std::string> global, local, offset;
  bool empty() const { return global.empty() && local.empty() && offset.empty(); }
};

// A std_layout parameter that is always the same.
struct argument_value {
  unsigned parameter = 0; // index into the kernel's parameters
  std::string bytes;      // two hexadecimal digits each
};

struct submission {
  std::string kernel; // symbol
  source_location location;
  range_kind kind = range_kind::range;
  unsigned dimensions = 1;
  nd_range range; // what is constant
  std::vector<argument> arguments;
  // Submissions of a region with one number have one ND-range, whatever it is: the same expression of values that do
  // not change.
  std::optional<unsigned> range_id = {};
  std::vector<argument_value> values = {};
  // In ways of functions, and in open regions that call some: of what callers pass, for join.
  nd_range_expressions sizes = {};
};

// A buffer (or USM pointer) that arguments of the region share. Two arguments with one identity are the same memory.
struct buffer {
  std::string name;
  std::string element_type;
  unsigned element_size = 0, dimensions = 1;
  std::vector<std::uint64_t> range;    // constant sizes in SYCL order, empty if unknown
  promotion promote = promotion::none; // property on the buffer itself
  source_location location;
  // For sub-buffers: the index of the buffer that it is a part of, if the region uses that, and where it begins in it,
  // if constant.
  std::optional<unsigned> parent = {};
  std::vector<std::uint64_t> offset = {};
  // In ways of functions: the memory is what the caller passes for this parameter (of a member function, 0 is the
  // object), or this part of it (".tmp").
  std::optional<unsigned> parameter = {};
  std::string part = {};
};

// The knowledge that the caller of a function has of the memory, or of the number or range, that it passes.
struct call_argument {
  unsigned parameter = 0; // as in buffer, with `part`
  std::string part;
  std::optional<unsigned> identity;    // index into the caller's buffers
  promotion promote = promotion::none; // of accessors that are passed: as in argument
  std::vector<std::uint64_t> range = {}, offset = {};
  // Expressions in the caller's words: one of a number, one per dimension of a range.
  std::vector<std::string> sizes = {};
};

// An ND-range to build for: of all submissions, or of each, in order; then `range` is empty.
struct listed_nd_range {
  nd_range range;
  nd_range_origin origin = nd_range_origin::source;
  std::vector<nd_range> submissions = {};
};

std::string to_string(const listed_nd_range &listed); // of each submission: "1024:64/32x32/1"

// True if both list one thing, wherever it came from.
bool same_sizes(const listed_nd_range &a, const listed_nd_range &b);
bool operator<(const listed_nd_range &a, const listed_nd_range &b); // by sizes, then by origin

// Lists what is not listed yet. An offset of zeros counts as none, and is listed as none.
void list_nd_range(std::vector<listed_nd_range> &list, listed_nd_range range);

// A reason why the sequence of a region is not known: what happens at `location` decides. It may leave out or repeat
// `count` submissions from `first` on; a call gives more of them before `first`.
struct open_point {
  open_kind kind = open_kind::loop;
  source_location location;
  unsigned first = 0, count = 0;
  std::string function; // calls: what is called
  // Calls of functions of other translation units: the symbol, and the memory that is passed. Where `functions` has the
  // symbol, join puts the function's submissions here.
  std::string symbol = {};
  std::vector<call_argument> arguments = {};
};

// A sequence to fuse. `name` is the enclosing function without template arguments, with `.2`, `.3` … for further
// regions in it; instantiations of one template share it. Regions are identified by name and signature (signature.hpp).
struct region {
  std::string name;
  region_kind kind = region_kind::fusion_wrapper;
  source_range source;
  bool barriers = true; // insert work-group barriers between the kernels (no_barriers turns it off)
  bool trusted = false; // the user promises what nothing can prove (property trusted)
  std::vector<submission> submissions;
  std::vector<buffer> buffers;
  std::vector<listed_nd_range> nd_ranges;
  std::vector<open_point> open; // of open regions only
};
// Equal regions have equal texts. The order has no meaning but is the same in every run.
bool operator==(const region &a, const region &b);
bool operator<(const region &a, const region &b);

// A function that other translation units may call in a region, with a queue, handler or fusion_wrapper: what it
// submits there, once for each way that a run may take through it. Of a way only buffers, submissions, nd_ranges and
// open count.
struct function {
  std::string symbol; // as the linker has it
  std::string name;   // for people
  source_location location;
  std::vector<region> ways;
  std::string origin = {}; // as of kernels
};

struct provenance {
  std::string tool;        // "sycl-fuse-plugin 0.1.0"
  std::string compiler;    // "clang 22.1.8"
  std::string source;      // main file
  std::string source_hash; // "xxh64:0123456789abcdef" of the main file's bytes
};
bool operator==(const provenance &a, const provenance &b);

struct document {
  std::vector<provenance> sources;
  std::vector<kernel> kernels;
  std::vector<region> regions;
  // Regions whose sequence only a run decides, as far as it is certain. Nothing is built of them: they are captured in
  // a run, or fused by the JIT.
  std::vector<region> open_regions;
  std::vector<function> functions;
  std::vector<std::string> targets; // as on the command line: "native", "cuda:sm_90"
};

// Lists the ND-range that all submissions have, if it is one and constant.
void list_common_range(region &r);

// The signature of a region of `doc` (signature.hpp). Kernels that `doc` does not describe count as having no
// accessors.
std::uint64_t signature(const document &doc, const region &r);

// Parses and validates. On failure returns nothing and appends at least one error to `out`, each with `file` and the
// line in it where it can be told. Never throws on bad input; may throw std::bad_alloc.
std::optional<document> parse(std::string_view json, const std::string &file, diagnostics &out);

// As parse, from a file. A file that cannot be read is SF2001.
std::optional<document> read_file(const std::string &path, diagnostics &out);

// Checks what the JSON Schema cannot say: kernels that submissions name exist, parameter and identity indices are in
// range, parameters do not overlap and lie in the closure, dimensions agree, promotion of one buffer is consistent
// within a region. Returns true if nothing but warnings was appended.
bool validate(const document &doc, const std::string &file, diagnostics &out);

// The canonical text: keys in a fixed order, kernels sorted by symbol, regions by name, source and signature; ends with
// a newline. Equal documents give equal bytes.
std::string to_json(const document &doc);

// Writes to_json(doc) to a temporary file beside `path` and renames it; leaves nothing behind on failure (SF2002).
bool write_file(const document &doc, const std::string &path, diagnostics &out);

// Writes to_json(doc) to a file named <stem><extension>, or, where there are others of that name, <stem>-2<extension>
// and so on; nothing if one of them has the same text. Processes in different containers may have one number and one
// folder: none replaces what another has written, even at the same moment. The file has its name once it is complete;
// nothing is left behind on failure (SF2002).
bool write_new_file(const document &doc, const std::string &stem, const std::string &extension, diagnostics &out);

// Adds `other` to `into`: kernels, functions and regions are united by identity, ND-range lists and targets by set
// union. Two kernels or functions of one symbol that differ in anything but locations are a conflict (SF2010, SF2014),
// reported with both origins; `into` is then unchanged and false returned.
bool merge(document &into, const document &other, const std::string &other_file, diagnostics &out);

// Makes regions of those open regions that only calls leave open, where `doc` has all that they call: the functions'
// submissions take the place of the calls, with the memory that the caller passes, once for each way through them, up
// to 8 sequences of a region. What is recursive, or open itself, stays open. For the last step, after all merges.
void join(document &doc);

} // namespace syclfuse::manifest
