# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# generate-large.py folder files kernels: writes a program of so many translation units, with so many kernels of their own in
# all, half of them unnamed in static functions of one name; every second file uses a kernel of a header, too. Prints the files.
import pathlib
import sys

folder, files, kernels = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
(folder / "shared.hpp").write_text("""#include <sycl/sycl.hpp>
template <class T> void shared(sycl::queue &q, T *p) {
  q.parallel_for(4, [=](sycl::id<1> i) { p[i] += T(i[0]); }).wait();
}
""")
for n in range(files):
    own = range(n, kernels, files)
    text = '#include "shared.hpp"\n'
    text += "inline int before%d(int x) { return [x] { return [x] { return x; }(); }(); }\n" % n * (n % 3 == 1)
    for k in own[: len(own) // 2]:
        text += "class k%d;\n" % k
    text += "static void run(sycl::queue &q, int *p) {\n"
    for i, k in enumerate(own):
        name = "<k%d>" % k if i < len(own) // 2 else ""
        text += "  q.single_task%s([=] { p[0] += %d; }).wait();\n" % (name, k)
    text += "}\nvoid file%d(sycl::queue &q, int *p) {\n  run(q, p);\n" % n
    text += "  shared(q, p);\n" if n % 2 else ""
    (folder / ("file%d.cpp" % n)).write_text(text + "}\n")
main = "#include <sycl/sycl.hpp>\n" + "".join("void file%d(sycl::queue &, int *);\n" % n for n in range(files))
main += "int main() {\n  sycl::queue q;\n  int *p = sycl::malloc_shared<int>(4, q);\n  p[0] = p[1] = p[2] = p[3] = 0;\n"
main += "".join("  file%d(q, p);\n" % n for n in range(files))
main += "  return p[0] == %d && p[3] == %d ? 0 : 1;\n}\n" % (kernels * (kernels - 1) // 2, 3 * (files // 2))
(folder / "main.cpp").write_text(main)
print(" ".join(["main"] + ["file%d" % n for n in range(files)]))
