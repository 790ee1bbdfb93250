// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the statements of one function, and of functions that are entered from it, in the order in which they run.
// Loops of constant length are walked round by round. Where a condition of run time chooses what the open regions
// submit, one walk takes one of the ways (PathEnumerator); other conditions are frames around what they may leave out
// or repeat.
#pragma once

#include "AutomaticRuns.h"
#include "LoopRounds.h"
#include "PathEnumerator.h"
#include "effects/EffectFinder.h"

namespace syclfuse::plugin {

class StatementWalker {
protected:
  StatementWalker(OpenRegions &Regions, AutomaticRuns &Runs, HostValues &Values, ConstantNumbers &Sizes,
                  EffectFinder &Effects, Mutations &Changes, PathEnumerator &Paths)
      : Regions(Regions), Runs(Runs), Values(Values), Sizes(Sizes), Effects(Effects), Changes(Changes), Paths(Paths),
        Rounds(Values, Sizes, Changes) {}
  virtual ~StatementWalker() = default;

  // Called for S, any statement that is no control flow, after its parts.
  virtual void does(const clang::Stmt *S, const Env *In) = 0;
  // S declares variables, whose initializers are walked next.
  virtual void declares(const clang::DeclStmt *S) = 0;
  // E, a temporary, is destroyed at the end of its expression.
  virtual void temporary(const clang::Expr *E) = 0;
  // D goes out of scope.
  virtual void destroy(const clang::VarDecl *D, const Env *In) = 0;

  // Walks Body, of Definition, as if it stood here.
  void enter(const clang::FunctionDecl *Definition, const clang::Stmt *Body, const Env *Inside);
  void statement(const clang::Stmt *S, const Env *In);
  // True if calling Definition from what is being walked may go on for longer than constant conditions say.
  bool isEndless(const clang::FunctionDecl *Definition) const;
  // The end of the code that may have run before E, in the function that is walked: changes in it count.
  clang::SourceLocation until(const clang::Expr *E) const {
    return Horizon.isValid() ? Horizon : Regions.positionOr(E);
  }
  // Chooses one of Count ways for this walk. What: the kind of statement that has them, for messages ("if").
  unsigned choose(const clang::Expr *Condition, const Env *In, unsigned Count, clang::SourceLocation Location,
                  const char *What);

  OpenRegions &Regions;
  AutomaticRuns &Runs;
  HostValues &Values;
  ConstantNumbers &Sizes;
  EffectFinder &Effects;
  Mutations &Changes;
  PathEnumerator &Paths;
  std::vector<const clang::FunctionDecl *> Stack;      // being walked
  llvm::DenseSet<const clang::FunctionDecl *> Entered; // canonical; those that are called

private:
  // Why the rest of the statements around the current one does not run.
  enum class Exit { None, Break, Continue, Return, Goto, Throw };

  void plain(const clang::Stmt *S, const Env *In);
  void statements(const clang::Stmt *Parent, const Env *In);
  void compound(const clang::CompoundStmt *S, const Env *In);
  void ifStatement(const clang::IfStmt *S, const Env *In);
  void switchStatement(const clang::SwitchStmt *S, const Env *In);
  void takeCase(const clang::CompoundStmt *Body, unsigned Index, const Env *In);
  void tryStatement(const clang::CXXTryStmt *S, const Env *In);
  void branches(const clang::Expr *Condition, const clang::Stmt *Then, const clang::Stmt *Else,
                clang::SourceLocation Location, const char *What, const Env *In);
  void logical(const clang::BinaryOperator *E, const Env *In);
  void framed(llvm::ArrayRef<const clang::Stmt *> Parts, const Env *In, clang::SourceLocation Location, open_kind Kind,
              const char *What);
  void loop(const clang::Stmt *S, const Env *In);
  void rounds(const clang::Stmt *Loop, llvm::ArrayRef<const clang::Stmt *> Parts, const Env *In,
              clang::SourceLocation Location);
  void forStatement(const clang::ForStmt *S, const Env *In);
  void rangeForStatement(const clang::CXXForRangeStmt *S, const Env *In);
  void doStatement(const clang::DoStmt *S, const Env *In);
  void roundByRound(const clang::Stmt *Body, llvm::ArrayRef<const Env *> All);
  bool round(const clang::Stmt *Body, const Env *In);
  bool mayChoose(const clang::Stmt *A, const clang::Stmt *B);
  // True if loops of constant length are walked round by round.
  bool takesRounds() const { return !Regions.empty() && !Runs.isActive(); }

  // Where runs are recorded that nobody asked to fuse (AutomaticWays.cpp)
  bool changesRuns(const clang::Stmt *S);
  void way(llvm::function_ref<void()> Walk, clang::SourceLocation Location, const char *What);
  void eachBranch(const clang::Stmt *Then, const clang::Stmt *Else, clang::SourceLocation Location, const char *What,
                  const Env *In);
  void eachCase(const clang::SwitchStmt *S, unsigned Labels, bool HasDefault, const Env *In);
  void eachRound(const clang::Stmt *Loop, llvm::ArrayRef<const clang::Stmt *> Parts, const Env *In);

  LoopRounds Rounds;
  Exit Leaving = Exit::None;
  const clang::LabelDecl *Label = nullptr; // where a goto goes
  unsigned Steps = 0;
  std::vector<unsigned> Conditions; // of run time that had been met when each function of Stack was entered
  clang::SourceLocation Horizon;    // end of the outermost loop that is walked round by round, or invalid
};

} // namespace syclfuse::plugin
