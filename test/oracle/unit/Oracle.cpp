// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs kernels and holds what they access against what the analyses claim (README.md):
//   sycl-fuse-oracle [--seed=N] [--draws=N] [--kernels | --neighbours] [--sizes=FILE] [--unproved] [--pairs]
//                    [--traffic] [--only=TEXT] [--verbose] [--claim=WRONG] inputs
// Inputs are modules of IR, textual or bitcode, and objects of programs (.o). Exit status 1: a claim is refuted.
#include "Claims.h"
#include "Promotion.h"
#include "Recomputed.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace llvm;
using namespace syclfuse;
using namespace syclfuse::fuser;
using namespace syclfuse::fuser::oracle;

namespace {

struct OracleOptions {
  uint64_t Seed = 1, Draws = 24;
  Also More = Also::Nothing;
  bool Unproved = false, Pairs = false, Traffic = false, Verbose = false;
  std::string Only;
  Injected Wrong = Injected::None;
  json::Object Sizes;
  std::vector<std::string> Inputs;
};

struct Counts {
  unsigned Cases = 0, NotRun = 0, Runs = 0, Promoted = 0, Compared = 0, Recomputed = 0, Repeated = 0, Refuted = 0;
  std::map<std::string, unsigned> Whys, Skipped, Pairs; // kernels and draws, by reason; by what is known of them
};

class Oracle {
public:
  Oracle(const OracleOptions &Options, HostCode &Code, HostCode &CodeOfPromoted, HostCode &CodeOfRecomputed,
         HostCode &CodeInOrder)
      : Options(Options), Code(Code), CodeOfPromoted(CodeOfPromoted), CodeOfRecomputed(CodeOfRecomputed),
        CodeInOrder(CodeInOrder) {}
  void look(const Case &C) { look(C, nullptr); }
  void print() const;
  Counts Count;

private:
  // Copy: null, or what C is of a case that was looked at.
  void look(const Case &C, const RecomputedKernel *Copy);
  void run(const Case &C, const KernelRun &Run, const Draw &D, uint64_t Seed, DrawMaker &Maker, const Arenas &Memory,
           Claims &Claimed, const PromotionCheck &Promotion, const RecomputedKernel *Recomputed);
  void report(const Case &C, const Claims &Claimed, const Draw &D, uint64_t Seed, const std::string &Claim,
              const Meeting *Shown);
  void summarize(const Case &C, const Claims &Claimed);

