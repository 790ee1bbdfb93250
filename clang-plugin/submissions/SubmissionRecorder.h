// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records one kernel submission: its kernel, its range, and which memory its arguments are. Copies and fills of
// elements are such, too.
#pragma once

#include "PropertyFinder.h"
#include "RegionBuilder.h"
#include "SizeExpressions.h"
#include "effects/EscapedObjects.h"
#include "kernels/KernelRecorder.h"
#include "values/ConstantNumbers.h"

namespace syclfuse::plugin {

// Whose memory a copy or a fill is of. Host: of the host alone, in part at least.
enum class MemoryOwner { Device, Host, Unknown };

class SubmissionRecorder {
public:
  SubmissionRecorder(const KernelRecorder &Kernels, const LocationWriter &Locations, HostValues &Values,
                     ConstantNumbers &Sizes, Mutations &Changes, EscapedObjects &Escaped, PropertyFinder &Promises)
      : Kernels(Kernels), Locations(Locations), Values(Values), Sizes(Sizes), Changes(Changes), Escaped(Escaped),
        Promises(Promises) {}

  // Adds the submission that Call (parallel_for, single_task, or what memoryKernel has) makes. Horizon: the end of the
  // code that may have run since the region began. False if its kernel is not known.
  bool record(const clang::CallExpr *Call, const Env *In, clang::SourceLocation Horizon, RegionBuilder &Region);
  // The kernel that E is in a fused one, if it is a copy or a fill of elements; else null.
  const RecordedKernel *memoryKernel(const clang::CallExpr *E) const;
  // Of what it copies or fills.
  MemoryOwner memoryOwner(const clang::CallExpr *E, const Env *In);
  // The memory of the region that a call passes with V, (a part of) an argument. Nothing if V is none.
  std::optional<manifest::call_argument> passed(Value V, clang::SourceLocation Horizon, RegionBuilder &Region);
  // The allocation that E, a pointer, leads into.
  std::optional<Place> allocation(const clang::Expr *E, const Env *In, clang::SourceLocation Horizon,
                                  const RegionBuilder &Region);
  // The buffer of the accessor that Creation makes; nothing if it makes none, or the buffer is not known.
  std::optional<BufferUse> use(const clang::Expr *Creation, const Env *In, clang::SourceLocation Horizon,
                               const RegionBuilder &Region);
  // True if an accessor that Creation makes, of a command that is no kernel, needs what a kernel of the region does to
  // its buffer, as far as that is known.
  bool conflicts(const clang::Expr *Creation, const Env *In, clang::SourceLocation Horizon,
                 const RegionBuilder &Region);

private:
  manifest::submission submissionOf(const RecordedKernel &K, const clang::CallExpr *Call) const;
  void recordMemory(const clang::CallExpr *Call, const RecordedKernel &K, const Env *In, clang::SourceLocation Horizon,
                    RegionBuilder &Region);
  void results(const clang::CallExpr *Call, const Env *In, clang::SourceLocation Horizon, RegionBuilder &Region);
  void range(const clang::CallExpr *Call, const Env *In, clang::SourceLocation Horizon, RegionBuilder &Region,
             manifest::submission &Out);
  void value(const Leaf &L, Value Object, unsigned Parameter, manifest::submission &Out);
  static void checkLocalSize(const manifest::submission &S, clang::SourceLocation Location, RegionBuilder &Region);
  manifest::buffer describe(const Leaf &L, const std::string &Name, clang::SourceLocation Location) const;
  manifest::argument argument(const Leaf &L, Value Object, clang::SourceLocation Horizon, RegionBuilder &Region);
  std::optional<unsigned> buffer(Value Buffer, clang::SourceLocation Horizon, RegionBuilder &Region);
  void accessor(const Leaf &L, Value Part, clang::SourceLocation Horizon, RegionBuilder &Region,
                manifest::argument &Out);
  void passedAccessor(const Leaf &L, Value Part, clang::SourceLocation Horizon, RegionBuilder &Region,
                      manifest::argument &Out);
  std::optional<Place> memoryAt(const std::optional<Place> &P, bool IsPointer, Value &Named,
                                clang::SourceLocation Horizon, const RegionBuilder &Region);
  Place pointerOrigin(Place P);
  std::string sizeAtom(Value V, unsigned Index, clang::SourceLocation Horizon, RegionBuilder &Region);
  std::string bufferAtom(Value Buffer, unsigned Index, clang::SourceLocation Horizon, RegionBuilder &Region);
  SizeExpressions expressions(clang::SourceLocation Horizon, RegionBuilder &Region);
  std::optional<Place> bufferMemory(Value &Buffer, clang::SourceLocation Horizon, const RegionBuilder &Region);
  void internalPointer(const Leaf &L, Value Object, clang::SourceLocation Horizon, RegionBuilder &Region,
                       manifest::argument &Out);
  static void settleSizes(manifest::nd_range_expressions All, RegionBuilder &Region, manifest::submission &Out);
  bool isRedirected(const Place &P, clang::SourceLocation Horizon, const RegionBuilder &Region);
  void pointer(const Leaf &L, const std::optional<Place> &P, clang::SourceLocation Otherwise,
               clang::SourceLocation Horizon, RegionBuilder &Region, manifest::argument &Out);
  Value original(Value Buffer);
  std::optional<Place> parentOf(Value Buffer);
  manifest::buffer describeBuffer(const Place &P, Value Buffer, clang::QualType T, clang::SourceLocation Location,
                                  Properties &Promised);

  const KernelRecorder &Kernels;
  const LocationWriter &Locations;
  HostValues &Values;
  ConstantNumbers &Sizes;
  Mutations &Changes;
  EscapedObjects &Escaped;
  PropertyFinder &Promises;
};

} // namespace syclfuse::plugin
