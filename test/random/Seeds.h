// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which random cases a test runs: SYCLFUSE_TEST_SEED and SYCLFUSE_TEST_CASES choose the first seed and the number.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace syclfuse::fuser::sequence {

struct Seeds {
  uint64_t First, Cases;
  bool Chosen; // by who runs the test

  // The same ones in every run. With a sanitizer a quarter: the programs are those of the build without.
  static Seeds fixed(uint64_t First, uint64_t Cases) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    Cases = (Cases + 3) / 4;
#endif
#endif
    const char *Seed = std::getenv("SYCLFUSE_TEST_SEED"), *Count = std::getenv("SYCLFUSE_TEST_CASES");
    Seeds Out{First, Cases, Count && *Count};
    if (Seed && *Seed)
      Out.First = std::strtoull(Seed, nullptr, 10);
    if (Out.Chosen)
      Out.Cases = std::strtoull(Count, nullptr, 10);
    return Out;
  }
  // Others in each run.
  static Seeds fresh(uint64_t Cases) { return fixed(std::random_device()(), Cases); }
};

// Until the first failure; says how it is repeated.
template <class F> void forSeeds(const Seeds &Of, F Check) {
  uint64_t Done = 0;
  for (; Done != Of.Cases && !::testing::Test::HasFatalFailure(); ++Done) {
    SCOPED_TRACE("SYCLFUSE_TEST_SEED=" + std::to_string(Of.First + Done) + " SYCLFUSE_TEST_CASES=1");
    Check(Of.First + Done);
  }
  std::printf("%llu cases from seed %llu\n", (unsigned long long)Done, (unsigned long long)Of.First);
}

} // namespace syclfuse::fuser::sequence
