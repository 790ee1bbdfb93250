// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SequenceCheck.h"

#include <algorithm>

namespace syclfuse::fuser::sequence {

namespace {

const char *const ElementNames[Elements] = {"int", "float", "struct", "vector elements", "struct with array", "char"};
const char *const ShapeNames[] = {"same range",  "fewer rows",        "other dimensions",
                                  "fewer items", "other work-groups", "fewer items, other work-groups"};
const char *const RoleNames[] = {"input", "output", "temporary", "accumulator"};
const char *const Others[] = {"1 dimension",       "2 dimensions",     "3 dimensions",       "plain ranges",
                              "nd-ranges",         "offsets",          "sub-range",          "run-time sub-range",
                              "group layout",      "mixed dimensions", "repeated kernel",    "shared buffer",
                              "private promotion", "local promotion",  "automatic promotion"};

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
    if (Kind != Statement::LoadReversed) // legal in no sequence: addCrossingDependence
      Out.push_back(Statement::nameOf(Kind));
  Out.insert(Out.end(), std::begin(ElementNames), std::end(ElementNames));
  Out.insert(Out.end(), std::begin(ShapeNames), std::end(ShapeNames));
  Out.insert(Out.end(), std::begin(RoleNames), std::end(RoleNames));
  Out.insert(Out.end(), std::begin(Others), std::end(Others));
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
    Mixed |= K.Range.dimensions != S.leader().Range.dimensions;
    Count["repeated kernel"] +=
        std::any_of(S.Kernels.data(), &K, [&](const Kernel &Before) { return Before.Name == K.Name; });
    countStatements(K.Body, Count);
  }
  Count["mixed dimensions"] += Mixed;
}

} // namespace syclfuse::fuser::sequence
