// What a program submitted and the plugin did not foresee (kernels chosen at run time, sizes of the command line,
// buffers that are one) is recorded; built with the record, nothing is missed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: sizes are its arguments.
// REQUIRES: target-native
// RUN: export SYCL_FUSE_JIT=off
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2> %t.compile
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: rm -rf %t.dir && env SYCL_FUSE_STATS=1 SYCL_FUSE_RECORD=%t.dir %t 1000 2> %t.stats | FileCheck-22 %s --check-prefix=RESULT
// RUN: FileCheck-22 %s --check-prefix=BEFORE < %t.stats
// BEFORE: sycl-fuse: 22 regions submitted
// BEFORE-NEXT: {{^}}region submissions aot aot-generic jit unfused first launch reasons{{$}}
// BEFORE-NEXT: {{^}}chosen (capture-and-rebuild.cpp:[[#]]) 18 0 0 0 18 - unknown_region 18 [SF6102]{{$}}
// BEFORE-NEXT: {{^}}in_place (capture-and-rebuild.cpp:[[#]]) 2 0 2 0 0 [[#]].[[#]] us nd_range_not_listed 1 [SF6104] buffers_aliased 1 [SF6117]{{$}}
// BEFORE-NEXT: {{^}}promoted (capture-and-rebuild.cpp:[[#]]) 2 0 2 0 0 [[#]].[[#]] us promoted_size_differs 2 [SF6106]{{$}}
// BEFORE-NEXT: {{^}}total 22 0 4 0 18 - {{.*}}
// One process, one file; it is a manifest, and the same as that of another run.
// RUN: ls %t.dir | FileCheck-22 %s --check-prefix=FILE
// FILE: {{^}}capture-and-rebuild.cpp.tmp.{{[0-9]+}}.fusion.json{{$}}
// FILE-NOT: {{.}}
// RUN: cp %t.dir/*.fusion.json %t.captured.json
// RUN: %python -m jsonschema -i %t.captured.json %source_root/docs/manifest.schema.json
// RUN: rm -rf %t.dir && env SYCL_FUSE_RECORD=%t.dir %t 1000 | FileCheck-22 %s --check-prefix=RESULT
// RUN: cmp %t.dir/*.fusion.json %t.captured.json
// RUN: FileCheck-22 %s --check-prefix=MANIFEST < %t.captured.json
// MANIFEST: "origin": "capture"
//
// RUN: sycl-fuse build --require %t.o --add-manifest %t.captured.json -o %t.again.o
// RUN: clang++-22 %t.o %t.again.o %runtime_lib -o %t.again
// RUN: rm -rf %t.dir && env SYCL_FUSE_STATS=1 SYCL_FUSE_RECORD=%t.dir %t.again 1000 2> %t.stats | FileCheck-22 %s --check-prefix=RESULT
// RUN: FileCheck-22 %s --check-prefix=AFTER < %t.stats
// RUN: not ls %t.dir
// AFTER: region submissions
// AFTER-NOT: SF6
// AFTER: {{^}}total 22 22 0 0 0 -{{$}}
// The same as a file, complete or as it was; also of a program that has no region, whose file of another run is none of
// its own.
// RUN: env SYCL_FUSE_STATS=%t.stats.json %t 1000 2>&1 | FileCheck-22 %s --check-prefix=RESULT --implicit-check-not=submissions
// RUN: %python -c 'import json, sys; [print(r["name"], r["location"]["file"], r["submissions"], r["aot"], r["aot_generic"], r["jit"], r["unfused"], r["first_launch_ns"] > 0, [(x["code"], x["name"], x["count"]) for x in r["reasons"]]) for r in json.load(open(sys.argv[1]))["regions"]]' %t.stats.json | FileCheck-22 %s --check-prefix=JSON
// JSON: {{^}}chosen capture-and-rebuild.cpp 18 0 0 0 18 False [('SF6102', 'unknown_region', 18)]
// JSON-NEXT: {{^}}in_place capture-and-rebuild.cpp 2 0 2 0 0 True [('SF6104', 'nd_range_not_listed', 1), ('SF6117', 'buffers_aliased', 1)]
// JSON-NEXT: {{^}}promoted capture-and-rebuild.cpp 2 0 2 0 0 True [('SF6106', 'promoted_size_differs', 2)]
// RUN: env SYCL_FUSE_STATS=%t.o/sub.json %t 1000 2>&1 | FileCheck-22 %s --check-prefix=NOSTATS
// Ranks of MPI have tables and files of their own.
// RUN: env OMPI_COMM_WORLD_RANK=3 SYCL_FUSE_STATS=1 %t 1000 2>&1 | FileCheck-22 %s --check-prefix=RANK
// RANK: sycl-fuse: rank 3: 22 regions submitted
// RUN: rm -rf %t.ranks && mkdir %t.ranks && env OMPI_COMM_WORLD_RANK=0 SYCL_FUSE_STATS=%t.ranks/run.json %t 1000
// RUN: env OMPI_COMM_WORLD_RANK=1 SYCL_FUSE_STATS=%t.ranks/run.json %t 1000 && ls %t.ranks | FileCheck-22 %s --check-prefix=RANKS
// RANKS: {{^}}run.0.json{{$}}
// RANKS-NEXT: {{^}}run.1.json{{$}}
// RANKS-NOT: {{.}}
// NOSTATS: sycl-fuse: error: cannot write '{{.*}}/sub.json': Not a directory [SF2002]
// Other sizes are missed again, but only the sizes: the promoted buffer has as many elements per work-item as in the
// record.
// RUN: env SYCL_FUSE_STATS=1 %t.again 777 2> %t.stats | FileCheck-22 %s --check-prefix=RESULT
// RUN: FileCheck-22 %s --check-prefix=OTHER < %t.stats
// OTHER: {{^}}total 22 0 22 0 0 - nd_range_not_listed 22 [SF6104]{{$}}
// The captured manifest alone will do: no manifest of the plugin, which never saw these regions.
// RUN: sycl-fuse build --require %t.o --manifest %t.captured.json -o %t.alone.o 2> %t.alone
// RUN: clang++-22 %t.o %t.alone.o %runtime_lib -o %t.alone.exe
// RUN: env SYCL_FUSE_STATS=1 %t.alone.exe 1000 2>&1 | FileCheck-22 %s --check-prefix=AFTER
// A directory that cannot be written to costs a warning, a relative one is where the program was started.
// RUN: env SYCL_FUSE_RECORD=%t.o/sub %t 1000 2>&1 | FileCheck-22 %s --check-prefix=UNWRITABLE
// UNWRITABLE-DAG: all results right
// UNWRITABLE-DAG: warning: what was submitted is not recorded: cannot create '{{.*}}/sub': Not a directory [SF6170]
// RUN: rm -rf %t.there && mkdir %t.there && cd %t.there && env SYCL_FUSE_RECORD=here %t 1000 thread && cmp here/*.fusion.json %t.captured.json
// What no bundle knows cannot be described.
// RUN: clang++-22 %t.o %runtime_lib -o %t.bare
// RUN: rm -rf %t.dir && env SYCL_FUSE_RECORD=%t.dir %t.bare 1000 2>&1 | FileCheck-22 %s --check-prefix=BARE
// RUN: not ls %t.dir
// BARE: warning: the record lacks 22 submissions of regions with kernels that are in no bundle [SF6171]
// All regions, on demand; also of a build that missed none.
// RUN: rm -rf %t.dir && env SYCL_FUSE_RECORD=%t.dir SYCL_FUSE_RECORD_ALL=1 %t.again 1000
// RUN: sed -e s/tmp.again/tmp/ -e 's/"file": ".*\//"file": "/' %t.dir/*.fusion.json > %t.all.json
// RUN: sed 's/"file": ".*\//"file": "/' %t.captured.json | cmp - %t.all.json
// And with fusion switched off, or one region alone.
// RUN: rm -rf %t.dir && env SYCL_FUSE_RECORD=%t.dir SYCL_FUSE=off %t.again 1000
// RUN: sed -e s/tmp.again/tmp/ -e 's/"file": ".*\//"file": "/' %t.dir/*.fusion.json > %t.all.json
// RUN: sed 's/"file": ".*\//"file": "/' %t.captured.json | cmp - %t.all.json
// RUN: env SYCL_FUSE_STATS=1 'SYCL_FUSE=off:in_*,other' %t.again 1000 2>&1 | FileCheck-22 %s --check-prefix=OFF
// OFF: {{^}}in_place (capture-and-rebuild.cpp:[[#]]) 2 0 0 0 2 - disabled 2 [SF6116]{{$}}
// OFF-NEXT: {{^}}promoted (capture-and-rebuild.cpp:[[#]]) 2 2 0 0 0 [[#]].[[#]] us{{$}}
#include "e2e.hpp"

