// SYCL_FUSE_TIMES runs a region fused and kernel by kernel in turns and writes both times; the next build goes by them in place of its
// estimate, whichever way they point, unless they are of other code. Results are right in each turn.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %sycl_cxx -O2 -c %s -o app.o && sycl-fuse build app.o -o app.fusion.o 2>&1 | count 0
// RUN: clang++-22 app.o app.fusion.o %runtime_lib -o app
// RUN: env SYCL_FUSE_STATS=run.json SYCL_FUSE_TIMES=on ./app | FileCheck-22 %s --check-prefix=TURNS
// TURNS: aot none, unfused disabled, aot none, unfused disabled, aot none, unfused disabled, aot none, unfused disabled, aot none, unfused disabled, right
// RUN: python3 %S/Inputs/times.py run.json | FileCheck-22 %s --check-prefix=TIMES
// TIMES: steps specialized of 4096: 5 fused, 5 unfused, on native
// Not counted as missed, as only the measurement ran it so.
// RUN: sycl-fuse check app app.o --stats run.json
// A file with times alone, or without a file for them: nothing is timed.
// RUN: env SYCL_FUSE_TIMES=on ./app | FileCheck-22 %s --check-prefix=ALL
// RUN: env SYCL_FUSE_STATS=plain.json ./app | FileCheck-22 %s --check-prefix=ALL
// RUN: not grep '"times"' plain.json
// ALL: aot none, aot none, {{.*}} right
//
// Measured to lose: not used, though the estimate says that it saves memory.
// RUN: python3 %S/Inputs/times.py run.json 3000 2000 > loses.json
// RUN: sycl-fuse build app.o --profile=loses.json -o loses.o --depfile loses.d 2>&1 | FileCheck-22 %s --check-prefix=LOSES
// LOSES: warning: region 'steps' for 4096 is not fused for native{{.*}}: it was measured to take 1.50 times as long as its kernels one by one [SF3085]
// LOSES-NOT: warning
// RUN: grep -q loses.json loses.d
// RUN: clang++-22 app.o loses.o %runtime_lib -o app-loses && env SYCL_FUSE_JIT=off ./app-loses | FileCheck-22 %s --check-prefix=UNUSED
// UNUSED: unfused fusion_unprofitable, unfused fusion_unprofitable, {{.*}} right
// RUN: sycl-fuse inspect --json loses.o | python3 -c "import json, sys; vs = [v for r in json.load(sys.stdin)['files'][0]['bundles'][0]['regions'] for v in r['variants']]; assert all(abs(v['cost'] / v['cost_unfused'] - 1.5) < 0.01 and not v['estimate']['used'] for v in vs if v['kind'] == 'specialized') and all(v['estimate']['used'] for v in vs if v['kind'] == 'generic'), vs"
// Within what a measurement can tell, and with --no-cost-model or a required region: used.
// RUN: python3 %S/Inputs/times.py run.json 2080 2000 > even.json && sycl-fuse build app.o --profile=even.json -o even.o 2>&1 | count 0
// RUN: sycl-fuse build app.o --profile=loses.json --no-cost-model -o even.o 2>&1 | count 0
// RUN: sycl-fuse build app.o --profile=loses.json --region-require=steps -o even.o 2>&1 | count 0
// RUN: sycl-fuse inspect even.o | FileCheck-22 %s --check-prefix=ASKED
// ASKED: specialized {{.*}}asked_for{{.*}} estimate {{.*}} loses {{.*}}: used, as the build asks for it
// Estimated to lose and measured to win: used.
// RUN: %sycl_cxx -O2 -c %S/../ranges/fusion-that-loses.cpp -o tiles.o && sycl-fuse build --no-cost-model tiles.o -o tiles.all.o && clang++-22 tiles.o tiles.all.o %runtime_lib -o tiles
// RUN: env SYCL_FUSE_STATS=tiles.json SYCL_FUSE_TIMES=on ./tiles
// RUN: python3 %S/Inputs/times.py tiles.json 1000 2000 3 > wins.json
// RUN: sycl-fuse build tiles.o --profile wins.json -o tiles.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=WINS
// WINS-NOT: for 64x64:16x16
// WINS: warning: region 'main' is not fused for native{{.*}} times as long as its kernels one by one [SF3085]
// RUN: clang++-22 tiles.o tiles.fusion.o %runtime_lib -o tiles && ./tiles | FileCheck-22 %s --check-prefix=USED
// USED: aot none right
//
// Times of other code, of another program, and too few of them count for nothing.
// RUN: %sycl_cxx -O2 -DFACTOR=3 -c %s -o other.o && sycl-fuse build other.o --profile=loses.json -o other.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=OTHER
// OTHER: loses.json: remark: 1 of 1 recorded regions are left out: 'steps' is not in this program, or has other code now [SF3069]
// OTHER-NOT: SF3085
// RUN: sycl-fuse build app.o --profile=tiles.json -o app.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=FEW
// FEW: remark: 1 of 1 recorded regions are left out: 'main' is not in this program, or has other code now [SF3069]
// RUN: sycl-fuse build tiles.o --profile=tiles.json -o tiles.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=SELDOM
// SELDOM: remark: 1 of 1 recorded regions are left out: 'main' was timed too seldom [SF3069]
// SELDOM: 'main' for 64x64:16x16 is not fused
// A build without the kernels' IR knows the code all the same.
// RUN: sycl-fuse build app.o --no-jit-ir --profile=loses.json -o loses.o 2>&1 | FileCheck-22 %s --check-prefix=LOSES
// What is no such file is an error.
// RUN: not sycl-fuse build app.o --profile=nowhere.json -o none.o 2>&1 | FileCheck-22 %s --check-prefix=NOWHERE
// NOWHERE: error: cannot read 'nowhere.json'
// RUN: sed 's/"code": "./"code": "x/' loses.json > damaged.json && not sycl-fuse build app.o --profile=damaged.json -o none.o 2>&1 | FileCheck-22 %s --check-prefix=DAMAGED
// DAMAGED: damaged.json:{{[0-9]+}}: error: {{.*}} 16 hexadecimal digits [SF3076]
// RUN: not ls none.o
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

