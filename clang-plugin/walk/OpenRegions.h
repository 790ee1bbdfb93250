// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regions that are open while a function is walked, and the conditions around the current statement.
#pragma once

#include "names/LocationWriter.h"
#include "submissions/RegionBuilder.h"

namespace syclfuse::plugin {

// How messages name what is called: a name is quoted, a description of several words is not.
std::string quoted(llvm::StringRef Callee);

class OpenRegions {
public:
  // A branch or loop around the current statement.
  struct Frame {
    unsigned Number;
    clang::SourceLocation Location;
    open_kind Kind;
    const char *What;
  };
  using List = std::vector<std::unique_ptr<RegionBuilder>>;

  OpenRegions(const LocationWriter &Locations, const clang::FunctionDecl *Function)
      : Function(Function), Locations(Locations) {}

  bool empty() const { return Open.empty(); }
  size_t size() const { return Open.size(); }
  RegionBuilder &last() { return *Open.back(); }
  // The last region that takes commands of some queue: not a graph that no queue records to. Null if there is none.
  RegionBuilder *lastTaking();
  // True if what is submitted next may matter: a graph that was finalized hardly ever goes on.
  bool mayGoOn() const;
  List::iterator begin() { return Open.begin(); }
  List::iterator end() { return Open.end(); }

  // A region begins at the current position.
  void start(std::unique_ptr<RegionBuilder> R);
  void add(std::unique_ptr<RegionBuilder> R) { Open.push_back(std::move(R)); }
  // R, which is open and empty, begins at the current position.
  void begin(RegionBuilder &R);
  // R, which need not be open, was recorded to its end.
  void emit(RegionBuilder R) { Done.push_back(std::move(R)); }
  // R was recorded to its end, or was left without one.
  void close(RegionBuilder &R);
  void closeUnfinished(RegionBuilder &R);
  // R, a graph, is finalized in Where, at Location; it stays open.
  void finalize(RegionBuilder &R, const clang::FunctionDecl *Where, clang::SourceLocation Location,
                const Properties &Given);
  // R's source ends at Location, and so does R.
  void end(RegionBuilder &R, clang::SourceLocation Location);
  // R's next kernel is part of another kernel that is built.
  void cut(RegionBuilder &R, clang::SourceLocation Location);
  // All regions that were open; those that still are have no end.
  std::vector<RegionBuilder> finish();
  // Takes the regions that began inside of the frame with this number out of the list, and puts them back.
  List takeStartedIn(unsigned Frame);
  // Takes the runs of kernels that nobody asked to fuse out of the list.
  List takeRuns();
  void putBack(List Regions);

  // Leaves R open: what it submits from here on is not known. The first time there is a warning. Callee: the function
  // that may submit something here.
  void leaveOpen(RegionBuilder &R, open_kind Kind, clang::SourceLocation Location, llvm::StringRef Callee = {},
                 std::vector<Note> Notes = {});
  void leaveAllOpen(open_kind Kind, clang::SourceLocation Location, llvm::StringRef Callee = {});

  void enter(Frame F) { Frames.push_back(F), Frames.back().Number = NextFrame++; }
  void leave() { Frames.pop_back(); }
  unsigned framesMade() const { return NextFrame; }
  // The outermost condition around the current statement that was not around R's start; null if whatever happens here
  // happens whenever R is started.
  const Frame *newCondition(const RegionBuilder &R) const;
  // Leaves R open if the submission at Location depends on a condition.
  void checkConditions(RegionBuilder &R, clang::SourceLocation Location);

  // The current position, in the function that is walked.
  clang::SourceLocation Position;
  clang::SourceLocation positionOr(const clang::Expr *E) const {
    return Position.isValid() ? Position : E->getExprLoc();
  }
  const clang::FunctionDecl *const Function; // that is walked
  RegionBuilder *CommandGroup = nullptr;     // the region whose command group is being walked

private:
  void done(RegionBuilder &R);
  List takeIf(llvm::function_ref<bool(const RegionBuilder &)> Wanted);

  const LocationWriter &Locations;
  List Open;
  std::vector<RegionBuilder> Done;
  std::vector<Frame> Frames;
  unsigned NextFrame = 0;
};

} // namespace syclfuse::plugin
