// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The readable table of sycl-fuse inspect.
#include "Driver/Commands/ManifestFiles.h"
#include "FusionEstimate.h"
#include "Inspect.h"

#include "syclfuse/names.hpp"
#include "syclfuse/target_names.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

std::string rangeText(const bundle::variant_record &V) {
  if (V.kind != variant_kind::specialized)
    return "any";
  manifest::nd_range Range;
  Range.global = syclOrder(V.nd_range.global_size, V.dimensions);
  Range.offset = syclOrder(V.nd_range.global_offset, V.dimensions);
  if (V.nd_range.local_size[0])
    Range.local = syclOrder(V.nd_range.local_size, V.dimensions);
  return to_string(Range);
}

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
       << (K.uses_groups == bundle::groups_used     ? ", uses its work-groups"
           : K.uses_groups == bundle::groups_shared ? ", may share its work-groups"
                                                    : "")
       << (K.fused_only ? ", in fused kernels only" : "");
    if (K.ir_size)
      OS << ", " << K.ir_size << " bytes of IR";
    OS << '\n';
    for (const bundle::parameter_record &P : View.parameters(K))
      OS << "    parameter " << string(P.name) << "  " << name(P.kind) << "  offset " << P.offset << "  size " << P.size
         << (P.kind == param_kind::accessor ? "  " + name(P.mode).str() : "") << '\n';
    printVariants(View.variants(K), nullptr);
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
    printVariants(View.variants(R), &R);
  }

  std::string parameterAt(const bundle::kernel_record &K, unsigned Offset) const {
    for (const bundle::parameter_record &P : View.parameters(K))
      if (P.offset <= Offset && Offset - P.offset < P.size)
        return string(P.name).str();
    return "offset " + std::to_string(Offset);
  }

  void printVariants(bundle::array_view<bundle::variant_record> Variants, const bundle::region_record *Of) {
    if (Variants.size() == 0) {
      OS << "    no variants\n";
      return;
    }
    OS << "    " << left_justify("target", 8) << left_justify("arch", 12) << left_justify("variant", 13)
       << left_justify("nd-range", 16) << left_justify("flags", 22) << left_justify("image", 16)
       << "args  guards  entry\n";
    for (const bundle::variant_record &V : Variants)
      print(V, Of);
  }

  void print(const bundle::variant_record &V, const bundle::region_record *Of) {
    std::string Image = V.flags & bundle::variant_unprofitable ? "no code"
                        : V.format == image_format::none       ? "entry " + std::to_string(V.native_entry)
                                                               : (name(V.format) + " " + Twine(V.image_size)).str();
    OS << "    " << left_justify(name(V.target), 8) << left_justify(bundle::arch_name(V), 12)
       << left_justify(name(V.kind), 13) << left_justify(rangeText(V), 16)
       << left_justify(join(flagNames(V.flags), ",") + " ", 22) << left_justify(Image, 16)
       << left_justify(std::to_string(V.arguments.count), 6) << left_justify(std::to_string(V.guards.count), 8)
       << string(V.entry);
    if (const std::optional<FusionEstimate> Estimate = Of ? estimateOf(View, *Of, V) : std::nullopt)
      OS << "  estimate " << toText(*Estimate);
    OS << '\n';
    for (const bundle::recomputation_record &R : View.recomputations(V)) {
      const bundle::submission_record &Has = View.submissions(*Of)[R.submission];
      OS << "            " << R.consumer << " computes " << R.elements << (R.elements == 1 ? " element" : " elements")
         << " of " << parameterAt(View.kernels()[Has.kernel], R.offset) << " again, as " << R.producer << " does\n";
    }
  }

  const bundle::view &View;
  raw_ostream &OS;
};

class ManifestText {
public:
  ManifestText(const manifest::document &Document, raw_ostream &OS) : Document(Document), OS(OS) {
    for (const manifest::kernel &K : Document.kernels)
      Kernels.try_emplace(K.symbol, &K);
  }

  void print() {
    if (!Document.targets.empty())
      OS << "  targets " << join(Document.targets, " ") << '\n';
    for (const manifest::kernel &K : Document.kernels)
      print(K);
    for (const manifest::region &R : Document.regions)
      print(R);
    for (const manifest::region &R : Document.open_regions)
      print(R);
    for (const manifest::function &F : Document.functions)
      print(F);
  }

private:
  static std::string place(const manifest::source_location &L) { return fuser::place(L.file, L.line, L.column); }

