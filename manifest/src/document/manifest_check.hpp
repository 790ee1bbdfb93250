// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal to the manifest library: reading and validating, with errors at their places.
#pragma once

#include "reporter.hpp"

#include "syclfuse/manifest.hpp"

namespace syclfuse::manifest {

// Reads the fields of a document whose schema and version are known.
void read(const json_node &root, document &doc, reporter &out);

// As validate() of manifest.hpp, with lines.
void validate(const document &doc, reporter &out);

} // namespace syclfuse::manifest