#include <cstdlib>
#include <thread>

using namespace sycl;

namespace {

template <int Factor> struct times {
  accessor<int, 1, access_mode::read_write> x;
  void operator()(id<1> i) const { x[i] = x[i] * Factor + static_cast<int>(i[0]); }
};

template <int Factor> void submit(queue &q, buffer<int> &b, std::size_t n) {
  q.submit([&](handler &h) { h.parallel_for(range<1>(n), times<Factor>{accessor(b, h, read_write)}); });
}

// A table that no compiler can see through.
using submitter = void (*)(queue &, buffer<int> &, std::size_t);
submitter volatile table[] = {submit<2>, submit<3>, submit<5>};

std::vector<int> chosen(queue &q, std::vector<int> data, const std::vector<unsigned> &order, bool barriers) {
  buffer<int> b(data);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  for (unsigned k : order)
    table[k](q, b, data.size());
  fw.complete_fusion(barriers ? property_list{} : property_list{e2e::fusion::property::no_barriers{}});
  host_accessor h(b, read_only);
  return {h.begin(), h.end()};
}

// The plugin takes the buffers for different ones, and out may be in.
void in_place(queue &q, buffer<int> &in, buffer<int> &tmp, buffer<int> &out, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor x(in, h, read_only);
    accessor y(tmp, h, write_only);
    h.parallel_for<class First>(nd_range<1>(n, n / 10),
                                [=](nd_item<1> i) { y[i.get_global_id()] = x[i.get_global_id()] + 1; });
  });
  q.submit([&](handler &h) {
    accessor x(tmp, h, read_only);
    accessor y(out, h, read_write);
    h.parallel_for<class Second>(nd_range<1>(n, n / 10),
                                 [=](nd_item<1> i) { y[i.get_global_id()] = x[i.get_global_id()] * 2; });
  });
  fw.complete_fusion();
}