  void print(const manifest::kernel &K) {
    OS << "  kernel " << K.name << "  " << shape(K.kind, K.dimensions) << "  " << place(K.location) << '\n'
       << "    symbol " << K.symbol << ", closure of " << K.closure_size << " bytes\n";
    for (const manifest::parameter &P : K.parameters) {
      OS << "    parameter " << P.name << "  " << name(P.kind);
      if (P.kind == param_kind::accessor || P.kind == param_kind::local_accessor)
        OS << "<" << P.dimensions << ">";
      OS << " of " << P.type << (P.mode == access_mode::none ? "" : "  ")
         << (P.mode == access_mode::none ? "" : name(P.mode)) << '\n';
    }
  }

  void print(const manifest::region &R) {
    OS << (R.open.empty() ? "  region " : "  open region ") << R.name << "  " << name(R.kind) << "  "
       << place(R.source.begin) << "  signature " << format_hex_no_prefix(manifest::signature(Document, R), 16)
       << (R.barriers ? "" : "  no barriers") << '\n';
    printContents(R);
  }

  // Other translation units may call it in a region.
  void print(const manifest::function &F) {
    OS << "  function " << F.name << "  " << place(F.location) << '\n' << "    symbol " << F.symbol << '\n';
    for (auto [Index, Way] : enumerate(F.ways)) {
      OS << "    way " << Index << '\n';
      printContents(Way);
    }
  }

  void printContents(const manifest::region &R) {
    for (auto [Index, S] : enumerate(R.submissions))
      print(R, Index, S);
    for (const manifest::buffer &B : R.buffers)
      print(R, B);
    for (const manifest::listed_nd_range &L : R.nd_ranges)
      OS << "    nd-range " << to_string(L) << "  (" << name(L.origin) << ")\n";
    for (const manifest::open_point &P : R.open)
      OS << "    open: " << name(P.kind) << (P.function.empty() ? "" : " of ") << P.function << "  "
         << place(P.location) << "  submission " << P.first << '\n';
  }

  // "0: Scale  range<1>  4096  in=b0  out=b1 private"; an argument without identity may be any memory: "in=?".
  void print(const manifest::region &R, unsigned Index, const manifest::submission &S) {
    const manifest::kernel *K = Kernels.lookup(S.kernel);
    OS << "    " << Index << ": " << (K && !K->name.empty() ? K->name : S.kernel) << "  " << shape(S.kind, S.dimensions)
       << "  " << to_string(S.range);
    auto Parameter = [&](unsigned P) {
      return K && P < K->parameters.size() ? K->parameters[P].name : std::to_string(P);
    };
    for (const manifest::argument &A : S.arguments) {
      OS << "  " << Parameter(A.parameter) << "="
         << (A.identity && *A.identity < R.buffers.size() ? R.buffers[*A.identity].name : "?");
      if (!A.range.empty())
        OS << "[" << to_string(manifest::nd_range{A.range, {}, A.offset}) << "]";
      if (A.promote != promotion::none)
        OS << " " << name(A.promote);
    }
    for (const manifest::argument_value &V : S.values)
      OS << "  " << Parameter(V.parameter) << "=0x" << V.bytes;
    OS << '\n';
  }

  void print(const manifest::region &R, const manifest::buffer &B) {
    OS << "    buffer " << B.name << "  " << B.element_type;
    if (!B.range.empty())
      OS << "  " << to_string(manifest::nd_range{B.range, {}, {}});
    if (B.promote != promotion::none)
      OS << "  " << name(B.promote);
    if (B.parent && *B.parent < R.buffers.size())
      OS << "  part of " << R.buffers[*B.parent].name;
    OS << '\n';
  }

  const manifest::document &Document;
  raw_ostream &OS;
  StringMap<const manifest::kernel *> Kernels;
};
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
    OS << File.Path << ": manifest, " << contentsOf(*File.Manifest) << '\n';
    ManifestText(*File.Manifest, OS).print();
  }
}

} // namespace syclfuse::fuser
