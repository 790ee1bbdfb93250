// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The differences of two manifests, as people see them: kernels, regions, their submissions, promotions, ND-ranges,
// targets.
#pragma once

#include "syclfuse/manifest.hpp"

#include <string>
#include <vector>

namespace syclfuse::manifest {

enum class change_kind : std::uint8_t { added, removed, changed };

struct change {
  change_kind kind = change_kind::changed;
  std::string what;            // "kernel Scale", "region run (a.cpp:7)", "nd-range 4096:64"
  std::string before, after;   // "private", "none"; empty where there is nothing to say
  std::vector<change> details; // what has changed of a kernel or region; of one that is new or gone nothing
};

// The changes that lead from `a` to `b`, in the order targets, kernels, regions, open regions, functions. Empty: the
// same is built of both. The order and the grouping within the documents count for nothing. With `places` also places
// in sources and `sources` are compared.
std::vector<change> diff(const document &a, const document &b, bool places);

// One line for each change, those of `details` indented below it: "+ region run (a.cpp:7)", "~ barriers: yes -> no".
std::string to_text(const std::vector<change> &changes);
// {"same": …, "changes": [{"change", "what", "before", "after", "details"}, …]}, ends with a newline.
std::string to_json(const std::vector<change> &changes);

} // namespace syclfuse::manifest
