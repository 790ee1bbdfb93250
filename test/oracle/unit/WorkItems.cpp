// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "WorkItems.h"

#include "GroupValues.h"

#include "Analysis/Dialects/Builtins.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <sys/mman.h>
#include <ucontext.h>

namespace syclfuse::fuser::oracle {

namespace {

constexpr size_t StackBytes = 256 << 10, ScratchBytes = 64 << 10;
constexpr uint64_t MostSteps = 4'000'000, StepsOfWait = 16, MostAccesses = 2'000'000;
constexpr unsigned SubGroup = DefaultSubGroupSize;

// Stacks of fibers, kept from run to run.
class Stacks {
public:
  unsigned char *get(size_t N) {
    while (All.size() <= N)
      All.push_back(static_cast<unsigned char *>(
          ::mmap(nullptr, StackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)));
    return All[N];
  }

private:
  std::vector<unsigned char *> All;
};

struct Item {
  enum StateT : unsigned char { Ready, Waiting, Finished } State = Ready;
  Scope For = Scope::Group;
  unsigned char Barriers = 0;
  uint32_t Number = 0, Local = 0, GroupSlot = 0; // GroupSlot: of the groups that run
  std::array<uint64_t, 3> Group{}, Place{};
  uint64_t Value = 0; // for group functions
  ucontext_t Context;
  unsigned char *Stack = nullptr;
};

class Runner {
public:
  Runner(const KernelRun &Run, const Arenas &Memory) : Run(Run), Memory(Memory) {}

  RunResult run();
  void *access(void *P, uint64_t Size, uint32_t Id, bool Writes, uint32_t Argument);
  void *local(uint64_t At) { return LocalMemory[Current->GroupSlot].get() + At; }
  uint64_t query(Builtin Kind, unsigned D) const;
  void wait(Scope For);
  uint64_t group(Builtin Kind, Scope For, unsigned Operation, unsigned Bits, uint64_t Value, uint64_t Extra);
  void step(uint64_t Count = 1) {
    if ((Steps += Count) > MostSteps)
      stop(RunOutcome::TooLong);
  }
  void stop(RunOutcome How) {
    Result.How = How;
    swapcontext(&Current->Context, &Main);
  }
  void finish() {
    Current->State = Item::Finished;
    swapcontext(&Current->Context, &Main);
  }
  const KernelRun &Run;

private:
  bool isOf(uint32_t Argument, unsigned Arena) const;
  void makeItems();
  void start(Item &I, unsigned char *Stack);
  void resume(Item &I) {
    Current = &I;
    swapcontext(&Main, &I.Context);
  }
  // Of a group, with room for indices that lead a little too far.
  uint64_t localRoom() const { return Run.LocalBytes ? Run.LocalBytes + ScratchBytes : 0; }
  bool release();
  bool releaseIfAll(Item *Begin, Item *End, Scope For);
  // The items that For makes wait for each other, I among them.
  std::pair<Item *, Item *> members(const Item &I, Scope For);

