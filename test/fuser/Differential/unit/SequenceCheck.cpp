// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SequenceCheck.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace syclfuse::fuser::sequence {

namespace {

// Sizes other than those that generic code was compiled with.
constexpr unsigned OtherSizes = 2;

class Check {
public:
  Check(uint64_t Seed, bool Optimize, NativeLoader &Loader, Counts &Count)
      : Seed(Seed), R(Seed), Loader(Loader), Count(Count), S(randomSequence(Seed)) {
    Common.Target = "native:v" + std::to_string(2 + R() % (hostLevel() - 1));
    Common.Optimize = Optimize;
    if (Seed % 3 == 0)
      Common.LargestBody = 4 + Seed % 60;
    Common.How = R() % 2 ? Sizes::Specialized : Sizes::Generic;
  }

  Error run() {
    Error E = compileAll();
    if (!E)
      E = Loader.load(Loaded);
    if (!E)
      E = compare(S, true);
    const bool Different = launchOf(S, Sizes::Generic).heterogeneous;
    for (unsigned N = 0; N != OtherSizes && !E; ++N) {
      Sequence Other = S;
      randomizeSizes(Other, R);
      // Code for equal sizes is not meant for different ones, nor the other way round.
      if (launchOf(Other, Sizes::Generic).heterogeneous == Different)
        E = compare(Other, false);
    }
    if (E)
      return createStringError(toString(std::move(E)) + "\n" + describe(S));
    return Error::success();
  }

private:
  Error compileAll() {
    for (unsigned K = 0; K != S.Kernels.size(); ++K) {
      Form How = Common;
      How.Entry = "alone" + std::to_string(K);
      auto Code = compileAlone(S, K, How);
      if (!Code)
        return within("unfused", Code.takeError());
      Alone.push_back(std::move(*Code));
    }
    for (bool First : {true, false}) {
      Form How = Common;
      How.Entry = First ? "first" : "second";
      How.Internalize = First || R() % 2;
      How.Constants = R() % 2;
      How.Distinct = R() % 2;
      // What nobody says to be one buffer must not be taken for two.
      How.Separate = !How.Distinct && !launchOf(S, Sizes::Generic).heterogeneous && R() % 3 == 0;
      if (!First)
        How.How = Common.How == Sizes::Generic ? Sizes::Specialized : Sizes::Generic;
      auto Code = compileFused(S, How);
      if (!Code) {
        const std::string Why = messageOf(Code.takeError());
        if (!mayBeRefused(S, Why))
          return createStringError(nameOf(How) + ": " + Why);
        ++Count["(fusion refused)"];
        continue;
      }
      countForm(How, *Code);
      Fused.emplace_back(How, std::move(*Code));
    }
    for (const CompiledSequence &Code : Alone)
      Loaded.push_back(&Code);
    for (const auto &[How, Code] : Fused)
      Loaded.push_back(&Code);
    return Error::success();
  }

  void countForm(const Form &How, const CompiledSequence &Code) {
    ++Count[How.How == Sizes::Generic ? "(generic)" : "(specialized)"];
    Count["(separate arguments)"] += How.Separate;
    for (unsigned B = 0; B != S.Buffers.size(); ++B)
      if (How.Internalize && S.Buffers[B].Promote != promotion::none)
        ++Count[Code.Promoted[B] ? "(promoted)" : "(promotion refused)"];
  }

  // Of: S, or S with other sizes.
  Error compare(const Sequence &Of, bool SameSizes) {
    const Memory Before = randomMemory(Of, Seed);
    Memory Expected = Before;
    interpret(Of, Expected);
    if (SameSizes || Common.How == Sizes::Generic)
      if (Error E = compareAlone(Of, Before, Expected))
        return E;
    for (const auto &[How, Code] : Fused)
      if (SameSizes || How.How == Sizes::Generic)
        if (Error E = compareFused(Of, How, Code, Before, Expected))
          return E;
    return Error::success();
  }

  Error compareAlone(const Sequence &Of, const Memory &Before, const Memory &Expected) {
    Memory Data = Before;
    for (unsigned K = 0; K != Of.Kernels.size(); ++K)
      if (Error E = Loader.run(Of, Alone[K], 0, Of.Kernels[K].Range, K, Data, R))
        return within("unfused", std::move(E));
    ++Count["(runs unfused)"];
    return Data == Expected ? Error::success() : createStringError("unfused: results differ" + sizesOf(Of));
  }

  Error compareFused(const Sequence &Of, const Form &How, const CompiledSequence &Code, const Memory &Before,
                     const Memory &Expected) {
    const submitted_range Launch = How.How == Sizes::Generic ? launchOf(Of, How.How).launch : Code.Launch;
    Memory Data = Before;
    if (Error E = Loader.run(Of, Code, 0, Launch, 0, Data, R))
      return within(nameOf(How), std::move(E));
    ++Count["(runs fused)"];
    for (unsigned B = 0; B != Of.Buffers.size(); ++B)
      if (Data[B] != (Code.Promoted[B] ? Before : Expected)[B])
        return createStringError(nameOf(How) + ": buffer " + std::to_string(B) +
                                 (Code.Promoted[B] ? " is promoted and was written" : " differs") + sizesOf(Of));
    return Error::success();
  }

  std::string sizesOf(const Sequence &Of) const {
    std::string Text = ", launched with";
    for (const Kernel &K : Of.Kernels)
      for (const auto *Sizes : {&K.Range.global_size, &K.Range.local_size})
        Text += (Sizes == &K.Range.local_size ? " / " : "; ") + std::to_string((*Sizes)[0]) + "x" +
                std::to_string((*Sizes)[1]) + "x" + std::to_string((*Sizes)[2]);
    return Text;
  }

  std::string nameOf(const Form &How) const {
    return How.Target + (How.How == Sizes::Generic ? ", generic" : ", specialized") +
           (How.Internalize ? ", internalized" : "") + (How.Constants ? ", constants" : "") +
           (How.Distinct ? ", distinct" : "") + (How.Separate ? ", separate" : "") +
           (How.Optimize ? ", optimized" : "");
  }

  static Error within(const std::string &What, Error E) {
    return createStringError(What + ": " + messageOf(std::move(E)));
  }

  const uint64_t Seed;
  std::mt19937_64 R;
  NativeLoader &Loader;
  Counts &Count;
  const Sequence S;
  Form Common;
  std::vector<CompiledSequence> Alone; // by submission
  std::vector<std::pair<Form, CompiledSequence>> Fused;
  std::vector<const CompiledSequence *> Loaded;
};

} // namespace

Error checkSequence(uint64_t Seed, bool Optimize, NativeLoader &Loader, Counts &Count) {
  return Check(Seed, Optimize, Loader, Count).run();
}

} // namespace syclfuse::fuser::sequence
