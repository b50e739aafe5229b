// The walk on the differences of two finite sets of the plane: separate_hulls in JavaScript.

import { dot, minus, norm, plus } from "./perceptron_math.js";

function farthest(points, u) {
  let best = 0;
  points.forEach((point, i) => { if (dot(point, u) > dot(points[best], u)) best = i; });
  return best;
}

export function separateHulls(P, Q, eps, maxUpdates = 20000) {
  let w = [0, 0];
  let beta = 0;
  const picks = [[], []];
  for (let t = 1; ; t++) {
    const u = w[0] || w[1] ? w : [1, 1]; // at 0 all pairs tie
    const [i, j] = [farthest(P, [-u[0], -u[1]]), farthest(Q, u)];
    const z = minus(P[i], Q[j]);
    const score = dot(w, z);
    if (score > beta) {
      const b = (dot(w, P[i]) + dot(w, Q[j])) / 2;
      return { kind: "Wall", w, b, gap: score / (2 * norm(w)), picks, beta };
    }
    if (t > maxUpdates) return { kind: "Undecided", w, picks, beta };
    w = plus(w, z);
    beta = Math.max(beta, dot(z, z));
    picks[0].push(i);
    picks[1].push(j);
    const length = norm(w);
    if (length < eps * t) {
      const [p, q] = [mean(P, picks[0]), mean(Q, picks[1])];
      return { kind: "Close", p, q, distance: length / t, picks, beta, w };
    }
  }
}

const mean = (points, chosen) =>
  [0, 1].map((k) => chosen.reduce((sum, i) => sum + points[i][k], 0) / chosen.length);

// The corners of the convex hull, counterclockwise.
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}
