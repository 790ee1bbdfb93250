// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvInput.h"

#include "JobRunner.h"

#include "syclfuse/fuser/Builtins.h"
#include "syclfuse/fuser/Metadata.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

constexpr unsigned TimeLimit = 60; // seconds

std::string findTool() {
  for (const char *Name : {"llvm-spirv", "llvm-spirv-22", "llvm-spirv-15"})
    if (auto Found = sys::findProgramByName(Name))
      return *Found;
  return sys::fs::can_execute(SYCLFUSE_LLVM_SPIRV) ? SYCLFUSE_LLVM_SPIRV : "";
}

// Its first line that says something.
std::string reasonOf(StringRef File, int Status, const std::string &Problem) {
  auto Buffer = MemoryBuffer::getFile(File);
  StringRef Text = Buffer ? (*Buffer)->getBuffer().trim() : "";
  if (Status == -2)
    return Problem.empty() ? "it crashed or took longer than a minute" : Problem;
  return !Text.empty() ? Text.split('\n').first.str() : "exit status " + std::to_string(Status);
}

// Names whose mangling has other integer types than ours (`_Z22__spirv_ControlBarrierjjj`).
void renameBuiltins(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || classifyBuiltin(F))
      continue;
    StringRef Rest = F.getName();
    unsigned Length = 0;
    if (!Rest.consume_front("_Z") || Rest.consumeInteger(10, Length) || Rest.size() < Length)
      continue;
    std::string Plain = Rest.take_front(Length).str();
    if (Function *Other = M.getFunction(Plain); Other || !StringRef(Plain).starts_with("__spirv_"))
      continue;
    std::string Before = F.getName().str();
    F.setName(Plain);
    if (!classifyBuiltin(F))
      F.setName(Before);
  }
}

void describeArguments(Module &M) {
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M) {
    if (F.isDeclaration() || F.getCallingConv() != CallingConv::SPIR_KERNEL || F.hasMetadata(MDArguments))
      continue;
    SmallVector<ArgumentSource, 8> Sources;
    uint64_t Next = 0;
    for (const Argument &A : F.args()) {
      Type *T = A.hasByValAttr() ? A.getParamByValType() : A.getType();
      ArgumentSource S;
      S.Offset = alignTo(Next, DL.getABITypeAlign(T));
      S.Size = DL.getTypeStoreSize(T);
      Next = S.Offset + S.Size;
      Sources.push_back(S);
    }
    writeArgumentSources(F, Sources);
  }
}

} // namespace

void normalizeSpirv(Module &M) {
  renameBuiltins(M);
  describeArguments(M);
}

namespace {

// What llvm-spirv wrote, in our dialect; null if it is no valid bitcode.
std::unique_ptr<MemoryBuffer> normalize(std::unique_ptr<MemoryBuffer> Bitcode, const std::string &Name,
                                        std::string &Problem) {
  CrashScope Scope(Name, Bitcode->getBuffer(), CrashScope::Reading);
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(*Bitcode, Context);
  if (!M) {
    Problem = toString(M.takeError());
    return nullptr;
  }
  normalizeSpirv(**M);
  raw_string_ostream OS(Problem);
  if (verifyModule(**M, &OS))
    return nullptr;
  SmallString<0> Bytes;
  raw_svector_ostream Out(Bytes);
  WriteBitcodeToFile(**M, Out);
  return MemoryBuffer::getMemBufferCopy(Bytes, Name);
}

} // namespace

std::unique_ptr<MemoryBuffer> readSpirv(StringRef Bytes, const std::string &Name, diagnostics &Diags) {
  auto Fail = [&](const std::string &Why) {
    Diags.add(diag::spirv_input_failed, "", 0, 0, {Name, Why});
    return nullptr;
  };
  std::string Tool = findTool();
  if (Tool.empty())
    return Fail("it is not installed");
  SmallString<128> In, Out, Messages;
  for (auto [Path, Suffix] : {std::pair(&In, "spv"), {&Out, "bc"}, {&Messages, "txt"}})
    if (std::error_code EC = sys::fs::createTemporaryFile("sycl-fuse", Suffix, *Path))
      return Fail("cannot create a temporary file: " + EC.message());
  FileRemover RemoveIn(In), RemoveOut(Out), RemoveMessages(Messages);
  {
    std::error_code EC;
    raw_fd_ostream OS(In, EC);
    OS << Bytes;
    OS.close();
    if (EC || OS.has_error())
      return Fail("cannot write a temporary file");
  }
  std::string Problem;
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Messages), StringRef(Messages)};
  int Status = sys::ExecuteAndWait(Tool, {Tool, "-r", "--spirv-target-env=SPV-IR", In, "-o", Out}, std::nullopt,
                                   Redirects, TimeLimit, 0, &Problem);
  if (Status != 0)
    return Fail(reasonOf(Messages, Status, Problem));
  auto Bitcode = MemoryBuffer::getFile(Out);
  if (!Bitcode)
    return Fail("it wrote no output");
  std::unique_ptr<MemoryBuffer> Result = normalize(std::move(*Bitcode), Name, Problem);
  return Result ? std::move(Result) : Fail(StringRef(Problem).split('\n').first.str());
}

} // namespace syclfuse::fuser
