// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect of device IR that goes with a triple: how a kernel is marked, where a work-item's ids come from, what a
// barrier is, which address space is which. Generic IR (spir, spirv, and host triples after retargeting) uses the
// builtins of Builtins.def; nvptx and amdgcn IR, as embedded by other SYCL compilers, has intrinsics. Passes ask the
// dialect and never look at names.
#pragma once

#include "Builtins.h"

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace syclfuse::fuser {

// A value of the work-item or the launch, as one instruction of the dialect.
struct DialectQuery {
  llvm::Instruction *At;
  Builtin Kind;
  unsigned Dimension; // SPIR-V order; 0 for scalar queries
};

class Dialect {
public:
  // By the triple of M. The object is static.
  static const Dialect &of(const llvm::Module &M);
  virtual ~Dialect();

  // Address spaces. Private is that of allocas.
  unsigned Generic, Global, Local, Constant, Private;

  // True if F can be launched: calling convention, or `nvvm.annotations`.
  virtual bool isKernel(const llvm::Function &F) const = 0;
  // Makes New a kernel in the way Like is one (calling convention, module-level annotations).
  virtual void makeKernel(llvm::Function &New, const llvm::Function &Like) const = 0;

  // The queries in F itself, in instruction order, after bringing those of F into a form with one instruction per
  // value: generic IR with global-variable builtins becomes calls, a dimension chosen at run time becomes selects,
  // loads through amdgcn's dispatch and implicit-argument pointers and the pointer of nvvm's and amdgcn's implicit
  // offset are recognized. SF4004 for a use that cannot be recognized.
  virtual llvm::Expected<llvm::SmallVector<DialectQuery, 16>> findQueries(llvm::Function &F) const = 0;
  // The value of a query at B, 64 bits, in the dialect's own terms: for PTX, global_id is group_id * local_size +
  // local_id + offset (docs/design.md, "Remapping of work-items"); sizes that PTX does not have are products of those
  // it has.
  virtual llvm::Value *emitQuery(llvm::IRBuilderBase &B, Builtin Kind, unsigned Dimension) const = 0;

  virtual bool isBarrier(const llvm::CallBase &Call) const = 0;
  // A work-group barrier with acquire-release on local and global memory: the call of the barrier itself. In amdgcn IR
  // fences stand before and after it.
  virtual llvm::CallInst *emitBarrier(llvm::IRBuilderBase &B) const = 0;

  // A call that needs the whole work-group or sub-group: barriers, group functions, shuffles and votes.
  virtual bool needsGroup(const llvm::CallBase &Call) const = 0;

  // The synchronization scope of atomics that only the work-group sees.
  virtual llvm::StringRef groupScope() const { return "workgroup"; }

  // True if the global id is a query of its own; else it is computed from group id, local size and local id.
  virtual bool hasGlobalId() const = 0;
  // A kernel without a local size whose ids are remapped is one group of all its work-items (PTX); else each of them is
  // a group.
  virtual bool isOneGroupWithoutLocalSize() const { return false; }
};

// Dialect::isKernel of F's module.
bool isKernel(const llvm::Function &F);

// True if the work-items of F must stay in their work-groups (fused_range.hpp, uses_groups): it, or a function it
// calls, has a needsGroup() call or accesses local memory. Calls of what is not defined count, except for queries,
// intrinsics without effect on others and the functions of the mathematics library.
bool usesGroups(const llvm::Function &F);

} // namespace syclfuse::fuser
