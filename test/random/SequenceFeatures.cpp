// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SequenceFeatures.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser::sequence {

namespace {

const char *const ElementNames[Elements] = {"int",  "float", "struct", "vector elements", "struct with array",
                                            "char", "double"};
const char *const ShapeNames[] = {"same range",  "fewer rows",        "other dimensions",
                                  "fewer items", "other work-groups", "fewer items, other work-groups"};
const char *const RoleNames[] = {"input", "output", "temporary", "accumulator"};
const char *const Others[] = {"1 dimension",       "2 dimensions",     "3 dimensions",        "plain ranges",
                              "nd-ranges",         "offsets",          "sub-range",           "run-time sub-range",
                              "group layout",      "mixed dimensions", "repeated kernel",     "shared buffer",
                              "private promotion", "local promotion",  "automatic promotion", "closure by value"};

void countStatements(const std::vector<Statement> &Block, Counts &Count) {
  for (const Statement &T : Block) {
    ++Count[Statement::nameOf(T.What)];
    countStatements(T.Then, Count);
    countStatements(T.Else, Count);
  }
}

void countBuffer(const Buffer &B, uint64_t Users, Counts &Count) {
  ++Count[ElementNames[int(B.Type)]];
  ++Count[RoleNames[int(B.Purpose)]];
  Count["sub-range"] += B.Begin != 0;
  Count["run-time sub-range"] += B.Moved;
  Count["group layout"] += B.Order == Layout::Group;
  Count["private promotion"] += B.Promote == promotion::private_memory;
  Count["local promotion"] += B.Promote == promotion::local_memory;
  Count["automatic promotion"] += B.Promote == promotion::automatic;
  Count["shared buffer"] += Users > 1;
}

} // namespace

std::vector<std::string> knownFeatures() {
  std::vector<std::string> Out;
  for (unsigned Kind = 0; Kind != Statement::Kinds; ++Kind)
    // Legal in no sequence (addCrossingDependence), and of single kernels only.
    if (Kind != Statement::LoadReversed && (Kind < Statement::SubGroupIf || Kind > Statement::GroupFunction))
      Out.push_back(Statement::nameOf(Kind));
  Out.insert(Out.end(), std::begin(ElementNames), std::end(ElementNames));
  Out.insert(Out.end(), std::begin(ShapeNames), std::end(ShapeNames));
  Out.insert(Out.end(), std::begin(RoleNames), std::end(RoleNames));
  Out.insert(Out.end(), std::begin(Others), std::end(Others));
  return Out;
}

std::vector<std::string> knownFeaturesOfKernels() {
  std::vector<std::string> Out;
  for (unsigned Kind = 0; Kind != Statement::Kinds; ++Kind)
    switch (Kind) {
    case Statement::Call: // nothing inlines them
    case Statement::CallDeep:
    case Statement::CallFloat:
    case Statement::LoadShift: // of what another kernel wrote
    case Statement::LoadClamped:
    case Statement::LoadReversed:
      break;
    default:
      Out.push_back(Statement::nameOf(Kind));
    }
  Out.insert(Out.end(), std::begin(ElementNames), std::end(ElementNames));
  return Out;
}

void countFeatures(const Sequence &S, Counts &Count) {
  ++Count[S.Groups ? "nd-ranges" : "plain ranges"];
  Count["offsets"] += S.Offsets;
  for (unsigned B = 0; B != S.Buffers.size(); ++B)
    countBuffer(S.Buffers[B],
                std::count_if(S.Kernels.begin(), S.Kernels.end(),
                              [&](const Kernel &K) { return std::count(K.Buffers.begin(), K.Buffers.end(), B); }),
                Count);
  bool Mixed = false;
  for (const Kernel &K : S.Kernels) {
    ++Count[ShapeNames[int(K.Fit)]];
    ++Count[std::to_string(K.Range.dimensions) + (K.Range.dimensions == 1 ? " dimension" : " dimensions")];
    Count["closure by value"] += K.Closure;
    Mixed |= K.Range.dimensions != S.leader().Range.dimensions;
    Count["repeated kernel"] +=
        std::any_of(S.Kernels.data(), &K, [&](const Kernel &Before) { return Before.Name == K.Name; });
    countStatements(K.Body, Count);
  }
  Count["mixed dimensions"] += Mixed;
}

std::string describe(const Sequence &S) {
  std::string Text;
  raw_string_ostream OS(Text);
  for (const auto &[N, B] : enumerate(S.Buffers))
    OS << "buffer " << N << ": type " << int(B.Type) << " role " << int(B.Purpose) << " layout " << int(B.Order)
       << " ratio " << B.Ratio << " begin " << B.Begin << (B.Moved ? " moved" : "") << " items " << B.Items
       << " promotion " << int(B.Promote) << "\n";
  auto Triple = [&](const uint64_t (&V)[3]) { OS << " {" << V[0] << ", " << V[1] << ", " << V[2] << "}"; };
  for (const Kernel &K : S.Kernels) {
    OS << K.Name << ": kind " << int(K.Range.kind) << " dims " << int(K.Range.dimensions) << " groups "
       << K.Range.uses_groups;
    Triple(K.Range.global_size);
    Triple(K.Range.local_size);
    Triple(K.Range.global_offset);
    OS << " scalars " << K.Scalars[0] << " " << K.Scalars[1] << " shift " << S.Shift << " buffers";
    for (unsigned B : K.Buffers)
      OS << " " << B;
    OS << "\n";
  }
  LLVMContext C;
  OS << *buildIR(S, C);
  return Text;
}

} // namespace syclfuse::fuser::sequence
