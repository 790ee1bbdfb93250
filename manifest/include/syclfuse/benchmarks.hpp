// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recorded results of benchmarks, in the JSON that Google Benchmark writes (--benchmark_format=json).
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <optional>
#include <string>
#include <vector>

namespace syclfuse::benchmarks {

// All repetitions of one benchmark: the median in the file, or else the median of its runs.
struct result {
  std::string name;       // without "_median"
  double nanoseconds = 0; // real time of one iteration, more than 0
  unsigned line = 0;      // where the file has it first
};

// Returns the results sorted by name. Returns nothing, with errors and their lines (SF3001, SF2003, SF3076), if the
// file cannot be read, is something else, or has a benchmark that failed. Throws nothing but std::bad_alloc.
std::optional<std::vector<result>> parse(std::string_view json, const std::string &file, diagnostics &out);
std::optional<std::vector<result>> read_file(const std::string &path, diagnostics &out);

// The name of the unfused benchmark for `name`: the first appearance of the word `fused`, which no letter or digit is
// beside, replaced by `unfused`. Empty if the word is not there.
std::string unfused_name(const std::string &name, const std::string &fused, const std::string &unfused);

} // namespace syclfuse::benchmarks