  const OracleOptions &Options;
  HostCode &Code, &CodeOfPromoted, &CodeOfRecomputed, &CodeInOrder;
  std::set<std::string> Said; // claims of one case
};

void Oracle::look(const Case &Given, const RecomputedKernel *CopyOf) {
  Case C = Given;
  if (!Options.Only.empty() && C.Name.find(Options.Only) == std::string::npos)
    return;
  ++Count.Cases;
  Said.clear();
  if (Options.Verbose)
    outs() << C.Name << '\n';
  Claims Claimed(C, Options.Wrong);
  C.MayHaveOffset = Claimed.submissions() < 2;
  Expected<InstrumentedKernel> Kernel = instrument(*C.F);
  Expected<KernelEntry> Entry = Kernel ? Code.load(*Kernel) : Kernel.takeError();
  if (!Entry) {
    ++Count.NotRun;
    const std::string Why = toString(Entry.takeError());
    ++Count.Whys[StringRef(Why).split('\n').first.str()];
    if (Options.Verbose)
      outs() << "not run: " << C.Name << ": " << Why << '\n';
    return;
  }
  if (Options.Verbose)
    outs() << Claimed.tableText();
  const PromotionCheck Promotion(*C.F, Claimed.elementSizes(), CodeOfPromoted, Options.Wrong);
  Count.Promoted += Promotion.hasPromoted();
  std::optional<RecomputedKernel> Recomputed;
  if (!CopyOf && Recomputed.emplace(C, CodeOfRecomputed, CodeInOrder).get())
    ++Count.Recomputed;
  if (Recomputed && Options.Verbose)
    outs() << "recomputed, a run checks:\n" << Recomputed->tableText();
  const Arenas Memory(C.F->arg_size());
  DrawMaker Maker(C, Memory);
  KernelRun Run;
  Run.Entry = *Entry;
  Run.Waits = Kernel->Waits;
  Run.LocalBytes = Kernel->LocalBytes;
  auto One = [&](std::optional<Draw> D, uint64_t Seed) {
    if (D && CopyOf && !CopyOf->isTaken(*D))
      ++Count.Skipped["launches that a run does not take"];
    else if (D)
      run(C, Run, *D, Seed, Maker, Memory, Claimed, Promotion, Recomputed ? &*Recomputed : nullptr);
    else
      ++Count.Skipped["ranges that cannot be launched together"];
  };
  for (unsigned Set = 0; Set != Maker.given(); ++Set)
    One(Maker.fromProgram(Set, Options.Seed + Set), Options.Seed + Set);
  for (uint64_t N = 0; N != Options.Draws; ++N)
    One(Maker.random(Options.Seed * 1000 + N), Options.Seed * 1000 + N);
  summarize(C, Claimed);
  if (const Case *Copy = Recomputed ? Recomputed->get() : nullptr)
    look(*Copy, &*Recomputed);
  if (const std::string Traffic = Claimed.trafficText(); Options.Traffic && !Traffic.empty())
    outs() << "TRAFFIC: " << C.Name << ": " << Traffic << '\n';
}

void Oracle::run(const Case &C, const KernelRun &Pattern, const Draw &D, uint64_t Seed, DrawMaker &Maker,
                 const Arenas &Memory, Claims &Claimed, const PromotionCheck &Promotion,
                 const RecomputedKernel *Recomputed) {
  if (D.Aliased && C.Launch.DistinctPointers)
    return;
  auto Fill = [&] {
    const_cast<Arenas &>(Memory).clear();
    Maker.fill(D, Seed);
  };
  Fill();
  std::vector<void *> Arguments;
  for (const std::vector<unsigned char> &Bytes : D.Arguments)
    Arguments.push_back(const_cast<unsigned char *>(Bytes.data()));
  KernelRun Run = Pattern;
  Run.Arguments = Arguments.data();
  Run.Launch = D.Launch;
  Run.Groups = D.Groups;
  const RunResult Result = runWorkItems(Run, Memory);
  static const char *const Reasons[] = {"", "too many steps", "an assumption of the code does not hold",
                                        "work-items wait for others that do not come"};
  if (Options.Verbose)
    outs() << "  " << Seed << ": " << D.str(C) << ": " << Result.Accesses.size() << " accesses, " << Result.Strays
           << " strays " << Reasons[unsigned(Result.How)] << '\n';
  if (Result.How != RunOutcome::Done) {
    ++Count.Skipped[Reasons[unsigned(Result.How)]];
    return;
  }
  ++Count.Runs;
  const bool Ordered = Claimed.check(
      D, Result, [&](const std::string &Claim, const Meeting *Shown) { report(C, Claimed, D, Seed, Claim, Shown); });
  if (Recomputed && Recomputed->get()) {
    const std::optional<std::string> Differs = Recomputed->compare(D, Run, Memory, Fill);
    Count.Repeated += Differs.has_value();
    if (Differs && !Differs->empty())
      report(C, Claimed, D, Seed, *Differs, nullptr);
    Fill();
    runWorkItems(Run, Memory);
  }
  if (!Promotion.hasPromoted() || D.Aliased || !Ordered)
    return;
  const std::optional<std::string> Differs = Promotion.compare(Run, Result, Memory, Fill);
  Count.Compared += Differs.has_value();
  if (Differs && !Differs->empty())
    report(C, Claimed, D, Seed, *Differs, nullptr);
}

void Oracle::report(const Case &C, const Claims &Claimed, const Draw &D, uint64_t Seed, const std::string &Claim,
                    const Meeting *Shown) {
  if (!Said.insert(Claim).second)
    return;
  ++Count.Refuted;
  outs() << "REFUTED: " << C.Name << ": " << Claim << "\n  draw " << Seed << (D.Given ? " of the program: " : ": ")
         << D.str(C) << '\n';
  if (!Shown)
    return;
  for (const Meeting::Side &S : {Shown->A, Shown->B})
    outs() << "  " << Claimed.place(S) << " by work-item " << S.Item << " of group " << S.Item / D.Launch.groupSize()
           << " at byte " << Shown->Offset << " of argument " << Shown->Arena << '\n';
}

// How a pair of submissions fares that has no dependence in any draw; and of one that has.
static const char *stateOf(const Case &C, const PairSummary &Pair) {
  if (!C.Taken)
    return "of a variant that no launch of the program takes";
  if (!Pair.Exchanges)
    return "nothing in common";
  if (Pair.Dependent)
    return "dependent";
  if (Pair.Claim.Kind == Sharing::WorkItem || (Pair.Claim.Kind == Sharing::WorkGroup && C.Barriers))
    return "proven";
  if (Pair.Untold)
    return "no run can tell";
  return Pair.FoundIndependent == Pair.Draws ? "checked by a run" : "a run's check is too coarse";
}

void Oracle::summarize(const Case &C, const Claims &Claimed) {
  for (const auto &[Key, Pair] : Claimed.pairs()) {
    if (!Pair.Draws)
      continue;
    const StringRef State = stateOf(C, Pair);
    ++Count.Pairs[State.str()];
    const bool IsUnproved = State == "no run can tell" || State == "a run's check is too coarse";
    if (!Options.Pairs && !(Options.Unproved && IsUnproved))
      continue;
    outs() << (IsUnproved ? "UNPROVED: " : "PAIR: ") << C.Name << ": kernels " << Key.first << " and " << Key.second
           << ": " << State << ", " << Pair.FoundIndependent << " of " << Pair.Draws << " draws found independent";
    for (const Instruction *I : {Pair.Claim.First, Pair.Claim.Second})
      if (I)
        outs() << " | " << Claimed.place(*I, I->mayWriteToMemory());
    outs() << '\n';
  }
}

void Oracle::print() const {
  outs() << Count.Cases << " kernels, " << Count.NotRun << " of them cannot be run; " << Count.Runs << " runs\n";
  for (const auto &[Reason, Number] : Count.Whys)
    outs() << Number << " kernels not run: " << Reason << '\n';
  outs() << Count.Promoted << " kernels with promoted arguments; " << Count.Compared << " runs compared\n";
  outs() << Count.Recomputed << " kernels recomputed; " << Count.Repeated << " runs repeated\n";
  for (const auto &[Reason, Number] : Count.Skipped)
    outs() << Number << " draws skipped: " << Reason << '\n';
  for (const auto &[State, Number] : Count.Pairs)
    outs() << Number << " pairs of submissions: " << State << '\n';
  outs() << Count.Refuted << " claims refuted, seed " << Options.Seed << '\n';
}

Error readSizes(StringRef File, json::Object &To) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return Value.takeError();
  if (json::Object *O = Value->getAsObject())
    To = std::move(*O);
  return Error::success();
}

