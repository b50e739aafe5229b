// A run from any start with any step, chosen mistake by mistake, and the chain of its proof:
//   w_0.w* + t eta eps  <=  w_t.w*  <=  norm(w_t)  <=  sqrt(norm(w_0)^2 + t eta^2 R^2)

import { dot, norm } from "./perceptron_math.js";

const allScores = (Z, w) => Z.map((z) => dot(z, w));

// Follow the chosen mistakes as long as each of them is one when its turn comes.
export function followRun(Z, chosen, start, eta) {
  const run = { mistakes: [], scores: [], path: [start], w: start };
  for (const i of chosen) {
    const score = i < Z.length ? dot(Z[i], run.w) : 1;
    if (score > 0) break;
    run.w = run.w.map((value, j) => value + eta * Z[i][j]);
    run.mistakes.push(i);
    run.scores.push(score);
    run.path.push(run.w);
  }
  return { ...run, violated: allScores(Z, run.w).map((score) => score <= 0) };
}

// Three ways to choose the next mistake; null if there is none.
export const CHOICES = {
  turn(Z, { w, mistakes }) {
    const first = mistakes.length ? mistakes.at(-1) + 1 : 0;
    for (let k = 0; k < Z.length; k++)
      if (dot(Z[(first + k) % Z.length], w) <= 0) return (first + k) % Z.length;
    return null;
  },
  worst: (Z, { w }) => extreme(allScores(Z, w), (score, best) => score < best),
  tie: (Z, { w }) => extreme(allScores(Z, w), (score, best) => score > best),
};

function extreme(scores, better) {
  let found = null;
  scores.forEach((score, i) => {
    if (score <= 0 && (found === null || better(score, scores[found]))) found = i;
  });
  return found;
}

// Both ends of the chain after t updates; without a separator only the ceiling is left.
export const ceilingAt = (t, { start, eta, R }) => Math.sqrt(dot(start, start) + t * (eta * R) ** 2);

export const floorAt = (t, { start, eta, best }) => dot(start, best.w_star) + t * eta * best.margin;

// The number of updates at which the ends meet: the larger root of (p + t eps)^2 = a^2 + t R^2.
export function meetingPoint({ start, eta, best, R }) {
  if (!best?.separable) return Infinity;
  const a = norm(start) / eta;
  const p = dot(start, best.w_star) / eta;
  const half = R ** 2 - 2 * best.margin * p;
  const across2 = Math.max(0, a ** 2 - p ** 2);
  const root = Math.hypot(half, 2 * best.margin * Math.sqrt(across2));
  return half < 0 ? (2 * across2) / (root - half) : (half + root) / (2 * best.margin ** 2);
}

// The links of the chain along the run: one entry for each t = 0, 1, ..., T.
export function chainAlong(path, facts) {
  const separable = facts.best?.separable;
  const time = (k) => Math.min(k, facts.t ?? k); // within an update
  return path.map((w, k) => ({
    floor: separable ? floorAt(time(k), facts) : null,
    progress: separable ? dot(w, facts.best.w_star) : null,
    length: norm(w),
    ceiling: ceilingAt(time(k), facts),
  }));
}
