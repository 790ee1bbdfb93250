// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each function once, into an element of its own; opencl-functions.py knows what it must be.
kernel void k(global const int *x, global const int *y, global const int *z, global const float *f, global const float *g,
              global int *ints, global float *floats, global int *shared) {
  size_t i = get_global_id(0);
  int a = x[i], b = y[i], c = z[i];
  uint u = a, v = b, w = c;
  float r = f[i], s = g[i];
  global int *o = ints + i * 64;
  *o++ = add_sat(a, b), *o++ = add_sat(u, v), *o++ = sub_sat(a, b), *o++ = sub_sat(u, v);
  *o++ = hadd(a, b), *o++ = hadd(u, v), *o++ = rhadd(a, b), *o++ = rhadd(u, v);
  *o++ = mul_hi(a, b), *o++ = mul_hi(u, v), *o++ = mad_hi(a, b, c), *o++ = mad_sat(a, b, c), *o++ = mad_sat(u, v, w);
  *o++ = max(a, b), *o++ = max(u, v), *o++ = min(a, b), *o++ = min(u, v), *o++ = abs(a), *o++ = abs_diff(a, b);
  *o++ = abs_diff(u, v), *o++ = rotate(a, b & 31), *o++ = clz(a), *o++ = ctz(b), *o++ = popcount(a);
  *o++ = upsample((short)a, (ushort)b), *o++ = upsample((ushort)a, (ushort)b), *o++ = bitselect(a, b, c);
  long p = mul_hi((long)a << 29 ^ b, (long)c << 30 ^ a);
  ulong q = mul_hi((ulong)a << 29 ^ b, (ulong)c << 30 ^ a);
  *o++ = p, *o++ = p >> 32, *o++ = q, *o++ = q >> 32;
  *o++ = convert_char_sat(a), *o++ = convert_uchar_sat(a), *o++ = convert_ushort_sat(u), *o++ = convert_int_sat(u);
  *o++ = convert_int_rte(r), *o++ = convert_int_rtp(r), *o++ = convert_int_rtn(r), *o++ = convert_int(r);
  *o++ = convert_uint_sat(r), *o++ = convert_char_sat(r * 100.0f);
  *o++ = isless(r, s), *o++ = isnotequal(r, s), *o++ = isnan(r / 0.0f - r / 0.0f), *o++ = isfinite(r / 0.0f);
  *o++ = signbit(r), *o++ = ilogb(r), *o++ = any(a), *o++ = select(a, b, c & 1), *o++ = clamp(c, min(a, b), max(a, b));
  int4 t = convert_int4_sat((float4)(r, s, 1e20f, -1e20f)) + select((int4)(1), (int4)(2), (int4)(a, b, c, -1));
  vstore4(t, 0, o), o += 4;
  *o++ = all((int3)(a, b, c)), *o++ = get_global_id(7) + get_global_size(5) + get_local_size(3);
  size_t d = (u >> 3) & 3;
  *o++ = get_global_id(d), *o++ = get_num_groups(d) != 0;
  global float *m = floats + i * 64;
  *m++ = pown(r, b % 5), *m++ = rsqrt(fabs(s)), *m++ = powr(fabs(r), s / 4), *m++ = sinpi(r), *m++ = cospi(r), *m++ = atanpi(r);
  float part;
  *m++ = fract(r, &part), *m++ = part;
  *m++ = modf(r, &part), *m++ = part;
  int e;
  *m++ = frexp(r, &e), *m++ = e, *m++ = sincos(r, &part), *m++ = part;
  *m++ = maxmag(r, s), *m++ = minmag(r, s), *m++ = mix(r, s, 0.25f), *m++ = step(r, s), *m++ = smoothstep(-8.0f, 8.0f, r);
  *m++ = sign(r), *m++ = degrees(r), *m++ = radians(r), *m++ = clamp(r, -1.0f, 2.0f), *m++ = native_divide(r, s);
  *m++ = dot((float4)(r, s, 1, 2), (float4)(s, s, r, 3)), *m++ = length((float3)(r, s, 2)), *m++ = distance(r, s);
  float4 n = normalize((float4)(r, s, 1, 2)), l = cross((float4)(r, s, 1, 2), (float4)(s, 3, r, 4));
  *m++ = n.x, *m++ = l.x, *m++ = l.y, *m++ = l.z, *m++ = l.w;
  float3 vector = vload3(0, f + (i & 7));
  *m++ = vector.x + vector.z, *m++ = hypot(r, s), *m++ = fmod(r, s), *m++ = remainder(r, s), *m++ = ldexp(r, a % 9), *m++ = cbrt(r);
  vstore_half(r, 0, (global half *)m);
  *m = vload_half(0, (global half *)m), m++;
  *m++ = native_sin(r), *m++ = half_cos(r), *m++ = erf(r), *m++ = fdim(r, s), *m++ = nextafter(r, s), *m++ = as_float(0x7f800000 & as_int(r));
  atomic_add(shared, a), atomic_sub(shared + 1, b), atomic_max(shared + 2, a), atomic_max((global uint *)shared + 3, u);
  atomic_min(shared + 4, a), atomic_min((global uint *)shared + 5, u), atomic_and(shared + 6, a), atomic_or(shared + 7, a);
  atomic_xor(shared + 8, a), atomic_inc(shared + 9), atomic_dec(shared + 10);
  for (int old = shared[11];;) {
    int seen = atomic_cmpxchg(shared + 11, old, old * 3 + a * 2);
    if (seen == old)
      break;
    old = seen;
  }
}
