// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feeds bytes to the readers of what sycl-fuse check is given: refused with an error, or read; statistics survive
// writing and reading.
#include "syclfuse/benchmarks.hpp"
#include "syclfuse/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace syclfuse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  diagnostics of_run, of_benchmarks, none;
  const auto run = statistics::parse(text, "run.json", of_run);
  const auto results = benchmarks::parse(text, "bench.json", of_benchmarks);
  if (run.has_value() == of_run.has_errors() || results.has_value() == of_benchmarks.has_errors())
    std::abort();
  if (run) {
    const auto again = statistics::parse(statistics::to_json(*run), "again.json", none);
    if (!again || statistics::to_json(*again) != statistics::to_json(*run))
      std::abort();
  }
  for (std::size_t i = 0; results && i < results->size(); ++i) {
    const benchmarks::result &r = (*results)[i];
    const std::string other = benchmarks::unfused_name(r.name, "fused", "unfused");
    if (!(r.nanoseconds > 0) || (!other.empty() && other.size() != r.name.size() + 2))
      std::abort();
  }
  return 0;
}
