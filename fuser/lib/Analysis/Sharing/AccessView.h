// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses of a kernel in one system of coordinates.
#pragma once

#include "AccessForm.h"
#include "MemoryAccesses.h"

#include "Analysis/Addresses/AddressForms.h"
#include "Analysis/Addresses/BlockConditions.h"

#include <vector>

namespace llvm {
class raw_ostream;
class ScalarEvolution;
} // namespace llvm

namespace syclfuse::fuser {

struct AccessView {
  AccessView(LaunchCoordinates C, llvm::ScalarEvolution &SE, const QueryMap &Queries, bool Assume = false)
      : Coordinates(std::move(C)), Forms(SE, Queries, Coordinates, Assume) {}

  void add(llvm::ArrayRef<MemoryAccess> List, const BlockConditions &Blocks, llvm::ScalarEvolution &SE);

  // True if the form of the access is made of ids and loops alone.
  bool isLinear(unsigned Access) const;
  // A, the access of that number: `write 4 bytes at 4*id0 + 8 if id0 - 1 >= 0`, and the end of the line.
  void print(llvm::raw_ostream &OS, const MemoryAccess &A, unsigned Access) const;

  LaunchCoordinates Coordinates;
  AddressForms Forms;
  std::vector<AccessForm> Accesses; // as in the list
};

} // namespace syclfuse::fuser
