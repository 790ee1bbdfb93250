// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Internal to the manifest library: whole files of text.
#pragma once

#include "syclfuse/diagnostic.hpp"

#include <functional>
#include <optional>
#include <string>

namespace syclfuse::manifest {

// Reads at most some bytes more than parse_json takes. Empty if the file cannot be read; errno says why.
std::optional<std::string> read_text(const std::string &path);

// Writes to a temporary file beside `path` and renames it; leaves nothing behind on failure (SF2002).
bool write_text(const std::string &text, const std::string &path, diagnostics &out);

// The same under the first of the names path_of(0), path_of(1), … that is free, unless a file of one before it has this
// text.
bool write_new_text(const std::string &text, const std::function<std::string(unsigned)> &path_of, diagnostics &out);

} // namespace syclfuse::manifest
