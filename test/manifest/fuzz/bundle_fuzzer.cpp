// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feeds bytes to view::open, once as they are and once with the checksums put right, and reads all of what is accepted.
#include "bundle/bundle_sample.hpp"

#include <cstdlib>
#include <cstring>
#include <vector>

using namespace syclfuse;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  // A copy of exactly this size: 8-byte aligned, and a sanitizer sees any access past its end.
  std::vector<unsigned char> bytes(data, data + size);
  bundle::view v;
  bundle::view::open(bytes.data(), bytes.size(), v);
  if (bytes.size() < sizeof(bundle::header_record))
    return 0;
  std::memcpy(bytes.data(), bundle::magic, sizeof(bundle::magic));
  std::memcpy(bytes.data() + sizeof(bundle::magic), &bundle::format_version, sizeof(bundle::format_version));
  test::fix_checksum(bytes);
  if (bundle::view::open(bytes.data(), bytes.size(), v) == bundle::open_error::none ||
      bundle::view::open_kernels(bytes.data(), bytes.size(), v) == bundle::open_error::none)
    (void)test::read_everything(v);
  return 0;
}
