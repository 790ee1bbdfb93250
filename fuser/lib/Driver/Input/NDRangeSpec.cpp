// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NDRangeSpec.h"

#include "Support/FuseError.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

static Expected<std::vector<uint64_t>> parseSizes(StringRef Spec, StringRef Sizes) {
  SmallVector<StringRef, 3> Parts;
  Sizes.split(Parts, 'x');
  if (Parts.size() > 3)
    return fuseError(diag::bad_nd_range, {Spec.str(), "'" + Sizes.str() + "' has more than 3 dimensions"});
  std::vector<uint64_t> Result;
  for (StringRef Part : Parts) {
    uint64_t Size;
    // to_integer would also take signs and other bases.
    if (Part.empty() || !all_of(Part, isDigit) || Part.getAsInteger(10, Size))
      return fuseError(diag::bad_nd_range, {Spec.str(), "'" + Part.str() + "' is no size"});
    if (Size == 0)
      return fuseError(diag::bad_nd_range, {Spec.str(), "sizes must be at least 1"});
    Result.push_back(Size);
  }
  return Result;
}

static Expected<manifest::nd_range> parseNDRange(StringRef Spec, StringRef Text) {
  auto [Global, Local] = Text.split(':');
  manifest::nd_range Range;
  if (Error E = parseSizes(Spec, Global).moveInto(Range.global))
    return std::move(E);
  if (!Text.contains(':'))
    return Range;
  if (Error E = parseSizes(Spec, Local).moveInto(Range.local))
    return std::move(E);
  if (Range.local.size() != Range.global.size())
    return fuseError(diag::bad_nd_range, {Spec.str(), "global and local size differ in their dimensions"});
  return Range;
}

static Expected<manifest::listed_nd_range> parseListed(StringRef Spec, StringRef Text) {
  manifest::listed_nd_range Listed{{}, nd_range_origin::cmake};
  if (!Text.contains('/')) {
    if (Error E = parseNDRange(Spec, Text).moveInto(Listed.range))
      return std::move(E);
    return Listed;
  }
  for (StringRef Part : split(Text, '/')) {
    Expected<manifest::nd_range> Range = parseNDRange(Spec, Part);
    if (!Range)
      return Range.takeError();
    Listed.submissions.push_back(std::move(*Range));
  }
  return Listed;
}

static Error unknownRegion(StringRef Name, const manifest::document &Document) {
  SmallVector<StringRef> Names;
  for (const manifest::region &R : Document.regions)
    if (!is_contained(Names, R.name))
      Names.push_back(R.name);
  return fuseError(diag::unknown_region, {Name.str(), Names.empty() ? "none" : join(Names, ", ")});
}

Error checkRegion(StringRef Name, const manifest::document &Document) {
  auto IsNamed = [&](const manifest::region &R) { return R.name == Name; };
  if (any_of(Document.regions, IsNamed) || any_of(Document.open_regions, IsNamed))
    return Error::success();
  return unknownRegion(Name, Document);
}

// Lists it in every region of that name. False if there is none.
static bool addToRegions(StringRef Name, const manifest::listed_nd_range &Listed,
                         std::vector<manifest::region> &Regions) {
  bool Found = false;
  for (manifest::region &R : Regions) {
    if (R.name != Name)
      continue;
    Found = true;
    list_nd_range(R.nd_ranges, Listed);
  }
  return Found;
}

Error addNDRange(StringRef Spec, manifest::document &Document, bool OpenToo) {
  auto [Name, Text] = Spec.rsplit('=');
  if (Name.empty() || !Spec.contains('='))
    return fuseError(diag::bad_nd_range, {Spec.str(), "there is no region name before '='"});
  Expected<manifest::listed_nd_range> Listed = parseListed(Spec, Text);
  if (!Listed)
    return Listed.takeError();
  bool Found = addToRegions(Name, *Listed, Document.regions);
  // How many submissions an open region has is not known.
  if (OpenToo && Listed->submissions.empty())
    Found |= addToRegions(Name, *Listed, Document.open_regions);
  return Found ? Error::success() : unknownRegion(Name, Document);
}

// Empty if Range fits.
static std::string whyUnfit(const manifest::nd_range &Range, range_kind Kind, unsigned Dims) {
  bool HasLocal = !Range.local.empty();
  if (Range.global.size() != Dims)
    return "it has " + std::to_string(Range.global.size()) + " dimensions, the kernels have " + std::to_string(Dims);
  if (HasLocal && Kind != range_kind::nd_range)
    return "its kernels take no local size";
  if (!HasLocal && Kind == range_kind::nd_range)
    return "its kernels need a local size";
  if ((HasLocal && Range.local.size() != Dims) || (!Range.offset.empty() && Range.offset.size() != Dims))
    return "its local size or offset has other dimensions";
  uint64_t Items = 1;
  bool Overflow = false;
  for (unsigned I = 0; I != Dims; ++I) {
    Items = SaturatingMultiply(Items, Range.global[I], &Overflow);
    if (Overflow)
      return "it has more than 2^64 work-items";
    if (Range.global[I] == 0 || (HasLocal && Range.local[I] == 0))
      return "a size is 0";
    if (HasLocal && Range.global[I] % Range.local[I])
      return "local size " + std::to_string(Range.local[I]) + " does not divide global size " +
             std::to_string(Range.global[I]);
  }
  return "";
}

Expected<NDRange> fitNDRange(const manifest::nd_range &Range, range_kind Kind, unsigned Dims, StringRef Region) {
  std::string Why = whyUnfit(Range, Kind, Dims);
  if (!Why.empty())
    return fuseError(diag::nd_range_mismatch, {to_string(Range), Region.str(), Why});
  return toNDRange(Range, Dims);
}

NDRange toNDRange(const manifest::nd_range &Range, unsigned Dims) {
  NDRange Result;
  Result.Dims = Dims;
  for (const auto &[From, To] :
       {std::pair(&Range.global, &Result.Global), {&Range.local, &Result.Local}, {&Range.offset, &Result.Offset}})
    copy(ArrayRef(*From).take_front(3), To->begin());
  return Result;
}

manifest::nd_range listedFor(size_t Submission, const manifest::region &Region,
                             const manifest::listed_nd_range &Listed) {
  if (!Listed.submissions.empty())
    return Submission < Listed.submissions.size() ? Listed.submissions[Submission] : Listed.range;
  const bool IsAlone =
      Region.submissions[Submission].kind == range_kind::single_task &&
      any_of(Region.submissions, [](const manifest::submission &S) { return S.kind != range_kind::single_task; });
  return IsAlone ? manifest::nd_range{{1}, {}, {}} : Listed.range;
}

std::string toString(const NDRange &Range) {
  auto Vector = [&](const std::array<uint64_t, 3> &A) {
    return std::vector<uint64_t>(A.begin(), A.begin() + Range.Dims);
  };
  manifest::nd_range Listed;
  Listed.global = Vector(Range.Global);
  Listed.offset = Vector(Range.Offset);
  if (Range.hasLocal())
    Listed.local = Vector(Range.Local);
  return to_string(Listed);
}

} // namespace syclfuse::fuser
