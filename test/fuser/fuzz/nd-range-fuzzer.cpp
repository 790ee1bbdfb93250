// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ND-ranges that users write: refused, or the same after being printed and read again; what fits a kernel can be
// launched.
#include "Driver/Input/NDRangeSpec.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;

static void demand(bool Holds, StringRef Spec, StringRef What) {
  if (Holds)
    return;
  errs() << "'" << Spec << "': " << What << '\n';
  std::abort();
}

static manifest::document documentWithRegions() {
  manifest::document Document;
  for (const char *Name : {"r", "r=2", "x"}) {
    manifest::region Region;
    Region.name = Name;
    Document.regions.push_back(Region);
  }
  return Document;
}

static void checkFit(const manifest::nd_range &Range, StringRef Spec) {
  for (range_kind Kind : {range_kind::single_task, range_kind::range, range_kind::nd_range})
    for (unsigned Dims = 1; Dims != 4; ++Dims) {
      Expected<NDRange> Fit = fitNDRange(Range, Kind, Dims, "r");
      if (!Fit) {
        consumeError(Fit.takeError()); // An answer like any other.
        continue;
      }
      demand(Fit->Dims == Dims && Fit->hasLocal() == (Kind == range_kind::nd_range), Spec, "dimensions or local size");
      for (unsigned D = 0; D != Dims; ++D)
        demand(Fit->Global[D] && (!Fit->hasLocal() || (Fit->Local[D] && Fit->Global[D] % Fit->Local[D] == 0)), Spec,
               "sizes");
      demand(toString(*Fit) == to_string(Range), Spec, "its text");
    }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Spec(reinterpret_cast<const char *>(Data), Size);
  manifest::document Document = documentWithRegions();
  if (Error E = addNDRange(Spec, Document)) {
    for (const manifest::region &R : Document.regions)
      demand(R.nd_ranges.empty(), Spec, "refused and listed");
    consumeError(std::move(E)); // An answer like any other.
    return 0;
  }
  for (const manifest::region &R : Document.regions)
    for (const manifest::listed_nd_range &L : R.nd_ranges) {
      manifest::document Again = documentWithRegions();
      bool Read = !errorToBool(addNDRange("r=" + to_string(L), Again));
      demand(Read && Again.regions[0].nd_ranges.size() == 1, Spec, "refused when read again");
      const manifest::listed_nd_range &Same = Again.regions[0].nd_ranges[0];
      demand(Same.range == L.range && Same.submissions == L.submissions, Spec, "differs when read again");
      checkFit(L.range, Spec);
      for (const manifest::nd_range &Range : L.submissions)
        checkFit(Range, Spec);
    }
  return 0;
}
