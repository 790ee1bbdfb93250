// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the analyses claim of a kernel, and whether a run refutes it.
#pragma once

#include "Case.h"
#include "Draw.h"
#include "Meetings.h"

#include "Analysis/Sharing/AccessAnalyses.h"
#include "Analysis/Sharing/AccessPattern.h"
#include "Analysis/Sharing/MemoryAccesses.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <set>

namespace syclfuse::fuser::oracle {

// A claim that a run refutes, for people.
using Refuted = llvm::function_ref<void(const std::string &Claim, const Meeting *Shown)>;

// Two submissions over all draws that count.
struct PairSummary {
  SharingResult Claim;
  bool Exchanges = false;                                  // one of them writes through an argument that both access
  bool Untold = false;                                     // no run can tell
  unsigned Draws = 0, Dependent = 0, FoundIndependent = 0; // the latter: by a run's check, where no dependence was seen
};

// Claims that are made up, so that a test can see how they are refuted.
enum class Injected : unsigned char { None, NothingShared, AllShared, RunFindsNothing, PromotedIsKept };

class Claims {
public:
  // Marks the accesses of C.F as checkDependences does.
  Claims(const Case &C, Injected Wrong);

  // True if what the kernels read is the same in whatever order work-items of different groups run: no work-items of one
  // kernel meet, and those of different kernels only where barriers order them.
  bool check(const Draw &D, const RunResult &Run, Refuted Report);
  const std::map<std::pair<unsigned, unsigned>, PairSummary> &pairs() const { return Pairs; }
  unsigned submissions() const { return Submissions; }
  // Of the largest access through each argument, in bytes; 0 if one is not known, or it is not both read and written.
  std::vector<unsigned> elementSizes() const;
  // The estimate of what a work-item of a kernel alone moves, and what is recorded of it in the largest launch of the
  // draws so far. For people; empty if nothing is.
  std::string trafficText() const;
  // The table of footprints, for people.
  std::string tableText() const;
  // "3:12: write" of an instruction, with the file if there is one.
  std::string place(const llvm::Instruction &I, bool Writes) const;
  std::string place(const Meeting::Side &S) const { return place(*Numbers[S.Instruction], S.Writes); }

private:
  using Meetings = llvm::ArrayRef<Meeting>;

  void addFootprints();
  void findElidedBarriers();
  bool accessTheSame(unsigned First, unsigned Second) const;
  void checkKnown(const RunResult &Run, Refuted Report) const;
  void checkSharing(const Draw &D, const RunResult &Run, Meetings Found, Refuted Report) const;
  void checkOneElement(const llvm::Argument &Arg, const RunResult &Run, Refuted Report) const;
  void checkDependences(const Draw &D, const RunResult &Run, Meetings Found, Refuted Report);
  void checkExistence(const SharingResult &Claim, const std::string &What, bool Shown, bool Crossed,
                      Refuted Report) const;
  void checkFusion(const Draw &D, Meetings Found, Refuted Report) const;
  void checkBarriers(Meetings Found, Refuted Report) const;
  void recordTraffic(const Draw &D, const RunResult &Run);
  void summarize(const Draw &D, PairSummary &Pair, unsigned First, unsigned Second, bool Depends) const;

  bool isBetween(const Meeting &M, unsigned First, unsigned Last, unsigned Second, const std::vector<int> &Of) const;
  bool isDependence(const Meeting &M) const;
  bool isOrdered(const Meeting &M) const;
  // Whether barriers between the kernels do not make up for it.
  bool crosses(const Meeting &M) const { return M.CrossesGroups || !KeepsGroups; }
  bool isIndependent(const Draw &D, const footprints::table &Of) const;
  std::string nameOf(unsigned Argument) const;

  const Case &C;
  const Injected Wrong;
  std::vector<const llvm::Instruction *> Numbers;
  std::map<const llvm::Instruction *, std::vector<MemoryAccess>> Accesses;
  std::vector<int> SubmissionOf, BehindBarrier; // by number of the instruction
  unsigned Submissions = 0;
  KernelTraffic Estimated;
  double Moved = 0;                                   // bytes of a work-item
  uint64_t LargestDraw = 0;                           // work-items
  bool KeepsGroups = false;                           // of the launch: exchange in work-groups is allowed
  std::vector<std::pair<SharingResult, bool>> Shared; // by argument; one element per work-item
  std::map<std::pair<unsigned, unsigned>, PairSummary> Pairs;
  footprints::table Table;
  bool HasTable = false;
  llvm::SmallPtrSet<const llvm::Instruction *, 32> InTable; // those of which the table tells all
  std::set<std::pair<const llvm::Instruction *, const llvm::Instruction *>> Untold;
  std::vector<std::array<unsigned, 2>> Elided; // first and last submission before a barrier that may go
};

} // namespace syclfuse::fuser::oracle
