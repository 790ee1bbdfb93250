// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace syclfuse::fuser {

struct CheckOptions {
  std::vector<std::string>
      Inputs; // manifests (*.json), and what has bundles: programs, libraries, objects, archives, bundles
  std::vector<std::string> Targets;    // that count; empty: those of the manifests, else all that a bundle has code for
  std::vector<std::string> Statistics; // of runs, written by SYCL_FUSE_STATS=<file>
  std::vector<std::string> Benchmarks; // results in the JSON of Google Benchmark
  std::string FusedWord = "fused", UnfusedWord = "unfused"; // what tells the names of a pair of benchmarks apart
  double Tolerance = 5;                                     // percent by which a fused benchmark may be slower
  uint64_t Stack = 0; // bytes by which a fused kernel may exceed the stack of its kernels
  bool AllowOpen = false;
  std::vector<diag> NoErrors;  // findings that are only warnings
  std::string Format = "text"; // text, json, sarif
  std::string Output;          // "": Out
  std::string Root;            // places below it are said relative to it; "": the current directory
};

} // namespace syclfuse::fuser
