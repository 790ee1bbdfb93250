// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the statements of one function in the order in which they run, and records the fusion regions in it. It goes
// into command groups, and into functions, constructors and destructors that do something to a region. Loops of
// constant length are walked round by round. Where a condition of run time chooses what a region submits, one walk
// takes one of the ways (PathEnumerator). What cannot be followed leaves the region open: what is certain of it is
// recorded.
#pragma once

#include "PathEnumerator.h"
#include "effects/LibraryCalls.h"
#include "submissions/SubmissionRecorder.h"

namespace syclfuse::plugin {

using FunctionSet = llvm::DenseSet<const clang::FunctionDecl *>; // canonical

// The object that a member function is called on; null if there is none.
inline const clang::Expr *objectOf(const clang::CallExpr *E) {
  const auto *Member = clang::dyn_cast<clang::CXXMemberCallExpr>(E);
  return Member ? Member->getImplicitObjectArgument() : nullptr;
}

// An expression that names D.
const clang::Expr *nameOf(const clang::VarDecl *D, clang::ASTContext &Context);

class RegionWalker {
public:
  // Openers: functions that leave a region open, so that they are followed outside of regions too.
  RegionWalker(SubmissionRecorder &Recorder, const LocationWriter &Locations, HostValues &Values,
               ConstantNumbers &Sizes, PropertyFinder &Promises, EffectFinder &Effects, LibraryCallFinder &Library,
               PathEnumerator &Paths, QueueIdentities &Queues, const FunctionSet &Openers, Diagnostics &Report)
      : Recorder(Recorder), Locations(Locations), Values(Values), Sizes(Sizes), Promises(Promises), Effects(Effects),
        Library(Library), Paths(Paths), Queues(Queues), Openers(Openers), Report(Report) {}

  // The regions that FD, a definition, starts; refused and unfinished ones too.
  std::vector<RegionBuilder> walk(const clang::FunctionDecl *FD, const Env *In);
  // What FD, a definition, submits to a queue, handler or wrapper that it is given: one record.
  std::vector<RegionBuilder> walkFunction(const clang::FunctionDecl *FD, const Env *In);
  // Whether a parameter is called that may submit something.
  bool sawCallback() const { return SawCallback; }

private:
  // A branch or loop around the current statement.
  struct Frame {
    unsigned Number;
    clang::SourceLocation Location;
    open_kind Kind;
    const char *What;
  };
  // Why the rest of the statements around the current one does not run.
  enum class Exit { None, Break, Continue, Return, Goto, Throw };
  using Regions = std::vector<std::unique_ptr<RegionBuilder>>;

  // Statements
  void statement(const clang::Stmt *S, const Env *In);
  void statements(const clang::Stmt *Parent, const Env *In);
  void compound(const clang::CompoundStmt *S, const Env *In);
  void ifStatement(const clang::IfStmt *S, const Env *In);
  void switchStatement(const clang::SwitchStmt *S, const Env *In);
  void takeCase(const clang::SwitchStmt *S, unsigned Index, const Env *In);
  void tryStatement(const clang::CXXTryStmt *S, const Env *In);
  void branches(const clang::Expr *Condition, const clang::Stmt *Then, const clang::Stmt *Else,
                clang::SourceLocation Location, const char *What, const Env *In);
  void logical(const clang::BinaryOperator *E, const Env *In);
  void framed(llvm::ArrayRef<const clang::Stmt *> Parts, const Env *In, clang::SourceLocation Location, open_kind Kind,
              const char *What);
  void exits(Exit Why);
  void declaration(const clang::DeclStmt *S, const Env *In);
  void jump(const clang::GotoStmt *S);
  bool decides(const clang::Stmt *S);
  bool mayChoose(const clang::Stmt *A, const clang::Stmt *B);
  unsigned choose(const clang::Expr *Condition, const Env *In, unsigned Count, clang::SourceLocation Location,
                  const char *What);

  // Loops
  struct Counter;
  void loop(const clang::Stmt *S, const Env *In);
  void forStatement(const clang::ForStmt *S, const Env *In);
  void rangeForStatement(const clang::CXXForRangeStmt *S, const Env *In);
  void doStatement(const clang::DoStmt *S, const Env *In);
  bool round(const clang::Stmt *Body, const Env *In);
  std::optional<Counter> counterOf(const clang::ForStmt *S, const Env *In);
  const Variables &localsOf(const clang::Stmt *Loop);

