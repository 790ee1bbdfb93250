// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names come from manifests, objects and caches that others have made, and a terminal does what control characters say.
#pragma once

#include <string>
#include <string_view>

namespace syclfuse {

// `text` with its control characters, but for ends of lines and tabs, as \u001b: those of ASCII and, in UTF-8, those
// from U+0080 to U+009F. JSON stays JSON of the same value.
std::string printable(std::string_view text);

} // namespace syclfuse
