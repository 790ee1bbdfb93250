// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JSON output of sycl-fuse inspect. Its form is documented in docs/cli.md; fields are only ever added.
#include "FusionEstimate.h"
#include "Inspect.h"

#include "syclfuse/footprints.hpp"
#include "syclfuse/names.hpp"
#include "syclfuse/target_names.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <cstring>

using namespace llvm;

namespace syclfuse::fuser {

namespace {
template <class E> StringRef name(E Value) { return name_of(Value); }

class JSONPrinter {
public:
  explicit JSONPrinter(json::OStream &J) : J(J) {}

  void print(const InspectedFile &File) {
    J.object([&] {
      J.attribute("file", File.Path);
      J.attributeArray("bundles", [&] {
        for (const std::unique_ptr<OwnedBundle> &B : File.Bundles)
          print(B->View);
      });
      J.attributeArray("device_code", [&] {
        for (const DeviceImageInfo &Image : File.Images)
          print(Image);
      });
      if (!File.Manifest)
        return;
      // The manifest has its own documented JSON form.
      Expected<json::Value> Manifest = json::parse(manifest::to_json(*File.Manifest));
      if (Manifest)
        J.attribute("manifest", *Manifest);
      else
        consumeError(Manifest.takeError()); // text that we wrote ourselves
    });
  }

private:
  StringRef string(bundle::string_ref S) const { return View->string(S); }

  void print(const bundle::view &Bundle) {
    View = &Bundle;
    J.object([&] {
      J.attribute("producer", string(Bundle.header().producer));
      J.attribute("version", Bundle.header().version);
      J.attribute("size", Bundle.total_size());
      J.attributeArray("kernels", [&] {
        for (const bundle::kernel_record &K : Bundle.kernels())
          print(K);
      });
      J.attributeArray("regions", [&] {
        for (const bundle::region_record &R : Bundle.regions())
          print(R);
      });
    });
  }

  void print(StringRef Key, const bundle::location_record &L) {
    J.attributeObject(Key, [&] {
      J.attribute("file", string(L.file));
      J.attribute("line", L.line);
      J.attribute("column", L.column);
    });
  }

  void print(const bundle::kernel_record &K) {
    J.object([&] {
      J.attribute("symbol", string(K.symbol));
      J.attribute("name", string(K.name));
      print("location", K.location);
      J.attribute("kind", name(K.kind));
      J.attribute("dimensions", K.dimensions);
      J.attribute("uses_groups", K.uses_groups != 0);
      J.attribute("closure_size", K.closure_size);
      J.attribute("ir_size", int64_t(K.ir_size));
      J.attributeArray("parameters", [&] {
        for (const bundle::parameter_record &P : View->parameters(K))
          print(P);
      });
      Dimensions = {K.dimensions};
      print(View->variants(K), nullptr);
    });
  }

  void print(const bundle::parameter_record &P) {
    J.object([&] {
      J.attribute("name", string(P.name));
      J.attribute("kind", name(P.kind));
      J.attribute("type", string(P.type));
      J.attribute("target", string(P.target));
      J.attribute("mode", name(P.mode));
      J.attribute("dimensions", P.dimensions);
      J.attribute("element_size", P.element_size);
      J.attribute("offset", P.offset);
      J.attribute("size", P.size);
    });
  }

  void print(const bundle::region_record &R) {
    J.object([&] {
      J.attribute("name", string(R.name));
      J.attribute("kind", name(R.kind));
      print("begin", R.begin);
      print("end", R.end);
      J.attribute("signature", utohexstr(R.signature, /*LowerCase=*/true, 16));
      J.attribute("barriers", R.barriers != 0);
      Dimensions.clear();
      J.attributeArray("submissions", [&] {
        for (const bundle::submission_record &S : View->submissions(R)) {
          Dimensions.push_back(S.dimensions);
          print(S);
        }
      });
      print(View->variants(R), &R);
    });
  }

  void print(const bundle::submission_record &S) {
    J.object([&] {
      J.attribute("kernel", string(View->kernels()[S.kernel].symbol));
      J.attribute("kind", name(S.kind));
      J.attribute("dimensions", S.dimensions);
      J.attributeArray("promotions", [&] {
        for (const bundle::promotion_record &P : View->promotions(S))
          J.object([&] {
            J.attribute("offset", P.offset);
            J.attribute("promotion", name(P.promote));
          });
      });
    });
  }

  void print(bundle::array_view<bundle::variant_record> Variants, const bundle::region_record *Of) {
    J.attributeArray("variants", [&] {
      for (const bundle::variant_record &V : Variants)
        print(V, Of);
    });
  }

  void sizes(StringRef Key, const std::vector<uint64_t> &Sizes) {
    J.attributeArray(Key, [&] {
      for (uint64_t Size : Sizes)
        J.value(Size);
    });
  }

  void print(const launch_sizes &Range, unsigned Dims) {
    J.attributeObject("nd_range", [&] {
      sizes("global", syclOrder(Range.global_size, Dims));
      if (Range.local_size[0])
        sizes("local", syclOrder(Range.local_size, Dims));
      sizes("offset", syclOrder(Range.global_offset, Dims));
    });
  }

  void print(const bundle::variant_record &V, const bundle::region_record *Of) {
    J.object([&] {
      J.attribute("target", name(V.target));
      J.attribute("arch", bundle::arch_name(V));
      J.attribute("kind", name(V.kind));
      if (V.kind == variant_kind::specialized)
        print(V.nd_range, V.dimensions);
      J.attributeArray("flags", [&] {
        for (const std::string &Flag : flagNames(V.flags))
          J.value(Flag);
      });
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
      if (const std::optional<FusionEstimate> Estimate = Of ? estimateOf(*View, *Of, V) : std::nullopt)
        J.attributeObject("estimate", [&] { write(*Estimate, J); });
      printArguments(V);
      printGuards(V);
    });
  }

  void printArguments(const bundle::variant_record &V) {
    J.attributeArray("arguments", [&] {
      for (const bundle::argument_record &A : View->arguments(V))
        J.object([&] {
          J.attribute("source", name(A.source));
          if (A.submission == bundle::no_index)
            J.attribute("submission", "launch");
          else
            J.attribute("submission", A.submission);
          J.attribute("offset", A.offset);
          J.attribute("size", A.size);
        });
    });
  }

  void printGuards(const bundle::variant_record &V) {
    J.attributeArray("guards", [&] {
      for (const bundle::guard_record &G : View->guards(V))
        J.object([&] {
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
        });
    });
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
    J.object([&] {
      J.attribute("name", Image.Name);
      J.attribute("triple", Image.Triple);
      J.attributeArray("kernels", [&] {
        for (const DeviceKernel &K : Image.Kernels)
          J.object([&] {
            J.attribute("symbol", K.Symbol);
            J.attribute("file", K.File);
            J.attribute("line", K.Line);
          });
      });
    });
  }

  json::OStream &J;
  const bundle::view *View = nullptr;
  SmallVector<unsigned, 8> Dimensions; // of each submission of what is being printed
};
} // namespace

void printJSON(const std::vector<InspectedFile> &Files, raw_ostream &OS) {
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attributeArray("files", [&] {
      for (const InspectedFile &File : Files)
        JSONPrinter(J).print(File);
    });
  });
  OS << '\n';
}

} // namespace syclfuse::fuser
