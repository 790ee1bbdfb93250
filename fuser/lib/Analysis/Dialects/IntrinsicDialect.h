// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The common part of the dialects of GPUs. Queries are intrinsics, or fields of memory that an intrinsic points to;
// what the machine does not tell is computed from what it tells. IR that also uses the generic builtins is understood.
#pragma once

#include "Dialects.h"

#include <utility>

namespace syclfuse::fuser {

class IntrinsicDialect : public Dialect {
public:
  IntrinsicDialect();
  llvm::Expected<llvm::SmallVector<DialectQuery, 16>> findQueries(llvm::Function &F) const override;
  llvm::Value *emitQuery(llvm::IRBuilderBase &B, Builtin Kind, unsigned Dimension) const override;
  bool isBarrier(const llvm::CallBase &Call) const override;
  bool needsGroup(const llvm::CallBase &Call) const override;
  bool hasGlobalId() const override { return false; }

protected:
  using Query = std::pair<Builtin, unsigned>;
  // The query whose value Call is.
  virtual std::optional<Query> queryOf(const llvm::CallBase &Call) const = 0;
  // True if Call returns a pointer to fields that are queries. Whole is set if there is nothing else behind it.
  virtual bool isFieldPointer(const llvm::CallBase &Call, bool &Whole) const = 0;
  // The query that the field of Size bytes at Offset behind Pointer is.
  virtual std::optional<Query> fieldOf(const llvm::CallBase &Pointer, uint64_t Offset, uint64_t Size) const = 0;
  virtual bool isBarrierIntrinsic(unsigned ID) const = 0;
  // LocalId, GroupId, LocalSize, NumGroups, GlobalOffset, SubGroupMaxSize, SubGroupLocalId in the dialect's terms; any
  // integer type.
  virtual llvm::Value *emitBasic(llvm::IRBuilderBase &B, Builtin Kind, unsigned Dimension) const = 0;

  // The field at Offset of what Pointer points to, known to be a query.
  static llvm::Value *emitField(llvm::IRBuilderBase &B, llvm::Value *Pointer, uint64_t Offset, unsigned Bits);

private:
  // The field pointer that V is derived from.
  const llvm::CallBase *fieldPointer(const llvm::Value *V, bool &Whole) const;
  llvm::Expected<std::optional<Query>> queryAt(const llvm::Instruction &I) const;
  void markFieldPointers(llvm::Function &F) const;
};

} // namespace syclfuse::fuser
