// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one target on one flat kernel, for the tests of this folder:
//   target-compile [--target=T] [--kind=range|nd_range] [--dims=N] [--nd-range=G,..:L,..:O,..]
//   [--emit=<stage>|variant|object]
//                  [--ptxas=P] [--libdevice=P] [--distinct] [--phases] [--largest-body=N] [-o file]
//                  input.ll
// The kernel is the module's only spir_kernel. --nd-range, in SYCL order, makes it a specialized variant.
#include "Support/FuseError.h"
#include "Targets/Native/Object/NativeObject.h"
#include "Targets/Target.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

namespace {

std::map<std::string, std::string> Flags = {
    {"target", "native"}, {"kind", "range"}, {"dims", "1"}, {"emit", "variant"}};

void readSizes(StringRef Text, std::array<uint64_t, 3> &Out) {
  SmallVector<StringRef, 3> Parts;
  Text.split(Parts, ',');
  for (unsigned I = 0; I != Parts.size() && I != 3; ++I)
    Parts[I].getAsInteger(10, Out[I]);
}

LaunchShape shape() {
  LaunchShape S;
  S.Kind = Flags["kind"] == "nd_range" ? range_kind::nd_range : range_kind::range;
  S.Dims = std::stoi(Flags["dims"]);
  S.DistinctPointers = Flags.count("distinct");
  if (Flags.count("nd-range")) {
    auto [Global, Rest] = StringRef(Flags["nd-range"]).split(':');
    auto [Local, Offset] = Rest.split(':');
    NDRange R;
    R.Dims = S.Dims;
    readSizes(Global, R.Global);
    readSizes(Local, R.Local);
    readSizes(Offset, R.Offset);
    S.Constant = R;
  }
  return S;
}

void printVariant(raw_ostream &OS, const bundle::builder::variant &V) {
  OS << "entry " << V.entry << " arch " << V.record.arch << " format " << int(V.record.format) << " flags "
     << V.record.flags << " group " << V.record.group_size << " items " << V.record.items_per_thread << " local "
     << V.record.local_memory;
  if (V.record.sub_group_size)
    OS << " sub-group " << V.record.sub_group_size;
  OS << "\n";
  for (auto &A : V.arguments)
    OS << "  argument source " << int(A.source) << " submission " << A.submission << " offset " << A.offset << " size "
       << A.size << (A.pointer == 2 ? " with pointers" : "") << "\n";
}

int fail(Error E) {
  diagnostics D;
  report(std::move(E), D);
  errs() << D.format();
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  std::string Input, Output = "-";
  for (int I = 1; I < argc; ++I) {
    StringRef A = argv[I];
    if (A == "-o" && I + 1 < argc)
      Output = argv[++I];
    else if (A.consume_front("--"))
      Flags[A.split('=').first.str()] = A.split('=').second.str();
    else
      Input = A.str();
  }
  LLVMContext C;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseIRFile(Input, Problem, C);
  if (!M) {
    Problem.print("target-compile", errs());
    return 1;
  }
  std::string Kernel;
  for (Function &F : *M)
    if (!F.isDeclaration() && (F.getCallingConv() == CallingConv::SPIR_KERNEL || F.getName() == Flags["kernel"]))
      Kernel = F.getName().str();
  auto T = createTarget(Flags["target"]);
  if (!T)
    return fail(T.takeError());
  std::error_code EC;
  raw_fd_ostream OS(Output, EC);
  fuser::TargetOptions Options;
  Options.Ptxas = Flags.count("ptxas") ? Flags["ptxas"] : "none";
  Options.Libdevice = Flags["libdevice"];
  Options.Lld = Flags["lld"];
  Options.DeviceLibs = Flags["device-libs"];
  Options.Phases = Flags.count("phases");
  if (Flags.count("largest-body"))
    Options.LargestBody = std::stoi(Flags["largest-body"]);
  auto OnStage = [&](StringRef Stage, StringRef Text) {
    if (Stage == Flags["emit"])
      OS << Text;
  };
  Options.OnStage = OnStage;
  diagnostics Remarks;
  auto Out =
      (*T)->compile(std::move(M), Kernel, Flags.count("entry") ? Flags["entry"] : "entry", shape(), Options, Remarks);
  errs() << Remarks.format();
  if (!Out)
    return fail(Out.takeError());
  std::vector<std::string> Bitcodes;
  for (auto &K : *Out) {
    if (Flags["emit"] == "variant")
      printVariant(OS, K.Variant);
    if (Flags["emit"] == "image")
      OS.write(reinterpret_cast<const char *>(K.Variant.image.data()), K.Variant.image.size());
    Bitcodes.push_back(K.NativeBitcode);
  }
  if (Flags["emit"] != "object")
    return 0;
  // Hidden symbols are for the object's own registration; the tests look them up.
  auto Export = [](Module &J) {
    for (Function &F : J)
      if (!F.isDeclaration() && F.hasHiddenVisibility())
        F.setVisibility(GlobalValue::DefaultVisibility);
    return Error::success();
  };
  auto Object = emitNativeObject(Bitcodes, Export);
  if (!Object)
    return fail(Object.takeError());
  OS.write(Object->data(), Object->size());
  return 0;
}