  const Arenas &Memory;
  RunResult Result;
  std::vector<Item> Items;
  std::vector<std::unique_ptr<unsigned char[]>> LocalMemory;
  Item *Current = nullptr;
  ucontext_t Main;
  uint64_t Steps = 0;
};

Stacks AllStacks;
Runner *Active = nullptr;
unsigned char Scratch[ScratchBytes];

void enter() {
  Active->Run.Entry(Active->Run.Arguments);
  Active->finish();
}

void Runner::makeItems() {
  const LaunchSizes &L = Run.Launch;
  const uint64_t Each = L.groupSize();
  Items.resize(Run.Groups.size() * Each);
  for (size_t G = 0; G != Run.Groups.size(); ++G) {
    LocalMemory.push_back(std::make_unique<unsigned char[]>(localRoom()));
    for (uint64_t K = 0; K != Each; ++K) {
      Item &I = Items[G * Each + K];
      I.Number = Run.Groups[G] * Each + K;
      I.Local = K;
      I.GroupSlot = G;
      uint64_t Group = Run.Groups[G], Local = K;
      for (unsigned D = 0; D != 3; ++D) {
        I.Group[D] = Group % L.groups(D);
        I.Place[D] = Local % L.Local[D];
        Group /= L.groups(D);
        Local /= L.Local[D];
      }
    }
  }
}

void Runner::start(Item &I, unsigned char *Stack) {
  I.Stack = Stack;
  getcontext(&I.Context);
  I.Context.uc_stack.ss_sp = Stack;
  I.Context.uc_stack.ss_size = StackBytes;
  I.Context.uc_link = nullptr;
  makecontext(&I.Context, enter, 0);
}

RunResult Runner::run() {
  Active = this;
  makeItems();
  for (size_t N = 0; Run.Waits && N != Items.size(); ++N)
    start(Items[N], AllStacks.get(N));
  do {
    for (Item &I : Items) {
      if (I.State != Item::Ready)
        continue;
      if (!Run.Waits)
        start(I, AllStacks.get(0));
      resume(I);
      if (Result.How != RunOutcome::Done)
        return std::move(Result);
    }
  } while (release());
  if (std::any_of(Items.begin(), Items.end(), [](const Item &I) { return I.State != Item::Finished; }))
    Result.How = RunOutcome::Diverged;
  return std::move(Result);
}

std::pair<Item *, Item *> Runner::members(const Item &I, Scope For) {
  const uint64_t Each = Run.Launch.groupSize();
  Item *All = Items.data();
  if (For == Scope::Launch)
    return {All, All + Items.size()};
  Item *Group = All + I.GroupSlot * Each;
  if (For == Scope::Group)
    return {Group, Group + Each};
  const uint64_t First = I.Local / SubGroup * SubGroup;
  return {Group + First, Group + std::min<uint64_t>(Each, First + SubGroup)};
}

// True if somebody can go on.
bool Runner::release() {
  bool Any = false;
  for (Item &I : Items)
    if (I.State == Item::Waiting) {
      auto [Begin, End] = members(I, I.For);
      Any |= releaseIfAll(Begin, End, I.For);
    }
  return Any;
}

bool Runner::releaseIfAll(Item *Begin, Item *End, Scope For) {
  if (!std::all_of(Begin, End, [&](const Item &I) {
        return I.State == Item::Finished || (I.State == Item::Waiting && I.For == For);
      }))
    return false;
  for (Item *I = Begin; I != End; ++I)
    if (I->State == Item::Waiting)
      I->State = Item::Ready;
  return true;
}

void Runner::wait(Scope For) {
  step(StepsOfWait);
  Item &Me = *Current;
  Me.State = Item::Waiting;
  Me.For = For;
  swapcontext(&Me.Context, &Main);
  Me.Barriers += For == Scope::Launch;
}

// The arena that the value of an argument points to.
bool Runner::isOf(uint32_t Argument, unsigned Arena) const {
  if (Argument == NoArgument)
    return true;
  if (Argument == OwnMemory)
    return false;
  const auto Place = Memory.find(*static_cast<void **>(Run.Arguments[Argument]), 1);
  return Place && Place->first == Arena;
}

void *Runner::access(void *P, uint64_t Size, uint32_t Id, bool Writes, uint32_t Argument) {
  if (auto Place = Memory.find(P, Size); Place && isOf(Argument, Place->first)) {
    if (Result.Accesses.size() > MostAccesses)
      stop(RunOutcome::TooLong);
    Result.Accesses.push_back(
        {Current->Number, Id, Place->second, uint32_t(Size), uint16_t(Place->first), Writes, Current->Barriers});
    return P;
  }
  // Addresses may be anything: what is subtracted does not wrap around into what is compared.
  auto IsIn = [&](const unsigned char *Room, uint64_t Bytes) {
    const uint64_t Place = reinterpret_cast<uintptr_t>(P) - reinterpret_cast<uintptr_t>(Room);
    return Place < Bytes && Size <= Bytes - Place;
  };
  if (IsIn(Current->Stack, StackBytes) || IsIn(LocalMemory[Current->GroupSlot].get(), localRoom()))
    return P;
  ++Result.Strays;
  return Scratch;
}

uint64_t Runner::query(Builtin Kind, unsigned D) const {
  const LaunchSizes &L = Run.Launch;
  const Item &I = *Current;
  auto Id = [&](unsigned K) { return I.Group[K] * L.Local[K] + I.Place[K]; };
  const uint64_t Each = L.groupSize();
  switch (Kind) {
  case Builtin::GlobalId:
    return Id(D) + L.Offset[D];
  case Builtin::GlobalSize:
    return L.Global[D];
  case Builtin::GlobalOffset:
    return L.Offset[D];
  case Builtin::LocalId:
    return I.Place[D];
  case Builtin::GroupId:
    return I.Group[D];
  case Builtin::LocalSize:
    return L.Local[D];
  case Builtin::NumGroups:
    return L.groups(D);
  case Builtin::GlobalLinearId:
    return (Id(2) * L.Global[1] + Id(1)) * L.Global[0] + Id(0);
  case Builtin::LocalLinearId:
    return I.Local;
  case Builtin::SubGroupMaxSize:
    return SubGroup;
  case Builtin::SubGroupSize:
    return std::min<uint64_t>(SubGroup, Each - I.Local / SubGroup * SubGroup);
  case Builtin::SubGroupId:
    return I.Local / SubGroup;
  case Builtin::NumSubGroups:
    return (Each + SubGroup - 1) / SubGroup;
  case Builtin::SubGroupLocalId:
    return I.Local % SubGroup;
  default:
    return 0;
  }
}

uint64_t Runner::group(Builtin Kind, Scope For, unsigned Operation, unsigned Bits, uint64_t Value, uint64_t Extra) {
  Item &Me = *Current;
  Me.Value = Value;
  wait(For);
  std::vector<uint64_t> Values;
  auto [Begin, End] = members(Me, For);
  for (Item *I = Begin; I != End; ++I)
    Values.push_back(I->Value);
  const uint64_t Result = groupValue(Kind, Operation, Bits, Values, &Me - Begin, Extra);
  wait(For); // until all have read the values
  return Result;
}

} // namespace

extern "C" {
void *oracleAccess(void *P, uint64_t Size, uint32_t Id, uint32_t Writes, uint32_t Argument) {
  return Active->access(P, Size, Id, Writes, Argument);
}
void oracleCopy(void *To, uint32_t ToArgument, void *From, uint32_t FromArgument, uint64_t Size, uint32_t Id) {
  if (Size > ScratchBytes)
    Active->stop(RunOutcome::Impossible);
  if (Size) {
    void *Read = Active->access(From, Size, Id, false, FromArgument);
    std::memmove(Active->access(To, Size, Id, true, ToArgument), Read, Size);
  }
}
void oracleFill(void *To, uint32_t ToArgument, uint32_t Byte, uint64_t Size, uint32_t Id) {
  if (Size > ScratchBytes)
    Active->stop(RunOutcome::Impossible);
  if (Size)
    std::memset(Active->access(To, Size, Id, true, ToArgument), Byte, Size);
}
uint64_t oracleQuery(uint32_t Kind, uint32_t Dimension) { return Active->query(Builtin(Kind), Dimension); }
void oracleBarrier(uint32_t For) { Active->wait(Scope(For)); }
uint64_t oracleGroup(uint32_t Kind, uint32_t For, uint32_t Operation, uint32_t Bits, uint64_t Value, uint64_t Extra) {
  return Active->group(Builtin(Kind), Scope(For), Operation, Bits, Value, Extra);
}
void *oracleLocal(uint64_t Offset) { return Active->local(Offset); }
void oracleStep() { Active->step(); }
void oracleAssume(bool Holds) {
  if (!Holds)
    Active->stop(RunOutcome::Impossible);
}
}

RunResult runWorkItems(const KernelRun &Run, const Arenas &Memory) { return Runner(Run, Memory).run(); }

} // namespace syclfuse::fuser::oracle
