// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of vector types, `float4`, whose elements a kernel takes apart.
#pragma once

namespace llvm {
class Function;
}

namespace syclfuse::fuser {

// Makes scalars of all vectors of F, if it computes with single elements: loops over work-items can have vectors of
// their own then, one for each element. What only computes with whole vectors stays as it is.
void splitVectors(llvm::Function &F);

} // namespace syclfuse::fuser
