// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceReport.h"

#include "names/TypeNames.h"

using namespace clang;

namespace syclfuse::plugin {

void DeviceReport::report() {
  findFunctionsWithFindings();
  if (LeadToFindings.empty())
    return;
  findPaths();
  findNeeds();
  for (const auto &[F, Way] : Reached)
    addFunction(*F);
  const SourceManager &SM = AST.getSourceManager();
  Messages.sort(
      [&](const Message &A, const Message &B) { return SM.isBeforeInTranslationUnit(A.Location, B.Location); });
  for (const Message &M : Messages)
    Report.report(M);
}

// Only these are of interest; for most programs there is none.
void DeviceReport::findFunctionsWithFindings() {
  llvm::DenseMap<const DeviceFunction *, std::vector<const DeviceFunction *>> CalledBy;
  std::vector<const DeviceFunction *> Work;
  for (const DeviceFunction &F : Graph.Functions)
    if (!F.Findings.empty() && LeadToFindings.insert(&F).second)
      Work.push_back(&F);
  if (Work.empty())
    return;
  for (const DeviceFunction &F : Graph.Functions)
    for (const DeviceCall &Call : F.Calls)
      CalledBy[Call.Callee].push_back(&F);
  while (!Work.empty()) {
    const DeviceFunction *F = Work.back();
    Work.pop_back();
    for (const DeviceFunction *Caller : CalledBy[F])
      if (LeadToFindings.insert(Caller).second)
        Work.push_back(Caller);
  }
}

// A call whose value is known when it is compiled: what the function would do for other arguments does not count.
bool DeviceReport::isFolded(const DeviceCall &Call) const {
  if (!Call.Call || !Call.Callee->Declaration->isConstexpr())
    return false;
  Expr::EvalResult Value;
  const Expr *E = Call.Call;
  return (E->isGLValue() ? E->EvaluateAsLValue(Value, AST) : E->EvaluateAsRValue(Value, AST)) && !Value.HasSideEffects;
}

// Breadth first, so that the shortest chain of calls is shown.
void DeviceReport::findPaths() {
  for (const DeviceRoot &Root : Graph.Roots)
    if (LeadToFindings.contains(Root.Entry))
      Reached.insert({Root.Entry, {nullptr, nullptr, &Root}});
  for (size_t I = 0; I < Reached.size(); ++I) {
    auto [F, Way] = *(Reached.begin() + I);
    for (const DeviceCall &Call : F->Calls) {
      if (!LeadToFindings.contains(Call.Callee) || isFolded(Call))
        continue;
      Callers[Call.Callee].push_back({F, &Call});
      LiveCalls[F].push_back(&Call);
      Reached.insert({Call.Callee, {F, &Call, Way.Root}});
    }
  }
}

static bool isAllocation(const Message &F) {
  return F.Code == diag::device_allocation && F.Arguments.front() == "allocates";
}

// What allocates memory comes first: it says more about a container than that it may throw.
void DeviceReport::findNeeds() {
  for (bool Allocates : {true, false}) {
    std::vector<const DeviceFunction *> Start;
    for (const auto &[F, Way] : Reached) {
      bool Has = llvm::any_of(F->Findings, [&](const Message &Found) { return isAllocation(Found) == Allocates; });
      if (F->IsLibrary && Has && Needs.insert({F, nullptr}).second)
        Start.push_back(F);
    }
    findNeeds(std::move(Start));
  }
}

void DeviceReport::findNeeds(std::vector<const DeviceFunction *> Work) {
  for (size_t I = 0; I < Work.size(); ++I) {
    const DeviceFunction *F = Work[I];
    for (const LiveCall &Live : Callers[F])
      if (Live.Caller->IsLibrary && Needs.insert({Live.Caller, F}).second)
        Work.push_back(Live.Caller);
  }
}

void DeviceReport::addFunction(const DeviceFunction &F) {
  const Path &Way = Reached.find(&F)->second;
  if (F.IsLibrary) {
    // A kernel without user code: its body is a function object of a library.
    if (!Way.Caller && Needs.count(&F))
      addNeed(F, Way.Root->Location, nullptr, *Way.Root);
    return;
  }
  for (Message Found : F.Findings) {
    Found.Arguments.push_back("");
    llvm::append_range(Found.Notes, chain(&F, *Way.Root));
    Messages.push_back(std::move(Found));
  }
  for (const DeviceCall *Call : LiveCalls[&F])
    if (Needs.count(Call->Callee))
      addNeed(*Call->Callee, Call->Location, &F, *Way.Root);
}

void DeviceReport::addNeed(const DeviceFunction &Library, SourceLocation Location, const DeviceFunction *Caller,
                           const DeviceRoot &Root) {
  const DeviceFunction *With = &Library;
  while (const DeviceFunction *Next = Needs.lookup(With))
    With = Next;
  auto Allocation = llvm::find_if(With->Findings, isAllocation);
  Message Found = Allocation != With->Findings.end() ? *Allocation : With->Findings.front();
  Found.Arguments.push_back(Caller ? ", in " + describe(Library.Declaration) : "");
  Found.Notes.insert(Found.Notes.begin(), {Found.Location, "in " + describe(With->Declaration) + ", here"});
  llvm::append_range(Found.Notes, chain(Caller, Root));
  Found.Location = Location;
  Messages.push_back(std::move(Found));
}

// From F up to the kernel, user code only.
std::vector<Note> DeviceReport::chain(const DeviceFunction *F, const DeviceRoot &Root) const {
  std::vector<Note> Notes;
  while (F) {
    const Path &Way = Reached.find(F)->second;
    const DeviceFunction *Caller = Way.Caller;
    F = Caller;
    if (!Caller || Caller->IsLibrary)
      continue;
    Notes.push_back({Way.Call->Location, "called from " + describe(Caller->Declaration)});
  }
  Notes.push_back({Root.Location, "in " + Root.Name});
  return Notes;
}

} // namespace syclfuse::plugin
