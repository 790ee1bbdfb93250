// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Graphs: what is recorded or added to one is followed from where it is made on, and each time that it is finalized
// with fusion, its runs of kernels are regions. An edge that is not known is left out: the runtime finds no kernel
// then.
#include "RegionWalker.h"
#include "values/Expressions.h"

using namespace clang;

namespace syclfuse::plugin {

RegionBuilder &RegionWalker::openGraph(const Place &P) {
  auto R = std::make_unique<RegionBuilder>();
  R->Graph.emplace().At = P;
  R->Queue.IsNamed = false;
  Regions.start(std::move(R));
  return Regions.last();
}

void RegionWalker::startGraph(const CXXConstructExpr *E, const Env *In) {
  std::optional<Place> P = initializedBy(E, In);
  if (!P)
    return;
  if (RegionBuilder *Before = ByQueue.ofGraph(*P))
    Regions.close(*Before);
  openGraph(*P);
}

// Whether E does something to a graph.
bool RegionWalker::ofGraph(Known Kind, const CallExpr *E, const Env *In) {
  switch (Kind) {
  case Known::BeginRecording:
    beginRecording(E, In);
    return true;
  case Known::EndRecording:
    endRecording(E, In);
    return true;
  case Known::AddNode:
    addNode(E, In);
    return true;
  case Known::MakeEdge:
    makeEdge(E, In);
    return true;
  case Known::FinalizeGraph:
    finalize(E, In);
    return true;
  case Known::ExecuteGraph:
    if (RegionBuilder *R = ByQueue.ofCommand(E, In); R && R->Graph)
      otherCommand(*R, E, In);
    return true;
  default:
    return false;
  }
}

// Null if the graph is not known. Make: one that is not open was there before the walk, and is taken for empty.
RegionBuilder *RegionWalker::graphOf(const CallExpr *E, const Env *In, bool Make) {
  std::optional<Place> P = Queues.placeOfGraph({objectOf(E), In});
  RegionBuilder *R = P ? ByQueue.ofGraph(*P) : nullptr;
  if (!P || R || !Make)
    return R;
  openGraph(*P).Frames.clear();
  return &Regions.last();
}

// The queues of a queue, or of a list of some. One without identity stands for those that cannot be seen.
std::vector<QueueIdentity> RegionWalker::queuesIn(const Expr *E, const Env *In) {
  if (Values.names().of(E->getType().getNonReferenceType()) == Known::Queue)
    return {Queues.ofQueue({E, In})};
  const Value List = Values.origin({E, In});
  std::vector<QueueIdentity> Out;
  auto Add = [&](const Expr *Queue) {
    if (isa<DeclRefExpr, MemberExpr>(Queue) && Values.names().of(Queue->getType()) == Known::Queue)
      Out.push_back(Queues.ofQueue({Queue, List.In}));
  };
  if (List)
    forEachExpression(List.E, Add);
  if (Out.empty())
    Out.emplace_back().IsNamed = false;
  return Out;
}

void RegionWalker::beginRecording(const CallExpr *E, const Env *In) {
  RegionBuilder *R = graphOf(E, In, /*Make=*/true);
  if (!R || E->getNumArgs() == 0)
    return;
  for (const QueueIdentity &Queue : queuesIn(E->getArg(0), In))
    R->Graph->Recording.push_back({Queue, Beside.isInOrder(Queue)});
}

void RegionWalker::endRecording(const CallExpr *E, const Env *In) {
  RegionBuilder *R = graphOf(E, In, /*Make=*/false);
  if (!R)
    return;
  std::vector<RecordingQueue> &All = R->Graph->Recording;
  if (E->getNumArgs() == 0)
    return All.clear();
  for (const QueueIdentity &Queue : queuesIn(E->getArg(0), In)) {
    auto Ends = [&](Alias Known) {
      llvm::erase_if(All, [&](const RecordingQueue &Q) { return Queues.compare(Queue, Q.Queue) == Known; });
    };
    const size_t Before = All.size();
    Ends(Alias::Same);
    if (All.size() == Before) // one of those that may be it
      Ends(Alias::Unknown);
  }
}

// The nodes of R, a graph, that S names, by themselves or by the events of recorded commands.
void RegionWalker::namedNodes(const RegionBuilder &R, const Stmt *S, const Env *In,
                              llvm::SmallVectorImpl<unsigned> &Named) {
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (isa<LambdaExpr>(E))
      return;
    const Known Kind = Values.names().of(E->getType().getNonReferenceType());
    if (Kind == Known::GraphNode || Kind == Known::Event) {
      const Value Made = Values.origin({E, In});
      auto It = Made ? R.Graph->Last.find(Made.E) : R.Graph->Last.end();
      if (It != R.Graph->Last.end())
        return Named.push_back(It->second);
    }
  }
  for (const Stmt *Child : S->children())
    if (Child)
      namedNodes(R, Child, In, Named);
}

