// The perceptron with a threshold, fixed or growing; nothing here draws.
//   while some z_i . w <= beta_t:  w <- w + z_i
// Coordinates and fixed thresholds are sixteenths, so every comparison with them is exact.

import { loop } from "./perceptron_math.js";

const growingBeta = (alpha, R, t) => 0.5 * (R * R) * (growth(t, alpha) - 1);

// (t + 1)^alpha - t^alpha by repeated square roots, as in ptronlib: no cancellation, and the same
// last bit in every browser.
function growth(t, alpha) {
  let [u, v, step, lower, gain, rest] = [t + 1, t, 1, t, 1, alpha - 1];
  while (rest > 0) {
    [u, v] = [Math.sqrt(u), Math.sqrt(v)];
    step /= u + v;
    rest *= 2;
    if (rest >= 1) {
      rest -= 1;
      gain = gain * u + lower * step;
      lower *= v;
    }
  }
  return gain;
}

// kind "beta": the threshold stays at value. kind "alpha": it grows with the exponent value.
export function thresholdRun(Z, kind, value, R, maxUpdates) {
  const rule = kind === "beta" ? { beta: value } : { next: (t) => growingBeta(value, R, t) };
  const { mistakes, w, beta, examinations, converged } =
    loop(Z, Z[0].map(() => 0), maxUpdates, rule);
  return { mistakes, w, beta, examinations, converged };
}

// What the theorems of the chapter promise: updates at most, margin at least.
export function guarantee(kind, value, R, eps) {
  if (kind === "beta") {
    const growth = 2 * value + R ** 2;
    return { updates: growth / eps ** 2, margin: (value * eps) / growth };
  }
  return {
    updates: (R / eps) ** (2 / (2 - value)),
    margin: 0.5 * value * eps - 0.5 * R * (eps / R) ** (value / (2 - value)),
  };
}
