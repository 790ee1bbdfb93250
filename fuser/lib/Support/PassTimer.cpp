// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PassTimer.h"

#include "llvm/ADT/STLExtras.h"

#include <ctime>

using namespace llvm;

namespace syclfuse::fuser {

static uint64_t cpuNanoseconds() {
  timespec Now;
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return uint64_t(Now.tv_sec) * 1000000000 + uint64_t(Now.tv_nsec);
}

PassTimer::PassTimer() {
  auto Enter = [this](StringRef Class) {
    StringRef Name = Callbacks.getPassNameForClassName(Class);
    enter(Name.empty() ? Class : Name);
  };
  Callbacks.registerBeforeNonSkippedPassCallback([Enter](StringRef Class, Any) { Enter(Class); });
  Callbacks.registerAfterPassCallback([this](StringRef, Any, const PreservedAnalyses &) { leave(); });
  Callbacks.registerAfterPassInvalidatedCallback([this](StringRef, const PreservedAnalyses &) { leave(); });
  Callbacks.registerBeforeAnalysisCallback([Enter](StringRef Class, Any) { Enter(Class); });
  Callbacks.registerAfterAnalysisCallback([this](StringRef, Any) { leave(); });
}

void PassTimer::enter(StringRef Name) {
  auto [It, New] = Indices.try_emplace(Name, Entries.size());
  if (New)
    Entries.push_back({Name.str()});
  Running.push_back({It->second, cpuNanoseconds(), 0});
}

void PassTimer::leave() {
  if (Running.empty())
    return;
  Frame Done = Running.pop_back_val();
  uint64_t Total = cpuNanoseconds() - Done.Start;
  ++Entries[Done.Entry].Runs;
  Entries[Done.Entry].Nanoseconds += Total - std::min(Total, Done.Inside);
  if (!Running.empty())
    Running.back().Inside += Total;
}

} // namespace syclfuse::fuser
