// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Arenas.h"

#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace syclfuse::fuser::oracle {

Arenas::Arenas(unsigned Count) : Count(Count) {
  void *At =
      ::mmap(nullptr, Count * Room + Room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (At == MAP_FAILED) {
    std::perror("mmap");
    std::exit(70);
  }
  Base = static_cast<unsigned char *>(At);
}

Arenas::~Arenas() { ::munmap(Base, Count * Room + Room); }

std::optional<std::pair<unsigned, int64_t>> Arenas::find(const void *At, uint64_t Size) const {
  const uint64_t Place = reinterpret_cast<uintptr_t>(At) - reinterpret_cast<uintptr_t>(Base);
  const int64_t Offset = int64_t(Place % Room) - int64_t(Room / 2);
  if (Place >= Count * Room || Size > uint64_t(Farthest) || Offset < -Farthest || Offset >= Farthest)
    return std::nullopt;
  return std::pair(unsigned(Place / Room), Offset);
}

void Arenas::clear() { ::madvise(Base, Count * Room, MADV_DONTNEED); }

} // namespace syclfuse::fuser::oracle
