// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/process/rank.hpp"

#include <cstdlib>
#include <unistd.h>

namespace sycl::detail {
namespace {

// It becomes a part of names of files.
bool is_rank(const char *value) {
  constexpr std::size_t longest = 9;
  const std::string text = value ? value : "";
  return !text.empty() && text.size() <= longest && text.find_first_not_of("0123456789") == std::string::npos;
}

// Where the rank goes: what the build reads ends with .stats.json.
std::size_t extension_of(const std::string &name) {
  constexpr char times[] = ".stats.json";
  constexpr std::size_t length = sizeof(times) - 1;
  if (name.size() > length && name.compare(name.size() - length, length, times) == 0)
    return name.size() - length;
  const std::size_t last = name.rfind('/') + 1, dot = name.rfind('.');
  return dot == std::string::npos || dot <= last ? name.size() : dot;
}

} // namespace

std::string read_rank() {
  for (const char *variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    const char *value = ::secure_getenv(variable);
    const bool of_a_script = variable == std::string("SLURM_PROCID") && !::secure_getenv("SLURM_STEP_ID");
    if (is_rank(value) && !of_a_script)
      return value;
  }
  return {};
}

std::string name_of_own(const std::string &name, const std::string &rank) {
  std::string own;
  bool has_number = false;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char kind = name[at] == '%' && at + 1 < name.size() ? name[at + 1] : '\0';
    if (kind != 'p' && kind != 'r') {
      own += name[at];
      continue;
    }
    own += kind == 'p' ? std::to_string(::getpid()) : rank.empty() ? "0" : rank;
    has_number = true;
    ++at;
  }
  if (!has_number && !rank.empty())
    own.insert(extension_of(own), "." + rank);
  return own;
}

} // namespace sycl::detail
