// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outcome of a run's regions: SYCL_FUSE_STATS=<file> writes it, sycl-fuse check reads it. docs/capture.md describes
// the file.
#pragma once

#include "syclfuse/diagnostic.hpp"
#include "syclfuse/signature.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace syclfuse::statistics {

inline constexpr int schema_version = 1;
inline constexpr std::string_view schema_name = "sycl-fuse-statistics";

struct region {
  std::string name;
  std::string file; // where it begins; empty: unknown
  unsigned line = 0;
  std::uint64_t submissions = 0;
  std::uint64_t aot = 0, aot_generic = 0, jit = 0, unfused = 0; // submissions by what became of them
  std::uint64_t first_launch_ns = 0;                            // 0: it was never fused
  // SF61xx of submissions that did not run as listed, and how often.
  std::vector<std::pair<diag, std::uint64_t>> reasons;
  bool automatic = false; // of region_kind::automatic
};

// One form of a region's fused kernel beside its kernels one by one, on one device.
struct timing {
  std::string region;     // its name
  std::uint64_t code = 0; // add_code() of all of its kernels, from the region's signature on
  std::string target;     // as name_of(target_kind)
  std::uint64_t arch = 0; // variant_record::arch
  bool specialized = false;
  std::uint64_t items = 0; // of the launch
  // The best of each, from the first launch to when the device had done the last one; of so many submissions.
  std::uint64_t fused_ns = 0, unfused_ns = 0, fused = 0, unfused = 0;
};

struct run {
  std::string program;
  std::vector<region> regions;
  std::vector<timing> times; // SYCL_FUSE_TIMES
  // Automatic fusion, by the names that docs/automatic.md has; it is written, not read.
  std::vector<std::pair<std::string, std::uint64_t>> held = {};
};

// A number for the code of a region, kernel by kernel: of the kernels so far, and the SHA-256 of the next one's IR.
inline std::uint64_t add_code(std::uint64_t code, const std::uint8_t (&ir_hash)[32]) {
  return hash_bytes({reinterpret_cast<const char *>(ir_hash), sizeof(ir_hash)}, code);
}

// JSON, ends with a newline.
std::string to_json(const run &r);

// Writes to_json(r) to a temporary file beside `path` and renames it; false and SF2002 if that fails.
bool write_file(const run &r, const std::string &path, diagnostics &out);

// Nothing, and errors with their line (SF3001, SF2003, SF3076), for a file that cannot be read or is something else.
// Never throws on bad input; may throw std::bad_alloc.
std::optional<run> parse(std::string_view json, const std::string &file, diagnostics &out);
std::optional<run> read_file(const std::string &path, diagnostics &out);

} // namespace syclfuse::statistics
