# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program with one region of large kernels, as a step of a hydrodynamics code has them: large-region.py <kernels> [<seed>].
Each kernel has loops over neighbours, over the corners of a cell through an index, over materials, an iteration, and a table
whose index is drawn at random."""
import random
import sys

kernels, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
OLD = ["density0", "energy0", "pressure", "viscosity", "sound", "vel_x0", "vel_y0"]  # read, also of neighbours
NEW = ["density1", "energy1", "volume", "mass_flux_x", "mass_flux_y", "vel_x1", "vel_y1", "work"]  # each cell its own


def stencil(out, a, b):
    return f"""
        if (x > 1 && x + 2 < nx && y > 1 && y + 2 < ny) {{
          double sum = 0;
          for (int dy = -2; dy <= 2; ++dy)
            for (int dx = -2; dx <= 2; ++dx)
              sum += weight[(dy + 2) * 5 + dx + 2] * {a}[(y + dy) * nx + x + dx] * {b}[y * nx + x + dx];
          {out}[i] = sum + {a}[i - 1] * {b}[i + nx] - {a}[i + 1] * {b}[i - nx];
        }}"""


def corners(out, a, b):
    return f"""
        double px[4], py[4], volume_of = 0;
        for (int c = 0; c < 4; ++c) {{
          const int n = corner[4 * i + c];
          px[c] = {a}[n] + 0.5 * {b}[n];
          py[c] = {b}[n] - 0.25 * {a}[n];
        }}
        for (int c = 0; c < 4; ++c)
          volume_of += px[c] * py[(c + 1) & 3] - px[(c + 1) & 3] * py[c];
        {out}[i] = volume_of > 1e-9 ? {out}[i] / volume_of : {out}[i];"""


def upwind(out, a, b):
    return f"""
        const int up = {a}[i] > 0 ? x : (x + 1 < nx ? x + 1 : nx - 1), down = x > 0 ? x - 1 : 0;
        const double left = {b}[y * nx + up] - {b}[y * nx + down], right = {b}[y * nx + down] - {b}[i];
        const double limited = left * right > 0 ? sycl::fmin(sycl::fabs(left), sycl::fabs(right)) : 0.0;
        {out}[i] = {a}[i] * ({b}[y * nx + up] + 0.5 * (1 - sycl::fabs({a}[i])) * limited);
        for (int m = 0; m < materials; ++m)
          if ({b}[i] > 0.1 * m) {out}[i] += 0.01 * m * {a}[i];"""


def iteration(out, a, b):
    return f"""
        double p = {a}[i], e = {b}[i];
        for (int step = 0; step < steps; ++step) {{
          const double c2 = (1.4 - 1) * e + p / (p * p + 1);
          p = c2 < 0 ? 1e-12 : sycl::sqrt(c2);
          if (sycl::fabs(p - e) < 1e-7) break;
          e = 0.5 * (e + p * {out}[i]);
        }}
        {out}[i] = p;"""


def drawn(out, a, b):
    steps = "".join(f" s = (s << 5) + s + (s >> {3 + k % 7}) * (s + {k}u);" for k in range(16))
    return f"""
        unsigned s = static_cast<unsigned>(i) + seed;{steps}
        {out}[i] += weight[s % 25] * {a}[i] - {b}[i];"""


def kernel(number):
    body = ""
    for part in (stencil, upwind, corners, iteration, drawn, stencil):
        body += "\n        {" + part(rng.choice(NEW), *rng.sample(OLD, 2)) + "\n        }"
    return f"""
  q.submit([&](handler &h) {{
    {" ".join(f"accessor {f}{{b_{f}, h, read_only}};" for f in OLD)}
    {" ".join(f"accessor {f}{{b_{f}, h, read_write}};" for f in NEW)}
    accessor corner{{b_corner, h, read_only}}; accessor weight{{b_weight, h, read_only}};
    h.parallel_for<class step_{number}>(range<1>(cells), [=](id<1> id) {{
      const int i = static_cast<int>(id[0]), x = i % nx, y = i / nx;{body}
    }});
  }});"""


buffers = ", ".join(f"buffer<double> &b_{f}" for f in OLD + NEW)
print(f"""#include <sycl/sycl.hpp>
using namespace sycl;
void time_step(queue &q, {buffers}, buffer<int> &b_corner, buffer<double> &b_weight, int nx, int ny, int materials, int steps, unsigned seed) {{
  const std::size_t cells = static_cast<std::size_t>(nx) * ny;
  ext::codeplay::experimental::fusion_wrapper region(q);
  region.start_fusion();{"".join(map(kernel, range(kernels)))}
  region.complete_fusion();
}}""")
