// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DeviceReport.h"

#include "ConstantConditions.h"
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

DeviceReport::Kind DeviceReport::kindOf(const Message &Found) {
  if (Found.Code == diag::device_allocation && Found.Arguments.front() == "allocates")
    return Kind::Allocation;
  return Found.Code == diag::device_throw ? Kind::Throw : Kind::Other;
}

static bool isOfStandardLibrary(const FunctionDecl &FD) {
  const DeclContext *DC = FD.getDeclContext();
  while (DC && !DC->isNamespace())
    DC = DC->getParent();
  return DC && DC->isStdNamespace();
}

// A function of the standard library that promises to throw nothing calls one that may only where that does not throw.
// Without optimization the throw stays in the code.
static bool throwsNothing(const DeviceFunction &F) {
  if (!isOptimized(F.Declaration->getASTContext()))
    return false;
  const auto *Type = F.Declaration->getType()->getAs<FunctionProtoType>();
  return F.IsLibrary && Type && !isUnresolvedExceptionSpec(Type->getExceptionSpecType()) && Type->isNothrow() &&
         isOfStandardLibrary(*F.Declaration);
}

// What allocates memory comes first: it says more about a container than that it may throw.
void DeviceReport::findNeeds() {
  for (Kind Sort : {Kind::Allocation, Kind::Other, Kind::Throw}) {
    std::vector<const DeviceFunction *> Start;
    for (const auto &[F, Way] : Reached) {
      bool Has = llvm::any_of(F->Findings, [&](const Message &Found) { return kindOf(Found) == Sort; });
      if (F->IsLibrary && Has && !(Sort == Kind::Throw && throwsNothing(*F)) && Needs.insert({F, {}}).second)
        Start.push_back(F);
    }
    findNeeds(std::move(Start), Sort);
  }
}

void DeviceReport::findNeeds(std::vector<const DeviceFunction *> Work, Kind Sort) {
  for (size_t I = 0; I < Work.size(); ++I) {
    const DeviceFunction *F = Work[I];
    for (const LiveCall &Live : Callers[F])
      if (Live.Caller->IsLibrary && !(Sort == Kind::Throw && throwsNothing(*Live.Caller)) &&
          Needs.insert({Live.Caller, {F, Live.Call}}).second)
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
  llvm::SmallVector<LiveCall, 8> Calls;
  for (Step Way = Needs.lookup(With); Way.Next; Way = Needs.lookup(With)) {
    Calls.push_back({With, Way.Call});
    With = Way.Next;
  }
  // The most telling one of those that are told here.
  auto Told = [&](const Message &M) { return !(kindOf(M) == Kind::Throw && throwsNothing(*With)); };
  const Message *First = nullptr;
  for (const Message &M : With->Findings)
    if (Told(M) && (!First || (kindOf(M) == Kind::Allocation && kindOf(*First) != Kind::Allocation)))
      First = &M;
  Message Found = *First;
  Found.Arguments.push_back(Caller ? ", in " + describe(Library.Declaration) : "");
  std::vector<Note> Way = libraryChain(Calls);
  Way.push_back({Found.Location, "in " + describe(With->Declaration) + ", here"});
  Found.Notes.insert(Found.Notes.begin(), Way.begin(), Way.end());
  llvm::append_range(Found.Notes, chain(Caller, Root));
  Found.Location = Location;
  Messages.push_back(std::move(Found));
}

// The calls from the library function that the user called down to the one with the finding. Of many, the first and
// the last ones.
std::vector<Note> DeviceReport::libraryChain(llvm::ArrayRef<LiveCall> Calls) {
  constexpr size_t Most = 5, AtTheEnd = 2;
  std::vector<Note> Notes;
  for (size_t I = 0; I < Calls.size(); ++I) {
    std::string Text =
        describe(Calls[I].Caller->Declaration) + " calls " + describe(Calls[I].Call->Callee->Declaration) + " here";
    if (Calls.size() > Most && I + 1 == Most - AtTheEnd) {
      const size_t Last = Calls.size() - AtTheEnd;
      Text += ", which leads to " + describe(Calls[Last].Caller->Declaration) + " through " + std::to_string(Last - I) +
              " calls";
      Notes.push_back({Calls[I].Call->Location, std::move(Text)});
      I = Last - 1;
      continue;
    }
    Notes.push_back({Calls[I].Call->Location, std::move(Text)});
  }
  return Notes;
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
