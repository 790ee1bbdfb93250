// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random sequence of kernels over shared buffers, as a tree that can be interpreted on the host
// (SequenceInterpreter.cpp) and written as device IR (SequenceIR.cpp). Sequences are legal to fuse by construction:
// work-items meet in an element only within a work-group with a barrier in between, or not at all, or in atomic
// operations whose order does not show, and a temporary is written before it is read. The sizes of a sequence can be
// changed without changing its code.
#pragma once

#include "Random.h"
#include "syclfuse/fused_range.hpp"
#include "syclfuse/kinds.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace syclfuse::fuser::sequence {

// int, float, {int, float}, <4 x i32>, {int, float[2]}, signed char, double
enum class Element { I32, F32, Pair, Vector4, Triple, Byte, F64 };
inline constexpr unsigned Elements = 7;
unsigned bytesOf(Element E);
unsigned fieldsOf(Element E); // that statements read and write one by one
bool isFloat(Element E, unsigned Field);

// Accumulator: written by atomic operations only, all of one kind, and read by none.
enum class Role { Input, Output, Temporary, Accumulator };

// How work-items find their elements. Item: Ratio elements each, in the order of the global linear id. Group: those of
// the work-group together, in the order of the linear group id and the linear local id.
enum class Layout { Item, Group };

struct Buffer {
  Element Type = Element::I32;
  Role Purpose = Role::Input;
  Layout Order = Layout::Item;
  unsigned Ratio = 1;
  unsigned Begin = 0;     // the first element of a sub-range that is used
  bool Moved = false;     // the sub-range begins Sequence::Shift elements further on, which is known at run time only
  unsigned Reachable = 1; // elements at an index that is data
  unsigned Operation = 0; // of an accumulator
  promotion Promote = promotion::none;
  uint64_t Items = 1; // that it has elements for, by the sizes of the sequence
};

struct Statement {
  enum Kind {
    Query,        // I[A] += query Number in dimension B
    Scalar,       // I[A] ^= scalar argument B % 2
    ScalarAt,     // I[A] ^= scalar argument I[B] % 2
    Assign,       // scalar argument 0, of which each work-item has its own, = I[A]
    Integer,      // I[A] = I[B] op I[C]
    Float,        // F[A] = F[B] op F[C]
    ToFloat,      // F[A] = float(I[B] & 1023)
    ToInteger,    // I[A] = int(F[B])
    Private,      // P[I[A] % 4] = I[B]; I[C] = P[I[B] % 4]
    Call,         // I[A] = mix(I[B], I[C]), a function of its own
    CallDeep,     // I[A] = a function that calls another one in a loop and in a branch
    CallFloat,    // F[A] = a function of a struct by pointer
    Load,         // field Field of element Number (of the work-item's) of buffer Slot into I[A] or F[A]
    LoadGather,   // field Field of element I[B] % Reachable of an input
    LoadShift,    // field Field of the element of the work-item Number further on in its work-group, round its end
    LoadClamped,  // ... of the work-item Number further on in dimension B of its work-group, or the last one
    LoadReversed, // field Field of the first element of the work-item as far from the end as this one from the
                  // beginning
    LoadNear,     // field Field of the input's element at the global id of dimension 0 and Number
    Store,        // I[A] or F[A] into field Field of element Number of buffer Slot
    StoreAll,     // ... of all the work-item's elements, by a pointer that moves
    Clear,        // zeros for element Number of buffer Slot
    Copy,         // element Number of buffer Slot from element Other of buffer B
    CopyVector,   // the same, with its lanes in another order and I[A] added to each
    AtomicOwn,    // I[B] = element Number of buffer Slot, to which I[A] is added at once
    AtomicAny,    // element I[B] % Reachable of the accumulator Slot, and I[A]
    If,           // if I[A] < I[B]
    For,          // Number times
    ForData,      // (I[A] & 3) times
    UniformIf,    // bit Number of scalar argument 1
    UniformFor,   // the two bits from Number on of scalar argument 1 times
    UniformSwitch,
    Guard,      // global id of dimension 0, or the linear id, below a bound: see guardOf()
    SubGroupIf, // in every other sub-group
    SubGroupQuery,
    GroupFunction, // I[A] = function Number of I[B], I[C]; of the sub-group if Field is 1
    Exchange,      // local memory: I[B] = I[A] of the work-item Number further on in its work-group
    GroupAtomic,   // local memory: I[B] = sum of the I[A] of all work-items whose I[C] leads to this one
    Return,        // if (I[A] & 7) == 3
  };
  static constexpr unsigned Kinds = Return + 1;
  static const char *nameOf(unsigned Kind);

