// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FusionProfile.h"

#include "Driver/Input/KernelIr.h"

#include "syclfuse/names.hpp"
#include "syclfuse/sha256.hpp"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser {

// Submissions of which the best is taken for the time of a region.
constexpr uint64_t FewestRounds = 3;

namespace {
// As the runtime makes it of a bundle that has the kernels' IR; nothing if a kernel could not be prepared.
class CodeOfRegions {
public:
  CodeOfRegions(const manifest::document &Document, const KernelLibrary &Library)
      : Document(Document), Library(Library) {}

  std::optional<uint64_t> of(const manifest::region &R) {
    uint64_t Code = manifest::signature(Document, R);
    for (const manifest::submission &S : R.submissions) {
      const sha256_digest *Hash = hashOf(S.kernel);
      if (!Hash)
        return std::nullopt;
      uint8_t Bytes[32];
      std::copy(Hash->begin(), Hash->end(), Bytes);
      Code = statistics::add_code(Code, Bytes);
    }
    return Code;
  }

private:
  const sha256_digest *hashOf(const std::string &Symbol) {
    const auto Known = Hashes.find(Symbol);
    if (Known != Hashes.end())
      return &Known->second;
    const LibraryKernel *Kernel = Library.find(Symbol);
    if (!Kernel || Kernel->Refused.has_errors())
      return nullptr;
    const std::vector<unsigned char> Ir = encodeKernelIr(*Kernel);
    return &(Hashes[Symbol] = sha256_of(Ir.data(), Ir.size()));
  }

  const manifest::document &Document;
  const KernelLibrary &Library;
  std::map<std::string, sha256_digest> Hashes;
};
} // namespace

bool FusionProfile::read(ArrayRef<std::string> Files, const manifest::document &Document, const KernelLibrary &Library,
                         diagnostics &Diags) {
  if (Files.empty())
    return true;
  CodeOfRegions Code(Document, Library);
  for (const manifest::region &R : Document.regions)
    if (const std::optional<uint64_t> Now = Code.of(R))
      Codes[&R] = *Now;
  for (const std::string &File : Files) {
    const std::optional<statistics::run> Run = statistics::read_file(File, Diags);
    if (!Run)
      return false;
    size_t Left = 0;
    std::string Example;
    for (const statistics::timing &T : Run->times) {
      const bool Known = any_of(Codes, [&](const auto &C) { return C.second == T.code; });
      if (Known && std::min(T.fused, T.unfused) >= FewestRounds && T.unfused_ns != 0) {
        Times.push_back(T);
        continue;
      }
      if (Left++ == 0)
        Example =
            "'" + T.region + "' " + (Known ? "was timed too seldom" : "is not in this program, or has other code now");
    }
    if (Left)
      Diags.add(diag::captured_left_out, File, 0, 0,
                {std::to_string(Left), std::to_string(Run->times.size()), Example});
  }
  return true;
}

std::optional<double> FusionProfile::ratioOf(const manifest::region &R, const bundle::variant_record &V) const {
  const auto Code = Codes.find(&R);
  if (Code == Codes.end())
    return std::nullopt;
  const bool Specialized = V.kind == variant_kind::specialized;
  uint64_t Items = 1;
  for (uint64_t Size : V.nd_range.global_size)
    Items *= Size;
  double Fused = 0, Unfused = 0;
  for (const statistics::timing &T : Times)
    // Native code of one level says as much of the others as the estimate does.
    if (T.code == Code->second && T.target == name_of(V.target) &&
        (V.target == target_kind::native || T.arch == V.arch) && T.specialized == Specialized &&
        (!Specialized || T.items == Items)) {
      Fused += double(T.fused_ns);
      Unfused += double(T.unfused_ns);
    }
  return Unfused == 0 ? std::nullopt : std::optional(Fused / Unfused);
}

} // namespace syclfuse::fuser
