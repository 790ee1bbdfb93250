// Promoted buffers that are read after the region, buffers and accessors that promote differently, and local sizes that differ.
// RUN: %record %s 2>&1 | FileCheck-22 %s --implicit-check-not=warning:
// RUN: %record %s -fplugin-arg-sycl-fuse-Wno-promoted-read-outside -fplugin-arg-sycl-fuse-Wno-promotion-conflict -fplugin-arg-sycl-fuse-Wno-local-sizes-differ 2>&1 | count 0
#include "fusion.hpp"

using fusion::property::promote_local;
using fusion::property::promote_private;

template <class N> void copy(queue &q, buffer<int> &from, buffer<int> &to) {
  q.submit([&](handler &cgh) {
    accessor in{from, cgh, read_only};
    accessor out{to, cgh, write_only};
    cgh.parallel_for<N>(8, [=](id<1> i) { out[i] = in[i]; });
  });
}
void conflict(queue &q, fusion_wrapper &fw, buffer<int> &out) {
  buffer<int> tmp{range{8}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    // CHECK: misuse.cpp:[[#@LINE+1]]:14: warning: buffer 'tmp' promotes to private memory and its accessor to local memory; the accessor's comes first [SF1043] [-Wsycl-fuse-promotion-conflict]
    accessor t{tmp, cgh, write_only, property_list{promote_local{}}};
    // CHECK: note: the buffer is declared here
    cgh.parallel_for<class B1>(8, [=](id<1> i) { t[i] = 1; });
  });
  fw.complete_fusion();
}
void groups(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.parallel_for<class C1>(nd_range<1>{64, 16}, [=](nd_item<1> i) { p[i.get_global_id(0)] = 1; });
  // CHECK: misuse.cpp:[[#@LINE+1]]:5: warning: local size 8 differs from 16 of an earlier kernel of the fusion region; the kernels are fused only where it can be proved that groups do not matter [SF1042] [-Wsycl-fuse-local-sizes-differ]
  q.parallel_for<class C2>(nd_range<1>{64, 8}, [=](nd_item<1> i) { p[i.get_global_id(0)] = 2; });
  fw.complete_fusion();
}
// What only the whole translation unit shows comes after the rest.
int reads(queue &q, fusion_wrapper &fw, buffer<int> &a) {
  buffer<int> tmp{range{8}, {promote_private{}}}, again{range{8}, {promote_private{}}},
      unread{range{8}, {promote_private{}}};
  {
    host_accessor before{tmp};
  }
  fw.start_fusion();
  copy<class A1>(q, a, tmp);
  copy<class A2>(q, tmp, again);
  copy<class A3>(q, again, unread);
  fw.complete_fusion();
  // CHECK: misuse.cpp:[[#@LINE+1]]:17: warning: buffer 'tmp' is promoted in a fusion region and read after it, where its contents are not defined [SF1041] [-Wsycl-fuse-promoted-read-outside]
  host_accessor result{tmp, read_only};
  // CHECK: note: the fusion region starts here
  // CHECK: note: the buffer is declared here
  // CHECK: note: take the promotion off the buffer, or do not read it outside of the region
  {
    host_accessor overwrite{again, write_only};
  }
  {
    host_accessor reread{again, read_only};
  }
  return result[0];
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
