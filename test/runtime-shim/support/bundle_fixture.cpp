// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bundle_fixture.hpp"

#include <cmath>

namespace test {

sycl::queue fusion_queue() { return sycl::queue{fusion_property::queue::enable_fusion{}}; }

void submit_multiply(sycl::handler &h, sycl::buffer<float> &a, sycl::buffer<float> &b, sycl::buffer<float> &tmp,
                     const sycl::property_list &of_tmp) {
  sycl::accessor x(a, h, sycl::read_only), y(b, h, sycl::read_only);
  sycl::accessor t(tmp, h, sycl::write_only, of_tmp);
  h.parallel_for<multiply>(a.get_range(), [x, y, t](sycl::id<1> i) {
#pragma clang fp contract(off)
    t[i] = x[i] * y[i];
  });
}
void submit_combine(sycl::handler &h, sycl::buffer<float> &tmp, sycl::buffer<float> &c, sycl::buffer<float> &out,
                    float factor, std::size_t size, const sycl::property_list &of_tmp) {
  sycl::accessor t(tmp, h, sycl::read_only, of_tmp);
  sycl::accessor z(c, h, sycl::read_only);
  sycl::accessor o(out, h, sycl::write_only);
  h.parallel_for<combine>(sycl::range<1>(size), [t, z, o, factor](sycl::id<1> i) {
#pragma clang fp contract(off)
    o[i] = t[i] + z[i] * factor;
  });
}

testing::AssertionResult run_region(sycl::queue &q, fusion_wrapper &fw, const region_run &run) {
  std::size_t n = run.size, m = run.second_size ? run.second_size : n;
  std::mt19937 random(static_cast<unsigned>(n));
  std::uniform_real_distribution<float> some(-1, 1);
  std::vector<float> a(n), b(n), c(n), expected(n), result(n, 0.f);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = some(random);
    b[i] = some(random);
    c[i] = some(random);
    volatile float tmp = a[i] * b[i], scaled = c[i] * run.factor; // no contraction
    expected[i] = i < m ? tmp + scaled : 0.f;
  }
  {
    sycl::buffer<float> ba(a), bb(b), bc(c), bo(result);
    sycl::property_list promote, promote_tmp;
    const sycl::property_list promote_first{fusion_property::promote_private{}};
    if (run.promote && !run.promote_first_only)
      (run.tmp_is_output ? promote_tmp : promote) = sycl::property_list{fusion_property::promote_private{}};
    sycl::buffer<float> bt =
        run.tmp_is_output ? bo : sycl::buffer<float>(sycl::range<1>(run.tmp_size ? run.tmp_size : n), promote);
    std::vector<float> product(n);
    for (std::size_t i = 0; i < n; ++i)
      product[i] = a[i] * b[i];
    sycl::buffer<float> br = run.other_tmp ? sycl::buffer<float>(product.data(), sycl::range<1>(n), promote) : bt;
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      submit_multiply(h, ba, bb, bt, run.promote_first_only ? promote_first : promote_tmp);
    });
    q.submit([&](sycl::handler &h) { submit_combine(h, br, bc, bo, run.factor, m, promote_tmp); });
    fw.complete_fusion(run.barriers ? sycl::property_list{} : sycl::property_list{fusion_property::no_barriers{}});
  }
  for (std::size_t i = 0; i < n; ++i)
    if (std::fabs(result[i] - expected[i]) > 1e-6f)
      return testing::AssertionFailure() << "element " << i << " is " << result[i] << ", needed: " << expected[i];
  return testing::AssertionSuccess();
}

} // namespace test
