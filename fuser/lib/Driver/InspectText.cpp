// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The readable table of sycl-fuse inspect.
#include "Inspect.h"

#include "NDRangeSpec.h"

#include "syclfuse/names.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {
template <class E> StringRef name(E Value) { return name_of(Value); }

std::string shape(range_kind Kind, unsigned Dims) {
  return Kind == range_kind::single_task ? "single_task" : (name(Kind) + "<" + Twine(Dims) + ">").str();
}

std::string place(StringRef File, unsigned Line, unsigned Column) {
  if (File.empty())
    return "unknown place";
  std::string Result = File.str();
  if (Line)
    Result += ":" + std::to_string(Line);
  if (Line && Column)
    Result += ":" + std::to_string(Column);
  return Result;
}

std::string counted(size_t Count, StringRef Noun) { return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str(); }

class BundleText {
public:
  BundleText(const bundle::view &View, raw_ostream &OS) : View(View), OS(OS) {}

  void print() {
    for (const bundle::kernel_record &K : View.kernels())
      print(K);
    for (const bundle::region_record &R : View.regions())
      print(R);
  }

private:
  StringRef string(bundle::string_ref S) const { return View.string(S); }
  std::string place(const bundle::location_record &L) const { return fuser::place(string(L.file), L.line, L.column); }

  void print(const bundle::kernel_record &K) {
    OS << "  kernel " << string(K.name) << "  " << shape(K.kind, K.dimensions) << "  " << place(K.location) << '\n'
       << "    symbol " << string(K.symbol) << ", closure of " << K.closure_size << " bytes"
       << (K.uses_groups ? ", uses its work-groups" : "");
    if (K.ir_size)
      OS << ", " << K.ir_size << " bytes of IR";
    OS << '\n';
    for (const bundle::parameter_record &P : View.parameters(K))
      OS << "    parameter " << string(P.name) << "  " << name(P.kind) << "  offset " << P.offset << "  size " << P.size
         << (P.kind == param_kind::accessor ? "  " + name(P.mode).str() : "") << '\n';
    printVariants(View.variants(K));
  }

  void print(const bundle::region_record &R) {
    OS << "  region " << string(R.name) << "  " << name(R.kind) << "  " << place(R.begin) << "  signature "
       << format_hex_no_prefix(R.signature, 16) << (R.barriers ? "" : "  no barriers") << '\n';
    unsigned Index = 0;
    for (const bundle::submission_record &S : View.submissions(R)) {
      const bundle::kernel_record &K = View.kernels()[S.kernel];
      OS << "    " << Index++ << ": " << string(K.name) << "  " << shape(S.kind, S.dimensions);
      for (const bundle::promotion_record &P : View.promotions(S))
        OS << "  " << parameterAt(K, P.offset) << " " << name(P.promote);
      OS << '\n';
    }
    printVariants(View.variants(R));
  }

  std::string parameterAt(const bundle::kernel_record &K, unsigned Offset) const {
    for (const bundle::parameter_record &P : View.parameters(K))
      if (P.offset == Offset)
        return string(P.name).str();
    return "offset " + std::to_string(Offset);
  }

  void printVariants(bundle::array_view<bundle::variant_record> Variants) {
    if (Variants.size() == 0) {
      OS << "    no variants\n";
      return;
    }
    OS << "    " << left_justify("target", 8) << left_justify("arch", 12) << left_justify("variant", 13)
       << left_justify("nd-range", 16) << left_justify("flags", 22) << left_justify("image", 16) << "args  guards  entry\n";
    for (const bundle::variant_record &V : Variants)
      print(V);
  }

  void print(const bundle::variant_record &V) {
    std::string Image = V.format == image_format::none
                            ? "entry " + std::to_string(V.native_entry)
                            : (name(V.format) + " " + Twine(V.image_size)).str();
    OS << "    " << left_justify(name(V.target), 8) << left_justify(archName(V), 12) << left_justify(name(V.kind), 13)
       << left_justify(rangeText(V), 16) << left_justify(join(flagNames(V.flags), ",") + " ", 22) << left_justify(Image, 16)
       << left_justify(std::to_string(V.arguments.count), 6) << left_justify(std::to_string(V.guards.count), 8)
       << string(V.entry) << '\n';
  }

  static std::string rangeText(const bundle::variant_record &V) {
    if (V.kind != variant_kind::specialized)
      return "any";
    manifest::nd_range Range;
    Range.global = syclOrder(V.nd_range.global_size, V.dimensions);
    Range.offset = syclOrder(V.nd_range.global_offset, V.dimensions);
    if (V.nd_range.local_size[0])
      Range.local = syclOrder(V.nd_range.local_size, V.dimensions);
    return toString(Range);
  }

  const bundle::view &View;
  raw_ostream &OS;
};

void print(const manifest::document &Document, raw_ostream &OS) {
  for (const manifest::kernel &K : Document.kernels)
    OS << "  kernel " << K.name << "  " << shape(K.kind, K.dimensions) << "  "
       << place(K.location.file, K.location.line, K.location.column) << '\n'
       << "    symbol " << K.symbol << ", " << counted(K.parameters.size(), "parameter") << '\n';
  auto Print = [&](const manifest::region &R) {
    const manifest::source_location &Begin = R.source.begin;
    OS << (R.open.empty() ? "  region " : "  open region ") << R.name << "  " << name(R.kind) << "  " << place(Begin.file, Begin.line, Begin.column)
       << "  signature " << format_hex_no_prefix(manifest::signature(Document, R), 16) << '\n';
    for (const manifest::submission &S : R.submissions)
      OS << "    submits " << S.kernel << "  " << shape(S.kind, S.dimensions) << "  " << toString(S.range) << '\n';
    for (const manifest::buffer &B : R.buffers)
      OS << "    buffer " << B.name << "  " << B.element_type << (B.promote == promotion::none ? "" : "  ")
         << (B.promote == promotion::none ? "" : name(B.promote)) << '\n';
    for (const manifest::listed_nd_range &L : R.nd_ranges)
      OS << "    nd-range " << toString(L) << "  (" << name(L.origin) << ")\n";
    for (const manifest::open_point &P : R.open)
      OS << "    " << name(P.kind) << (P.function.empty() ? "" : " of ") << P.function << "  "
         << place(P.location.file, P.location.line, P.location.column) << "  submission " << P.first << '\n';
  };
  for (const manifest::region &R : Document.regions)
    Print(R);
  for (const manifest::region &R : Document.open_regions)
    Print(R);
}
} // namespace

void printText(const InspectedFile &File, raw_ostream &OS) {
  for (const std::unique_ptr<OwnedBundle> &B : File.Bundles) {
    std::string_view Producer = B->View.string(B->View.header().producer);
    OS << File.Path << ": bundle of " << B->View.total_size() << " bytes by " << StringRef(Producer) << ", "
       << counted(B->View.kernels().size(), "kernel") << ", " << counted(B->View.regions().size(), "region") << '\n';
    BundleText(B->View, OS).print();
  }
  for (const DeviceImageInfo &Image : File.Images) {
    OS << Image.Name << ": device code for " << Image.Triple << ", " << counted(Image.Kernels.size(), "kernel") << '\n';
    for (const DeviceKernel &K : Image.Kernels)
      OS << "  kernel " << K.Symbol << "  " << place(K.File, K.Line, 0) << '\n';
  }
  if (File.Manifest) {
    OS << File.Path << ": manifest, " << counted(File.Manifest->kernels.size(), "kernel") << ", "
       << counted(File.Manifest->regions.size(), "region") << '\n';
    print(*File.Manifest, OS);
  }
}

} // namespace syclfuse::fuser
