// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether constants may take the place of a kernel's values without changing a bit of its results.
#pragma once

namespace llvm {
class Function;
}

namespace syclfuse::fuser {

// Whether F, a prepared kernel, computes the same bits if some of its scalar arguments are constants. The optimizer evaluates functions
// of constants with the host's mathematics and simplifies them where one operand is constant (pow(x, 2)), and rounds a * b + c
// of constants once, where the target may round twice: a kernel that may come to such a thing does not fold exactly. What is read from
// memory or depends on the work-item never is a constant.
bool foldsExactly(const llvm::Function &F);

} // namespace syclfuse::fuser
