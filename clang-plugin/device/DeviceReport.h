// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the findings of a graph as messages: each at the line of the user that has it, or that calls the library
// function that has it, with the calls that lead there from the kernel.
#pragma once

#include "DeviceGraph.h"

#include <list>

namespace syclfuse::plugin {

class DeviceReport {
public:
  DeviceReport(const DeviceGraph &Graph, const clang::ASTContext &AST, Diagnostics &Report)
      : Graph(Graph), AST(AST), Report(Report) {}
  void report();

private:
  // How a function was reached first.
  struct Path {
    const DeviceFunction *Caller = nullptr; // null: it is the entry of Root
    const DeviceCall *Call = nullptr;
    const DeviceRoot *Root = nullptr;
  };
  struct LiveCall {
    const DeviceFunction *Caller;
    const DeviceCall *Call;
  };
  // From a library function the next one on the way to its nearest finding, and the call that leads there; null: it
  // has the finding itself.
  struct Step {
    const DeviceFunction *Next = nullptr;
    const DeviceCall *Call = nullptr;
  };
  // What the user should hear of first has the smallest number.
  enum class Kind { Allocation, Other, Throw };

  void findFunctionsWithFindings();
  void findPaths();
  void findNeeds();
  void findNeeds(std::vector<const DeviceFunction *> Work, Kind Sort);
  static Kind kindOf(const Message &Found);
  bool isFolded(const DeviceCall &Call) const;
  void addFunction(const DeviceFunction &F);
  void addNeed(const DeviceFunction &Library, clang::SourceLocation Location, const DeviceFunction *Caller,
               const DeviceRoot &Root);
  std::vector<Note> chain(const DeviceFunction *F, const DeviceRoot &Root) const;
  static std::vector<Note> libraryChain(llvm::ArrayRef<LiveCall> Calls);

  const DeviceGraph &Graph;
  const clang::ASTContext &AST;
  Diagnostics &Report;
  llvm::DenseSet<const DeviceFunction *> LeadToFindings;
  llvm::MapVector<const DeviceFunction *, Path> Reached;
  llvm::DenseMap<const DeviceFunction *, std::vector<LiveCall>> Callers;
  llvm::DenseMap<const DeviceFunction *, std::vector<const DeviceCall *>> LiveCalls;
  llvm::DenseMap<const DeviceFunction *, Step> Needs;
  std::list<Message> Messages; // sorted by place; at one place they stay in their order
};

} // namespace syclfuse::plugin
