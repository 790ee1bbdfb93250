// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusionEstimate.h"

#include "Driver/Output/FusionCost.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace syclfuse::fuser {

std::optional<FusionEstimate> estimateOf(const bundle::view &View, const bundle::region_record &R,
                                         const bundle::variant_record &V) {
  if (V.cost == 0)
    return std::nullopt;
  FusionEstimate E;
  E.Cost = double(V.cost) / bundle::cost_unit;
  E.Unfused = double(V.cost_unfused) / bundle::cost_unit;
  E.LaunchesSaved = R.submissions.count - 1;
  E.Barriers = V.flags & bundle::variant_has_barriers;
  E.Used = !(V.flags & bundle::variant_unprofitable);
  E.AskedFor = V.flags & bundle::variant_asked_for;
  if (Expected<KernelResources> Resources = resourcesOfKernel(View, V))
    E.Resources = *Resources;
  else
    consumeError(Resources.takeError()); // sycl-fuse check says it (SF3001)
  E.Occupancy = occupancyOf(E.Resources, V);
  return E;
}

// What decided, where it is not what the numbers say.
static const char *decision(const FusionEstimate &E) {
  if (!E.Used)
    return ": not used";
  if (E.AskedFor)
    return ": used, as the build asks for it";
  if (E.saved() >= 0)
    return ": used";
  return E.Cost <= FusionTolerance * E.Unfused ? ": used, as it loses too little to tell"
                                               : ": used, as instructions alone do not decide";
}

std::string toText(const FusionEstimate &E) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << format("%.1f of %.1f bytes per work-item, ", E.Cost, E.Unfused)
     << format(E.saved() < 0 ? "loses %.1f and saves " : "saves %.1f and ", std::abs(E.saved())) << E.LaunchesSaved
     << (E.LaunchesSaved == 1 ? " launch" : " launches") << (E.Barriers ? ", with barriers" : "");
  if (E.Resources.Registers)
    OS << ", " << *E.Resources.Registers << " registers";
  if (E.Resources.Stack)
    OS << ", " << *E.Resources.Stack << " bytes of stack";
  if (E.Occupancy)
    OS << format(", occupancy %.2f", *E.Occupancy);
  OS << decision(E);
  return Text;
}

void write(const FusionEstimate &E, json::OStream &J) {
  J.attribute("cost", E.Cost);
  J.attribute("cost_unfused", E.Unfused);
  J.attribute("saved", E.saved());
  J.attribute("launches_saved", E.LaunchesSaved);
  J.attribute("barriers", E.Barriers);
  if (E.Resources.Registers)
    J.attribute("registers", *E.Resources.Registers);
  if (E.Resources.Stack)
    J.attribute("stack", *E.Resources.Stack);
  if (E.Occupancy)
    J.attribute("occupancy", *E.Occupancy);
  J.attribute("used", E.Used);
  J.attribute("asked_for", E.AskedFor);
}

} // namespace syclfuse::fuser
