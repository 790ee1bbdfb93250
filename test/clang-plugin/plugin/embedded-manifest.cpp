// The manifest is in the object, and no file lies beside it unless one is asked for: at each optimization level, with debug information, through
// assembly, another assembler, bitcode and temporaries. Relocatable objects and archives keep it, programs have none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && cd %t
// It is made in the host pass: the device pass is left out where only this is looked at.
// DEFINE: %{host} = %sycl_cxx -fsycl-host-only
// RUN: %sycl_cxx -c a.cpp -o plain.o -fplugin-arg-sycl-fuse-output=asked.json && %python -m jsonschema -i asked.json %source_root/docs/manifest.schema.json
// RUN: mkdir objects && %sycl_cxx -c a.cpp -o objects/a.o && ls objects | count 1

// RUN: %{host} -O0 -g -c a.cpp -o objects/O0.o && %{host} -O1 -fPIC -c a.cpp -o objects/O1.o && %sycl_cxx -O2 -g -c a.cpp -o objects/O2.o
// RUN: %sycl_cxx -O3 -flto=thin -ffat-lto-objects -ffunction-sections -c a.cpp -o objects/O3.o && %{host} -Os -fno-integrated-as -c a.cpp -o objects/as.o
// RUN: %{host} -O2 -S a.cpp -o a.s && clang++-22 -c a.s -o objects/s.o
// RUN: %{host} -O2 -S a.cpp -o - | clang++-22 -c -x assembler - -o objects/stdout.o
// RUN: %{host} -O1 -emit-llvm -c a.cpp -o a.bc && clang++-22 -O2 -c a.bc -o objects/bc.o
// RUN: %{host} -O1 -Xclang -disable-llvm-passes -c a.cpp -o objects/no-passes.o && llvm-readelf -S objects/no-passes.o | FileCheck-22 %s --check-prefix=SECTION
// RUN: %{host} -Xclang -disable-llvm-passes -S a.cpp -o n.s && clang++-22 -c n.s -o objects/no-passes-s.o
// RUN: %python %S/../Inputs/check_manifests.py asked.json objects/*.o | FileCheck-22 %s --check-prefix=EACH
// EACH: 11 objects, all with this manifest
// Where the source is preprocessed by itself, only its name is another.
// RUN: mkdir temps && %sycl_cxx -save-temps=obj -c a.cpp -o temps/a.o && sycl-fuse diff asked.json temps/a.o && llvm-readelf -S temps/a.o | FileCheck-22 %s --check-prefix=SECTION

// The same bytes again, elsewhere, and with another path of the object.
// RUN: mkdir twice && cp a.cpp twice && cd twice && %sycl_cxx -O2 -ffile-compilation-dir=. -c a.cpp -o one.o && %sycl_cxx -O2 -ffile-compilation-dir=. -c a.cpp -o two.o && cmp one.o two.o
// RUN: cd %t && %sycl_cxx -O2 -ffile-compilation-dir=. -c a.cpp -o three.o && cmp three.o twice/one.o

// Nothing is embedded that nobody asked for.
// RUN: %sycl_cxx -c a.cpp -o off.o -fplugin-arg-sycl-fuse-off && llvm-readelf -S off.o | FileCheck-22 %s --check-prefix=OFF
// RUN: llvm-readelf -S plain.o | FileCheck-22 %s --check-prefix=SECTION
// OFF-NOT: .sycl_fuse_manifest
// SECTION: .sycl_fuse_manifest PROGBITS {{[0-9a-f]+ [0-9a-f]+ [0-9a-f]+}} 00 E 0 0 8

// One translation unit after the other, as the linkers leave them; a program has none.
// RUN: echo '#include <sycl/detail/core.hpp>' > b.cpp && echo 'class B; void b(sycl::queue q) { q.single_task<B>([] {}); } int main() {}' >> b.cpp && %sycl_cxx -O1 -c b.cpp -o b.o
// RUN: sycl-fuse merge plain.o b.o -o both.json && FileCheck-22 %s --check-prefix=BOTH < both.json
// BOTH-DAG: "symbol": "_ZTS1A"
// BOTH-DAG: "symbol": "_ZTS1B"
// RUN: ld.lld-22 -r plain.o b.o -o lld.o && ld -r b.o plain.o -o gnu.o && llvm-ar rcs libboth.a plain.o b.o && llvm-ar rcs libnested.a lld.o
// RUN: sycl-fuse merge lld.o | cmp - both.json && sycl-fuse merge gnu.o | cmp - both.json && sycl-fuse merge libboth.a | cmp - both.json && sycl-fuse merge libnested.a | cmp - both.json
// RUN: clang++-22 plain.o b.o %runtime_lib -o lld -fuse-ld=lld-22 && clang++-22 plain.o b.o %runtime_lib -o gnu
// RUN: llvm-readelf -S lld gnu | FileCheck-22 %s --check-prefix=OFF

// A name that JSON and assemblers have to escape, and more than a mebibyte.
// RUN: %python -c 'print("#include <sycl/detail/core.hpp>\n#line 1 \"q\\\"\\\\\\t\x01\u00e9.h\"\nvoid f(sycl::queue q) {"); [print(f"q.single_task<class K{i}_{chr(97) * 2000}>([] {{}});") for i in range(300)]; print("}")' > big.cpp
// RUN: %sycl_cxx -S big.cpp -o big.s -fplugin-arg-sycl-fuse-output=big.json && clang++-22 -c big.s -o big.o && sycl-fuse merge big.o | cmp - big.json
// RUN: %python -c 'import json; m = open("big.json").read(); print(len(m) > 1 << 20, {k["location"]["file"].encode() for k in json.loads(m)["kernels"]})' | FileCheck-22 %s --check-prefix=BIG
// BIG: True {b'q"\\\t\x01\xc3\xa9.h'}
#include <sycl/detail/core.hpp>

class A;
void a(sycl::queue q, int *p) {
  q.parallel_for<A>(sycl::range<1>{8}, [=](sycl::id<1> i) { p[i] = 1; });
}
