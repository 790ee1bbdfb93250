// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON output of sycl-fuse inspect. Its form is documented in docs/cli.md; fields are only ever added.
#include "Driver/Commands/JsonLists.h"
#include "FusionEstimate.h"
#include "Inspect.h"

#include "syclfuse/footprints.hpp"
#include "syclfuse/names.hpp"
#include "syclfuse/target_names.hpp"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
template <class E> StringRef name(E Value) { return name_of(Value); }

class JSONPrinter {
public:
  explicit JSONPrinter(json::OStream &J) : J(J) {}

  void print(const InspectedFile &File) {
    J.attribute("file", File.Path);
    writeObjects(J, "bundles", File.Bundles, [&](const std::unique_ptr<OwnedBundle> &B) { print(B->View); });
    list("device_code", File.Images);
    if (!File.Manifest)
      return;
    // The manifest has its own documented JSON form.
    Expected<json::Value> Manifest = json::parse(manifest::to_json(*File.Manifest));
    if (Manifest)
      J.attribute("manifest", *Manifest);
    else
      consumeError(Manifest.takeError()); // text that we wrote ourselves
  }

private:
  // All of these print the attributes of an object.
  template <class Range> void list(StringRef Key, const Range &Items) {
    writeObjects(J, Key, Items, [&](const auto &Item) { print(Item); });
  }

  StringRef string(bundle::string_ref S) const { return View->string(S); }

  void print(const bundle::view &Bundle) {
    View = &Bundle;
    J.attribute("producer", string(Bundle.header().producer));
    J.attribute("version", Bundle.header().version);
    J.attribute("size", Bundle.total_size());
    list("kernels", Bundle.kernels());
    list("regions", Bundle.regions());
  }

  void print(const bundle::location_record &L) {
    J.attribute("file", string(L.file));
    J.attribute("line", L.line);
    J.attribute("column", L.column);
  }

  void print(const bundle::kernel_record &K) {
    J.attribute("symbol", string(K.symbol));
    J.attribute("name", string(K.name));
    J.attributeObject("location", [&] { print(K.location); });
    J.attribute("kind", name(K.kind));
    J.attribute("dimensions", K.dimensions);
    J.attribute("uses_groups", K.uses_groups == bundle::groups_used);
    J.attribute("fused_only", K.fused_only != 0);
    J.attribute("closure_size", K.closure_size);
    J.attribute("ir_size", int64_t(K.ir_size));
    list("parameters", View->parameters(K));
    Region = nullptr;
    Dimensions = {K.dimensions};
    list("variants", View->variants(K));
  }

  void print(const bundle::parameter_record &P) {
    J.attribute("name", string(P.name));
    J.attribute("kind", name(P.kind));
    J.attribute("type", string(P.type));
    J.attribute("target", string(P.target));
    J.attribute("mode", name(P.mode));
    J.attribute("dimensions", P.dimensions);
    J.attribute("element_size", P.element_size);
    J.attribute("offset", P.offset);
    J.attribute("size", P.size);
  }

  void print(const bundle::region_record &R) {
    J.attribute("name", string(R.name));
    J.attribute("kind", name(R.kind));
    J.attributeObject("begin", [&] { print(R.begin); });
    J.attributeObject("end", [&] { print(R.end); });
    J.attribute("signature", utohexstr(R.signature, /*LowerCase=*/true, 16));
    J.attribute("barriers", R.barriers != 0);
    Region = &R;
    Dimensions.clear();
    list("submissions", View->submissions(R));
    list("variants", View->variants(R));
  }

  void print(const bundle::submission_record &S) {
    Dimensions.push_back(S.dimensions);
    J.attribute("kernel", string(View->kernels()[S.kernel].symbol));
    J.attribute("kind", name(S.kind));
    J.attribute("dimensions", S.dimensions);
    list("promotions", View->promotions(S));
  }

  void print(const bundle::promotion_record &P) {
    J.attribute("offset", P.offset);
    J.attribute("promotion", name(P.promote));
  }