// Node waits for the nodes and the recorded events that S names.
void RegionWalker::dependOnNamed(RegionBuilder &R, unsigned Node, const Stmt *S, const Env *In) {
  llvm::SmallVector<unsigned> Named;
  namedNodes(R, S, In, Named);
  for (unsigned Other : Named)
    R.Graph->depend(Node, Other);
}

// Whether E, a submission or a shortcut, waits for a command that R, a graph, has recorded.
bool RegionWalker::waitsForRecorded(const RegionBuilder &R, const CallExpr *E, const Env *In) {
  llvm::SmallVector<unsigned> Named;
  for (const Expr *A : E->arguments())
    namedNodes(R, A, In, Named);
  Value Object;
  const FunctionDecl *Body = E->getNumArgs() ? Called.commandGroup(E->getArg(0), In, Object) : nullptr;
  if (!Named.empty() || !Body)
    return !Named.empty();
  const Env *Inside = groupEnv(Body, Object, In);
  forEachExpression(Body->getBody(), [&](const Expr *E) {
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && Values.names().of(Call->getDirectCallee()) == Known::DependsOn)
      for (const Expr *A : Call->arguments())
        namedNodes(R, A, Inside, Named);
  });
  return !Named.empty();
}

// A queue that is given a command that waits for a recorded one records from then on.
void RegionWalker::joinRecording(const CallExpr *E, const Env *In) {
  const Expr *Object = objectOf(E);
  if (!Object || Values.names().ofPointee(Object->getType()) != Known::Queue)
    return;
  for (auto &R : Regions) {
    if (!R->Graph || R->Graph->Recording.empty())
      continue;
    const QueueIdentity Queue = Queues.ofQueue({Object, In});
    if (ByQueue.isOfNone(Queue) && waitsForRecorded(*R, E, In))
      return R->Graph->Recording.push_back({Queue, Beside.isInOrder(Queue)});
  }
}

void RegionWalker::dependsOn(const CallExpr *E, const Env *In) {
  RegionBuilder *R = Regions.CommandGroup;
  if (R && R->Graph && R->Graph->Current)
    for (const Expr *A : E->arguments())
      dependOnNamed(*R, *R->Graph->Current, A, In);
}

// A node for E, a submission or a shortcut; what it is becomes known while its command group is walked.
void RegionWalker::newNode(RegionBuilder &R, const CallExpr *E, const Env *In) {
  const unsigned Node = R.Graph->add(E, ByQueue.recordingQueue(R, E, In));
  R.Graph->Current = Node;
  for (const Expr *A : E->arguments())
    dependOnNamed(R, Node, A, In);
}

// The functions of Group, a dynamic_command_group; none if they cannot be seen.
std::vector<Value> RegionWalker::functionsOf(Value Group) {
  const Value Made = Values.origin(Group);
  const auto *Construct = Made ? dyn_cast<CXXConstructExpr>(Made.E) : nullptr;
  if (!Construct || Construct->getNumArgs() < 2 || Values.names().of(Construct->getType()) != Known::DynamicGroup)
    return {};
  Value List = Values.origin({Construct->getArg(1), Made.In});
  if (const auto *Vector = List ? dyn_cast<CXXConstructExpr>(List.E) : nullptr; Vector && Vector->getNumArgs())
    List = Values.strip({Vector->getArg(0), List.In});
  const auto *Written = List ? dyn_cast<InitListExpr>(List.E) : nullptr;
  std::vector<Value> Functions;
  for (const Expr *Function : Written ? Written->inits() : llvm::ArrayRef<Expr *>())
    Functions.push_back({Function, List.In});
  return Functions;
}

