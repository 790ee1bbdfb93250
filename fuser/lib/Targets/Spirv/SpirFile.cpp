// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirFile.h"

#include "Analysis/Dialects/Builtins.h"
#include "Support/FuseError.h"
#include "Targets/Common/ExternalTool.h"
#include "Targets/Common/GroupOperations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace syclfuse::fuser {

std::optional<std::string> findLlvmSpirv(StringRef Given) {
  if (!Given.empty())
    return Given.str();
  if (auto Found = sys::findProgramByName("llvm-spirv-15"))
    return *Found;
  return std::nullopt;
}

void nameSpacesOfAtomics(Module &M) {
  constexpr unsigned Global = 1, Generic = 4;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (!I.isAtomic() || isa<FenceInst>(I))
        continue;
      // The pointer is the first operand, but of stores.
      Use &Of = I.getOperandUse(isa<StoreInst>(I) ? StoreInst::getPointerOperandIndex() : 0);
      if (Of->getType()->getPointerAddressSpace() == Generic)
        Of.set(IRBuilder<>(&I).CreateAddrSpaceCast(Of.get(), PointerType::get(M.getContext(), Global)));
    }
}

Error checkSpir(const Module &M, StringRef KernelName) {
  for (const Function &F : M) {
    auto Kind = F.use_empty() ? std::nullopt : classifyBuiltin(F);
    if (Kind && (isGroupFunction(*Kind) || isSubGroupQuery(*Kind)))
      return fuseError(
          diag::unsupported_construct,
          {KernelName.str(), "spir", "it uses '" + F.getName().str() + "', and SPIR has no groups' functions"});
  }
  return Error::success();
}

Expected<std::vector<unsigned char>> writeSpir(ArrayRef<unsigned char> Spirv, StringRef KernelName, StringRef Given) {
  std::optional<std::string> Tool = findLlvmSpirv(Given);
  if (!Tool)
    return fuseError(diag::spir_failed, {KernelName.str(), "llvm-spirv-15 was not found"});
  auto Bitcode = runTool(*Tool, {"-r"}, toStringRef(Spirv), "spv", "bc");
  if (!Bitcode)
    return fuseError(diag::spir_failed,
                     {KernelName.str(), StringRef(toString(Bitcode.takeError())).split('\n').first.str()});
  return Bitcode;
}

} // namespace syclfuse::fuser