  void print(const launch_sizes &Range, unsigned Dims) {
    J.attributeObject("nd_range", [&] {
      writeValues(J, "global", syclOrder(Range.global_size, Dims));
      if (Range.local_size[0])
        writeValues(J, "local", syclOrder(Range.local_size, Dims));
      writeValues(J, "offset", syclOrder(Range.global_offset, Dims));
    });
  }

  void print(const bundle::variant_record &V) {
    J.attribute("target", name(V.target));
    J.attribute("arch", bundle::arch_name(V));
    J.attribute("kind", name(V.kind));
    if (V.kind == variant_kind::specialized)
      print(V.nd_range, V.dimensions);
    writeValues(J, "flags", flagNames(V.flags));
    J.attribute("entry", string(V.entry));
    J.attribute("image", name(V.format));
    if (V.format == image_format::none)
      J.attribute("native_entry", V.native_entry);
    else
      J.attribute("image_size", V.image_size);
    J.attribute("group_size", V.group_size);
    J.attribute("items_per_thread", V.items_per_thread);
    J.attribute("local_memory", V.local_memory);
    J.attribute("sub_group_size", V.sub_group_size);
    if (V.cost) {
      J.attribute("cost", double(V.cost) / bundle::cost_unit);
      J.attribute("cost_unfused", double(V.cost_unfused) / bundle::cost_unit);
    }
    if (const std::optional<FusionEstimate> Estimate = Region ? estimateOf(*View, *Region, V) : std::nullopt)
      J.attributeObject("estimate", [&] { write(*Estimate, J); });
    list("arguments", View->arguments(V));
    list("guards", View->guards(V));
    if (Region)
      list("recomputed", View->recomputations(V));
  }

  void print(const bundle::argument_record &A) {
    J.attribute("source", name(A.source));
    if (A.submission == bundle::no_index)
      J.attribute("submission", "launch");
    else
      J.attribute("submission", A.submission);
    J.attribute("offset", A.offset);
    J.attribute("size", A.size);
  }

  void print(const bundle::recomputation_record &R) {
    J.attribute("producer", R.producer);
    J.attribute("consumer", R.consumer);
    J.attribute("submission", R.submission);
    J.attribute("offset", R.offset);
    J.attribute("elements", R.elements);
  }

  void print(const bundle::guard_record &G) {
    J.attribute("kind", name(G.kind));
    J.attribute("submission_a", G.submission_a);
    J.attribute("offset_a", G.offset_a);
    J.attribute("submission_b", G.submission_b);
    J.attribute("offset_b", G.offset_b);
    J.attribute("size", G.size);
    J.attribute("value", G.value);
    if (G.kind == guard_kind::nd_range) {
      launch_sizes Range; // the blob is not aligned
      std::memcpy(&Range, View->blob(G.value), sizeof(Range));
      print(Range, Dimensions[G.submission_a]);
    }
    if (G.kind == guard_kind::independent_kernels)
      printFootprints(G);
  }

  void printFootprints(const bundle::guard_record &G) {
    footprints::view Table;
    if (footprints::view::open(View->blob(G.value), G.size, Table))
      J.attributeArray("footprints", [&] {
        const std::string Text = Table.str();
        for (StringRef Line : split(Text, '\n'))
          if (!Line.empty())
            J.value(Line);
      });
  }

  void print(const DeviceImageInfo &Image) {
    J.attribute("name", Image.Name);
    J.attribute("triple", Image.Triple);
    list("kernels", Image.Kernels);
  }

  void print(const DeviceKernel &K) {
    J.attribute("symbol", K.Symbol);
    J.attribute("file", K.File);
    J.attribute("line", K.Line);
  }

  json::OStream &J;
  const bundle::view *View = nullptr;
  const bundle::region_record *Region = nullptr; // that is being printed; null: a kernel by itself
  SmallVector<unsigned, 8> Dimensions;           // of each of its submissions
};
} // namespace

void printJSON(const std::vector<InspectedFile> &Files, raw_ostream &OS) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] { writeObjects(J, "files", Files, [&](const InspectedFile &File) { JSONPrinter(J).print(File); }); });
  OS << '\n';
}

} // namespace syclfuse::fuser