  // Calls
  void call(const clang::CallExpr *E, const Env *In);
  void construct(const clang::CXXConstructExpr *E, const Env *In);
  void destroy(const clang::VarDecl *D, const Env *In);
  void destroyObject(Value Object, clang::QualType T);
  void inherited(const clang::CXXInheritedCtorInitExpr *E, const Env *In);
  void temporary(const clang::Expr *E);
  void throughLibrary(const clang::Expr *E, const clang::FunctionDecl *Callee,
                      llvm::ArrayRef<const clang::Expr *> Arguments, const Env *In);
  void destroyedByLibrary(const clang::FunctionDecl *Destructor, Value Object, bool IfUnknown);
  void submit(const clang::CallExpr *E, const Env *In);
  void kernel(const clang::CallExpr *E, const Env *In);
  void notAKernel(const clang::CallExpr *E, const Env *In, llvm::StringRef Name);
  bool standsApart(const clang::CallExpr *E);
  void other(const clang::CallExpr *E, const Env *In);
  Value held(Value Function);
  bool isRebound(const clang::Expr *Function, const Env *In);
  bool heldFunction(const clang::CallExpr *E, const Env *In);
  bool invokedFunction(llvm::ArrayRef<const clang::Expr *> Arguments, const Env *In);
  const Env *appliedTo(const clang::FunctionDecl *Function, Value Object, const clang::Expr *Tuple, const Env *In);
  bool isEndless(const clang::FunctionDecl *Definition) const;
  const clang::FunctionDecl *pointedTo(const clang::Expr *Pointer, const Env *In);
  bool isFollowed(const clang::FunctionDecl *FD);
  void enter(const clang::FunctionDecl *Definition, const clang::Stmt *Body, const Env *Inside);
  bool passesSubmitter(const clang::CallExpr *E, const Env *In);
  void unseen(const clang::CallExpr *E, const Env *In, llvm::StringRef Name,
              const clang::FunctionDecl *Callee = nullptr);
  bool isDefinedElsewhere(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  void joinLater(RegionBuilder &R, const clang::CallExpr *E, const clang::FunctionDecl *Callee, const Env *In);

  // Pointers, buffers and objects that come to be others in a region (RegionRedirects.cpp)
  void redirects(const clang::Stmt *S, const Env *In);
  void redirect(const clang::Expr *To, const clang::Expr *From, const Env *In);
  void redirect(const Place &To, const clang::Expr *From, const Env *In, const clang::Expr *Assigned = nullptr);
  void reach(RegionBuilder &R, const std::optional<Place> &To, clang::QualType T, clang::SourceLocation At);
  void swapped(const clang::Expr *A, const clang::Expr *B, const Env *In);
  void pass(const clang::FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Arguments, const Env *In,
            const Env *Inside);
  std::optional<Place> changedPlace(const clang::Expr *E, const Env *In);

  // Regions
  void start(const clang::CallExpr *E, const Env *In);
  std::optional<Place> initializedBy(const clang::CallExpr *E, const Env *In);
  void complete(const clang::CallExpr *E, const Env *In);
  void cancel(const clang::CallExpr *E, const Env *In);
  void expect(const clang::CallExpr *E, const Env *In);
  void close(RegionBuilder &R);
  void leaveOpen(RegionBuilder &R, open_kind Kind, clang::SourceLocation Location, llvm::StringRef Function,
                 std::vector<Note> Notes);
  const Frame *newCondition(const RegionBuilder &R) const;
  void checkConditions(RegionBuilder &R, clang::SourceLocation Location);

  // Which region a command belongs to (RegionQueues.cpp)
  bool belongs(const QueueIdentity &Given, RegionBuilder &R, const clang::CallExpr *E);
  RegionBuilder *regionOfQueue(const QueueIdentity &Given, const clang::CallExpr *E);
  RegionBuilder *regionOfWrapper(Value Wrapper, const clang::CallExpr *E);
  RegionBuilder *regionOf(const clang::CallExpr *E, const Env *In);
  RegionBuilder *regionOfObject(const clang::Expr *Object, const clang::CallExpr *E, const Env *In, bool &IsAny);
  RegionBuilder *regionOfArguments(const clang::CallExpr *E, const Env *In);
  bool isSupposed(const RegionBuilder &R, const clang::CallExpr *E, const Env *In);
  void refuse(RegionBuilder &R, diag Code, const clang::CallExpr *E, const Env *In,
              const std::vector<std::string> &Arguments);
  void assignsQueue(const clang::Stmt *S, const Env *In);
  void abandon(const clang::VarDecl *D, const Env *In);

  // The end of the code that may have run before E, in the function that is walked: changes in it count.
  clang::SourceLocation until(const clang::CallExpr *E) const {
    return Horizon.isValid() ? Horizon : Outermost.isValid() ? Outermost : E->getExprLoc();
  }

  SubmissionRecorder &Recorder;
  const LocationWriter &Locations;
  HostValues &Values;
  ConstantNumbers &Sizes;
  PropertyFinder &Promises;
  EffectFinder &Effects;
  LibraryCallFinder &Library;
  PathEnumerator &Paths;
  QueueIdentities &Queues;
  const FunctionSet &Openers;
  Diagnostics &Report;

  Regions Open;
  std::vector<RegionBuilder> Done;
  RegionBuilder *CommandGroup = nullptr; // the region whose command group is being walked
  std::vector<Frame> Frames;
  unsigned NextFrame = 0;
  Exit Leaving = Exit::None;
  const clang::LabelDecl *Label = nullptr; // where a goto goes
  unsigned Steps = 0;
  bool SawCallback = false;
  clang::SourceLocation Outermost;                // the call in the function that is walked
  std::vector<const clang::FunctionDecl *> Stack; // being walked
  std::vector<unsigned> Conditions;               // of run time that had been met when each was called
  clang::SourceLocation Horizon;                  // end of the outermost repeated loop, or invalid
  std::map<const clang::Stmt *, Variables> LoopLocals;
  llvm::DenseMap<const clang::Expr *, const clang::VarDecl *> Objects; // that they initialize
};

} // namespace syclfuse::plugin