#ifndef FACTOR
#define FACTOR 2
#endif

using namespace sycl;
namespace fusion = ext::codeplay::experimental;

constexpr std::size_t n = 4096;

void steps(queue &q, fusion::fusion_wrapper &fw, buffer<int> &a, buffer<int> &b, buffer<int> &c) {
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor in{a, h, read_only};
    accessor out{b, h, write_only, property_list{no_init, fusion::property::promote_private{}}};
    h.parallel_for<class Twice>(range<1>{n}, [=](id<1> i) { out[i] = in[i] * FACTOR; });
  });
  q.submit([&](handler &h) {
    accessor in{b, h, read_only, property_list{fusion::property::promote_private{}}};
    accessor out{c, h, read_write};
    h.parallel_for<class Add>(range<1>{n}, [=](id<1> i) { out[i] += in[i]; });
  });
  fw.complete_fusion();
}

int main() {
  constexpr int rounds = 10;
  std::vector<int> x(n), z(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = static_cast<int>(i % 1000);
  queue q{cpu_selector_v, property_list{fusion::property::queue::enable_fusion{}}};
  fusion::fusion_wrapper fw{q};
  {
    buffer<int> a{x.data(), range<1>{n}}, b{range<1>{n}}, c{z.data(), range<1>{n}};
    for (int round = 0; round < rounds; ++round) {
      steps(q, fw, a, b, c);
      std::printf("%s %s, ", to_string(fw.last_outcome()), to_string(fw.last_reason()));
    }
  }
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= z[i] == rounds * FACTOR * x[i];
  std::printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