  Kind What = Query;
  unsigned A = 0, B = 0, C = 0, Number = 0, Slot = 0, Field = 0, Other = 0;
  unsigned Form = 0; // how it is written in IR: one meaning, many forms
  std::vector<Statement> Then, Else;
};

inline constexpr unsigned Integers = 4, Floats = 2, PrivateSize = 4, StaticTileSize = 128, NearestEnd = 48;

// What a kernel's ND-range has in common with the launch's.
enum class Shape {
  Same,
  Outer,   // fewer work-items in the slowest dimension
  Other,   // as many work-items in other dimensions
  Fewer,   // fewer work-items in other dimensions
  Regroup, // as many work-items in other dimensions and other work-groups
  RegroupFewer,
};
inline bool keepsAllItems(Shape S) { return S == Shape::Same || S == Shape::Other || S == Shape::Regroup; }
inline bool keepsGroups(Shape S) { return S == Shape::Same || S == Shape::Outer; }

struct Kernel {
  std::string Name; // of its code; several submissions may share it
  Shape Fit = Shape::Same;
  submitted_range Range;           // SPIR-V order
  std::vector<unsigned> Buffers;   // by slot
  std::vector<bool> Reads, Writes; // by slot
  std::array<int32_t, 2> Scalars{};
  unsigned LinearForm = 0;
  bool Closure = false;      // is an argument by value; else its fields are arguments
  bool StaticTile = false;   // local memory is a variable of the module
  bool CallsGroups = false;  // calls group functions
  unsigned SubGroupSize = 0; // that it requires
  std::vector<Statement> Body;

  uint64_t items() const { return Range.global_size[0] * Range.global_size[1] * Range.global_size[2]; }
  uint64_t groupItems() const;
  // Closure: the buffers' addresses, the two scalars, the byte offset of its local memory, the shift.
  unsigned scalarOffset(unsigned N) const { return 8 * Buffers.size() + 4 * N; }
  unsigned localOffset() const { return 8 * Buffers.size() + 8; }
  unsigned shiftOffset() const { return 8 * Buffers.size() + 16; }
  unsigned closureSize() const { return 8 * Buffers.size() + 24; }
  uint64_t localBytes() const { return Range.uses_groups ? 4 * groupItems() : 0; }
};

struct Sequence {
  std::vector<Buffer> Buffers;
  std::vector<Kernel> Kernels;
  bool Groups = false;  // nd_range kernels: barriers between kernels
  bool Offsets = false; // all ND-ranges have an offset
  unsigned Leader = 0;  // the kernel that has the launch's ND-range
  bool LongRows = false;
  uint64_t Shift = 0;

  std::vector<submitted_range> ranges() const;
  const Kernel &leader() const { return Kernels[Leader]; }
  uint64_t beginOf(const Buffer &B) const { return B.Begin + (B.Moved ? Shift : 0); }
  uint64_t elementsOf(const Buffer &B) const;
};

Sequence randomSequence(uint64_t Seed);
struct KernelOptions {
  bool Groups = true;        // with group functions and sub-groups
  bool Floats = true;        // with floating point
  unsigned SubGroupSize = 0; // 0: any
};
// One kernel, whose flat arguments need no preparation.
Sequence randomKernel(uint64_t Seed, const KernelOptions &Options = {});
// Other sizes, offsets and scalars for the same code. The sizes that come first are those of randomSequence.
void randomizeSizes(Sequence &S, std::mt19937_64 &R);
// Lets a kernel read what a work-item of another work-group wrote in a kernel before it. False if S has no place for
// that.
bool addCrossingDependence(Sequence &S, uint64_t Seed);

using Memory = std::vector<std::vector<unsigned char>>; // by buffer
Memory randomMemory(const Sequence &S, uint64_t Seed);
// Runs the kernels one after the other, each statement for all work-items of a group before the next one.
void interpret(const Sequence &S, Memory &Data);

// One spir_kernel per kernel, with flat arguments and MDArguments: (buffers…, scalars, byte offset of local memory,
// shift).
std::unique_ptr<llvm::Module> buildIR(const Sequence &S, llvm::LLVMContext &Context);

} // namespace syclfuse::fuser::sequence
