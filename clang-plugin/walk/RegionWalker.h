// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the fusion regions of one function. It goes into command groups, and into functions, constructors and
// destructors that do something to a region. What cannot be followed leaves the region open: what is certain of it is
// recorded.
#pragma once

#include "CalledFunctions.h"
#include "CommandsBeside.h"
#include "MemoryChanges.h"
#include "RegionsByQueue.h"
#include "StatementWalker.h"
#include "submissions/SubmissionRecorder.h"

namespace syclfuse::plugin {

using FunctionSet = llvm::DenseSet<const clang::FunctionDecl *>; // canonical

// An expression that names D.
const clang::Expr *nameOf(const clang::VarDecl *D, clang::ASTContext &Context);

// The parts that all walks through a translation unit share, and those of one function.
struct WalkContext {
  const LocationWriter &Locations;
  HostValues &Values;
  ConstantNumbers &Sizes;
  PropertyFinder &Promises;
  EffectFinder &Effects;
  Mutations &Changes;
  EscapedObjects &Escaped;
  SubmissionRecorder &Recorder;
  PathEnumerator &Paths;
  const FunctionSet &Openers; // functions that leave a region open, so that they are followed outside of regions too
  const FunctionSet &Roots;   // functions whose own graphs and regions are recorded by a walk of their own
  llvm::DenseSet<const clang::Expr *> &Finalized; // the calls of finalize whose graph was known in some walk
  Diagnostics &Report;
  bool Automatic; // the runs of kernels are wanted that nobody asked to fuse, and no regions
};

// For one walk through a function, a definition.
class RegionWalker : StatementWalker {
public:
  RegionWalker(const WalkContext &C, const clang::FunctionDecl *FD)
      : StatementWalker(OwnRegions, OwnRuns, C.Values, C.Sizes, C.Effects, C.Changes, C.Paths), Locations(C.Locations),
        Promises(C.Promises), Recorder(C.Recorder), Openers(C.Openers), Roots(C.Roots), Finalized(C.Finalized),
        Report(C.Report), OwnRegions(C.Locations, FD), OwnRuns(OwnRegions, C.Automatic), Queues(C.Values, C.Changes),
        ByQueue(OwnRegions, Queues, C.Values), Memory(OwnRegions, Queues, C.Values, C.Effects, C.Escaped, C.Changes),
        Called(C.Values, C.Effects, C.Changes), Beside(C.Values, C.Promises, C.Recorder) {}

  // The regions that it starts; refused and unfinished ones too.
  std::vector<RegionBuilder> walk(const Env *In);
  // Records what the function submits to a queue, handler or wrapper that it is given.
  std::vector<RegionBuilder> walkAsFunction(const Env *In);
  // True if a parameter is called that may submit something, or a queue was used that only callers know.
  bool needsCaller() const { return SawCallback || ByQueue.sawPassedQueue(); }
  // The functions that were walked as parts of it.
  const FunctionSet &entered() const { return Entered; }

private:
  void does(const clang::Stmt *S, const Env *In) override;

