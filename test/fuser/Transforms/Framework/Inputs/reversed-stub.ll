declare !sycl.kernel.fused !900 !sycl.kernel.param !902 void @stub()
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
!900 = !{!"fused", !901}
!901 = !{!"_ZTS3One", !"_ZTS3Two"}
!902 = !{!903}
!903 = !{!{i64 0, i64 0}, !{i64 1, i64 1}}
!920 = !{i32 1, !{i64 1024, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
