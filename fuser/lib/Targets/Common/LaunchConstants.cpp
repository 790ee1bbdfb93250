// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchConstants.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Beyond any size a launch can have, so that sums of two ids do not wrap.
constexpr uint64_t IdLimit = uint64_t(1) << 62;

std::optional<uint64_t> constantOf(Builtin Kind, unsigned D, const LaunchShape &Shape,
                                   const std::optional<LaunchConstants> &C) {
  if (D >= 3)
    return Kind == Builtin::GlobalSize || Kind == Builtin::LocalSize || Kind == Builtin::NumGroups ? 1 : 0;
  bool Unused = D >= Shape.Dims, Plain = Shape.Kind != range_kind::nd_range;
  switch (Kind) {
  case Builtin::GlobalSize:
    return C ? std::optional(C->Global[D]) : Unused ? std::optional<uint64_t>(1) : std::nullopt;
  case Builtin::LocalSize:
    return C ? std::optional(C->Local[D]) : Unused || Plain ? std::optional<uint64_t>(1) : std::nullopt;
  case Builtin::NumGroups:
    return C ? std::optional(C->Groups[D]) : Unused ? std::optional<uint64_t>(1) : std::nullopt;
  case Builtin::GlobalOffset:
    return C ? std::optional(C->Offset[D]) : Unused ? std::optional<uint64_t>(0) : std::nullopt;
  case Builtin::LocalId:
  case Builtin::LocalLinearId:
    return Plain || (Unused && Kind == Builtin::LocalId) ? std::optional<uint64_t>(0) : std::nullopt;
  case Builtin::GlobalId:
  case Builtin::GroupId:
    return Unused ? std::optional<uint64_t>(0) : std::nullopt;
  default:
    return std::nullopt;
  }
}

ConstantRange rangeOf(Builtin Kind, unsigned D, const std::optional<LaunchConstants> &C) {
  auto Range = [](uint64_t Low, uint64_t High) { return ConstantRange::getNonEmpty(APInt(64, Low), APInt(64, High)); };
  if (!C)
    return Range(0, IdLimit);
  switch (Kind) {
  case Builtin::GlobalId:
    return Range(C->Offset[D], C->Offset[D] + C->Global[D]);
  case Builtin::LocalId:
    return Range(0, C->Local[D]);
  case Builtin::GroupId:
    return Range(0, C->Groups[D]);
  case Builtin::GlobalLinearId:
    return Range(0, C->total());
  case Builtin::LocalLinearId:
    return Range(0, C->groupSize());
  default:
    return Range(0, IdLimit);
  }
}

} // namespace

std::optional<LaunchConstants> launchConstants(const LaunchShape &Shape) {
  if (!Shape.Constant)
    return std::nullopt;
  const NDRange &R = *Shape.Constant;
  LaunchConstants C;
  for (unsigned D = 0; D != R.Dims; ++D) {
    C.Global[D] = R.global(D);
    C.Offset[D] = R.offset(D);
    if (Shape.Kind == range_kind::nd_range && R.local(D))
      C.Local[D] = R.local(D);
    C.Groups[D] = C.Global[D] / C.Local[D];
  }
  return C;
}

void specializeNDRange(Function &Kernel, const LaunchShape &Shape) {
  std::optional<LaunchConstants> C = launchConstants(Shape);
  Type *I64 = Type::getInt64Ty(Kernel.getContext());
  replaceQueries(Kernel, [&](const QueryUse &Use) -> Value * {
    if (auto Known = constantOf(Use.Kind, Use.Dimension, Shape, C))
      return ConstantInt::get(I64, *Known);
    if (Use.Call->getType() == I64)
      Use.Call->addRangeRetAttr(rangeOf(Use.Kind, Use.Dimension, C));
    return nullptr;
  });
}

Expected<bundle::builder::variant> describeVariant(const Function &Kernel, const LaunchShape &Shape) {
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Kernel);
  if (!Sources)
    return Sources.takeError();
  bundle::builder::variant V;
  for (const ArgumentSource &S : *Sources) {
    bundle::argument_record A;
    A.source = S.Source;
    A.submission = S.Submission;
    A.offset = S.Offset;
    A.size = S.Size;
    V.arguments.push_back(A);
  }
  V.record.dimensions = Shape.Dims;
  if (Shape.Kind != range_kind::nd_range)
    V.record.flags |= bundle::variant_linear;
  if (Shape.Constant) {
    V.record.kind = variant_kind::specialized;
    V.record.nd_range = Shape.Constant->sizes();
  }
  return V;
}

} // namespace syclfuse::fuser
