// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PassTimes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

void printTable(StringRef Title, std::vector<PassTime> Times, raw_ostream &OS) {
  uint64_t Total = 0;
  for (const PassTime &T : Times)
    Total += T.Nanoseconds;
  llvm::sort(Times, [](const PassTime &A, const PassTime &B) {
    return std::tie(B.Nanoseconds, A.Name) < std::tie(A.Nanoseconds, B.Name);
  });
  OS << "=== " << Title << ": " << format("%.3f", Total / 1e6) << " ms of CPU\n";
  OS << "        ms      %    runs  pass\n";
  for (const PassTime &T : Times)
    OS << format("%10.3f %6.1f %7llu  ", T.Nanoseconds / 1e6, Total ? 100.0 * T.Nanoseconds / Total : 0.0,
                 (unsigned long long)T.Runs)
       << T.Name << '\n';
}

void printTimes(ArrayRef<Job> Jobs, ArrayRef<JobResult> Results, raw_ostream &OS) {
  MapVector<StringRef, MapVector<StringRef, PassTime>> Targets;
  for (auto [J, Result] : zip_equal(Jobs, Results)) {
    printTable(J.Id, Result.Times, OS);
    for (const PassTime &T : Result.Times) {
      PassTime &Sum = Targets[J.On->name()][T.Name];
      Sum.Name = T.Name;
      Sum.Runs += T.Runs;
      Sum.Nanoseconds += T.Nanoseconds;
    }
  }
  for (const auto &[Target, Sums] : Targets) {
    std::vector<PassTime> Times;
    for (const auto &[Name, Sum] : Sums)
      Times.push_back(Sum);
    printTable(("all jobs for " + Target).str(), std::move(Times), OS);
  }
}

} // namespace syclfuse::fuser
