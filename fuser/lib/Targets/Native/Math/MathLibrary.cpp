// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "MathLibrary.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr StringLiteral Prefix = "__sycl_math_";

alignas(4) constexpr unsigned char Bytes[] = {
#include "Mathematics.inc"
};

Expected<std::unique_ptr<Module>> openLibrary(LLVMContext &C) {
  StringRef Text(reinterpret_cast<const char *>(Bytes), sizeof(Bytes));
  return getLazyBitcodeModule(MemoryBufferRef(Text, "mathematics"), C);
}

StringSet<> readSymbols() {
  StringSet<> Symbols;
  LLVMContext C;
  const std::unique_ptr<Module> Library = cantFail(openLibrary(C));
  for (const Function &F : *Library)
    if (F.getName().starts_with(Prefix))
      Symbols.insert(F.getName());
  return Symbols;
}

} // namespace

std::string mathSymbol(StringRef Name, const Type *T) {
  static const StringSet<> Symbols = readSymbols();
  std::string Symbol = (Prefix + Name + (T->isFloatTy() ? "_f32" : "_f64")).str();
  return Symbols.contains(Symbol) ? Symbol : "";
}

bool isMathSymbol(StringRef Symbol) { return Symbol.starts_with(Prefix); }
bool isRareFunction(StringRef Symbol) { return Symbol.consume_front(Prefix) && Symbol.starts_with("rare_"); }

Error linkMathLibrary(Module &M) {
  Expected<std::unique_ptr<Module>> Library = openLibrary(M.getContext());
  if (!Library)
    return Library.takeError();
  (*Library)->setTargetTriple(M.getTargetTriple());
  (*Library)->setDataLayout(M.getDataLayout());
  if (Linker::linkModules(M, std::move(*Library), Linker::LinkOnlyNeeded))
    return createStringError("the mathematics cannot be linked");
  return Error::success();
}

} // namespace syclfuse::fuser