Expected<OracleOptions> readOptions(int argc, char **argv) {
  OracleOptions O;
  for (StringRef A : ArrayRef(argv + 1, argc - 1)) {
    auto [Name, Value] = A.split('=');
    if (Name == "--seed")
      Value.getAsInteger(10, O.Seed);
    else if (Name == "--draws")
      Value.getAsInteger(10, O.Draws);
    else if (Name == "--kernels")
      O.More = Also::Kernels;
    else if (Name == "--neighbours")
      O.More = Also::Neighbours;
    else if (Name == "--unproved")
      O.Unproved = true;
    else if (Name == "--pairs")
      O.Pairs = true;
    else if (Name == "--traffic")
      O.Traffic = true;
    else if (Name == "--verbose")
      O.Verbose = true;
    else if (Name == "--only")
      O.Only = Value.str();
    else if (Name == "--claim" && Value == "nothing-shared")
      O.Wrong = Injected::NothingShared;
    else if (Name == "--claim" && Value == "all-shared")
      O.Wrong = Injected::AllShared;
    else if (Name == "--claim" && Value == "run-finds-nothing")
      O.Wrong = Injected::RunFindsNothing;
    else if (Name == "--claim" && Value == "promoted-is-kept")
      O.Wrong = Injected::PromotedIsKept;
    else if (Name == "--sizes") {
      if (Error E = readSizes(Value, O.Sizes))
        return std::move(E);
    } else if (A.starts_with("--")) {
      return createStringError("unknown option " + A);
    } else {
      O.Inputs.push_back(A.str());
    }
  }
  return O;
}

} // namespace

int main(int argc, char **argv) {
  Expected<OracleOptions> Options = readOptions(argc, argv);
  Error Problem = Options.takeError();
  std::vector<std::unique_ptr<HostCode>> Code; // what is run of one case beside each other
  while (Code.size() != 4 && !Problem) {
    Expected<std::unique_ptr<HostCode>> New = HostCode::create();
    if (New)
      Code.push_back(std::move(*New));
    else
      Problem = New.takeError();
  }
  if (Problem) {
    errs() << toString(std::move(Problem)) << '\n';
    return 2;
  }
  Oracle O(*Options, *Code[0], *Code[1], *Code[2], *Code[3]);
  auto Look = [&](const Case &C) { O.look(C); };
  for (const std::string &Input : Options->Inputs)
    if (Error E = StringRef(Input).ends_with(".o") ? forEachPlannedCase(Input, Options->More, Options->Sizes, Look)
                                                   : forEachCase(Input, Look))
      outs() << "not read: " << Input << ": " << toString(std::move(E)) << '\n';
  O.print();
  return O.Count.Refuted ? 1 : 0;
}
