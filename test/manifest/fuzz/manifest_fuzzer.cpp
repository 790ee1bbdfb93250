// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feeds bytes to the manifest reader. What it accepts must survive writing and reading, merging with itself and
// joining; stripping it loses nothing.
#include "syclfuse/manifest.hpp"
#include "syclfuse/manifest_diff.hpp"
#include "syclfuse/manifest_strip.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace syclfuse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  diagnostics out;
  const auto doc = manifest::parse({reinterpret_cast<const char *>(data), size}, "fuzz.json", out);
  if (!doc) {
    if (!out.has_errors())
      std::abort();
    return 0;
  }
  const std::string text = manifest::to_json(*doc);
  diagnostics none;
  const auto again = manifest::parse(text, "again.json", none);
  if (!again || !none.list().empty() || manifest::to_json(*again) != text)
    std::abort();
  manifest::document merged;
  if (!manifest::merge(merged, *doc, "doc.json", none) || !manifest::merge(merged, *again, "again.json", none) ||
      !manifest::validate(merged, "merged", none))
    std::abort();
  const manifest::document stripped = manifest::strip(*doc, {});
  if (!manifest::diff(*doc, stripped, false).empty() || !manifest::diff(*doc, merged, true).empty() ||
      manifest::to_json(manifest::strip(stripped, {})) != manifest::to_json(stripped) ||
      !manifest::validate(stripped, "stripped", none))
    std::abort();
  manifest::join(merged);
  if (!manifest::validate(merged, "joined", none))
    std::abort();
  return 0;
}
