// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that instrumented code calls. They act for the work-item that runs (WorkItems.h).
#pragma once

#include <cstdint>

namespace syclfuse::fuser::oracle {

// Which work-items a barrier or a group function waits for. Launch: a barrier that fusion inserted, so that kernels run
// one after the other, as they do without fusion.
enum class Scope : unsigned char { Launch, Group, SubGroup };

inline constexpr uint32_t NoArgument = ~0u, OwnMemory = ~1u;

extern "C" {
// Records an access of instruction Id, and returns where to make it: at Pointer, or in memory of its own if Pointer
// leads out of everything that belongs to the kernel, or out of the memory of the argument that it was made of
// (NoArgument: of several, or it was loaded; OwnMemory: it was made of private memory).
void *oracleAccess(void *Pointer, uint64_t Size, uint32_t Id, uint32_t Writes, uint32_t Argument);
void oracleCopy(void *To, uint32_t ToArgument, void *From, uint32_t FromArgument, uint64_t Size, uint32_t Id);
void oracleFill(void *To, uint32_t ToArgument, uint32_t Byte, uint64_t Size, uint32_t Id);
uint64_t oracleQuery(uint32_t Kind, uint32_t Dimension);
void oracleBarrier(uint32_t OfScope);
// A group function of the kind of Builtins.def; values as their bits.
uint64_t oracleGroup(uint32_t Kind, uint32_t OfScope, uint32_t Operation, uint32_t Bits, uint64_t Value,
                     uint64_t Extra);
void *oracleLocal(uint64_t Offset);
// At each round of a loop.
void oracleStep();
// What the code takes for granted does not hold if it is false: the draw of arguments is none.
void oracleAssume(bool Holds);
}

} // namespace syclfuse::fuser::oracle
