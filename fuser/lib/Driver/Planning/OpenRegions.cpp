// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenRegions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace syclfuse::fuser {

// The first point that is not a call of a function which is known.
static const manifest::open_point &culprit(const manifest::document &Document, const manifest::region &R) {
  auto Known = [&](const manifest::open_point &Point) {
    return any_of(Document.functions, [&](const manifest::function &F) { return F.symbol == Point.symbol; });
  };
  auto Found = find_if_not(R.open, Known);
  return Found == R.open.end() ? R.open.front() : *Found;
}

static std::string describe(const manifest::document &Document, const manifest::open_point &Point) {
  switch (Point.kind) {
  case open_kind::loop:
    return "a run decides how often this loop submits";
  case open_kind::branch:
    return "there are too many ways through the conditions from here on";
  case open_kind::call:
    if (any_of(Document.functions, [&](const manifest::function &F) { return F.symbol == Point.symbol; }))
      return "what '" + Point.function + "', which is called here, submits depends on run-time values";
    if (!Point.symbol.empty())
      return "'" + Point.function +
             "', which is called here, is defined in no translation unit whose manifest is given";
    if (StringRef(Point.function).contains(' ')) // what it is: it has no name
      return "what " + Point.function + " submits is not known where it is called";
    return "'" + Point.function + "', which is called here, is not defined in its translation unit";
  case open_kind::recursion:
    return "a run decides how deep this recursion goes";
  case open_kind::jump:
    return "a jump to here is not followed";
  }
  return {};
}

OpenReason whyOpen(const manifest::document &Document, const manifest::region &R) {
  const manifest::open_point &Point = culprit(Document, R);
  return {Point.location.file.empty() ? R.source.begin : Point.location, describe(Document, Point)};
}

// True if the region is what a run showed: it does not know where its kernels are submitted.
static bool isCapture(const manifest::region &R) {
  return all_of(R.submissions, [](const manifest::submission &S) { return S.location.file.empty(); }) &&
         any_of(R.nd_ranges, [](const manifest::listed_nd_range &L) { return L.origin == nd_range_origin::capture; });
}

bool isRecorded(const manifest::document &Document, const manifest::region &Open) {
  // A capture knows the name of the file, and the line of the version that ran.
  const auto IsNamesake = [&](const manifest::region &R) {
    return R.name == Open.name &&
           sys::path::filename(R.source.begin.file) == sys::path::filename(Open.source.begin.file);
  };
  // A region is there once for each way through it.
  StringSet<> Kernels;
  for (const manifest::region &R : make_filter_range(Document.open_regions, IsNamesake))
    for (const manifest::submission &S : R.submissions)
      Kernels.insert(S.kernel);
  return any_of(Document.regions, [&](const manifest::region &R) {
    return isCapture(R) && IsNamesake(R) &&
           (Kernels.empty() ||
            any_of(R.submissions, [&](const manifest::submission &S) { return Kernels.contains(S.kernel); }));
  });
}

} // namespace syclfuse::fuser