  // Regions and submissions
  void call(const clang::CallExpr *E, const Env *In);
  void start(const clang::CallExpr *E, const Env *In);
  std::optional<Place> initializedBy(const clang::Expr *E, const Env *In);
  void complete(const clang::CallExpr *E, const Env *In);
  void cancel(const clang::CallExpr *E, const Env *In);
  void expect(const clang::CallExpr *E, const Env *In);
  void submit(const clang::CallExpr *E, const Env *In);
  bool group(RegionBuilder &R, const clang::CallExpr *E, const Env *In, Value Given);
  void kernel(const clang::CallExpr *E, const Env *In);
  void notAKernel(const clang::CallExpr *E, const Env *In, llvm::StringRef Name);
  bool memoryKernel(RegionBuilder &R, const clang::CallExpr *E, const Env *In); // MemoryKernels.cpp
  bool isFused(RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  bool mayBeInRun(const clang::CallExpr *E, const Env *In);
  void memoryKernelOfRun(const clang::CallExpr *E, const Env *In);
  void beside(RegionBuilder &R, const clang::CallExpr *E, const Env *In, llvm::StringRef Name);
  bool standsApart(const clang::CallExpr *E);
  void submitToRuns(const clang::CallExpr *E, const Env *In);
  void kernelOfRun(RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  void refuse(RegionBuilder &R, diag Code, const clang::CallExpr *E, const std::vector<std::string> &Arguments);

  // Graphs (GraphCalls.cpp)
  void startGraph(const clang::CXXConstructExpr *E, const Env *In);
  RegionBuilder &openGraph(const Place &P);
  RegionBuilder *graphOf(const clang::CallExpr *E, const Env *In, bool Make);
  bool ofGraph(Known Kind, const clang::CallExpr *E, const Env *In);
  void beginRecording(const clang::CallExpr *E, const Env *In);
  void endRecording(const clang::CallExpr *E, const Env *In);
  std::vector<QueueIdentity> queuesIn(const clang::Expr *E, const Env *In);
  std::vector<Value> functionsOf(Value Group);
  bool dynamicGroup(RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  void addNode(const clang::CallExpr *E, const Env *In);
  void makeEdge(const clang::CallExpr *E, const Env *In);
  void finalize(const clang::CallExpr *E, const Env *In);
  void newNode(RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  void otherCommand(RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  void noteInner(GraphNode &N, Value Made);
  void addKernel(RegionBuilder &R, const clang::CallExpr *E, const Env *In, bool Reduces);
  void namedNodes(const RegionBuilder &R, const clang::Stmt *S, const Env *In, llvm::SmallVectorImpl<unsigned> &Named);
  bool waitsForRecorded(const RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  void joinRecording(const clang::CallExpr *E, const Env *In);
  const Env *groupEnv(const clang::FunctionDecl *Body, Value Object, const Env *In);
  void dependOnNamed(RegionBuilder &R, unsigned Node, const clang::Stmt *S, const Env *In);
  void dependsOn(const clang::CallExpr *E, const Env *In);
  bool givesGraph(const clang::CallExpr *E);

  // What ends runs of kernels that nobody asked to fuse (RegionCalls.cpp)
  void endRuns(Known Kind, const clang::CallExpr *E, const Env *In);
  void endNamed(const clang::CallExpr *E, const Env *In, const QueueIdentity &Queue);
  void endSharersOf(const RegionBuilder &R);
  void endUsersOf(const clang::Expr *Buffer, const Env *In);
  void endUsersOf(const Place &Whole);
  void endRunsWith(const clang::VarDecl *D, const Env *In);

  // Other calls (RegionCalls.cpp)
  void other(const clang::CallExpr *E, const Env *In);
  void indirect(const clang::CallExpr *E, const Env *In);
  bool isFollowed(const clang::FunctionDecl *FD);
  void unseen(const clang::CallExpr *E, const Env *In, llvm::StringRef Name,
              const clang::FunctionDecl *Callee = nullptr);
  bool isDefinedElsewhere(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  void joinLater(RegionBuilder &R, const clang::CallExpr *E, const clang::FunctionDecl *Callee, const Env *In);

  // Objects (RegionObjects.cpp)
  void declares(const clang::DeclStmt *S) override;
  void construct(const clang::CXXConstructExpr *E, const Env *In);
  void inherited(const clang::CXXInheritedCtorInitExpr *E, const Env *In);
  void temporary(const clang::Expr *E) override;
  void destroy(const clang::VarDecl *D, const Env *In) override;
  void destroyObject(Value Object, clang::QualType T);
  void abandon(const clang::VarDecl *D, const Env *In);

  const LocationWriter &Locations;
  PropertyFinder &Promises;
  SubmissionRecorder &Recorder;
  const FunctionSet &Openers, &Roots;
  llvm::DenseSet<const clang::Expr *> &Finalized;
  Diagnostics &Report;

  // Graphs as each call of finalize took them last.
  llvm::DenseMap<const clang::Expr *, std::shared_ptr<const RegionBuilder>> Inner;
  OpenRegions OwnRegions;
  AutomaticRuns OwnRuns;
  QueueIdentities Queues;
  RegionsByQueue ByQueue;
  MemoryChanges Memory;
  CalledFunctions Called;
  CommandsBeside Beside;
  const clang::FunctionDecl *Group = nullptr; // the command group that is being walked
  std::optional<bool> FusesUnknown; // whether copies and fills of memory that may be the host's are taken for kernels
  bool SawCallback = false;
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> Objects; // that they initialize
};

} // namespace syclfuse::plugin
