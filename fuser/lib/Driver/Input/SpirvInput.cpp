// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirvInput.h"

#include "Driver/Process/CrashScope.h"
#include "Targets/Spirv/SpirvBinary.h"

#include "llvm/ADT/StringExtras.h"
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

std::string findTool(const SpirvReader &Reader) {
  if (!Reader.Path.empty())
    return sys::fs::can_execute(Reader.Path) ? Reader.Path : "";
  if (sys::fs::can_execute(SYCLFUSE_LLVM_SPIRV))
    return SYCLFUSE_LLVM_SPIRV;
  for (const char *Name : {"llvm-spirv", "llvm-spirv-22", "llvm-spirv-15"})
    if (auto Found = sys::findProgramByName(Name))
      return *Found;
  return "";
}

// The outcome of one run of the tool: bitcode, or why there is none.
struct Reading {
  std::unique_ptr<MemoryBuffer> Bitcode;
  std::string Problem;
  bool TimedOut = false;
};

// The first line that it said.
std::string reasonOf(StringRef File, int Status, const std::string &Problem) {
  auto Buffer = MemoryBuffer::getFile(File);
  StringRef Text = Buffer ? (*Buffer)->getBuffer().trim() : "";
  if (!Text.empty())
    return Text.split('\n').first.str();
  if (Status == -2)
    return Problem.empty() ? "it crashed" : "it crashed: " + Problem;
  return Problem.empty() ? "exit status " + std::to_string(Status) : Problem;
}

// Valid bitcode of this version of LLVM; damaged SPIR-V that the tool accepts may give a module that is none.
std::unique_ptr<MemoryBuffer> checked(std::unique_ptr<MemoryBuffer> Bitcode, const std::string &Name,
                                      std::string &Problem) {
  CrashScope Scope(Name, Bitcode->getBuffer(), CrashScope::Reading);
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = parseBitcodeFile(*Bitcode, Context);
  if (!M) {
    Problem = toString(M.takeError());
    return nullptr;
  }
  raw_string_ostream OS(Problem);
  if (verifyModule(**M, &OS))
    return nullptr;
  SmallString<0> Bytes;
  raw_svector_ostream Out(Bytes);
  WriteBitcodeToFile(**M, Out);
  return MemoryBuffer::getMemBufferCopy(Bytes, Name);
}

Reading runTool(const std::string &Tool, StringRef In, StringRef Environment, const std::string &Name,
                unsigned Seconds) {
  Reading R;
  SmallString<128> Out, Messages;
  for (auto [Path, Suffix] : {std::pair(&Out, "bc"), {&Messages, "txt"}})
    if (std::error_code EC = sys::fs::createTemporaryFile("sycl-fuse", Suffix, *Path)) {
      R.Problem = "cannot create a temporary file: " + EC.message();
      return R;
    }
  FileRemover RemoveOut(Out), RemoveMessages(Messages);
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Messages), StringRef(Messages)};
  bool Failed = false;
  const int Status = sys::ExecuteAndWait(Tool, {Tool, "-r", ("--spirv-target-env=" + Environment).str(), In, "-o", Out},
                                         std::nullopt, Redirects, Seconds, 0, &R.Problem, &Failed);
  R.TimedOut = Status == -2 && StringRef(R.Problem).contains("timed out");
  if (Status != 0) {
    R.Problem = reasonOf(Messages, Status, R.Problem);
    return R;
  }
  auto Bitcode = MemoryBuffer::getFile(Out);
  if (!Bitcode || (*Bitcode)->getBuffer().empty())
    R.Problem = "it wrote no output";
  else
    R.Bitcode = checked(std::move(*Bitcode), Name, R.Problem);
  R.Problem = StringRef(R.Problem).split('\n').first.str();
  return R;
}

} // namespace

std::unique_ptr<MemoryBuffer> readSpirv(StringRef Bytes, const std::string &Name, const SpirvReader &Reader,
                                        diagnostics &Diags) {
  auto Fail = [&](const std::string &Why) {
    Diags.add(diag::spirv_input_failed, "", 0, 0, {Name, Why});
    return nullptr;
  };
  const std::string Tool = findTool(Reader);
  if (Tool.empty()) {
    Diags.add(diag::spirv_reader_missing, "", 0, 0,
              {Name, Reader.Path.empty() ? "it is not installed" : "'" + Reader.Path + "' is no program"});
    return nullptr;
  }
  Expected<std::vector<unsigned char>> Module = writeOutZeros(Bytes);
  if (!Module)
    return Fail("it " + toString(Module.takeError()));
  SmallString<128> In;
  if (std::error_code EC = sys::fs::createTemporaryFile("sycl-fuse", "spv", In))
    return Fail("cannot create a temporary file: " + EC.message());
  FileRemover RemoveIn(In);
  const auto Write = [&](raw_ostream &OS) {
    OS << toStringRef(*Module);
    return Error::success();
  };
  if (Error E = writeToOutput(In, Write))
    return Fail("cannot write a temporary file: " + toString(std::move(E)));
  // As LLVM IR calls SPIR-V's instructions, with scopes and orders; what it cannot write in that form (comparisons of
  // vectors in version 15) it may write as OpenCL C has it.
  Reading Last, First = runTool(Tool, In, "SPV-IR", Name, Reader.Seconds);
  if (!First.Bitcode && !First.TimedOut)
    Last = runTool(Tool, In, "CL2.0", Name, Reader.Seconds);
  if (First.TimedOut || Last.TimedOut) {
    Diags.add(diag::spirv_reader_timed_out, "", 0, 0, {Name, std::to_string(Reader.Seconds)});
    return nullptr;
  }
  if (!First.Bitcode && !Last.Bitcode)
    return Fail(First.Problem);
  return First.Bitcode ? std::move(First.Bitcode) : std::move(Last.Bitcode);
}

} // namespace syclfuse::fuser
