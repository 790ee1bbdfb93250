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

  void findFunctionsWithFindings();
  void findPaths();
  void findNeeds();
  void findNeeds(std::vector<const DeviceFunction *> Work);
  bool isFolded(const DeviceCall &Call) const;
  void addFunction(const DeviceFunction &F);
  void addNeed(const DeviceFunction &Library, clang::SourceLocation Location, const DeviceFunction *Caller,
               const DeviceRoot &Root);
  std::vector<Note> chain(const DeviceFunction *F, const DeviceRoot &Root) const;

  const DeviceGraph &Graph;
  const clang::ASTContext &AST;
  Diagnostics &Report;
  llvm::DenseSet<const DeviceFunction *> LeadToFindings;
  llvm::MapVector<const DeviceFunction *, Path> Reached;
  llvm::DenseMap<const DeviceFunction *, std::vector<LiveCall>> Callers;
  llvm::DenseMap<const DeviceFunction *, std::vector<const DeviceCall *>> LiveCalls;
  // From a library function the next one on the way to its nearest finding; null: it has the finding itself.
  llvm::DenseMap<const DeviceFunction *, const DeviceFunction *> Needs;
  std::list<Message> Messages; // sorted by place; at one place they stay in their order
};

} // namespace syclfuse::plugin
