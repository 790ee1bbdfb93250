// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bundles for the tests, and the tools to damage them.
#pragma once

#include "sample.hpp"

#include "syclfuse/bundle.hpp"

#include <vector>

namespace syclfuse::test {

// What a builder is given, kept so that a view can be compared with it.
struct bundle_contents {
  std::string producer;
  std::vector<bundle::builder::kernel> kernels;
  std::vector<bundle::builder::region> regions;

  std::vector<unsigned char> bytes() const;
};

// Any contents that open() must accept.
bundle_contents random_bundle(random_source &random);

// A bundle in which every table has at least one record and every guard and argument kind appears.
bundle_contents full_bundle();

// Writes the checksum that the (damaged) bundle should have, so that the other checks are reached. Sections that lie
// out of bounds leave it as it is.
void fix_checksum(std::vector<unsigned char> &bytes);

// Calls every method of a view on everything in it but regions that are damaged, and reads every byte that it hands out.
// Returns something that depends on all of it. A sanitizer sees any access out of bounds.
std::uint64_t read_everything(const bundle::view &v);

} // namespace syclfuse::test
