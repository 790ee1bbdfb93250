// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CPU time per pass of a job, for --time-passes and the benchmark of the fuser.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassInstrumentation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace syclfuse::fuser {

// Measures passes of LLVM through their instrumentation, and steps that are no passes (our own transformations when
// they are called as functions, code generation) through Scope. What runs inside of something else is not counted
// there. One thread.
class PassTimer {
public:
  struct Entry {
    std::string Name;
    uint64_t Runs = 0, Nanoseconds = 0;
  };

  PassTimer();
  PassTimer(const PassTimer &) = delete;
  PassTimer &operator=(const PassTimer &) = delete;

  // For a PassBuilder and its analysis managers; null without a timer, which is what they take for none.
  static llvm::PassInstrumentationCallbacks *callbacks(PassTimer *Timer) { return Timer ? &Timer->Callbacks : nullptr; }

  // Everything until the end of the scope is a step of this name. Timer may be null.
  class Scope {
  public:
    Scope(PassTimer *Timer, llvm::StringRef Name) : Timer(Timer) {
      if (Timer)
        Timer->enter(Name);
    }
    ~Scope() {
      if (Timer)
        Timer->leave();
    }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    PassTimer *Timer;
  };

  // In the order of the first runs.
  const std::vector<Entry> &entries() const { return Entries; }

private:
  struct Frame {
    size_t Entry;
    uint64_t Start, Inside;
  };
  void enter(llvm::StringRef Name);
  void leave();

  llvm::PassInstrumentationCallbacks Callbacks;
  std::vector<Entry> Entries;
  llvm::StringMap<size_t> Indices;
  llvm::SmallVector<Frame> Running;
};

} // namespace syclfuse::fuser
