// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An application that knows nothing of SYCL.
#include <statistics.hpp>

#include <algorithm>
#include <cstdio>
#include <random>

int main() {
  std::vector<float> values(12345);
  std::mt19937 generator{3};
  std::normal_distribution<float> normal{5.0f, 2.0f};
  for (float &v : values)
    v = normal(generator);
  std::vector<float> wanted = values;
  for (float &v : wanted)
    v = std::clamp((v - 5.0f) / 2.0f, -3.0f, 3.0f);

  std::printf("standardize: %s\n", statistics::standardize(values, 5.0f, 2.0f));
  std::printf("%s\n", values == wanted ? "all values right" : "values are wrong");
  return values != wanted;
}
