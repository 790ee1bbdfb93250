// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A prepared kernel as bundles carry it for the JIT worker (kernel_record::ir_offset): its bitcode and what is known of
// it, compressed. Only the producer that the bundle names reads it.
#pragma once

#include "KernelLibrary.h"

namespace syclfuse::fuser {

class WireReader;
class WireWriter;

// What is built from: bitcode, arguments and use of groups. Between processes of one program, and in bundles. A
// reader's failure shows in done().
void writeKernel(WireWriter &W, const LibraryKernel &Kernel);
void readKernel(WireReader &R, LibraryKernel &Out);

// Equal kernels give equal bytes, whatever the path of the file that they come from.
std::vector<unsigned char> encodeKernelIr(const LibraryKernel &Kernel);

// False if the bytes are damaged, or compressed in a way that this LLVM cannot read.
bool decodeKernelIr(llvm::StringRef Bytes, LibraryKernel &Out);

} // namespace syclfuse::fuser
