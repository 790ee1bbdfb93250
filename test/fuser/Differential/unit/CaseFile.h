// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of write-gpu-cases, which test/gpu/Inputs/run-cases.cpp reads on a machine without a compiler. Little-endian
// 64-bit numbers throughout; per case: seed, number of buffers, per buffer: size, bytes before, bytes expected; image
// size, image, entry size, entry, grid[3], block[3], bytes of local memory given at launch, number of arguments, per
// argument: buffer whose address it is or all ones, size, bytes.
#pragma once

#include "syclfuse/bundle.hpp"
#include "syclfuse/fused_range.hpp"

#include <algorithm>
#include <fstream>
#include <utility>
#include <vector>

namespace syclfuse::fuser::sequence {

struct CaseBuffer {
  const void *Before, *Expected;
  uint64_t Size;
};

struct CaseArgument {
  static constexpr uint64_t NoBuffer = ~uint64_t(0);
  uint64_t Buffer; // whose address it is
  const void *Bytes;
  uint64_t Size;
};

struct Case {
  uint64_t Seed = 0;
  std::vector<CaseBuffer> Buffers;
  std::vector<CaseArgument> Arguments;
  uint64_t LocalBytes = 0;
};

class CaseFile {
public:
  explicit CaseFile(const char *Path) : Out(Path, std::ios::binary) {}

  bool write(const Case &C, const bundle::builder::variant &Code, const submitted_range &Launch) {
    number(C.Seed);
    number(C.Buffers.size());
    for (const CaseBuffer &B : C.Buffers) {
      number(B.Size);
      bytes(B.Before, B.Size);
      bytes(B.Expected, B.Size);
    }
    sized(Code.image.data(), Code.image.size());
    sized(Code.entry.data(), Code.entry.size());
    geometry(Code.record, Launch);
    number(C.LocalBytes);
    number(C.Arguments.size());
    for (const CaseArgument &A : C.Arguments) {
      number(A.Buffer);
      sized(A.Bytes, A.Size);
    }
    return bool(Out.flush());
  }

private:
  void number(uint64_t N) { bytes(&N, 8); }
  void bytes(const void *Data, size_t Size) { Out.write(static_cast<const char *>(Data), Size); }
  void sized(const void *Data, size_t Size) {
    number(Size);
    bytes(Data, Size);
  }

  // As the runtime's CUDA driver does it; groups that may share a block do so in small launches, too.
  void geometry(const bundle::variant_record &V, const submitted_range &L) {
    uint64_t Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1};
    const uint64_t Items = std::max<uint32_t>(1, V.items_per_thread);
    if (V.flags & bundle::variant_linear) {
      const uint64_t Total = L.global_size[0] * L.global_size[1] * L.global_size[2];
      Block[0] = V.group_size ? V.group_size : 256;
      const uint64_t Each = Block[0] * Items;
      Grid[0] = (Total + Each - 1) / Each;
    } else {
      for (unsigned D = 0; D != 3; ++D) {
        Block[D] = std::max<uint64_t>(1, L.local_size[D]);
        Grid[D] = L.global_size[D] / Block[D];
      }
      Grid[0] = (Grid[0] + Items - 1) / Items;
    }
    for (uint64_t N : Grid)
      number(N);
    for (uint64_t N : Block)
      number(N);
  }

  std::ofstream Out;
};

} // namespace syclfuse::fuser::sequence
