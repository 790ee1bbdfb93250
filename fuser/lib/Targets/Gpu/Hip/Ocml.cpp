// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ocml.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// ocml reads its options from constants, so that one library serves all compilers. What ours says: IEEE arithmetic.
void defineOptions(Module &M, bool Wave64) {
  for (GlobalVariable &G : M.globals()) {
    StringRef Name = G.getName();
    if (!G.isDeclaration() || !Name.consume_front("__oclc_"))
      continue;
    bool One = Name == "correctly_rounded_sqrt32" || (Name == "wavefrontsize64" && Wave64);
    unsigned Value = Name == "ABI_version" ? 500 : One;
    G.setInitializer(ConstantInt::get(G.getValueType(), Value));
    G.setConstant(true);
    G.setLinkage(GlobalValue::InternalLinkage);
  }
}

std::string symbol(StringRef Base, const CallBase &, const Type *T) {
  return ("__ocml_" + (Base == "powi" ? "pown" : Base) + (T->isFloatTy() ? "_f32" : "_f64")).str();
}

} // namespace

MathLibrary findOcml(StringRef Given, unsigned SubGroupSize) {
  constexpr StringLiteral Libclc = "/usr/lib/clc/amdgcn-amd-amdhsa.bc";
  MathLibrary Library;
  Library.Path = Given.str();
  if (Library.Path.empty() && sys::fs::exists(Libclc))
    Library.Path = Libclc.str();
  Library.Complete = [SubGroupSize](Module &M) { defineOptions(M, /*Wave64=*/SubGroupSize == 64); };
  if (sys::path::filename(Library.Path).contains("ocml"))
    Library.Symbol = symbol;
  return Library;
}

} // namespace syclfuse::fuser
