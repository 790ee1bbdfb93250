// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A prepared kernel as bundles carry it for the JIT worker (kernel_record::ir_offset): its bitcode and what is known of
// it, compressed. Only the producer that the bundle names reads it.
#pragma once

#include "Driver/Process/ByteStream.h"
#include "LibraryKernel.h"

namespace syclfuse::fuser {

template <class Stream> void exchange(Stream &S, ArgumentSource &A) { S(A.Source, A.Submission, A.Offset, A.Size); }

// One bit for each known fact about a kernel.
enum class KernelFacts : unsigned { None = 0, UsesGroups = 1, FoldsExactly = 2, AddsShares = 4, All = 7 };
template <> inline constexpr uint64_t LastOf<KernelFacts> = uint64_t(KernelFacts::All);

// All that something is built from; Origin and Refused stay behind.
template <class Stream> void exchange(Stream &S, LibraryKernel &K) {
  auto Facts = KernelFacts((K.UsesGroups ? 1 : 0) | (K.FoldsExactly ? 2 : 0) | (K.AddsShares ? 4 : 0));
  S(K.Arguments, Facts, K.Bitcode);
  K.UsesGroups = unsigned(Facts) & unsigned(KernelFacts::UsesGroups);
  K.FoldsExactly = unsigned(Facts) & unsigned(KernelFacts::FoldsExactly);
  K.AddsShares = unsigned(Facts) & unsigned(KernelFacts::AddsShares);
}

// Equal kernels give equal bytes, whatever the path of the file that they come from.
std::vector<unsigned char> encodeKernelIr(const LibraryKernel &Kernel);

// False if the bytes are damaged, or compressed in a way that this LLVM cannot read.
bool decodeKernelIr(llvm::StringRef Bytes, LibraryKernel &Out);

} // namespace syclfuse::fuser
