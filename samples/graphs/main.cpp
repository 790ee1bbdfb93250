// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two graphs whose kernels become one when they are finalized.
#include "examples.hpp"

#include <cstdio>

static values numbers(int factor) {
  values v(dataSize);
  for (std::size_t i = 0; i < dataSize; ++i)
    v[i] = static_cast<int>(i) * factor % 97 - 40;
  return v;
}

int main() {
  const values in1 = numbers(1), in2 = numbers(2), in3 = numbers(3);
  const values recorded = recorded_graph(in1, in2, in3), added = added_graph(in1, in2, in3);
  std::size_t wrong[2] = {0, 0};
  for (std::size_t i = 0; i < dataSize; ++i) {
    const int sum = in1[i] + in2[i];
    wrong[0] += recorded[i] != sum * in3[i] + sum * 5;
    wrong[1] += added[i] != sum * in3[i];
  }
  std::printf("recorded: %zu of %zu values wrong\n", wrong[0], dataSize);
  std::printf("added: %zu of %zu values wrong\n", wrong[1], dataSize);
  return wrong[0] + wrong[1] != 0;
}
