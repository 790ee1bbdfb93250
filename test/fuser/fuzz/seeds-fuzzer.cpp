// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inputs of the lit tests of the passes, with changes in the lines of their metadata, through passes that the bytes
// choose. TEST_SEEDS: the folder with the tests.
#include "RunPasses.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace syclfuse::fuser;

namespace {

std::unique_ptr<Module> parse(StringRef Text, LLVMContext &C) {
  // LLVM's reader ends the process over debug information that is broken: sycl-fuse reads in a worker process, this one
  // cannot.
  if (Text.contains("llvm.dbg.cu"))
    return nullptr;
  SMDiagnostic Ignored;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Ignored, C);
  if (M && M->getDataLayoutStr().empty())
    M->setDataLayout(M->getTargetTriple().computeDataLayout());
  return M;
}

// The parts of a file for split-file, or the file.
void addSeeds(StringRef Text, std::vector<std::string> &Seeds) {
  SmallVector<StringRef, 8> Parts;
  Text.split(Parts, "\n;---");
  for (StringRef Part : Parts) {
    LLVMContext C;
    std::string Seed = (Parts.size() > 1 ? Part.drop_until([](char Ch) { return Ch == '\n'; }) : Part).str();
    if (Seed.find("!") != std::string::npos && parse(Seed, C))
      Seeds.push_back(std::move(Seed));
  }
}

std::vector<std::string> readSeeds() {
  std::vector<std::string> Paths, Seeds;
  std::error_code EC;
  for (sys::fs::recursive_directory_iterator It(TEST_SEEDS, EC), End; !EC && It != End; It.increment(EC))
    if (sys::path::extension(It->path()) == ".ll")
      Paths.push_back(It->path());
  llvm::sort(Paths);
  for (const std::string &Path : Paths)
    if (auto Buffer = MemoryBuffer::getFile(Path))
      addSeeds((*Buffer)->getBuffer(), Seeds);
  if (Seeds.empty()) {
    errs() << "no seeds in " << TEST_SEEDS << '\n';
    std::abort();
  }
  return Seeds;
}

// Metadata that LLVM's own parts read is left alone: debug information, named lists of LLVM's, module flags.
bool isOurs(StringRef Line) {
  if (!Line.starts_with("!") || Line.contains("!DI") || Line.contains("distinct") || Line.starts_with("!llvm."))
    return false;
  return !Line.contains("Debug Info Version") && !Line.contains("Dwarf Version") && !Line.contains("wchar_size");
}

// Names, numbers, strings and punctuation of a line.
SmallVector<StringRef, 32> tokensOf(StringRef Line) {
  SmallVector<StringRef, 32> Tokens;
  while (!Line.empty()) {
    size_t Size = 1;
    if (Line[0] == '"')
      Size = Line.find('"', 1) == StringRef::npos ? 1 : Line.find('"', 1) + 1;
    else
      while (Size < Line.size() && isAlnum(Line[Size]) && isAlnum(Line[Size - 1]))
        ++Size;
    Tokens.push_back(Line.take_front(Size));
    Line = Line.drop_front(Size);
  }
  return Tokens;
}

std::string replacement(StringRef Token, ByteReader &In) {
  static constexpr StringLiteral Strings[] = {"\"\"",     "\"local\"", "\"private\"",    "\"none\"",
                                              "\"auto\"", "\"a\"",     "\"1 per-item\"", "\"nd_range\""};
  if (Token.starts_with("\""))
    return In.chance(60) ? "\"" + std::to_string(In.number()) + "\"" : In.oneOf(Strings).str();
  if (isDigit(Token[0]))
    return std::to_string(In.number());
  if (Token == "i64" || Token == "i32")
    return In.below(2) ? "i8" : Token == "i64" ? "i32" : "i64";
  return In.chance(60) ? "null" : Token.str();
}

std::string changed(StringRef Line, ByteReader &In) {
  size_t Start = Line.find('{');
  if (Start == StringRef::npos)
    return Line.str();
  SmallVector<StringRef, 32> Tokens = tokensOf(Line.drop_front(Start + 1));
  const unsigned At = Tokens.empty() ? 0 : In.below(Tokens.size());
  std::string Out = Line.take_front(Start + 1).str();
  for (unsigned I = 0; I != Tokens.size(); ++I)
    Out += I == At ? replacement(Tokens[I], In) : Tokens[I].str();
  return Out;
}

std::string changedSeed(StringRef Seed, ByteReader &In) {
  SmallVector<StringRef, 64> Lines;
  Seed.split(Lines, '\n');
  std::vector<unsigned> Ours;
  for (unsigned I = 0; I != Lines.size(); ++I)
    if (isOurs(Lines[I]))
      Ours.push_back(I);
  std::vector<std::string> Text(Lines.begin(), Lines.end());
  for (unsigned Left = Ours.empty() ? 0 : 1 + In.below(4); Left; --Left) {
    std::string &Line = Text[Ours[In.below(Ours.size())]];
    Line = changed(Line, In);
  }
  return join(Text, "\n");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::vector<std::string> Seeds = readSeeds();
  ByteReader In(Data, Size);
  StringRef Passes = In.take(5);
  const unsigned Index = In.byte() + 256 * In.byte();
  LLVMContext C;
  if (std::unique_ptr<Module> M = parse(changedSeed(Seeds[Index % Seeds.size()], In), C)) {
    ByteReader Choice(Passes.bytes_begin(), Passes.size());
    runChosenPasses(*M, Choice);
  }
  return 0;
}
