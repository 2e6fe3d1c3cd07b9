/* What the functions beside this file need of musl's own libm.h. Unlike there, a machine that multiplies and adds in one
   step does not, so that every machine gets the same digits. */
#ifndef GPUADVISOR_LIBM_H
#define GPUADVISOR_LIBM_H

#include <float.h>
#include <math.h>
#include <stdint.h>

#undef __FP_FAST_FMA
#define TOINT_INTRINSICS 0
#define WANT_ROUNDING 1
#define issignaling_inline(x) 0

#define predict_true(x) __builtin_expect(!!(x), 1)
#define predict_false(x) __builtin_expect(x, 0)

static inline double eval_as_double(double x) { return x; }

static inline double fp_barrier(double x) {
  volatile double y = x;
  return y;
}

static inline void fp_force_eval(double x) {
  volatile double y;
  y = x;
  (void)y;
}

static inline void fp_force_evalf(float x) {
  volatile float y;
  y = x;
  (void)y;
}

#define FORCE_EVAL(x) (sizeof(x) == sizeof(float) ? fp_force_evalf((float)(x)) : fp_force_eval(x))

static inline uint64_t asuint64(double x) { return (union { double f; uint64_t i; }){x}.i; }
static inline double asdouble(uint64_t x) { return (union { uint64_t i; double f; }){x}.f; }

double __math_xflow(uint32_t sign, double y);
double __math_uflow(uint32_t sign);
double __math_oflow(uint32_t sign);
double __math_divzero(uint32_t sign);
double __math_invalid(double x);

#endif
