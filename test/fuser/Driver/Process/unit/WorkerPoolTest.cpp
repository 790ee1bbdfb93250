// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of work that abort, crash, hang, eat memory or vanish cost themselves only, whatever the number of processes.
#include "Driver/Process/WorkerPool.h"
#include "Driver/Process/CrashScope.h"

#include "Driver/Driver.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace llvm;
using namespace syclfuse::fuser;

namespace {
[[noreturn]] void sleepForever() {
  for (;;)
    ::pause();
}

size_t eat(size_t MiB) {
  size_t Sum = 0;
  for (size_t I = 0; I != MiB; ++I) {
    std::vector<char> *Leaked = new std::vector<char>(1 << 20, char(I));
    asm volatile("" : : "r"(Leaked->data()) : "memory"); // or the allocation is optimized away
    Sum += Leaked->size();
  }
  return Sum;
}

// What piece I of a mixed load does; every sixth one fails, each kind in turn.
std::string mixed(size_t I) {
  CrashScope Scope("piece", "the code", I % 12 == 6 ? CrashScope::Reading : CrashScope::Working);
  switch (I) {
  case 5:
    report_fatal_error("gave up");
  case 6:
    std::abort();
  case 11:
    ::raise(SIGSEGV);
    break;
  case 17:
    ::raise(SIGKILL);
    break;
  case 23:
    ::_exit(3);
  }
  return std::string(I * 10000, char('a' + I % 26)); // more than a socket holds
}

TEST(WorkerPool, FailuresCostThemselvesOnly) {
  for (unsigned Workers : {1u, 2u, 7u, 64u}) {
    std::vector<WorkResult> Results = runIsolated(40, {Workers, 0, 0}, mixed);
    ASSERT_EQ(Results.size(), 40u);
    for (size_t I = 0; I != 40; ++I) {
      SCOPED_TRACE(I);
      switch (I) {
      case 5:
        EXPECT_EQ(Results[I].How, WorkResult::Died);
        EXPECT_EQ(Results[I].Reason, "gave up");
        EXPECT_TRUE(sys::fs::exists(Results[I].Reproducer));
        sys::fs::remove(Results[I].Reproducer);
        break;
      case 6:
        EXPECT_EQ(Results[I].How, WorkResult::CannotRead);
        sys::fs::remove(Results[I].Reproducer);
        break;
      case 11:
        EXPECT_EQ(Results[I].How, WorkResult::Died);
        EXPECT_EQ(Results[I].Reason, "a bad memory access, or the stack overflowed");
        sys::fs::remove(Results[I].Reproducer);
        break;
      case 17:
        EXPECT_EQ(Results[I].Reason, "it was killed, perhaps for want of memory");
        break;
      case 23:
        EXPECT_EQ(Results[I].Reason, "it ended with exit code 3");
        break;
      default:
        EXPECT_TRUE(Results[I].done());
        EXPECT_EQ(Results[I].Answer, std::string(I * 10000, char('a' + I % 26)));
      }
    }
  }
}

TEST(WorkerPool, EndlessWorkIsStopped) {
  std::vector<WorkResult> Results = runIsolated(3, {2, 1, 0}, [](size_t I) {
    CrashScope Scope("piece", "the code");
    if (I == 1)
      sleepForever();
    return std::string("done");
  });
  EXPECT_TRUE(Results[0].done() && Results[2].done());
  EXPECT_EQ(Results[1].How, WorkResult::TimedOut);
  ASSERT_TRUE(sys::fs::exists(Results[1].Reproducer));
  sys::fs::remove(Results[1].Reproducer);
  syclfuse::diagnostics Diags;
  reportDeath(Results[1], {2, 1, 0}, "", Diags);
  EXPECT_EQ(Diags.list().front().code, syclfuse::diag::worker_timed_out); // SF3033
}

TEST(WorkerPool, WorkThatTakesNoSignalIsStopped) {
  WorkResult Result = runIsolated(WorkerLimits{1, 1, 0}, []() -> std::string {
    sigset_t All;
    ::sigfillset(&All);
    ::sigprocmask(SIG_BLOCK, &All, nullptr);
    for (;;)
      ::sleep(100);
  });
  EXPECT_EQ(Result.How, WorkResult::TimedOut);
}

TEST(WorkerPool, MemoryIsLimited) {
  std::vector<WorkResult> Results =
      runIsolated(2, {1, 0, 4096}, [](size_t I) { return std::to_string(eat(I ? 1 : 8192)); });
  EXPECT_EQ(Results[0].How, WorkResult::Died);
  EXPECT_EQ(Results[0].Reason, "out of memory");
  EXPECT_EQ(Results[1].Answer, "1048576");
}

TEST(WorkerPool, NothingToDo) { EXPECT_TRUE(runIsolated(0, {}, mixed).empty()); }
} // namespace

int main(int argc, char **argv) {
  installCrashHandler();
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
