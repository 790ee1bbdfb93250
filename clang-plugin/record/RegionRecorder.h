// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the functions of a translation unit that start fusion regions, and records these regions.
#pragma once

#include "walk/RegionWalker.h"

#include <map>
#include <set>

namespace syclfuse::plugin {

// All that makes a region another one: not the values that arguments always have, as nothing is built on them.
manifest::region withoutValues(const RegionBuilder &R);
// Takes the values out of Into, a record of the same region as Other, that are others there: they are no constants.
void keepCommonValues(manifest::region &Into, const manifest::region &Other);

class RegionRecorder {
public:
  RegionRecorder(clang::ASTContext &Context, const KernelRecorder &Kernels, const LocationWriter &Locations,
                 KnownDeclarations &Names, Diagnostics &Report)
      : Context(Context), Kernels(Kernels), Locations(Locations), Names(Names), Report(Report),
        Effects(Context, Names) {}

  // Adds the regions of the whole translation unit to Doc, named, each once, and what functions submit that others may
  // call.
  void record(manifest::document &Doc);
  // Adds what may be fused though nobody asked for it: runs of kernels, as regions of kind `automatic`. Says nothing.
  void recordAutomatic(manifest::document &Doc); // AutomaticRecorder.cpp

private:
  struct CallSite {
    const clang::Expr *Call; // a CallExpr or CXXConstructExpr
    const clang::FunctionDecl *Caller;
  };
  std::vector<CallSite> callsOf(llvm::function_ref<bool(const clang::FunctionDecl *)> Wanted,
                                bool InSystemHeaders = false);
  std::vector<const clang::FunctionDecl *> functionsWithRegions();
  std::vector<const clang::FunctionDecl *> functionsWithOthersGraphs();
  void walk(const clang::FunctionDecl *FD, std::vector<RegionBuilder> &Out);
  bool walkFor(const clang::FunctionDecl *FD, const CallSite *Site, bool Bind, std::vector<RegionBuilder> &Out);
  enum class Wanted { Regions, Function, Automatic };
  using RecordsByBegin = std::map<clang::SourceLocation, std::vector<RegionBuilder>>;
  RecordsByBegin waysThrough(const clang::FunctionDecl *FD, const Env *In, HostValues &Values, PropertyFinder &Promises,
                             Wanted What);
  void recordFunctions(manifest::document &Doc); // FunctionRecorder.cpp
  void settle(const clang::FunctionDecl *FD, std::vector<RegionBuilder> Records, std::vector<RegionBuilder> &Out);
  void name(std::vector<RegionBuilder> &Regions);
  std::vector<const clang::FunctionDecl *> functionsWithSubmissions();
  void walkRuns(const clang::FunctionDecl *FD, std::vector<RegionBuilder> &Out);
  void nameRuns(std::vector<RegionBuilder> &Runs);

  clang::ASTContext &Context;
  const KernelRecorder &Kernels;
  const LocationWriter &Locations;
  KnownDeclarations &Names;
  Diagnostics &Report;
  EffectFinder Effects;
  Mutations Changes;
  std::vector<std::pair<const clang::FunctionDecl *, clang::SourceLocation>> Begins; // of all regions
  FunctionSet Openers, Roots;
  llvm::DenseSet<const clang::Expr *> Finalized; // the calls of finalize whose graph was known in a walk
  FunctionSet Entered;                           // the functions that were walked as parts of others, for runs
  bool NeedsCaller = false; // the last walk met a parameter that may submit something, or a queue of the caller
};

} // namespace syclfuse::plugin
