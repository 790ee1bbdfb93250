// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random sequence of kernels over shared buffers, as a tree that can be interpreted on the host (SequenceInterpreter.cpp) and
// written as device IR (SequenceIR.cpp). Sequences are legal to fuse by construction: work-items meet in an element only within
// a work-group with a barrier in between, or not at all, and a temporary is written before it is read.
#pragma once

#include "syclfuse/fused_range.hpp"
#include "syclfuse/kinds.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace syclfuse::fuser::sequence {

enum class Element { I32, F32, Pair, Vector4 }; // int, float, {int, float}, <4 x i32>
unsigned bytesOf(Element E);
unsigned fieldsOf(Element E); // that statements read and write one by one
bool isFloat(Element E, unsigned Field);

enum class Role { Input, Output, Temporary };

// How work-items find their elements. Item: Ratio elements each, in the order of the global linear id. Group: those of the
// work-group together, in the order of the linear group id and the linear local id.
enum class Layout { Item, Group };

struct Buffer {
  Element Type = Element::I32;
  Role Purpose = Role::Input;
  Layout Order = Layout::Item;
  unsigned Ratio = 1;
  uint64_t Items = 1; // that it has elements for
  promotion Promote = promotion::none;

  uint64_t elements() const { return Items * Ratio; }
  uint64_t bytes() const { return elements() * bytesOf(Type); }
};

struct Statement {
  enum Kind {
    Query,       // I[A] += query Number in dimension B
    Scalar,      // I[A] ^= scalar argument B % 2
    Integer,     // I[A] = I[B] op I[C]
    Float,       // F[A] = F[B] op F[C]
    ToFloat,     // F[A] = float(I[B] & 1023)
    ToInteger,   // I[A] = int(F[B])
    Private,     // P[I[A] % 4] = I[B]; I[C] = P[I[B] % 4]
    Call,        // I[A] = mix(I[B], I[C]), a function of its own
    Load,        // field Field of element Number (of the work-item's) of buffer Slot into I[A] or F[A]
    LoadGather,  // field Field of element I[B] % elements of an input
    LoadShift,   // field Field of the element of the work-item Number further on in its work-group
    LoadReversed, // field Field of the first element of the work-item as far from the end as this one from the beginning
    Store,       // I[A] or F[A] into field Field of element Number of buffer Slot
    Copy,        // element Number of buffer Slot from element Other of buffer B
    If,          // if I[A] < I[B]
    For,         // Number times
    ForData,     // (I[A] & 3) times
    Exchange,    // local memory: I[B] = I[A] of the work-item Number further on in its work-group
    Return,      // if (I[A] & 7) == 3
  };
  Kind What = Query;
  unsigned A = 0, B = 0, C = 0, Number = 0, Slot = 0, Field = 0, Other = 0;
  unsigned Form = 0; // how the address is written in IR: one meaning, many forms
  std::vector<Statement> Then, Else;
};

inline constexpr unsigned Integers = 4, Floats = 2, PrivateSize = 4;

struct Kernel {
  std::string Name;
  submitted_range Range; // SPIR-V order
  std::vector<unsigned> Buffers; // by slot
  std::array<int32_t, 2> Scalars{};
  std::vector<Statement> Body;

  uint64_t items() const { return Range.global_size[0] * Range.global_size[1] * Range.global_size[2]; }
  uint64_t groupItems() const;
  // Closure: the buffers' addresses, the two scalars, the byte offset of its local memory.
  unsigned scalarOffset(unsigned N) const { return 8 * Buffers.size() + 4 * N; }
  unsigned localOffset() const { return 8 * Buffers.size() + 8; }
  unsigned closureSize() const { return localOffset() + 8; }
  uint64_t localBytes() const { return Range.uses_groups ? 4 * groupItems() : 0; }
};

struct Sequence {
  std::vector<Buffer> Buffers;
  std::vector<Kernel> Kernels;
  bool Groups = false; // nd_range kernels: barriers between kernels

  std::vector<submitted_range> ranges() const;
};

Sequence randomSequence(uint64_t Seed);
// Lets a kernel read what a work-item of another work-group wrote in a kernel before it. False if S has no place for that.
bool addCrossingDependence(Sequence &S, uint64_t Seed);

using Memory = std::vector<std::vector<unsigned char>>; // by buffer
Memory randomMemory(const Sequence &S, uint64_t Seed);
// Runs the kernels one after the other, each statement for all work-items of a group before the next one.
void interpret(const Sequence &S, Memory &Data);

// One spir_kernel per kernel, with flat arguments and MDArguments: (buffers…, scalars, byte offset of local memory).
std::unique_ptr<llvm::Module> buildIR(const Sequence &S, llvm::LLVMContext &Context);

} // namespace syclfuse::fuser::sequence