// Each of the functions may be the active one, a way of its own: all depend on the same nodes.
bool RegionWalker::dynamicGroup(RegionBuilder &R, const CallExpr *E, const Env *In) {
  const std::vector<Value> Functions = functionsOf({E->getArg(0), In});
  if (Functions.empty() || Paths.gaveUp())
    return false;
  const unsigned Taken =
      Functions.size() == 1 ? 0 : choose(E->getArg(0), In, Functions.size(), E->getExprLoc(), "dynamic_command_group");
  return group(R, E, In, Functions[Taken]);
}

void RegionWalker::addNode(const CallExpr *E, const Env *In) {
  RegionBuilder *R = graphOf(E, In, /*Make=*/true);
  if (!R)
    return;
  newNode(*R, E, In);
  const unsigned Node = *R->Graph->Current;
  if (Promises.find({E->getArgs(), E->getNumArgs()}, In).AllLeaves)
    R->Graph->dependOnLeaves(Node);
  const Known Given =
      E->getNumArgs() ? Values.names().of(E->getArg(0)->getType().getNonReferenceType()) : Known::PropertyList;
  const bool IsSeen = Given == Known::PropertyList   ? true
                      : Given == Known::DynamicGroup ? dynamicGroup(*R, E, In)
                                                     : group(*R, E, In, {E->getArg(0), In});
  if (!IsSeen)
    Regions.leaveOpen(*R, open_kind::call, E->getExprLoc(), "add");
  R->Graph->Current.reset();
}

void RegionWalker::makeEdge(const CallExpr *E, const Env *In) {
  RegionBuilder *R = graphOf(E, In, /*Make=*/false);
  if (!R || E->getNumArgs() != 2)
    return;
  auto NodeOf = [&](const Expr *Named) -> std::optional<unsigned> {
    const Value Made = Values.origin({Named, In});
    auto It = Made ? R->Graph->Last.find(Made.E) : R->Graph->Last.end();
    return It == R->Graph->Last.end() ? std::nullopt : std::optional(It->second);
  };
  const std::optional<unsigned> From = NodeOf(E->getArg(0)), To = NodeOf(E->getArg(1));
  if (From && To)
    R->Graph->depend(*To, *From);
}

// The node is an execution of the graph that a call of finalize gave. What uses its memory is ordered around all of it.
void RegionWalker::noteInner(GraphNode &N, Value Made) {
  auto It = Made ? Inner.find(Made.E) : Inner.end();
  N.IsKernel = false;
  if (It == Inner.end())
    return;
  N.Inner = It->second;
  for (const GraphNode &Other : N.Inner->Graph->Nodes) {
    N.IsKernel |= Other.IsKernel;
    N.Uses.insert(N.Uses.end(), Other.Uses.begin(), Other.Uses.end());
    N.Pointers.insert(N.Pointers.end(), Other.Pointers.begin(), Other.Pointers.end());
  }
}

