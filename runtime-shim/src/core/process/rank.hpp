// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that MPI or Slurm starts many times at once: which of these processes this one is, and files of its own.
#pragma once

#include <string>

namespace sycl::detail {

// In decimal digits; empty in a process that was started alone. From the first of OMPI_COMM_WORLD_RANK, PMIX_RANK,
// PMI_RANK and, within a step of Slurm, SLURM_PROCID that holds a number: outside of a step it is that of the script.
std::string read_rank();

// `name` with the number of the process for each %p and the rank for each %r (0 without one). A name with neither is
// one for all ranks: it gets the rank, if there is one, before its extension: run.json becomes run.3.json.
std::string name_of_own(const std::string &name, const std::string &rank);

} // namespace sycl::detail
