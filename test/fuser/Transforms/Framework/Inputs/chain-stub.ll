declare !sycl.kernel.fused !900 !sycl.kernel.param !902 !sycl.kernel.promote !910 !sycl.kernel.promote.localsize !911 !sycl.kernel.promote.elemsize !912 !sycl.kernel.no-barriers !920 void @stub()
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!900 = !{!"chain", !901}
!901 = !{!"_ZTS2K1", !"_ZTS2K2", !"_ZTS2K3", !"_ZTS2K4"}
!902 = !{!903, !904, !905, !906}
!903 = !{!{i64 0, i64 1}, !{i64 1, i64 1}}
!904 = !{!{i64 1, i64 0}, !{i64 2, i64 1}}
!905 = !{!{i64 0, i64 0}, !{i64 3, i64 1}}
!906 = !{!{i64 2, i64 0}, !{i64 3, i64 2}}
!910 = !{!"private", !"none", !"none", !"private", !"none", !"private", !"none", !"none"}
!911 = !{i64 1, !"", !"", i64 1, !"", i64 1, !"", !""}
!912 = !{i64 4, !"", !"", i64 4, !"", i64 4, !"", !""}
!920 = !{}
