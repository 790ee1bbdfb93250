// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What statements compute, as C++. SequenceOperations.cpp says the same in IR.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace syclfuse::fuser::sequence::values {

inline int32_t integer(unsigned Op, int32_t A, int32_t B) {
  const uint32_t X = A, Y = B;
  switch (Op % 8) {
  case 0:
    return X + Y;
  case 1:
    return X - Y;
  case 2:
    return X * Y;
  case 3:
    return X ^ (Y >> 3);
  case 4:
    return A < B ? A : B;
  case 5:
    return X << (Y & 7);
  case 6:
    return A % int32_t((Y & 31) + 1);
  default:
    return X / ((Y & 15) + 1);
  }
}

// Kept small: neither infinities nor NaNs, whose bits are nobody's promise, and any int can hold it.
inline float bounded(float X) { return std::fabs(X) < 1e6f ? X : 0; }
inline float floating(unsigned Op, float X, float Y) {
  switch (Op % 7) {
  case 0:
    return bounded(X + Y);
  case 1:
    return bounded(X - Y);
  case 2:
    return bounded(X * 0.5f);
  case 3:
    return bounded(X * Y);
  case 4:
    return bounded(X / (std::fabs(Y) + 1));
  case 5:
    return bounded(X * 0.5f + Y);
  default:
    return bounded(std::sqrt(std::fabs(X)));
  }
}

inline uint32_t mix(uint32_t X, uint32_t Y) { return (X * 33u) ^ (Y >> 5); }
inline uint32_t deep(uint32_t X, uint32_t Y) {
  for (uint32_t I = 0; I < (X & 3); ++I)
    Y = mix(Y, X + I);
  return int32_t(Y) < 0 ? mix(X, Y) : Y;
}
inline float filter(float F, int32_t A, int32_t B) {
  const float Scaled = F * 0.25f;
  return bounded(Scaled + float((A & 1 ? B : A) & 7));
}

inline uint32_t atomic(unsigned Op, uint32_t X, uint32_t Y) {
  switch (Op % 6) {
  case 0:
    return X + Y;
  case 1:
    return X ^ Y;
  case 2:
    return std::max(int32_t(X), int32_t(Y));
  case 3:
    return std::min(X, Y);
  case 4:
    return X | Y;
  default:
    return X - Y;
  }
}

} // namespace syclfuse::fuser::sequence::values