// Two elements per work-item in private memory, pointers beside buffers, three kinds of ND-range.
void promoted(queue &q, int *p, std::size_t n) {
  buffer<int> tmp{range<1>(2 * n), {e2e::promote_private{}}};
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor t(tmp, h, write_only, no_init);
    h.parallel_for<class Produce>(range<1>(n), [=](id<1> i) { t[2 * i[0]] = p[i], t[2 * i[0] + 1] = p[i] + 7; });
  });
  q.submit([&](handler &h) {
    accessor t(tmp, h, read_only);
    h.parallel_for<class Consume>(range<1>(n), [=](id<1> i) { p[i] = t[2 * i[0]] * t[2 * i[0] + 1]; });
  });
  fw.complete_fusion();
}

void run(std::size_t n) {
  queue q = e2e::make_queue();
  const std::vector<std::vector<unsigned>> orders = {{0, 1}, {1, 0}, {2, 2, 2}, {0, 1, 2, 1, 0, 0}, {1, 1}, {0}};
  for (const auto &order : orders)
    for (std::size_t size : {n, n / 3 + 1, n}) {
      std::vector<int> data = e2e::random_values<int>(size, 5);
      for (int &x : data)
        x %= 100;
      std::vector<int> wanted = data;
      const int factors[] = {2, 3, 5};
      for (unsigned k : order)
        for (std::size_t i = 0; i < size; ++i)
          wanted[i] = wanted[i] * factors[k] + static_cast<int>(i);
      e2e::expect_equal("chosen", chosen(q, data, order, order.size() != 3), wanted);
    }
  const std::size_t tens = n / 10 * 10;
  std::vector<int> in = e2e::random_values<int>(tens, 6), out(tens), wanted(tens);
  for (std::size_t i = 0; i < tens; ++i)
    wanted[i] = (in[i] + 1) * 2;
  {
    buffer<int> bIn(in), bTmp{range<1>(tens)}, bOut(out);
    in_place(q, bIn, bTmp, bOut, tens);
    in_place(q, bIn, bTmp, bIn, tens);
  }
  e2e::expect_equal("out of place", out, wanted);
  e2e::expect_equal("in place", in, wanted);
  int *p = malloc_shared<int>(n, q);
  for (std::size_t size : {n, n / 2 + 1}) {
    std::vector<int> values(size);
    for (std::size_t i = 0; i < size; ++i)
      p[i] = static_cast<int>(i % 1000), values[i] = p[i] * (p[i] + 7);
    promoted(q, p, size);
    q.wait();
    e2e::expect_equal("promoted", std::vector<int>(p, p + size), values);
  }
  free(p, q);
}

} // namespace

int main(int argc, char **argv) {
  run(std::strtoul(argv[1], nullptr, 10));
  const int result = e2e::finish();
  if (argc > 2)
    std::thread([result] { std::exit(result); }).join();
  return result;
}
// RESULT: all results right
