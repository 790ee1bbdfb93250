// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Documents for the tests: files of Inputs/, texts made from a small one by replacing a line, and random ones.
#pragma once

#include "syclfuse/manifest.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace syclfuse::test {

// The bytes of a file of Inputs/; throws if it is not there.
std::string input(const std::string &name);

// Inputs/chain.fusion.json.
manifest::document chain();

// All of them in one; expects that nothing is said of it.
manifest::document merged(const std::vector<manifest::document> &docs);

// `text` with the only appearance of `what` replaced; throws if there is none or more than one.
std::string replaced(std::string text, const std::string &what, const std::string &with);

// The seed of random tests: SYCLFUSE_TEST_SEED, else a new one for each run; printed by main().
std::uint64_t seed();

class random_source {
public:
  explicit random_source(std::uint64_t s) : engine_(s) {}
  // 0 <= result < limit
  std::uint64_t below(std::uint64_t limit) { return engine_() % limit; }
  bool chance(unsigned percent) { return below(100) < percent; }
  // Random characters, also ones that JSON must escape and ones beyond ASCII.
  std::string text(std::size_t most);

private:
  std::mt19937_64 engine_;
};

// A document that validate() accepts.
manifest::document random_document(random_source &random);

} // namespace syclfuse::test
