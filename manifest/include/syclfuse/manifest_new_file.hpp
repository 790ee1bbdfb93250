// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing a manifest beside those of other processes.
#pragma once

#include "syclfuse/manifest.hpp"

#include <string>

namespace syclfuse::manifest {

// Writes to_json(doc) to a file named <stem><extension>, or, where there are others of that name, <stem>-2<extension>
// and so on; nothing if one of them has the same text. Processes in different containers may have one number and one
// folder: none replaces what another has written, even at the same moment. The file has its name once it is complete;
// nothing is left behind on failure (SF2002).
bool write_new_file(const document &doc, const std::string &stem, const std::string &extension, diagnostics &out);

} // namespace syclfuse::manifest
