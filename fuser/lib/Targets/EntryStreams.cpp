// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "EntryBuilder.h"
#include "StreamingStores.h"
#include "syclfuse/native_abi.h"

#include <cstddef>

using namespace llvm;

namespace syclfuse::fuser {

// The address of the first element that this call writes.
Value *EntryBuilder::streamAddress(const WriteOnlyArgument &A) {
  Value *First = B.CreateAdd(
      Shape.Kind == range_kind::nd_range ? B.CreateMul(Begin, size(Builtin::LocalSize, 0), "", true, true) : Begin,
      size(Builtin::GlobalOffset, 0), "", true, true);
  return B.CreateInBoundsGEP(B.getInt8Ty(), Arguments[A.Index],
                             B.CreateMul(First, B.getInt64(A.ElementSize), "", true, true));
}

void EntryBuilder::assumeAligned(ArrayRef<WriteOnlyArgument> Streamed) {
  for (const WriteOnlyArgument &A : Streamed)
    emitStreamMarker(B, streamAddress(A));
}

void EntryBuilder::branchToStream(ArrayRef<WriteOnlyArgument> Streamed, Function *Stream) {
  Value *Misaligned = B.getInt64(0);
  for (const WriteOnlyArgument &A : Streamed)
    Misaligned = B.CreateOr(Misaligned, B.CreatePtrToInt(streamAddress(A), I64));
  Misaligned = B.CreateAnd(Misaligned, StreamAlignment - 1);
  Value *Wanted = B.CreateAnd(state(offsetof(sycl_fuse_native_state, flags)), SYCL_FUSE_NATIVE_STREAM);
  Value *Take = B.CreateAnd(B.CreateICmpNE(Wanted, B.getInt64(0)), B.CreateICmpEQ(Misaligned, B.getInt64(0)));
  BasicBlock *Streaming = BasicBlock::Create(C, "stream", Entry), *Cached = BasicBlock::Create(C, "cached", Entry);
  B.CreateCondBr(Take, Streaming, Cached);
  B.SetInsertPoint(Streaming);
  SmallVector<Value *, 4> Same;
  for (Argument &A : Entry->args())
    Same.push_back(&A);
  B.CreateCall(Stream, Same)->setTailCall();
  B.CreateRetVoid();
  B.SetInsertPoint(Cached);
}

} // namespace syclfuse::fuser
