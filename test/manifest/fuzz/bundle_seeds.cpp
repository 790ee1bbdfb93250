// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes valid bundles into a directory, for bundle-fuzzer to start from. usage: bundle-fuzzer-seeds <directory>
#include "bundle/bundle_sample.hpp"

#include <cstdio>
#include <fstream>

using namespace syclfuse;

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s <directory>\n", argv[0]);
    return 2;
  }
  test::random_source random(1);
  for (int i = 0; i < 20; ++i) {
    const std::vector<unsigned char> bytes = i == 0 ? test::full_bundle().bytes() : test::random_bundle(random).bytes();
    std::ofstream file(std::string(argv[1]) + "/" + std::to_string(i), std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
    if (!file.flush())
      return 1;
  }
  return 0;
}