// A copy, a host task, another graph, a kernel that must not be fused.
void RegionWalker::otherCommand(RegionBuilder &R, const CallExpr *E, const Env *In) {
  const Expr *Object = objectOf(E);
  const Known On = Object ? Values.names().ofPointee(Object->getType()) : Known::None;
  const llvm::StringRef Name = E->getDirectCallee()->getName();
  if ((On != Known::Queue && On != Known::Handler) || Name.starts_with("wait"))
    return;
  const bool IsShortcut = !R.Graph->Current;
  if (IsShortcut)
    newNode(R, E, In);
  const unsigned Node = *R.Graph->Current;
  GraphNode &N = R.Graph->Nodes[Node];
  const bool IsBarrier = Name.ends_with("barrier");
  N.Step = IsBarrier ? graph_step::anywhere : graph_step::other;
  N.IsKernel = Values.names().of(E->getDirectCallee()) != Known::NotAKernel;
  if (IsBarrier) {
    for (const Expr *A : E->arguments())
      dependOnNamed(R, Node, A, In);
    R.Graph->makeBarrier(/*ForAll=*/E->getNumArgs() == 0);
  }
  auto AddUse = [&](const Expr *Creation) {
    if (std::optional<BufferUse> Used = Recorder.use(Creation, In, until(E), R))
      N.Uses.push_back(*Used);
  };
  if (Group && !IsShortcut)
    forEachExpression(Group->getBody(), AddUse);
  for (const Expr *A : E->arguments())
    if (A->getType()->isPointerType())
      if (std::optional<Place> P = Recorder.allocation(A, In, until(E), R))
        N.Pointers.push_back(*P);
  if (E->getNumArgs() && Values.names().of(E->getDirectCallee()) == Known::ExecuteGraph)
    noteInner(N, Values.origin({E->getArg(0), In}));
  R.Graph->dependOnUses(Node);
  if (IsShortcut)
    R.Graph->Current.reset();
}

void RegionWalker::addKernel(RegionBuilder &R, const CallExpr *E, const Env *In, bool Reduces) {
  const bool IsShortcut = !R.Graph->Current;
  if (IsShortcut)
    newNode(R, E, In);
  const size_t Before = R.Uses.size(), Results = R.Results.size();
  if (!Recorder.record(E, In, until(E), R))
    return refuse(R, diag::region_call_not_visible, E, {quoted(E->getDirectCallee()->getNameAsString())});
  R.Submitted.insert(E);
  GraphNode &N = R.Graph->Nodes[*R.Graph->Current];
  N.Step = graph_step::kernel;
  N.IsKernel = !Recorder.memoryKernel(E);
  N.Submission = R.Region.submissions.size() - 1;
  N.Reduces = Reduces;
  for (const manifest::argument &A : R.Region.submissions.back().arguments)
    if (A.identity)
      N.Pointers.push_back(R.Memory[*A.identity].allocation());
  for (size_t I = Before; I != R.Uses.size(); ++I)
    if (!R.Memory[R.Uses[I].Buffer].isAnnotated())
      N.Uses.push_back({R.Memory[R.Uses[I].Buffer], R.Uses[I].Writes, R.Parents[R.Uses[I].Buffer]});
  for (size_t I = Results; I != R.Results.size(); ++I)
    N.Uses.push_back(R.Results[I]);
  R.Graph->dependOnUses(*R.Graph->Current);
  if (IsShortcut)
    R.Graph->Current.reset();
}

void RegionWalker::finalize(const CallExpr *E, const Env *In) {
  RegionBuilder *R = graphOf(E, In, /*Make=*/false);
  if (!R)
    return;
  Finalized.insert(E);
  const Properties Given = Promises.find({E->getArgs(), E->getNumArgs()}, In);
  auto IsInner = [](const GraphNode &N) { return N.Inner != nullptr; };
  R->Graph->IsFinalized = true;
  R->Graph->IsFused = Given.Fuses || Given.RequiresFusion;
  if (Given.RequiresFusion && R->Region.open.empty() && llvm::any_of(R->Graph->Nodes, IsInner)) {
    RegionBuilder Opened = R->opened();
    Regions.finalize(Opened, Stack.back(), E->getExprLoc(), Given);
  } else if (R->Graph->IsFused) {
    Regions.finalize(*R, Stack.back(), E->getExprLoc(), Given);
  }
  if (R->Region.open.empty()) // else its order is not known
    Inner[E] = std::make_shared<RegionBuilder>(*R);
}

// Whether E gives a graph that is built to what it calls.
bool RegionWalker::givesGraph(const CallExpr *E) {
  return llvm::any_of(E->arguments(),
                      [&](const Expr *A) { return Values.names().ofPointee(A->getType()) == Known::CommandGraph; });
}

} // namespace syclfuse::plugin
