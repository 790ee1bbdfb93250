// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Manifests in objects. The plugin puts the manifest of a translation unit into a section of its object that linkers
// leave out of programs; `ld -r` appends the sections of its inputs to each other and pads them with zeros. So each
// manifest there has a header of 32 bytes: the magic bytes, and as little-endian numbers of 8 bytes the version of this
// format, the size of the text, and its hash_bytes. The text, as to_json() writes it, follows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace syclfuse::manifest {

inline constexpr const char *section_name = ".sycl_fuse_manifest";
inline constexpr unsigned section_alignment = 8;

// The text with its header.
std::string to_section(std::string_view text);

// The texts in a section, in order; they point into `contents`. Nothing, and what is wrong with it in `why`, if it is
// damaged or of another version. The texts are not looked at.
std::optional<std::vector<std::string_view>> from_section(std::string_view contents, std::string &why);

} // namespace syclfuse::manifest
