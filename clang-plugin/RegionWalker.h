// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the statements of one function in the order in which they run, and records the fusion regions in it. It goes
// into command groups, and into functions called inside of a region if they may submit something. Loops of constant
// length are walked as often as they run; what hangs on run-time conditions refuses the region with a warning.
#pragma once

#include "SubmissionRecorder.h"

namespace syclfuse::plugin {

class RegionWalker {
public:
  RegionWalker(SubmissionRecorder &Recorder, const Locations &Places, Values &Follow, Constants &Sizes,
               PropertyFinder &Find, Diagnostics &Report)
      : Recorder(Recorder), Places(Places), Follow(Follow), Sizes(Sizes), Find(Find), Report(Report) {}

  // The regions that FD, a definition, starts; refused ones too.
  std::vector<RegionBuilder> walk(const clang::FunctionDecl *FD);

private:
  // A branch or loop around the current statement.
  struct Frame {
    unsigned Number;
    clang::SourceLocation Location;
    const char *What;
  };

  // Statements
  void statement(const clang::Stmt *S, const Env *In);
  void statements(const clang::Stmt *Parent, const Env *In);
  void ifStatement(const clang::IfStmt *S, const Env *In);
  void forStatement(const clang::ForStmt *S, const Env *In);
  void rangeForStatement(const clang::CXXForRangeStmt *S, const Env *In);
  void doStatement(const clang::DoStmt *S, const Env *In);
  void tryStatement(const clang::CXXTryStmt *S, const Env *In);
  void logical(const clang::BinaryOperator *E, const Env *In);
  void conditional(const clang::AbstractConditionalOperator *E, const Env *In);
  void framed(const clang::Stmt *S, const Env *In, clang::SourceLocation Location, const char *What);
  void repeated(const clang::Stmt *Body, const Env *In, uint64_t Times);
  std::optional<bool> condition(const clang::Expr *E);
  std::optional<uint64_t> tripCount(const clang::ForStmt *S, const Env *In);

  // Calls
  void call(const clang::CallExpr *E, const Env *In);
  void start(const clang::CallExpr *E, const Env *In);
  void complete(const clang::CallExpr *E, const Env *In);
  void cancel(const clang::CallExpr *E, const Env *In);
  void submit(const clang::CallExpr *E, const Env *In);
  void kernel(const clang::CallExpr *E, const Env *In);
  void notAKernel(const clang::CallExpr *E, const Env *In, llvm::StringRef Name);
  bool standsApart(const clang::CallExpr *E);
  void expect(const clang::CallExpr *E, const Env *In);
  void other(const clang::CallExpr *E, const Env *In);
  bool maySubmit(const clang::FunctionDecl *FD);
  bool takesQueue(const clang::CallExpr *E);
  bool passesSubmitter(const clang::CallExpr *E, const Env *In);
  bool isSystem(const clang::FunctionDecl *FD) const;

  // Regions
  RegionBuilder *regionOf(const clang::CallExpr *E, const Env *In);
  void close(RegionBuilder &R);
  void refuse(RegionBuilder &R, diag Code, clang::SourceLocation Location, const std::vector<std::string> &Arguments);
  const Frame *newCondition(const RegionBuilder &R) const;
  bool checkConditions(RegionBuilder &R, clang::SourceLocation Location);
  std::optional<Place> wrapperQueue(Value Wrapper);
  Value queueOrigin(Value Queue);

  SubmissionRecorder &Recorder;
  const Locations &Places;
  Values &Follow;
  Constants &Sizes;
  PropertyFinder &Find;
  Diagnostics &Report;

  std::vector<std::unique_ptr<RegionBuilder>> Open;
  std::vector<RegionBuilder> Done;
  RegionBuilder *CommandGroup = nullptr; // the region whose command group is being walked
  std::vector<Frame> Frames;
  unsigned NextFrame = 0;
  std::vector<const clang::FunctionDecl *> Stack; // being walked
  clang::SourceLocation Horizon;                  // end of the outermost repeated loop, or invalid
  llvm::DenseMap<const clang::FunctionDecl *, bool> MaySubmit;
};

} // namespace syclfuse::plugin
