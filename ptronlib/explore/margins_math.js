// The perceptron with a threshold, fixed or growing; nothing here draws.
//   while some z_i . w <= beta_t:  w <- w + z_i
// Coordinates and fixed thresholds are sixteenths, so every comparison with them is exact.

import { dot } from "./perceptron_math.js";

export const growingBeta = (alpha, R, t) => 0.5 * (R * R) * (growth(t, alpha) - 1);

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
  const w = Z[0].map(() => 0);
  const mistakes = [];
  let beta = kind === "beta" ? value : 0;
  let [p, clean, examinations] = [0, 0, 0];
  while (clean < Z.length && mistakes.length < maxUpdates) {
    examinations += 1;
    clean += 1;
    if (dot(Z[p], w) <= beta) {
      Z[p].forEach((value, j) => { w[j] += value; });
      mistakes.push(p);
      clean = 0;
      if (kind === "alpha") beta = growingBeta(value, R, mistakes.length);
    }
    p = (p + 1) % Z.length;
  }
  return { mistakes, w, beta, examinations, converged: clean === Z.length };
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
