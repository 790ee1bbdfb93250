// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random kernel over a few integer variables, which can be built as generic device IR and interpreted.
#pragma once

#include "Targets/Target.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

struct TestLaunch {
  // SPIR-V order; local sizes 1 for plain ranges.
  std::array<uint64_t, 3> Global{1, 1, 1}, Local{1, 1, 1}, Offset{0, 0, 0};
  unsigned Dims = 1;
  bool NDRange = false;
  int32_t Scalar = 0;

  uint64_t items() const { return Global[0] * Global[1] * Global[2]; }
  uint64_t groupItems() const { return Local[0] * Local[1] * Local[2]; }
  uint64_t groups() const { return items() / groupItems(); }
  syclfuse::fuser::LaunchShape shape(bool Specialized) const;
};

struct Statement {
  enum Kind {
    Load,
    Scalar,
    Query,
    Arithmetic,
    If,
    For,
    Barrier,
    Private,
    Return,
    Atomic,
    DivergentFor, // (A & 3) times
    UniformFor,   // a number of times that depends on the scalar
    UniformIf,    // as the scalar says
    UniformSwitch,
    SubGroupIf, // in every other sub-group
    SubGroupQuery,
    // id of dimension 0 below a constant, or the linear id below a number that depends on the scalar; C: in 32 bits,
    // signed; not 0 as well; below a number that may be negative
    Guard,
    NeighbourLoad, // A += in[id of dimension 0 + Number], in 32 bits for an odd C
    Group,         // a group function, Number of them; Sub: of the sub-group
  } Kind = Load;
  bool Sub = false;
  unsigned A = 0, B = 0, C = 0; // variables
  unsigned Number = 0;          // of an operator, a dimension, a shift or a trip count
  std::vector<Statement> Then, Else;
};

class RandomKernel {
public:
  static constexpr unsigned Variables = 4, InputSize = 97, ReadableInput = 1400, PrivateSize = 4, MaxGroup = 128;
  static constexpr unsigned Counters = 4;                                 // behind the work-items' results, for atomics
  static constexpr unsigned GroupFunctions = 16, WorkGroupFunctions = 12; // the rest are shuffles

  // WithGroups: group functions and sub-groups too. ForSubGroups: the size that the kernel requires, 0: any.
  explicit RandomKernel(std::mt19937 &Random, bool WithGroups = true, unsigned ForSubGroups = 0);
  TestLaunch randomLaunch(std::mt19937 &Random) const;
  // `void kernel(int *in, int *out, int scalar)`; Optimized: with values in registers rather than stack variables.
  std::unique_ptr<llvm::Module> build(llvm::LLVMContext &C, bool Optimized) const;
  void interpret(const TestLaunch &L, const std::vector<int32_t> &In, std::vector<int32_t> &Out) const;
  std::string str() const;
  unsigned subGroupSize() const { return SubGroupSize; }

private:
  // Whose work-items all run a statement.
  enum class Together { Nobody, SubGroup, Group };
  std::vector<Statement> randomBlock(std::mt19937 &Random, unsigned Depth, Together Who) const;
  Statement randomStatement(std::mt19937 &Random, unsigned Depth, Together Who) const;

  bool NDRange;
  bool Barriers;
  bool Groups;
  bool Strips; // uniform control flow and neighbouring accesses only
  unsigned SubGroupSize;
  unsigned Dims;
  std::vector<Statement> Body;
};
