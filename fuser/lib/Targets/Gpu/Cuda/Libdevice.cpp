// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Libdevice.h"

#include "CudaToolkit.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// libclc leaves these to libdevice; they are one instruction or two.
void defineSmallFunctions(Module &M) {
  for (Function &F : M) {
    StringRef Name = F.getName();
    if (!F.isDeclaration() || F.use_empty() || !Name.consume_front("__nv_"))
      continue;
    bool IsInf = Name == "isinff" || Name == "isinfd", Sqrt = Name == "sqrtf" || Name == "sqrt";
    if (!IsInf && !Sqrt && Name != "rsqrtf" && Name != "rsqrt")
      continue;
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", &F));
    Value *X = F.getArg(0);
    Value *Inf = ConstantFP::getInfinity(X->getType());
    if (IsInf)
      B.CreateRet(B.CreateZExt(B.CreateFCmpOEQ(B.CreateUnaryIntrinsic(Intrinsic::fabs, X), Inf), F.getReturnType()));
    else if (Sqrt)
      B.CreateRet(B.CreateUnaryIntrinsic(Intrinsic::sqrt, X));
    else
      B.CreateRet(B.CreateFDiv(ConstantFP::get(X->getType(), 1), B.CreateUnaryIntrinsic(Intrinsic::sqrt, X)));
  }
}

std::string symbol(StringRef Base, const CallBase &, const Type *T) {
  return ("__nv_" + Base + (T->isFloatTy() ? "f" : "")).str();
}

std::string findFile() {
  std::vector<std::string> Places;
  for (const std::string &Toolkit : cudaToolkitFolders())
    for (const char *Folder : {"/nvvm/libdevice", "/libdevice"}) // the second: Debian's package
      Places.push_back(Toolkit + Folder + "/libdevice.10.bc");
  Places.push_back("/usr/lib/clc/nvptx64--nvidiacl.bc");
  for (const std::string &Place : Places)
    if (sys::fs::exists(Place))
      return Place;
  return "";
}

} // namespace

MathLibrary findLibdevice(StringRef Given) {
  MathLibrary Library;
  Library.Path = Given.empty() ? findFile() : Given.str();
  Library.Complete = defineSmallFunctions;
  if (StringRef(Library.Path).contains("libdevice"))
    Library.Symbol = symbol;
  return Library;
}

} // namespace syclfuse::fuser
